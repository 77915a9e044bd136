// SPDX-License-Identifier: Apache-2.0
// tb_axi_dram: some partitions' memory controllers with random requests, whose clock can be stopped; at the pins of
// each an axi_dram, all on one axi_join and a memory of random latency (axi_memory), and beside it the GDDR3 chips that
// its controller was made for (dram_chip), which see the same pins. What is read from the bus is what the chips give,
// in the same memory clock (BUS-1, BUS-2); the last quarter of memory is none (BUS-4). The rules of the bus are looked
// at in every clock (BUS-5, BUS-6); of one sector no read is under way with a write (BUS-3). A bus that reports errors
// is believed.
//
//! test rtl PARTITIONS=2 MANY=80
//! test long: rtl;long verilator -O1 PARTITIONS=2
//! planted rtl;long: PARTITIONS=2 MANY=150
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"

module tb_axi_dram;
  parameter int PARTITIONS = 2, MANY = 1500;
  localparam int ROW_BITS = 1, SECTORS = PARTITIONS << (ROW_BITS + 10);
  localparam int CL = gpu_cfg::DRAM_CL;
  localparam logic [31:0] OFFSET = 32'h0020_0000;
  localparam logic [26:0] LIMIT = 27'(SECTORS * 3 / 4);
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  // the chip's clock, its steps
  wire [PARTITIONS-1:0] lates, idles;
  reg   go = 1'b0;
  wire  tick = go && lates == '0 && !rst, clk_en = rst || tick;
  wire  gclk, step, mstep;
  clock_gate #(.KIND(1)) u_gate (.clk, .en(clk_en), .gclk);
  gpu_steps u_steps (.clk(gclk), .rst, .step, .mstep);

  integer errors = 0, reads = 0, zeros = 0;
  reg     compare = 1'b0;
  task fail(input [8*60-1:0] what);
    begin
      if (errors < 5) $display("FAIL tb_axi_dram: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  wire [PARTITIONS-1:0]     rd_valid, rd_ready, rd_done, wr_valid, wr_ready, wr_done, ctrl_idle;
  wire [25*PARTITIONS-1:0]  rd_sector, wr_sector;
  wire [32*PARTITIONS-1:0]  wr_strb;
  wire [256*PARTITIONS-1:0] wr_data;
  wire [255:0]              rd_data, r_data, w_data;
  wire        ar_valid, ar_ready, r_valid, r_ready, r_last, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready,
              error;
  wire [2:0]  ar_id, r_id, aw_id, b_id;
  wire [31:0] ar_addr, aw_addr, w_strb;
  wire [1:0]  r_resp, b_resp;

  for (genvar p = 0; p < PARTITIONS; p++) begin : g_part
    reg           req_valid = 1'b0;
    reg  [316:0]  req = '0;
    dram_req_t    request;
    assign request = req;
    wire          req_ready, rsp_valid, drive;
    dram_rsp_t    rsp;
    dram_cmd_t    cmd;
    wire [15:0]   mask;
    wire [127:0]  out, in, chip_in;
    int           broken;
    wire [8*48-1:0] why;
    dram_ctrl u_ctrl (
      .clk(gclk), .rst, .step, .mstep, .req_valid, .req_ready, .req(request), .rsp_valid, .rsp, .cmd, .dq_drive(drive),
      .dq_mask(mask), .dq_out(out), .dq_in(in), .idle(ctrl_idle[p]));
    dram_chip #(.ROW_BITS(ROW_BITS)) u_chip (
      .clk(gclk), .mstep(mstep && !rst), .cmd, .dq_drive(drive), .dq_mask(mask), .dq_in(out), .dq_out(chip_in),
      .broken, .why);
    axi_dram #(.PARTITIONS(PARTITIONS), .WRITES(2)) dut (
      .clk, .rst, .clk_en(tick), .late(lates[p]), .idle(idles[p]), .number(3'(p)), .limit(LIMIT), .mstep, .cmd,
      .dq_drive(drive), .dq_mask(mask), .dq_in(out), .dq_out(in), .rd_valid(rd_valid[p]), .rd_ready(rd_ready[p]),
      .rd_sector(rd_sector[25*p +: 25]), .r_valid(rd_done[p]), .r_data(rd_data), .wr_valid(wr_valid[p]),
      .wr_ready(wr_ready[p]), .wr_sector(wr_sector[25*p +: 25]), .wr_strb(wr_strb[32*p +: 32]),
      .wr_data(wr_data[256*p +: 256]), .b_valid(wr_done[p]));

    // requests: two sectors, few of four rows, sometimes any
    integer sent = 0, pick;
    always @(posedge gclk) if (!rst && step) begin
      if (req_valid && req_ready) begin
        sent = sent + 1;
        req_valid <= 1'b0;
      end
      if ((!req_valid || req_ready) && sent < MANY && $urandom % 4 != 0) begin
        pick = $urandom % 8 == 0 ? $urandom : $urandom % 2 == 0 ? $urandom & 32'd1
                                            : ($urandom & 32'h0301) | (($urandom & 32'd3) << 5);
        req_valid <= 1'b1;
        // of a read: its id, none that is under way
        req <= {$urandom % 3 == 0, 6'(sent), 22'(pick & ((1 << (ROW_BITS + 10)) - 1)),
                $urandom % 16 == 0 ? 32'd0 : $urandom,
                {$urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom}};
      end
    end

    // what is on the pins: that of the chips, or nothing
    reg  [11:0]   row [8];
    reg  [CL:0]   read = '0, none = '0;
    wire [21:0]   at = {row[cmd.bank], cmd.bank, cmd.col};
    wire [31:0]   place = (32'(at[21:3]) * PARTITIONS + p) * 8 + 32'(at[2:0]);
    always @(posedge clk) if (tick && mstep) begin
      if (cmd.op == `DRAM_OPEN) row[cmd.bank] <= cmd.row;
      read <= {read[CL-1:0], cmd.op == `DRAM_READ};
      none <= {none[CL-1:0], cmd.op == `DRAM_READ && place >= 32'(LIMIT)};
      if (none[CL] || none[CL-1]) begin
        if (in != '0) fail("something is read outside of memory");
        zeros = zeros + 1;
      end else if (read[CL] || read[CL-1]) begin
        if (in !== chip_in) fail("another half of a sector is read than from the chips");
        reads = reads + 1;
      end
    end
    always @(negedge clk) if (broken != 0) fail("the controller breaks a rule");
    // both begin with the same, and end so
    integer k, w, n;
    always @(posedge compare) for (k = 0; k < (1 << (ROW_BITS + 10)); k = k + 1) begin
      n = ((k / 8) * PARTITIONS + p) * 8 + k % 8;
      for (w = 0; w < 8; w = w + 1)
        if (27'(n) < LIMIT && memory.mem[(OFFSET / 4 + n * 8 + w) % (SECTORS * 8)] !== u_chip.mem[k][32*w +: 32])
          fail("memory at the end");
    end
    initial for (k = 0; k < (1 << (ROW_BITS + 10)); k = k + 1) begin
      n = ((k / 8) * PARTITIONS + p) * 8 + k % 8;
      for (w = 0; w < 8; w = w + 1) begin
        u_chip.mem[k][32*w +: 32] = 32'(n * 8 + w) * 32'h9e3779b9;
        memory.mem[(OFFSET / 4 + n * 8 + w) % (SECTORS * 8)] = 32'(n * 8 + w) * 32'h9e3779b9;
      end
    end
  end

  axi_join #(.PARTITIONS(PARTITIONS)) u_join (
    .clk, .rst, .offset(OFFSET[31:5]), .error, .rd_valid, .rd_ready, .rd_sector, .rd_done, .rd_data, .wr_valid,
    .wr_ready, .wr_sector, .wr_strb, .wr_data, .wr_done, .ar_valid, .ar_ready, .ar_id, .ar_addr, .r_valid, .r_ready,
    .r_id, .r_data, .r_resp, .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready, .w_strb, .w_data, .b_valid,
    .b_ready, .b_id, .b_resp);
  axi_memory #(.IW(3), .WORDS(SECTORS * 8), .SLOTS(48)) memory (
    .clk, .rst, .ar_valid, .ar_ready, .ar_id, .ar_addr, .ar_len(8'd0), .r_valid, .r_ready, .r_id, .r_data, .r_last,
    .r_resp, .aw_valid, .aw_ready, .aw_id, .aw_addr, .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id,
    .b_resp);

  // --- the bus -------------------------------------------------------------------------------------------------------
  reg          ar_waits = 1'b0, aw_waits = 1'b0, w_waits = 1'b0;
  reg  [34:0]  ar_was, aw_was;
  reg  [287:0] w_was;
  integer      i;
  reg          here;
  always @(posedge clk) begin
    ar_waits <= !rst && ar_valid && !ar_ready;
    aw_waits <= !rst && aw_valid && !aw_ready;
    w_waits  <= !rst && w_valid && !w_ready;
    ar_was   <= {ar_id, ar_addr};
    aw_was   <= {aw_id, aw_addr};
    w_was    <= {w_strb, w_data};
  end
  always @(negedge clk) if (!rst) begin
    if (ar_waits && (!ar_valid || {ar_id, ar_addr} != ar_was)) fail("a read changes while it waits");
    if (aw_waits && (!aw_valid || {aw_id, aw_addr} != aw_was)) fail("a write changes while it waits");
    if (w_waits && (!w_valid || {w_strb, w_data} != w_was)) fail("data change while they wait");
    if (!r_ready || !b_ready) fail("an answer has to wait");
    if (error !== ((r_valid && r_resp[1]) || (b_valid && b_resp[1]))) fail("an error is not reported");
    if (ar_valid && (ar_addr < OFFSET || ar_addr - OFFSET >= {LIMIT, 5'd0})) fail("a read outside of memory");
    if (aw_valid && (aw_addr < OFFSET || aw_addr - OFFSET >= {LIMIT, 5'd0})) fail("a write outside of memory");
    if (w_valid && w_strb == '0) fail("a write of nothing");
    if (ar_valid && 32'(ar_id) != (ar_addr - OFFSET) / 256 % PARTITIONS) fail("a read has another id");
    if (aw_valid && 32'(aw_id) != (aw_addr - OFFSET) / 256 % PARTITIONS) fail("a write has another id");
    // BUS-3
    here = aw_valid && aw_addr == ar_addr;
    for (i = 0; i < 48; i = i + 1) here = here || (memory.wr_used[i] && memory.wr_addr[i] == ar_addr);
    if (ar_valid && here) fail("of one sector a read is under way with a write");
  end

  // turns: who waits is passed over by each of the others once at most
  integer rd_passed [PARTITIONS], wr_passed [PARTITIONS];
  initial for (int p = 0; p < PARTITIONS; p++) begin
    rd_passed[p] = 0;
    wr_passed[p] = 0;
  end
  always @(posedge clk) for (int p = 0; p < PARTITIONS; p++) begin
    if (rst || !rd_valid[p] || rd_ready[p]) rd_passed[p] = 0;
    else if ((rd_valid & rd_ready) != '0)   rd_passed[p] = rd_passed[p] + 1;
    if (rst || !wr_valid[p] || wr_ready[p]) wr_passed[p] = 0;
    else if ((wr_valid & wr_ready) != '0)   wr_passed[p] = wr_passed[p] + 1;
    if (rd_passed[p] >= PARTITIONS || wr_passed[p] >= PARTITIONS) fail("a partition has no turn");
  end

  // --- moods of the clock; the end -----------------------------------------------------------------------------------
  integer clocks = 0, stands = 0, still = 0;
  wire [PARTITIONS-1:0] done;
  for (genvar p = 0; p < PARTITIONS; p++) begin : g_done
    assign done[p] = g_part[p].sent == MANY && !g_part[p].req_valid && ctrl_idle[p] && idles[p];
  end
  always @(negedge clk) begin
    clocks = clocks + 1;
    if (clocks == 8) rst = 1'b0;
    go = clocks / 512 % 3 == 0 || $urandom % (clocks / 512 % 3 == 1 ? 2 : 12) == 0;
    if (!rst && lates != '0) stands = stands + 1;
    still = tick ? 0 : still + 1;
    if (&done || still > 2000) begin
      if (!(&done)) fail("it does not end");
      if (reads < MANY || zeros < MANY / 75 || stands < MANY / 3) fail("too little happened");
      if (memory.errors != 0) fail("the bus");
      compare = 1'b1;
      #1;
      if (errors == 0) $display("PASS tb_axi_dram: %0d halves read, %0d of nothing, %0d of %0d clocks stood", reads,
                                zeros, stands, clocks);
      $finish;
    end
  end
endmodule
