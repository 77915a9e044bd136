// SPDX-License-Identifier: Apache-2.0
// tb_program: one SM with its L2 runs a kernel to its end, with the memories of the harness (sim/rtl_model.hpp)
// around it. For simulators that know X: nothing that reaches the outside, and no register or memory at the end, may
// be X.
//
// +dir=DIR  DIR/launch.hex (the words named below), code.hex, const.hex, memory.hex are read, DIR/after.hex is
// written: device memory afterwards. The last line on the output is "done, CYCLES cycles", with ", fault CODE at PC"
// in between if it ended so, or "failed: ...". Atomics are not there, nor textures. With +assertions nothing but an
// assertion of the RTL ends a run early.
`include "dp_types.svh"
`include "sm_types.svh"
`include "mem_types.svh"

module tb_program;
  localparam int CODE = 4096, CONSTS = 16 * 16384, WORDS = 65536;     // words of the memories

  // --- the launch ----------------------------------------------------------------------------------
  reg [31:0] launch [0:127];
  reg [31:0] code   [0:CODE-1];
  reg [31:0] consts [0:CONSTS-1];
  reg [31:0] memory [0:WORDS-1];
  reg [8*256-1:0] dir;
  wire [15:0] grid_x, grid_y;
  assign grid_x = launch[22][15:0];
  assign grid_y = launch[23][15:0];
  wire [2047:0] params;
  for (genvar i = 0; i < 64; i++) begin : g_param
    assign params[32*i +: 32] = launch[64 + i];
  end

  // --- the machine ---------------------------------------------------------------------------------
  reg           clk = 1'b0, rst = 1'b1, start = 1'b0;
  reg           blk_valid = 1'b0, mem_rsp_valid = 1'b0;
  reg  [15:0]   blk_x = 16'd0, blk_y = 16'd0;
  block_t       blk;
  assign blk = {blk_y, blk_x};
  l3_rsp_t      l3_rsp = '0;
  wire          blk_ready, blk_done, mem_req_valid, mem_rsp_ready, tex_req_valid, tex_rsp_ready, l3_req_valid, idle;
  wire [`MEM_REQ_W-1:0] mem_req_bits, tex_req_bits;
  reg  [`MEM_RSP_W-1:0] mem_rsp;
  mem_req_t     mem_req;
  assign        mem_req = mem_req_bits;
  wire [31:0]   cyc;
  wire [31:0]   mem_req_mask = mem_req.mask;
  wire [255:0]  mem_req_data = mem_req.data;
  wire [24:6]   l3_req_addr;
  wire [`FAULT_W-1:0] fault_bits;
  fault_t       fault;
  trace_t       trace;
  tr_data_t     data;
  tr_issue_t    tr_issue;
  tr_bru_t      tr_control, tr_bar;
  tr_spwb_t     tr_sp;
  tr_xwb_t      tr_x;
  tr_lsaddr_t   tr_ls;
  tr_ldwb_t     tr_lw;
  assign fault = fault_bits;
  assign trace      = dut.g_sm[0].u_sm.events;
  assign data       = dut.g_sm[0].u_sm.values;
  assign tr_issue   = trace.issue;
  assign tr_control = trace.control;
  assign tr_bar     = trace.bar;
  assign tr_sp      = data.sp;
  assign tr_x       = data.x;
  assign tr_ls      = data.ls;
  assign tr_lw      = data.lw;
  wire          fault_valid = fault.valid, tr_is_valid = tr_issue.valid, tr_sp_valid = tr_sp.valid,
                tr_ls_valid = tr_ls.valid, tr_lw_valid = tr_lw.valid, tr_xw_valid = tr_x.valid,
                tr_br_valid = tr_control.valid, tr_ba_valid = tr_bar.valid;
  wire [23:0]   fault_pc = fault.pc, tr_br_pc = tr_control.next_pc;
  wire [7:0]    fault_code = fault.code;
  wire [2:0]    tr_sp_n = tr_sp.writes, tr_xw_n = tr_x.writes;
  tex_write_t   no_texture;
  reg           clear_textures = 1'b0;
  reg  [6:0]    texture = 7'd0;
  assign no_texture.we   = clear_textures;
  assign no_texture.idx  = texture;
  assign no_texture.data = '0;

  launch_cfg_t cfg;
  always_comb begin
    cfg             = '0;
    cfg.entry       = launch[0][23:0];
    cfg.nthreads    = launch[1][9:0];
    cfg.nwarps      = launch[2][4:0];
    cfg.nregs       = launch[3][7:0];
    cfg.smem_bytes  = launch[4][14:0];
    cfg.nparam      = launch[5][6:0];
    cfg.ntid_x      = launch[6][15:0];
    cfg.ntid_y      = launch[7][15:0];
    cfg.ntid_z      = launch[8][15:0];
    cfg.nctaid_x    = grid_x;
    cfg.nctaid_y    = grid_y;
    cfg.gridid      = launch[9][15:0];
    cfg.max_blocks  = launch[10][3:0];
    cfg.slot_warps  = launch[11][5:0];
    cfg.slot_rows   = launch[12][8:0];
    cfg.slot_smem   = launch[13][14:0];
    cfg.local_words = launch[15][15:0];
    cfg.g_base      = launch[16];
    cfg.g_limit     = launch[17];
    cfg.pm_sel      = launch[18][19:0];
  end

  tpc_top dut (
    .clk, .clk_en(1'b1), .clk_last(), .clk_seldom(1'b0), .clk_g(1'b0), .awake(),
    .rst, .start, .cyc_start(32'd0), .cfg, .place({launch[14], 8'd0}),
    .cfg_params(params), .param(39'd0),
    .cfg_tex(no_texture),
    .blk_valid, .blk_ready, .blk, .blk_done, .blk_done_slot(),
    .mem_req_valid({tex_req_valid, mem_req_valid}), .mem_req_ready(2'b11), .mem_req({tex_req_bits, mem_req_bits}),
    .mem_rsp_valid({1'b0, mem_rsp_valid}), .mem_rsp_ready({tex_rsp_ready, mem_rsp_ready}),
    .mem_rsp({{`MEM_RSP_W{1'b0}}, mem_rsp}), .idle, .cyc,
    .fault(fault_bits), .events(), .values(), .signed_words(),
    .l3_req_valid, .l3_req_addr, .l3_req_ready(1'b1), .l3_rsp);

  task fail(input [8*40-1:0] what);
    if (!$test$plusargs("assertions")) begin
      $display("failed: %0s, cycle %0d", what, cyc);
      $finish;
    end
  endtask

  // --- device memory: loads are answered MEM_LATENCY cycles later, in order; values at once ------------
  reg [`MEM_RSP_W-1:0] load_data [0:1023];
  reg [31:0]  load_due  [0:1023];
  reg [9:0]   load_wr = 10'd0, load_rd = 10'd0, load_at;
  wire [31:0] word_at = (mem_req.addr - launch[16]) >> 2;
  always @(posedge clk)
    if (!rst) begin
      if (mem_req_valid) begin
        if (mem_req.kind == `MEM_ATOM || mem_req.kind == `MEM_RED) fail("an atomic");
        if (mem_req.kind == `MEM_STORE) begin
          for (int b = 0; b < 32; b++)
            if (mem_req_mask[b]) memory[word_at + b / 4][8*(b % 4) +: 8] = mem_req_data[8*b +: 8];
        end else begin
          load_data[load_wr][264:256] = {3'd0, mem_req.id};
          for (int w = 0; w < 8; w++) load_data[load_wr][32*w +: 32] = memory[word_at + w];
          load_due[load_wr] = cyc + gpu_cfg::MEM_LATENCY;
          load_wr = load_wr + 10'd1;
        end
      end
      if (mem_rsp_valid && mem_rsp_ready) load_rd = load_rd + 10'd1;
      mem_rsp_valid <= load_rd != load_wr && load_due[load_rd] <= cyc + 1;
      mem_rsp       <= load_data[load_rd];
    end

  // --- lines of instructions and constants: 64 words, the block asked for first ----------------------
  reg [24:6]  line_at  [0:7];
  reg [31:0]  line_due [0:7];
  reg [2:0]   line_wr = 3'd0, line_rd = 3'd0;
  reg [5:0]   line_word = 6'd0;
  reg [24:0]  line_addr;
  always @(posedge clk)
    if (!rst) begin
      if (l3_req_valid) begin
        line_at[line_wr]  = l3_req_addr;
        line_due[line_wr] = cyc + gpu_cfg::L3_LATENCY;
        line_wr = line_wr + 3'd1;
      end
      l3_rsp.valid <= 1'b0;
      if (line_rd != line_wr && line_due[line_rd] <= cyc + 1) begin
        line_addr = {line_at[line_rd][24:8], line_at[line_rd][7:6] + line_word[5:4], line_word[3:0], 2'b00};
        l3_rsp.valid <= 1'b1;
        l3_rsp.data  <= line_addr[24] ? consts[line_addr[19:2]]
                        : line_addr[23:2] < CODE ? code[line_addr[23:2]] : 32'd0;
        if (line_word == 6'd63) line_rd = line_rd + 3'd1;
        line_word = line_word + 6'd1;
      end
    end

  // --- blocks, x fastest ---------------------------------------------------------------------------
  reg [31:0] left, running, last_done;
  always @(posedge clk)
    if (!rst) begin
      if (blk_valid && blk_ready) begin
        left = left - 1;
        blk_valid <= left != 0;
        blk_x     <= blk_x + 16'd1 == grid_x ? 16'd0 : blk_x + 16'd1;
        if (blk_x + 16'd1 == grid_x) blk_y <= blk_y + 16'd1;
      end
      if (blk_done) begin
        running = running - 1;
        last_done = cyc + 1;
      end
    end

  // --- nothing is X -----------------------------------------------------------------------------------
  function automatic reg lanes_known(input [511:0] data, input [15:0] mask);
    lanes_known = 1'b1;
    for (int i = 0; i < 16; i++)
      if (mask[i] !== 1'b0 && (^data[32*i +: 32]) === 1'bx) lanes_known = 1'b0;
  endfunction
  function automatic reg bytes_known(input [255:0] data, input [31:0] mask);
    bytes_known = 1'b1;
    for (int i = 0; i < 32; i++)
      if (mask[i] !== 1'b0 && (^data[8*i +: 8]) === 1'bx) bytes_known = 1'b0;
  endfunction
  function automatic reg flags_known(input [31:0] data, input [7:0] mask);
    flags_known = 1'b1;
    for (int i = 0; i < 8; i++)
      if (mask[i] !== 1'b0 && (^data[4*i +: 4]) === 1'bx) flags_known = 1'b0;
  endfunction

  always @(negedge clk)
    if (!rst) begin
      if ((^{blk_ready, blk_done, mem_req_valid, mem_rsp_ready, l3_req_valid, idle,
      fault_valid}) === 1'bx) fail("X at an output");
      if ((^{tr_is_valid, tr_sp_valid, tr_ls_valid, tr_lw_valid, tr_xw_valid, tr_br_valid,
      tr_ba_valid}) === 1'bx) fail("X at an event");
      if (l3_req_valid && (^l3_req_addr) === 1'bx) fail("X in an address of a line");
      if (mem_req_valid && (^{mem_req.kind, mem_req.space, mem_req.addr}) === 1'bx) fail("X in a request");
      if (mem_req_valid && mem_req.kind == `MEM_LOAD && (^mem_req.id) === 1'bx) fail("X in an id");
      if (mem_req_valid && mem_req.kind == `MEM_STORE && !bytes_known(mem_req_data, mem_req_mask)) fail("X in a store");
      if (tr_is_valid && (^trace.issue) === 1'bx) fail("X in an issue");
      if (tr_br_valid && (^{tr_br_pc, tr_control.active}) === 1'bx) fail("X in a control operation");
      if (tr_ls_valid && !lanes_known(tr_ls.address, tr_ls.lanes)) fail("X in an address");
      if (tr_lw_valid && !lanes_known(tr_lw.data, tr_lw.lanes)) fail("X in a load");
      if (tr_sp_valid && (tr_sp_n[0] || tr_sp_n[2]) && !lanes_known({256'd0, tr_sp.result}, {8'd0,
      tr_sp.lanes})) fail("X in a SP result");
      if (tr_sp_valid && tr_sp_n[1] && !flags_known(tr_sp.cc, tr_sp.lanes)) fail("X in flags of the SP");
      if (tr_xw_valid && tr_xw_n[0] && !lanes_known({256'd0, tr_x.result}, {8'd0,
      tr_x.lanes})) fail("X in a result of SFU or DPU");
      if (tr_xw_valid && tr_xw_n[1] && !flags_known(tr_x.cc, tr_x.lanes)) fail("X in flags of SFU or DPU");
    end

  // afterwards: the registers, and shared memory
  reg look = 1'b0;
  for (genvar r = 0; r < 8; r++) begin : g_registers
    always @(posedge look)
      for (int row = 0; row < gpu_cfg::REG_ROWS; row++)
        if ((^dut.g_sm[0].u_sm.u_datapath.u_rf.g_ram[r].u_ram.g_whole.u_ram.mem[row]) === 1'bx) fail("X in a register");
  end
  for (genvar b = 0; b < 8; b++) begin : g_shared
    always @(posedge look)
      for (int row = 0; row < 256; row++) begin
        if ((^dut.g_sm[0].u_sm.u_datapath.u_lsu.u_smem.g_bank[b].u_words.g_words.u_lo.mem[row]) === 1'bx)
          fail("X in shared memory");
        if ((^dut.g_sm[0].u_sm.u_datapath.u_lsu.u_smem.g_bank[b].u_words.g_words.u_hi.mem[row]) === 1'bx)
          fail("X in shared memory");
      end
  end

  // --- the run -----------------------------------------------------------------------------------------
  always #1 clk = ~clk;
  initial begin
    if (!$value$plusargs("dir=%s", dir)) begin
      $display("failed: +dir=DIR is missing");
      $finish;
    end
    for (int i = 0; i < CODE; i++) code[i] = 32'd0;
    for (int i = 0; i < CONSTS; i++) consts[i] = 32'd0;
    $readmemh({dir, "/launch.hex"}, launch);
    $readmemh({dir, "/code.hex"}, code);
    $readmemh({dir, "/const.hex"}, consts);
    $readmemh({dir, "/memory.hex"}, memory);
    left    = launch[22] * launch[23];
    running = left;
    clear_textures = 1'b1;
    for (int i = 0; i < 128; i++) begin
      texture = 7'(i);
      @(negedge clk);
    end
    clear_textures = 1'b0;
    @(posedge clk);
    rst       <= 1'b0;
    start     <= 1'b1;
    blk_valid <= 1'b1;
    @(posedge clk);
    start     <= 1'b0;
    while (running != 0 && !fault_valid && cyc < launch[24]) @(posedge clk);
    if (running != 0 && !fault_valid) fail("too many cycles");
    if (fault_valid) last_done = cyc + 1;
    repeat (4) @(posedge clk);             // the last store is on its way to the banks
    look = 1'b1;
    #0 $writememh({dir, "/after.hex"}, memory);
    if (fault_valid) $display("done, fault %0d at %0d, %0d cycles", fault_code, fault_pc, last_done);
    else             $display("done, %0d cycles", last_done);
    $finish;
  end
endmodule
