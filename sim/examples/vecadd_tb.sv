// SPDX-License-Identifier: Apache-2.0
// vecadd_tb: a TPC of one SM in a test bench of its own (docs/bench.md): c[i] = a[i] + b[i] in four blocks of 64
// threads, with the memories that a TPC needs around it. +code=FILE: the program, words in hexadecimal; +late: memories
// that are late, and stop the machine's clock until they are there.
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"

module vecadd_tb #(
  parameter int DPU = gpu_cfg::DPU, TEX = gpu_cfg::TEX          // 0: without double precision, without textures
);
  localparam int NSM = 1, N = 256, THREADS = 64, BLOCKS = N / THREADS;
  localparam logic [31:0] BASE = 32'h1000;                      // of device memory: a, b, c

  // --- the machine: everything below runs on clk and does nothing in clocks without clk_en -------------------
  logic clk = 1'b0, clk_en = 1'b1, rst = 1'b1, start = 1'b0;
  always #1 clk = ~clk;

  launch_cfg_t cfg;
  initial begin
    cfg            = '0;
    cfg.nthreads   = 10'(THREADS);
    cfg.nwarps     = 5'(THREADS / 32);
    cfg.nregs      = 8'd4;                                      // .reg of the program, a multiple of 4
    cfg.smem_bytes = 15'd64;                                    // .smem, a multiple of 64
    cfg.nparam     = 7'd3;
    cfg.ntid_x     = 16'(THREADS);
    {cfg.ntid_y, cfg.ntid_z} = {16'd1, 16'd1};
    cfg.nctaid_x   = 16'(BLOCKS);
    cfg.nctaid_y   = 16'd1;
    cfg.slot_warps = 6'(THREADS / 32);
    cfg.slot_rows  = 9'(4 * THREADS / 64);
    cfg.slot_smem  = 15'd64;
    cfg.max_blocks = 4'd8;
    cfg.g_base     = BASE;
    cfg.g_limit    = BASE + 32'(12 * N);
  end
  wire [`SM_PLACE_W-1:0] place = {BASE + 32'(12 * N), 8'd0};     // sm_place_t: no local memory
  wire [2047:0] params = {1952'd0, BASE + 32'(8 * N), BASE + 32'(4 * N), BASE};

  logic                          blk_valid = 1'b0;
  block_t                        blk = '0;
  wire                           blk_ready, blk_done, idle, l3_req_valid;
  wire  [NSM:0]                  mem_req_valid, mem_rsp_ready;
  logic [NSM:0]                  mem_rsp_valid = '0;
  wire  [`MEM_REQ_W*(NSM+1)-1:0] mem_req;
  logic [`MEM_RSP_W*(NSM+1)-1:0] mem_rsp;
  wire  [31:0]                   cyc;
  wire  [24:6]                   l3_req_addr;
  l3_rsp_t                       l3_rsp = '0;
  wire  [`FAULT_W-1:0]           fault_bits;
  fault_t                        fault;
  tex_write_t                    no_texture = '0;
  assign fault = fault_bits;

  tpc_top #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(1)) dut (
    .clk, .clk_en, .clk_last(), .clk_seldom(1'b0), .clk_g(1'b0), .awake(),
    .rst, .start, .cyc_start(32'd0), .cfg, .place,
    .cfg_params(params), .param('0),
    .cfg_tex(no_texture),
    .blk_valid, .blk_ready, .blk, .blk_done, .blk_done_slot(), .mem_req_valid, .mem_req_ready({NSM+1{1'b1}}),
    .mem_req, .mem_rsp_valid, .mem_rsp_ready, .mem_rsp,
    .idle, .cyc, .fault(fault_bits), .events(), .values(), .signed_words(),
    .l3_req_valid, .l3_req_addr, .l3_req_ready(1'b1), .l3_rsp);

  // --- device memory: a port for each SM, the last one for the texture unit ------------------------------------
  logic [31:0] memory [0:3*N-1];
  for (genvar p = 0; p <= NSM; p++) begin : g_port
    mem_req_t    req;
    logic [`MEM_RSP_W-1:0] answer [0:127];                      // mem_rsp_t; up to 64 are under way (MEM-11)
    logic [31:0] due [0:127];
    logic [6:0]  put = 7'd0, get = 7'd0;
    assign req = mem_req[`MEM_REQ_W*p +: `MEM_REQ_W];
    wire [31:0]  word = (req.addr - BASE) / 4, mask = req.mask; // the first word of the eight
    wire [255:0] data = req.data;
    always @(posedge clk) if (clk_en && !rst) begin
      if (mem_req_valid[p] && req.kind == `MEM_STORE)
        for (int b = 0; b < 32; b++) if (mask[b]) memory[word + b / 4][8*(b % 4) +: 8] = data[8*b +: 8];
      if (mem_req_valid[p] && req.kind == `MEM_LOAD) begin
        answer[put] = {3'd0, req.id, 256'd0};
        for (int w = 0; w < 8; w++) answer[put][32*w +: 32] = memory[word + w];
        due[put] = cyc + gpu_cfg::MEM_LATENCY;
        put = put + 7'd1;
      end
      if (mem_rsp_valid[p] && mem_rsp_ready[p]) get = get + 7'd1;
      mem_rsp_valid[p] <= get != put && due[get] <= cyc + 1;
      mem_rsp[`MEM_RSP_W*p +: `MEM_RSP_W] <= answer[get];
    end
  end

  // --- instructions and constants: lines of 64 words, the block of sixteen asked for first, then wrapping ------
  logic [31:0] code [0:1023];
  logic [24:6] line [0:7];                                      // up to four are under way (L2-5)
  logic [31:0] line_due [0:7];
  logic [2:0]  line_put = 3'd0, line_get = 3'd0;
  logic [5:0]  n = 6'd0;                                        // words given of the oldest
  always @(posedge clk) if (clk_en && !rst) begin
    if (l3_req_valid) begin
      line[line_put]     = l3_req_addr;
      line_due[line_put] = cyc + gpu_cfg::L3_LATENCY;
      line_put = line_put + 3'd1;
    end
    l3_rsp.valid <= 1'b0;
    if (line_get != line_put && line_due[line_get] <= cyc + 1) begin
      l3_rsp.valid <= 1'b1;
      l3_rsp.data  <= code[10'({line[line_get][24:8], line[line_get][7:6] + n[5:4], n[3:0]})];
      n = n + 6'd1;
      if (n == 6'd0) line_get = line_get + 3'd1;
    end
  end

  // --- late memories: one clock in four counts -----------------------------------------------------------------
  always @(posedge clk) if ($test$plusargs("late")) clk_en <= $urandom % 4 == 0;

  // --- the launch ----------------------------------------------------------------------------------------------
  logic [8*200-1:0] file;
  initial begin
    if (!$value$plusargs("code=%s", file)) $fatal(1, "+code=FILE is missing");
    for (int i = 0; i < 1024; i++) code[i] = 32'd0;
    $readmemh(file, code);
    for (int i = 0; i < N; i++) {memory[i], memory[N + i], memory[2*N + i]} = {32'(i), 32'(1000 * i), 32'd0};
  end

  int         done = 0, wrong = 0;
  logic [1:0] step = 2'd0;                                      // reset twice, start once
  always @(posedge clk) if (clk_en) begin
    if (step != 2'd3) step <= step + 2'd1;
    rst   <= step == 2'd0;
    start <= step == 2'd1;                                      // in cycle 0
    if (step == 2'd1) blk_valid <= 1'b1;
    else if (blk_valid && blk_ready) begin
      blk.x     <= blk.x + 16'd1;
      blk_valid <= blk.x + 16'd1 != 16'(BLOCKS);
    end
    if (!rst && blk_done) done = done + 1;
    if (!rst && (done == BLOCKS || fault.valid || cyc == 32'd100000)) begin
      for (int i = 0; i < N; i++) if (memory[2*N + i] !== 32'(1001 * i)) wrong = wrong + 1;
      if (fault.valid) $display("FAIL vecadd_tb: fault %0d at 0x%0h", fault.code, fault.pc);
      else if (done != BLOCKS) $display("FAIL vecadd_tb: %0d of %0d blocks have ended", done, BLOCKS);
      else if (wrong != 0) $display("FAIL vecadd_tb: %0d of %0d sums are wrong", wrong, N);
      else $display("PASS vecadd_tb: %0d cycles", cyc + 1);
      $finish;
    end
  end
endmodule
