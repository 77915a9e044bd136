// SPDX-License-Identifier: Apache-2.0
// vecadd_axi_tb: gt200_axi in a test bench of its own (docs/bus.md): c[i] = a[i] + b[i] in four blocks of 64 threads. A
// host on the slave's side writes the registers of a launch and waits for the interrupt; on the master's side is a
// memory that makes all channels wait, at random, and answers reads of different ids in any order. +code=FILE: the
// program, words in hexadecimal.
module vecadd_axi_tb #(
  parameter int TIMED = 1               // 1: as many cycles as the model takes; 0: as fast as the memory is
);
  localparam int N = 256, THREADS = 64, BLOCKS = N / THREADS;
  localparam int BYTES = 1 << 20, READS = 32, WRITES = 64;      // of memory; under way at most
  // Bus addresses of memory, and of code and data in it; the device address of data.
  localparam logic [31:0] MEMORY = 32'h8000_0000, CODE = 32'h0, DATA = 32'h4_0000, DEVICE = 32'h1_0000;

  logic clk = 1'b0, rst = 1'b1;
  always #1 clk = ~clk;

  wire         irq;
  logic        s_awvalid = 1'b0, s_wvalid = 1'b0, s_bready = 1'b0, s_arvalid = 1'b0, s_rready = 1'b0;
  wire         s_awready, s_wready, s_bvalid, s_arready, s_rvalid;
  logic [11:0] s_awaddr = '0, s_araddr = '0;
  logic [31:0] s_wdata = '0;
  wire  [31:0] s_rdata;
  wire  [1:0]  s_bresp, s_rresp;

  wire         m_arvalid, m_awvalid, m_wvalid, m_wlast, m_rready, m_bready;
  logic        m_arready = 1'b0, m_awready = 1'b0, m_wready = 1'b0, m_rvalid = 1'b0, m_rlast = 1'b0, m_bvalid = 1'b0;
  wire  [7:0]  m_arid, m_awid, m_arlen, m_awlen;
  logic [7:0]  m_rid = '0, m_bid = '0;
  wire [31:0]  m_araddr, m_awaddr, m_wstrb;
  wire [255:0] m_wdata;
  logic [255:0] m_rdata = '0;

  gt200_axi #(.DPU(0), .TEX(0), .TIMED(TIMED)) dut (
    .clk, .rst, .irq,
    .s_awvalid, .s_awready, .s_awaddr, .s_wvalid, .s_wready, .s_wdata, .s_wstrb(4'hf), .s_bvalid, .s_bready, .s_bresp,
    .s_arvalid, .s_arready, .s_araddr, .s_rvalid, .s_rready, .s_rdata, .s_rresp,
    .m_arvalid, .m_arready, .m_arid, .m_araddr, .m_arlen, .m_arsize(), .m_arburst(), .m_arcache(), .m_arprot(),
    .m_rvalid, .m_rready, .m_rid, .m_rdata, .m_rresp(2'd0), .m_rlast,
    .m_awvalid, .m_awready, .m_awid, .m_awaddr, .m_awlen, .m_awsize(), .m_awburst(), .m_awcache(), .m_awprot(),
    .m_wvalid, .m_wready, .m_wdata, .m_wstrb, .m_wlast,
    .m_bvalid, .m_bready, .m_bid, .m_bresp(2'd0)
  );

  // --- the memory -------------------------------------------------------------------------------------------
  logic [7:0] mem [0:BYTES-1];
  // Reads under way: beats left (0: this place is free), the number of the request, the clock from which it may go.
  int         r_left [0:READS-1], r_number [0:READS-1], r_due [0:READS-1], r_at [0:READS-1];
  logic [7:0] r_id [0:READS-1];
  // Writes: addresses, data and answers, in the order in which they came.
  int           w_at [0:WRITES-1], w_due [0:WRITES-1];
  logic [7:0]   w_id [0:WRITES-1];
  logic [255:0] w_data [0:WRITES-1];
  logic [31:0]  w_strb [0:WRITES-1];
  int           addresses = 0, datas = 0, written = 0, answered = 0;
  int           now = 0, asked = 0, going = -1, place, broken = 0;
  logic         first;
  initial for (int i = 0; i < READS; i++) r_left[i] = 0;

  always @(posedge clk) if (!rst) begin
    now = now + 1;
    // AR: into a free place
    if (m_arvalid && m_arready) begin
      place = 0;
      while (r_left[place] != 0) place = place + 1;
      r_left[place]   = int'(m_arlen) + 1;
      r_at[place]     = int'(m_araddr - MEMORY);
      r_id[place]     = m_arid;
      r_number[place] = asked;
      r_due[place]    = now + int'($urandom % 100);
      asked = asked + 1;
      if (m_araddr < MEMORY || m_araddr - MEMORY >= 32'(BYTES)) broken = broken + 1;
    end
    // R: another beat of the one that goes, or the first of one that is the oldest of its id
    if (m_rvalid && m_rready) begin
      r_at[going]   = r_at[going] + 32;
      r_left[going] = r_left[going] - 1;
      if (r_left[going] == 0) going = -1;
      m_rvalid <= 1'b0;
    end
    if (!m_rvalid || m_rready) begin
      place = int'($urandom % READS);
      if (going < 0 && r_left[place] != 0 && r_due[place] <= now) begin
        first = 1'b1;
        for (int i = 0; i < READS; i++)
          if (r_left[i] != 0 && r_id[i] == r_id[place] && r_number[i] < r_number[place]) first = 1'b0;
        if (first) going = place;
      end
      if (going >= 0) begin
        m_rvalid <= 1'b1;
        m_rid    <= r_id[going];
        m_rlast  <= r_left[going] == 1;
        for (int i = 0; i < 32; i++) m_rdata[8*i +: 8] <= mem[(r_at[going] + i) % BYTES];
      end
    end
    // AW and W, which come in any order, are together a write; then B
    if (m_awvalid && m_awready) begin
      w_at[addresses % WRITES] = int'(m_awaddr - MEMORY);
      w_id[addresses % WRITES] = m_awid;
      addresses = addresses + 1;
      if (m_awaddr < MEMORY || m_awaddr - MEMORY >= 32'(BYTES) || m_awlen != 0) broken = broken + 1;
    end
    if (m_wvalid && m_wready) begin
      w_data[datas % WRITES] = m_wdata;
      w_strb[datas % WRITES] = m_wstrb;
      datas = datas + 1;
      if (!m_wlast) broken = broken + 1;
    end
    if (written < addresses && written < datas) begin
      for (int i = 0; i < 32; i++)
        if (w_strb[written % WRITES][i]) mem[(w_at[written % WRITES] + i) % BYTES] = w_data[written % WRITES][8*i +: 8];
      w_due[written % WRITES] = now + int'($urandom % 100);
      written = written + 1;
    end
    if (!m_bvalid || m_bready) begin
      m_bvalid <= answered < written && w_due[answered % WRITES] <= now;
      m_bid    <= w_id[answered % WRITES];
      if (answered < written && w_due[answered % WRITES] <= now) answered = answered + 1;
    end
    // a place is free for what is taken in the next clock
    place = 0;
    for (int i = 0; i < READS; i++) if (r_left[i] == 0) place = 1;
    m_arready <= place == 1 && $urandom % 4 != 0;
    m_awready <= addresses - answered < WRITES - 1 && $urandom % 4 != 0;
    m_wready  <= datas - answered < WRITES - 1 && $urandom % 4 != 0;
  end

  // --- the host ---------------------------------------------------------------------------------------------
  logic [31:0] code [0:255];
  logic [31:0] value, fault;
  int          wrong = 0, waited = 0;
  string       file;

  task automatic put_register(input logic [11:0] at, input logic [31:0] word);
    logic done;
    done = 1'b0;
    s_awaddr  <= at;
    s_wdata   <= word;
    s_awvalid <= 1'b1;
    s_wvalid  <= 1'b1;
    s_bready  <= 1'b1;
    while (!done) begin
      @(posedge clk);
      done = s_bvalid && s_bready;
      if (done && s_bresp != 2'd0) broken = broken + 1;
      if (s_awready) s_awvalid <= 1'b0;
      if (s_wready) s_wvalid <= 1'b0;
    end
    s_bready <= 1'b0;
  endtask
  task automatic get_register(input logic [11:0] at);
    logic done;
    done = 1'b0;
    s_araddr  <= at;
    s_arvalid <= 1'b1;
    s_rready  <= 1'b1;
    while (!done) begin
      @(posedge clk);
      done = s_rvalid && s_rready;
      if (done) value = s_rdata;
      if (s_arready) s_arvalid <= 1'b0;
    end
    s_rready <= 1'b0;
  endtask
  task automatic put_word(input logic [31:0] at, input logic [31:0] word);
    for (int i = 0; i < 4; i++) mem[at + 32'(i)] = word[8*i +: 8];
  endtask
  function automatic logic [31:0] word_at(input logic [31:0] at);
    word_at = {mem[at + 3], mem[at + 2], mem[at + 1], mem[at]};
  endfunction

  initial begin
    for (int i = 0; i < BYTES; i++) mem[i] = 8'hee;
    for (int i = 0; i < 256; i++) code[i] = 32'd0;
    if (!$value$plusargs("code=%s", file)) file = "vecadd.hex";
    $readmemh(file, code);
    for (int i = 0; i < 256; i++) put_word(CODE + 32'(4 * i), code[i]);
    for (int i = 0; i < N; i++) begin
      put_word(DATA + 32'(4 * i), 32'(i));
      put_word(DATA + 32'(4 * (N + i)), 32'(1000 * i));
    end
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    put_register(12'h080, {16'd1, 16'(BLOCKS)});                        // grid
    put_register(12'h084, {11'd0, 5'(THREADS / 32), 6'd0, 10'(THREADS)});       // block
    put_register(12'h088, {16'd1, 16'(THREADS)});                       // block_xy
    put_register(12'h08c, {16'd0, 16'd1});                              // block_z
    put_register(12'h090, {7'd0, 9'(4 * THREADS / 64), 2'd0, 6'(THREADS / 32), 4'd0, 4'd8});    // slots
    put_register(12'h094, {1'd0, 15'd64, 1'd0, 15'd64});                        // shared
    put_register(12'h098, {16'd0, 1'd0, 7'd3, 8'd4});                   // thread
    put_register(12'h0a0, DEVICE);                                      // g_base
    put_register(12'h0a4, DEVICE + 32'(12 * N));                        // g_limit
    put_register(12'h0d0, MEMORY + CODE);                               // code_base
    put_register(12'h0d8, 32'd96);                                      // code_bytes
    put_register(12'h0e8, DEVICE);                                      // mem_base
    put_register(12'h0ec, DEVICE + 32'(12 * N));                        // mem_limit
    put_register(12'h0f0, MEMORY + DATA - DEVICE);                      // mem_offset
    for (int i = 0; i < 3; i++)
      put_register(12'h200 + 12'(4 * i), DEVICE + 32'(4 * i * N));      // param
    put_register(12'h01c, 32'd1);                                       // irq_enable: ended
    put_register(12'h010, 32'd1);                                       // control: start
    while (!irq && waited < 1000000) begin
      @(posedge clk);
      waited = waited + 1;
    end
    put_register(12'h018, 32'd7);                                       // irq_status: taken
    get_register(12'h020);
    fault = value;
    get_register(12'h024);
    if (fault[31]) $display("FAIL vecadd_axi_tb: fault %0d at 0x%0h", fault[7:0], value);
    for (int i = 0; i < N; i++) if (word_at(DATA + 32'(4 * (2 * N + i))) != 32'(1001 * i)) wrong = wrong + 1;
    get_register(12'h014);                                              // status
    if (!fault[31]) begin
      if (waited == 1000000 || value != 32'd2) $display("FAIL vecadd_axi_tb: status 0x%0h", value);
      else if (wrong != 0) $display("FAIL vecadd_axi_tb: %0d of %0d sums are wrong", wrong, N);
      else if (broken != 0) $display("FAIL vecadd_axi_tb: %0d accesses that should not be", broken);
      else begin
        get_register(12'h038);                                          // end_cycle
        $display("PASS vecadd_axi_tb: %0d cycles", value);
      end
    end
    $finish;
  end
endmodule
