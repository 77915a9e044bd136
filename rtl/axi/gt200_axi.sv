// SPDX-License-Identifier: Apache-2.0
// gt200_axi: a TPC on a bus: registers behind an AXI4-Lite slave, memory, instructions and constants behind an AXI4
// master, an interrupt (docs/bus.md).
//
//    s_* --> axi_lite <--> axi_regs --> launcher, distributor --- start, blocks --> tpc_top
//                                                                                    |  | requests
//    m_* <-- axi_mem, axi_ports <------------------------------- answers ------------+--+
//            axi_lines <---------------------------------------- lines --------------+
//
// All on clk; TIMED = 1 stops the machine's (docs/units/clock.md).
`include "sm_types.svh"
`include "mem_types.svh"
`include "dp_types.svh"
`default_nettype none

module gt200_axi #(
  parameter int NSM         = 1,                     // SMs, 1 to 3
  parameter int DPU         = gpu_cfg::DPU,         // double precision
  parameter int TEX         = gpu_cfg::TEX,         // textures
  parameter int TIMED       = 0,                     // 1: cycles do not depend on the bus; not without a gate
  parameter int GATE        = TIMED,                 // of the machine's clock (docs/units/clock.md)
  parameter int ADDR_W      = 32,                    // of a bus address: 32 to 64
  parameter int DATA_W      = 256,                   // of the bus: 32, 64, 128, 256
  parameter int OUTSTANDING = 16                     // requests under way: a power of two, 2 to 64
) (
  input  wire                    clk,
  input  wire                    rst,
  output wire                    irq,

  input  wire                    s_awvalid,
  output wire                    s_awready,
  input  wire  [11:0]            s_awaddr,
  input  wire                    s_wvalid,
  output wire                    s_wready,
  input  wire  [31:0]            s_wdata,
  input  wire  [3:0]             s_wstrb,
  output wire                    s_bvalid,
  input  wire                    s_bready,
  output wire  [1:0]             s_bresp,
  input  wire                    s_arvalid,
  output wire                    s_arready,
  input  wire  [11:0]            s_araddr,
  output wire                    s_rvalid,
  input  wire                    s_rready,
  output wire  [31:0]            s_rdata,
  output wire  [1:0]             s_rresp,

  output wire                    m_arvalid,
  input  wire                    m_arready,
  output wire  [6+$clog2(NSM+1):0] m_arid,
  output wire  [ADDR_W-1:0]      m_araddr,
  output wire  [7:0]             m_arlen,
  output wire  [2:0]             m_arsize,
  output wire  [1:0]             m_arburst,
  output wire  [3:0]             m_arcache,
  output wire  [2:0]             m_arprot,
  input  wire                    m_rvalid,
  output wire                    m_rready,
  input  wire  [6+$clog2(NSM+1):0] m_rid,
  input  wire  [DATA_W-1:0]      m_rdata,
  input  wire  [1:0]             m_rresp,
  input  wire                    m_rlast,
  output wire                    m_awvalid,
  input  wire                    m_awready,
  output wire  [6+$clog2(NSM+1):0] m_awid,
  output wire  [ADDR_W-1:0]      m_awaddr,
  output wire  [7:0]             m_awlen,
  output wire  [2:0]             m_awsize,
  output wire  [1:0]             m_awburst,
  output wire  [3:0]             m_awcache,
  output wire  [2:0]             m_awprot,
  output wire                    m_wvalid,
  input  wire                    m_wready,
  output wire  [DATA_W-1:0]      m_wdata,
  output wire  [DATA_W/8-1:0]    m_wstrb,
  output wire                    m_wlast,
  input  wire                    m_bvalid,
  output wire                    m_bready,
  input  wire  [6+$clog2(NSM+1):0] m_bid,
  input  wire  [1:0]             m_bresp
);

  localparam int PORTS = NSM + 1;
  if (NSM < 1 || NSM > 3 || (TIMED != 0 && GATE == 0)) begin : g_bad
    gt200_axi_NSM_is_1_to_3_and_TIMED_goes_with_a_gate u();
  end

  // --- registers -------------------------------------------------------------------------------------
  wire         we, full, wrong_write, wrong_read, start, abort, tex_we, param_we;
  wire  [9:0]  word;
  wire  [31:0] wdata, rdata;
  wire         running, ended, timeout, faulted;
  logic        bus_error_q;
  wire         irq_ended, irq_fault, irq_error, en_ended, en_fault, en_error;
  wire  [`FAULT_W-1:0] fault_bits;
  fault_t      fault;
  assign fault = fault_bits;
  wire  [1:0]  fault_sm;
  wire  [31:0] blocks_done, slot_blk, code_bytes, mem_base, mem_limit, cycle_start;
  wire  [63:0] cycle, end_cycle, clocks, stopped, max_cycles, code_base, const_base, mem_offset;
  wire  [95:0] local_base;
  wire  [15:0] const_bound, grid_x, grid_y, block_x, block_y, block_z;
  wire  [5:0]  param_at;
  wire  [159:0] tex_data;
  wire  [6:0]  tex_index;
  wire         mem_error;
  launch_cfg_t cfg;
  wire  [9:0]  f_nthreads;
  wire  [4:0]  f_nwarps;
  wire  [6:0]  f_nparam;
  wire  [15:0] f_gridid, f_local_words;
  wire  [3:0]  f_max_blocks;
  wire  [5:0]  f_slot_warps;
  wire  [8:0]  f_slot_rows;
  wire  [14:0] f_slot_smem, f_smem_bytes;
  wire  [19:0] f_pm_sel;
  wire  [23:0] f_entry;
  wire  [7:0]  f_nregs;
  wire  [31:0] f_g_base, f_g_limit;
  assign cfg = {f_nthreads, f_nwarps, f_nparam, block_x, block_y, block_z, grid_x, grid_y, f_gridid, f_max_blocks,
                f_slot_warps, f_slot_rows, f_slot_smem, f_pm_sel, f_smem_bytes, f_local_words, f_entry, f_nregs,
                f_g_base, f_g_limit};

  axi_lite u_lite (
    .clk, .rst, .s_awvalid, .s_awready, .s_awaddr, .s_wvalid, .s_wready, .s_wdata, .s_wstrb, .s_bvalid, .s_bready,
    .s_bresp, .s_arvalid, .s_arready, .s_araddr, .s_rvalid, .s_rready, .s_rdata, .s_rresp,
    .we, .full, .word, .wdata, .rdata, .wrong_write, .wrong_read);

  // AXI-13: a launch runs from the write of start on, though the launcher knows of it some clocks later.
  logic [31:0] number_q;
  logic        asked_q;
  logic [3:0]  begins_q;
  wire         runs = start || begins_q != '0 || running;
  wire         starts = start && begins_q == '0 && !running;
  always_ff @(posedge clk)
    if (rst) begin
      number_q <= '0;
      asked_q  <= 1'b0;
      begins_q <= '0;
    end else begin
      begins_q <= {begins_q[2:0], starts};
      if (starts) begin
        number_q <= number_q == '1 ? 32'd1 : number_q + 32'd1;
        asked_q  <= 1'b1;
      end else if (abort) asked_q <= 1'b0;
    end
  // AXI-14
  logic        ended_q;
  always_ff @(posedge clk) ended_q <= rst || ended;
  wire         ends = ended && !ended_q;
  assign faulted = fault.valid;
  assign irq = (irq_ended && en_ended) || (irq_fault && en_fault) || (irq_error && en_error);

  axi_regs u_regs (
    .clk, .rst, .locked(runs), .we, .full, .word, .wdata, .rdata, .wrong_write, .wrong_read,
    .capability_sms(4'(NSM)), .capability_dpu(DPU != 0), .capability_tex(TEX != 0), .capability_timed(TIMED != 0),
    .capability_addr_bits(8'(ADDR_W)), .capability_outstanding(8'(OUTSTANDING)),
    .limits_warps(6'(gpu_cfg::WARPS_PER_SM)), .limits_blocks(4'(gpu_cfg::BLOCKS)),
    .limits_rows(9'(gpu_cfg::REGS_PER_SM / 64)), .limits_block_warps(5'(gpu_cfg::THREADS_PER_BLOCK / 32)),
    .control_start(start), .control_abort(abort),
    .status_running(runs), .status_ended(ended && !runs), .status_fault(faulted && !runs),
    .status_timeout(timeout && !runs), .status_bus_error(bus_error_q),
    .set_irq_status_ended(ends), .irq_status_ended(irq_ended), .set_irq_status_fault(ends && faulted),
    .irq_status_fault(irq_fault), .set_irq_status_bus_error(mem_error), .irq_status_bus_error(irq_error),
    .irq_enable_ended(en_ended), .irq_enable_fault(en_fault), .irq_enable_bus_error(en_error),
    .fault_code(fault.code), .fault_derr(fault.derr), .fault_warp(fault.warp), .fault_lane(fault.lane), .fault_sm,
    .fault_valid(faulted), .fault_pc(fault.pc), .fault_addr(fault.addr), .blocks_done, .cycles(cycle), .end_cycle,
    .clocks, .stopped,
    .slot_block_x({8{slot_blk[15:0]}}), .slot_block_y({8{slot_blk[31:16]}}),
    .grid_x, .grid_y, .block_threads(f_nthreads), .block_warps(f_nwarps), .block_xy_x(block_x), .block_xy_y(block_y),
    .block_z_z(block_z), .block_z_grid_id(f_gridid), .slots_blocks(f_max_blocks), .slots_warps(f_slot_warps),
    .slots_rows(f_slot_rows), .shared_slot(f_slot_smem), .shared_block(f_smem_bytes), .thread_regs(f_nregs),
    .thread_params(f_nparam), .thread_local_words(f_local_words), .entry(f_entry), .g_base(f_g_base),
    .g_limit(f_g_limit), .pm_select(f_pm_sel), .cycle_start, .local_base, .max_cycles, .code_base, .code_bytes,
    .const_bound_segments(const_bound), .const_base, .mem_base, .mem_limit, .mem_offset, .tex_data, .tex_index,
    .tex_index_written(tex_we), .param_we, .param_at);

  // --- the machine and its clock ---------------------------------------------------------------------
  wire         run, clear, clk_en, tick, stands, m_last, m_rst, m_start, mem_late, mem_idle, line_late, line_idle,
               all_sent, tex_pending, halted;
  wire  [31:0] sent;
  wire  [3:0]  next_tpc;
  wire  [NSM-1:0] blk_valid, blk_ready, blk_done, idle;
  wire  [3*NSM-1:0] blk_done_slot;
  wire  [`BLOCK_W*NSM-1:0] blk;
  wire  [`FAULT_W*NSM-1:0] m_fault;
  launcher #(.NSM(NSM)) u_launcher (
    .clk, .rst, .launch(asked_q ? number_q : 32'd0), .stop_at(64'hffff_ffff_ffff_ffff), .max_cycles, .tex_we,
    .tex_pending, .running, .ended, .timeout, .stopped(halted), .fault(fault_bits), .fault_sm, .cycle, .end_cycle,
    .blocks_done, .host_clocks(clocks), .stopped_mem(stopped), .late(mem_late || line_late),
    .idle(mem_idle && line_idle), .run, .clear, .clear_busy(1'b0), .clk_last(m_last), .clk_en, .tick, .stands, .m_rst,
    .m_start, .blk_done, .m_fault, .all_sent, .sent);
  distributor #(.SMS(NSM)) u_distributor (
    .clk, .rst(!run), .en(tick), .grid_x({16'd0, grid_x}), .grid_y({16'd0, grid_y}), .places(cfg.max_blocks),
    .first_tpc(4'd0), .next_tpc, .sent, .all_sent, .blk_done, .blk_valid, .blk_ready, .blk);
  // word is that of a slot when it is read
  slot_blocks #(.NSM(NSM)) u_slots (
    .clk, .clear, .en(run && tick), .accept(blk_valid & blk_ready), .blk, .blk_done, .blk_done_slot, .sm(fault_sm),
    .slot(word[2:0]), .slot_blk);

  wire  [`SM_PLACE_W*NSM-1:0] place;
  for (genvar s = 0; s < NSM; s++) begin : g_place
    assign place[`SM_PLACE_W*s +: `SM_PLACE_W] = {local_base[32*s +: 32], 8'(s)};
  end
  wire  [PORTS-1:0] req_valid, req_ready, rsp_valid, rsp_ready;
  wire  [`MEM_REQ_W*PORTS-1:0] req;
  wire  [`MEM_RSP_W*PORTS-1:0] rsp;
  wire         l3_req_valid, l3_req_ready, l3_rsp_valid;
  wire  [24:6] l3_req_addr;
  wire  [31:0] l3_rsp_data;
  wire  [32*NSM-1:0] cyc;
  wire  [`TRACE_W*NSM-1:0] events;
  wire  [`TR_DATA_W*NSM-1:0] values;
  wire  [63:0] signed_words;
  wire  [1:0]  awake;
  param_write_t param;
  tex_write_t  tex;
  l3_rsp_t     l3_rsp;
  assign param  = {param_we, param_at, wdata};
  assign tex    = {tex_pending, tex_index, tex_data[`TIC_W-1:0]};
  assign l3_rsp = {l3_rsp_valid, l3_rsp_data};
  // m_rst is 1 from the first edge with rst on; in front of that it is anything
  tpc_top #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(GATE), .PARAM_PARTS(1)) u_tpc (
    .clk, .clk_en, .clk_last(m_last), .clk_seldom(1'b0), .clk_g(1'b0), .awake,
    .rst(rst || m_rst), .start(m_start), .cyc_start(cycle_start), .cfg, .place, .cfg_params(2048'd0), .param,
    .cfg_tex(tex), .blk_valid, .blk_ready, .blk, .blk_done, .blk_done_slot,
    .mem_req_valid(req_valid), .mem_req_ready(req_ready), .mem_req(req), .mem_rsp_valid(rsp_valid),
    .mem_rsp_ready(rsp_ready), .mem_rsp(rsp), .idle, .cyc, .fault(m_fault), .events, .values, .signed_words,
    .l3_req_valid, .l3_req_addr, .l3_req_ready, .l3_rsp);

  // --- its memory ------------------------------------------------------------------------------------
  wire         line_req_valid, line_req_ready, line_rsp_valid;
  wire  [ADDR_W-1:6] line_req_addr;
  wire  [255:0] line_rsp_data, r_data, w_data;
  wire         ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;
  wire  [6+$clog2(PORTS):0] ar_id, r_id, aw_id, b_id;
  wire  [7:0]  ar_len;
  wire  [1:0]  r_resp;
  wire  [31:0] w_strb;
  axi_ports #(.PORTS(PORTS), .ADDR_W(ADDR_W), .OUTSTANDING(OUTSTANDING), .TIMED(TIMED)) u_ports (
    .clk, .rst(rst || clear), .run, .clk_en(tick), .cycle(cycle[15:0]), .late(mem_late), .idle(mem_idle),
    .mem_base(mem_base[31:5]), .mem_limit(mem_limit[31:5]), .offset(mem_offset[ADDR_W-1:5]), .error(mem_error),
    .req_valid, .req_ready, .req, .rsp_valid, .rsp_ready, .rsp,
    .line_req_valid, .line_req_ready, .line_req_addr, .line_rsp_valid, .line_rsp_data,
    .ar_valid, .ar_ready, .ar_id, .ar_addr(m_araddr), .ar_len, .r_valid, .r_ready, .r_id, .r_data, .r_resp,
    .aw_valid, .aw_ready, .aw_id, .aw_addr(m_awaddr), .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id,
    .b_resp(m_bresp));
  axi_width #(.DATA_W(DATA_W), .IW(7 + $clog2(PORTS)), .WRITES(OUTSTANDING)) u_width (
    .clk, .rst, .s_arvalid(ar_valid), .s_arready(ar_ready), .s_arid(ar_id), .s_arlen(ar_len), .s_rvalid(r_valid),
    .s_rready(r_ready), .s_rid(r_id), .s_rdata(r_data), .s_rresp(r_resp), .s_awvalid(aw_valid), .s_awready(aw_ready),
    .s_awid(aw_id), .s_wvalid(w_valid), .s_wready(w_ready), .s_wdata(w_data), .s_wstrb(w_strb), .s_bvalid(b_valid),
    .s_bready(b_ready), .s_bid(b_id),
    .m_arvalid, .m_arready, .m_arid, .m_arlen, .m_arsize, .m_arburst, .m_arcache, .m_arprot, .m_rvalid, .m_rready,
    .m_rid, .m_rdata, .m_rresp, .m_awvalid, .m_awready, .m_awid, .m_awlen, .m_awsize, .m_awburst, .m_awcache,
    .m_awprot, .m_wvalid, .m_wready, .m_wdata, .m_wstrb, .m_wlast, .m_bvalid, .m_bready, .m_bid);
  axi_lines #(.ADDR_W(ADDR_W), .TIMED(TIMED)) u_lines (
    .clk, .rst(rst || clear), .run, .clk_en(tick), .cycle(cycle[15:0]), .late(line_late), .idle(line_idle),
    .code_base(code_base[ADDR_W-1:8]), .code_words(code_bytes[31:2]), .const_base(const_base[ADDR_W-1:8]),
    .const_bound, .line_valid(l3_req_valid), .line_ready(l3_req_ready), .line_addr(l3_req_addr),
    .word_valid(l3_rsp_valid), .word_data(l3_rsp_data), .req_valid(line_req_valid), .req_ready(line_req_ready),
    .req_addr(line_req_addr), .rsp_valid(line_rsp_valid), .rsp_data(line_rsp_data));
  always_ff @(posedge clk)
    if (rst || clear)   bus_error_q <= 1'b0;
    else if (mem_error) bus_error_q <= 1'b1;

  wire unused = &{1'b0, stands, halted, next_tpc, idle, cyc, events, values, signed_words, awake, m_rlast, m_bresp,
                  mem_base, mem_limit, mem_offset, code_base, code_bytes, const_base, tex_data, local_base};

endmodule
`default_nettype wire
