// SPDX-License-Identifier: Apache-2.0
// fpga_core: a machine that a host runs over a serial line (docs/units/link.md), around a memory of sectors of 32 bytes
// (sdr_ctrl.sv has the port). All runs on clk but the machine, which tpc_top stops (docs/units/clock.md).
//
//    uart_rx --> frame_rx --> host_cmd <--> host_regs <--> launcher, distributor --- start, blocks --> tpc_top
//    uart_tx <-- frame_tx <--    |                                                                | requests
//                                +--> mem_share <-- mem_due (mem_atomic, dirty_bits) <------------+
//                                     |         <-- l3_due  <-------------------------------------+ lines
//                                     memory
`include "sm_types.svh"
`include "mem_types.svh"
`include "sm_enums.svh"
`include "link.svh"
`default_nettype none

module fpga_core #(
  parameter int NSM       = 1,                       // SMs: 1 or a TPC's 3
  parameter int DPU       = gpu_cfg::DPU,           // as tpc_top
  parameter int TEX       = gpu_cfg::TEX,
  parameter int GATE      = 1,
  parameter int FOLD      = 1,                       // phases of a cycle, as tpc_top
  parameter int SETTLE    = 1,                       // clocks of its first and last phase (BOARD-16)
  parameter int LATE_IN   = 0,                       // simulation: what the machine is given comes so many clocks later
  parameter int AT_ENDS   = 0,                       //  1: what it gives is wrong but in clocks that end a cycle
  parameter int SIGNATURE = 0,                       // 1: there is one
  parameter int TRACE     = 0,                       // cycles of the trace buffer, a power of two; 0: none
  parameter int MEM_BYTES = 1 << 25,                 // a power of two, 32 MB at most (BOARD-15)
  parameter int CLOCK_HZ  = 25_000_000,
  parameter int UART_CLOCKS = 16,                    // clocks of a bit
  parameter logic [63:0]  DIGEST = 64'd0,            // fpga/digest.sh
  parameter logic [127:0] BOARD  = 128'd0            // name, first character lowest
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           rx,
  output wire           tx,
  output wire           running,                     // a launch
  output wire           active,                      // bytes come or go, or memory is busy

  output wire           mem_req_valid,
  input  wire           mem_req_ready,
  output wire           mem_req_write,
  output wire  [$clog2(MEM_BYTES)-1:5] mem_req_addr,
  output wire  [31:0]   mem_req_mask,
  output wire  [255:0]  mem_req_data,
  input  wire           mem_rsp_valid,
  input  wire  [255:0]  mem_rsp_data,
  input  wire           mem_ready                    // it has initialised itself
);

  localparam int AW = $clog2(MEM_BYTES), PORTS = NSM + 1;
  localparam int ASKING = TEX != 0 ? PORTS : NSM;    // ports that ask: the last one is the texture unit's
  localparam logic [31:0] CONFIG = 32'(NSM) | 32'(DPU != 0) << 4 | 32'(TEX != 0) << 5 | 32'(FOLD) << 6 |
                                   32'(SIGNATURE != 0 || TRACE != 0) << 10 | 32'(gpu_cfg::WARPS) << 11;
  if ((NSM != 1 && NSM != 3) || MEM_BYTES != 1 << AW || AW > 25) begin : g_bad
    fpga_core_NSM_must_be_1_or_3_and_MEM_BYTES_a_power_of_two_up_to_32_MB u();
  end

  // --- the line --------------------------------------------------------------------------------------
  wire         rx_valid, in_valid, in_ready, out_valid, out_ready, out_last, tx_valid, tx_ready;
  wire  [7:0]  rx_data, in_data, out_data, tx_data;
  wire  [31:0] frames_bad;
  uart_rx #(.CLOCKS(UART_CLOCKS)) u_rx (.clk, .rst, .line(rx), .valid(rx_valid), .data(rx_data));
  frame_rx u_frame_rx (
    .clk, .rst, .in_valid(rx_valid), .in_data(rx_data), .out_valid(in_valid), .out_ready(in_ready), .out_data(in_data),
    .bad(frames_bad));
  frame_tx u_frame_tx (
    .clk, .rst, .in_valid(out_valid), .in_ready(out_ready), .in_last(out_last), .in_data(out_data),
    .out_valid(tx_valid), .out_ready(tx_ready), .out_data(tx_data));
  uart_tx #(.CLOCKS(UART_CLOCKS)) u_tx (.clk, .rst, .valid(tx_valid), .ready(tx_ready), .data(tx_data), .line(tx));

  // --- what the host asks for ------------------------------------------------------------------------
  wire         stopped, reg_rd, reg_we, host_valid, host_ready, host_write, host_rsp;
  wire [9:0]   reg_addr;
  wire [31:0]  reg_wdata, reg_rdata;
  wire [31:5]  host_addr;
  wire [31:0]  host_data, rsp_data;                  // words of a sector (mem_share)
  wire         host_take, rsp_last;
  host_cmd #(.MEM_BYTES(MEM_BYTES)) u_cmd (
    .clk, .rst, .in_valid, .in_ready, .in_data, .out_valid, .out_ready, .out_last, .out_data,
    .mem_free(mem_ready && (!running || stopped)), .running, .reg_rd, .reg_we, .reg_addr, .reg_wdata, .reg_rdata,
    .mem_req_valid(host_valid), .mem_req_ready(host_ready), .mem_req_take(host_take), .mem_req_write(host_write),
    .mem_req_addr(host_addr), .mem_req_data(host_data), .mem_rsp_valid(host_rsp), .mem_rsp_data(rsp_data),
    .mem_rsp_last(rsp_last));

  wire         clk_en, ended, timeout, tex_we, tex_pending;
  wire [31:0]  launch, grid_x, grid_y, code_base, code_bytes, const_base, mem_base, mem_limit, blocks_done, slot_blk,
               trace_index, trace_count, dirty;
  wire [15:0]  const_bound;
  wire [63:0]  stop_at, max_cycles, cycle, end_cycle, warp_insns, thread_insns, host_clocks, stopped_mem, signature;
  wire [31:0]  cyc_start;
  wire [`SM_PLACE_W*NSM-1:0] place;
  wire [`LAUNCH_CFG_W-1:0] cfg_bits;
  wire         param_we;
  wire [5:0]   param_at;
  param_write_t param;
  assign param.we   = param_we;
  assign param.at   = param_at;
  assign param.data = reg_wdata;
  wire [`TIC_W-1:0] tex_data;
  wire [6:0]   tex_index;
  wire [`FAULT_W-1:0] fault;
  wire [`FAULT_W*NSM-1:0] m_fault;
  wire [255:0] trace_data;
  host_regs #(.NSM(NSM), .MEM_BYTES(MEM_BYTES), .CLOCK_HZ(CLOCK_HZ), .TRACE(TRACE), .CONFIG(CONFIG),
              .DIGEST(DIGEST), .BOARD(BOARD)) u_regs (
    .clk, .rst, .rd(reg_rd), .we(reg_we), .addr(reg_addr), .wdata(reg_wdata), .rdata(reg_rdata),
    .launch, .stop_at, .max_cycles, .grid_x, .grid_y, .code_base, .code_bytes, .const_base, .const_bound, .mem_base,
    .mem_limit, .place, .cyc_start, .cfg(cfg_bits), .param_we, .param_at, .tex_data, .tex_index, .tex_we,
    .trace_index, .mem_ready, .running, .ended, .timeout, .stopped, .frames_bad, .fault, .cycle, .end_cycle,
    .blocks_done,
    .warp_insns, .thread_insns, .host_clocks, .stopped_mem, .signature, .slot_blk, .trace_count, .trace_data, .dirty);

  // --- the machine and its clock ---------------------------------------------------------------------
  wire         stands, word_valid, word_atom, words_end;
  wire         run, clear, dirty_busy, m_last, tick, m_rst, m_start, mem_late, mem_idle, l3_late,
               l3_idle, all_sent;
  wire [1:0]   fault_sm;
  wire [31:0]  sent;
  wire [NSM-1:0] blk_valid, blk_ready, blk_done;
  wire [3*NSM-1:0] blk_done_slot;
  wire [`BLOCK_W*NSM-1:0] blk;
  launch_cfg_t cfg;
  assign cfg = cfg_bits;
  launcher #(.NSM(NSM), .SETTLE(SETTLE)) u_launcher (
    .clk, .rst, .launch, .stop_at, .max_cycles, .tex_we, .tex_pending, .running, .ended, .timeout, .stopped, .fault,
    .fault_sm, .cycle, .end_cycle, .blocks_done, .host_clocks, .stopped_mem, .late(mem_late || l3_late),
    .idle(mem_idle && l3_idle), .run, .clear, .clear_busy(dirty_busy), .clk_last(m_last), .clk_en, .tick,
    .stands, .m_rst, .m_start, .blk_done, .m_fault, .all_sent, .sent);
  // Whether the machine's clocks have their edge must be settled half a clock before (CLOCK-6). nextpnr does not
  // look at the pins of the gates, so registers that nobody reads look there and then.
  if (GATE == 2) begin : g_settled
    (* keep *) logic gate_q, phases_q;
    always_ff @(negedge clk) {gate_q, phases_q} <= {tick, clk_en};
    wire unused = &{1'b0, gate_q, phases_q};
  end
  wire [3:0]   next_tpc;
  distributor #(.SMS(NSM)) u_distributor (
    .clk, .rst(!run), .en(tick), .grid_x, .grid_y, .places(cfg.max_blocks), .first_tpc(4'd0), .next_tpc, .sent,
    .all_sent, .blk_done, .blk_valid, .blk_ready, .blk);
  slot_blocks #(.NSM(NSM)) u_slots (
    .clk, .clear, .en(run && tick), .accept(blk_valid & blk_ready), .blk, .blk_done, .blk_done_slot, .sm(fault_sm),
    .slot(reg_addr[2:0]), .slot_blk);

  wire [PORTS-1:0]            req_valid, m_rsp_valid, m_rsp_ready;
  wire [`MEM_REQ_W*PORTS-1:0] req;
  wire [`MEM_RSP_W*PORTS-1:0] m_rsp;
  wire         l3_req_valid, l3_rsp_valid;
  wire [24:6]  l3_req_addr;
  wire [31:0]  l3_rsp_data;
  wire [NSM-1:0] idle;
  wire [32*NSM-1:0] cyc;
  wire [`TRACE_W*NSM-1:0]   events;
  wire [`TR_DATA_W*NSM-1:0] values;
  fault_t      first_fault;                          // of SM 0
  assign first_fault = m_fault[`FAULT_W-1:0];
  wire         unused_fault = &{1'b0, first_fault};
  wire [63:0]  signed_words;
  wire [31:0]  word_data;

  // BOARD-17: what goes to the machine stands for SETTLE clocks before it counts; what comes from it is taken where a
  // cycle ends.
  localparam int TO_W   = 3 + NSM * (1 + `BLOCK_W) + PORTS * (1 + `MEM_RSP_W) + 33;
  localparam int FROM_W = NSM * (5 + `FAULT_W + `TRACE_W + `TR_DATA_W) + PORTS * (2 + `MEM_REQ_W) + 20;
  wire [TO_W-1:0]   to_tpc;
  wire [FROM_W-1:0] from_tpc;
  wire         t_rst, t_start, t_tex_we, t_l3_rsp_valid, t_l3_req_valid;
  wire [31:0]  t_l3_rsp_data;
  tex_write_t  t_tex;
  l3_rsp_t     t_l3_rsp;
  wire [NSM-1:0] t_blk_valid, t_blk_ready, t_blk_done;
  wire [3*NSM-1:0] t_blk_done_slot;
  wire [`BLOCK_W*NSM-1:0]   t_blk;
  wire [PORTS-1:0]          t_rsp_valid, t_req_valid, t_rsp_ready;
  wire [`MEM_RSP_W*PORTS-1:0] t_rsp;
  wire [`MEM_REQ_W*PORTS-1:0] t_req;
  wire [24:6]  t_l3_req_addr;
  wire [`FAULT_W*NSM-1:0]   t_fault;
  wire [`TRACE_W*NSM-1:0]   t_events;
  wire [`TR_DATA_W*NSM-1:0] t_values;
  assign {t_rst, t_start, t_tex_we, t_blk_valid, t_blk, t_rsp_valid, t_rsp, t_l3_rsp_valid, t_l3_rsp_data} = to_tpc;
  assign t_tex.we       = t_tex_we;
  assign t_tex.idx      = tex_index;
  assign t_tex.data     = tex_data;
  assign t_l3_rsp.valid = t_l3_rsp_valid;
  assign t_l3_rsp.data  = t_l3_rsp_data;
  assign {blk_ready, blk_done, blk_done_slot, req_valid, req, m_rsp_ready, m_fault, events, values, l3_req_valid,
          l3_req_addr} = AT_ENDS != 0 && !tick ? ~from_tpc : from_tpc;
  late_wires #(.WIDTH(TO_W), .CLOCKS(LATE_IN)) u_to (
    .clk, .in({m_rst, m_start, tex_pending, blk_valid, blk, m_rsp_valid, m_rsp, l3_rsp_valid, l3_rsp_data}),
    .out(to_tpc));
  assign from_tpc = {t_blk_ready, t_blk_done, t_blk_done_slot, t_req_valid, t_req, t_rsp_ready, t_fault, t_events,
                     t_values, t_l3_req_valid, t_l3_req_addr};
  wire [1:0] awake;
  wire unused_awake = &{1'b0, awake};
  tpc_top #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(GATE), .FOLD(FOLD), .EVENTS(1), .PARAM_PARTS(1),
            .SIGN(SIGNATURE != 0 || TRACE != 0 ? 1 : 0)) u_tpc (
    .clk, .clk_en, .clk_last(m_last), .clk_seldom(1'b0), .clk_g(1'b0), .awake,
    .rst(t_rst), .start(t_start), .cyc_start, .cfg, .place,
    .cfg_params(2048'd0), .param,
    .cfg_tex(t_tex),
    .blk_valid(t_blk_valid), .blk_ready(t_blk_ready), .blk(t_blk), .blk_done(t_blk_done),
    .blk_done_slot(t_blk_done_slot),
    .mem_req_valid(t_req_valid), .mem_req_ready({PORTS{1'b1}}), .mem_req(t_req),
    .mem_rsp_valid(t_rsp_valid), .mem_rsp_ready(t_rsp_ready), .mem_rsp(t_rsp),
    .idle, .cyc, .fault(t_fault), .events(t_events), .values(t_values), .signed_words,
    .l3_req_valid(t_l3_req_valid), .l3_req_addr(t_l3_req_addr), .l3_req_ready(1'b1), .l3_rsp(t_l3_rsp));

  run_counts #(.NSM(NSM)) u_counts (
    .clk, .clear, .count(run && tick), .events, .warp_insns, .thread_insns);
  if (SIGNATURE != 0 || TRACE != 0) begin : g_watch
    wire        happened;
    wire [63:0] after;
    // of SM 0 and of the texture unit (SIGN-1, SIGN-3)
    run_signature u_signature (
      .clk, .clear, .count(run && tick && !first_fault.valid), .cycle(cycle[31:0]), .events(events[`TRACE_W-1:0]),
      .values(values[`TR_DATA_W-1:0]), .req_valid({req_valid[NSM], req_valid[0]}),
      .req({req[`MEM_REQ_W*NSM +: `MEM_REQ_W], req[`MEM_REQ_W-1:0]}), .results(signed_words), .word_valid, .word_atom,
      .word_data, .complete(stands && words_end), .happened, .after, .signature);
    if (TRACE != 0) begin : g_trace
      run_trace #(.PORTS(PORTS), .DEPTH(TRACE)) u_trace (
        .clk, .clear, .count(run && tick), .happened, .after, .cycle(cycle[31:0]), .events(events[`TRACE_W-1:0]),
        .values(values[`TR_DATA_W-1:0]), .blk_done(blk_done[0]), .req_valid, .req,
        .index(trace_index), .written(trace_count), .data(trace_data));
    end else begin : g_no_trace
      assign trace_count = '0;
      assign trace_data  = '0;
      wire unused = &{1'b0, happened, after};
    end
  end else begin : g_no_watch
    assign signature   = '0;
    assign trace_count = '0;
    assign trace_data  = '0;
    wire unused = &{1'b0, stands, word_valid, word_atom, word_data, words_end, signed_words};
  end

  // --- its memory ------------------------------------------------------------------------------------
  wire          due_valid, due_ready, due_take, due_write, due_rsp, page_valid, page_ready;
  wire [AW-1:5] due_addr;
  wire [31:0]   due_mask;
  wire [31:0]   due_data;
  wire [AW-1:12] page;
  mem_due #(.PORTS(ASKING), .AW(AW)) u_due (
    .clk, .rst(rst || clear), .run, .clk_en(tick), .cycle(cycle[15:0]), .late(mem_late), .idle(mem_idle),
    .mem_base(mem_base[31:5]), .mem_limit(mem_limit[31:5]), .req_valid(req_valid[ASKING-1:0]),
    .req(req[`MEM_REQ_W*ASKING-1:0]), .word_valid, .word_atom, .word_data, .words_end,
    .rsp_valid(m_rsp_valid[ASKING-1:0]), .rsp_ready(m_rsp_ready[ASKING-1:0]),
    .rsp(m_rsp[`MEM_RSP_W*ASKING-1:0]), .page_valid, .page_ready, .page, .mem_valid(due_valid), .mem_ready(due_ready),
    .mem_take(due_take), .mem_write(due_write), .mem_addr(due_addr), .mem_mask(due_mask), .mem_data(due_data),
    .mem_rsp_valid(due_rsp), .mem_rsp_data(rsp_data), .mem_rsp_last(rsp_last));
  if (TEX == 0) begin : g_no_texture
    assign m_rsp_valid[NSM] = 1'b0;
    assign m_rsp[`MEM_RSP_W*NSM +: `MEM_RSP_W] = '0;
    wire unused = &{1'b0, req_valid[NSM], req[`MEM_REQ_W*NSM +: `MEM_REQ_W], m_rsp_ready[NSM]};
  end
  dirty_bits #(.AW(AW)) u_dirty (
    .clk, .rst, .clear, .busy(dirty_busy), .page_valid, .page_ready, .page, .rd_en(reg_rd),
    .rd_addr(reg_addr[AW-18:0]), .rd_data(dirty));

  wire          line_valid, line_ready, line_take, line_rsp;
  wire [AW-1:5] line_addr;
  l3_due #(.AW(AW)) u_l3 (
    .clk, .rst(rst || clear), .run, .clk_en(tick), .cycle(cycle[15:0]), .late(l3_late), .idle(l3_idle),
    .code_base(code_base[AW-1:8]), .code_words(code_bytes[31:2]), .const_base(const_base[AW-1:8]), .const_bound,
    .req_valid(l3_req_valid), .req_addr(l3_req_addr), .rsp_valid(l3_rsp_valid), .rsp_data(l3_rsp_data),
    .mem_valid(line_valid), .mem_ready(line_ready), .mem_addr(line_addr), .mem_rsp_valid(line_rsp),
    .mem_rsp_data(rsp_data), .mem_rsp_last(rsp_last));

  mem_share #(.USERS(3), .AW(AW)) u_share (
    .clk, .rst, .user_valid({host_valid, due_valid, line_valid}), .user_ready({host_ready, due_ready, line_ready}),
    .user_take({host_take, due_take, line_take}), .user_write({host_write, due_write, 1'b0}),
    .user_addr({host_addr[AW-1:5], due_addr, line_addr}),
    .user_mask({32'hffff_ffff, due_mask, 32'd0}), .user_data({host_data, due_data, 32'd0}),
    .user_rsp({host_rsp, due_rsp, line_rsp}), .user_rsp_data(rsp_data), .user_rsp_last(rsp_last),
    .req_valid(mem_req_valid), .req_ready(mem_req_ready), .req_write(mem_req_write), .req_addr(mem_req_addr),
    .req_mask(mem_req_mask), .req_data(mem_req_data), .rsp_valid(mem_rsp_valid), .rsp_data(mem_rsp_data));

  // A simulation has something to do: bytes, or what they began.
  assign active = in_valid || out_valid || tx_valid || !tx_ready || host_valid || mem_req_valid || !mem_ready;
  wire unused = &{1'b0, idle, cyc, values, line_take, host_addr, code_base, code_bytes, const_base, mem_base, mem_limit,
                  trace_index, next_tpc};

endmodule
`default_nettype wire
