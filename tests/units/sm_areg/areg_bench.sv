// SPDX-License-Identifier: Apache-2.0
// areg_bench: sm_half and in it sm_areg with FOLD beside FOLD = 1: operations of two warps every second cycle, most of
// them with autoincrement; results of the SP for each quarter, four cycles apart; phases of any length. In the last
// clock of every cycle the outputs must be those of the whole unit (FOLD-25), but for an address register that was
// written in the cycle in which it was read. The first difference ends it.
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module areg_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk, the 128 at the start not counted
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  reads,               // address registers that were compared
  output int  waits                // autoincrements that met a result of the SP
);

  localparam int W = 128 / FOLD;

  wire [2:0] phase;
  wire       last, clk, clk_p;
  fold_stops #(.FOLD(FOLD), .SEED(SEED)) u_stops (.clk_h, .clk, .clk_p, .phase, .last);

  int          cycle = 0;
  `include "fold_bench.svh"
  reg          rst = 1'b1, init = 1'b1;
  reg  [8:0]   init_row = 9'd0;
  reg          s0 = 1'b0, s0_q = 1'b1;
  op_t         op;
  reg  [1:0]   aw = 2'd0, cw = 2'd0, turn = 2'd0;
  reg  [2:0]   aw_idx = 3'd0;
  reg  [4:0]   w_wid = 5'd0;
  reg  [7:0]   w_mask = 8'd0;
  reg  [31:0]  cw_data = 32'd0;
  reg  [127:0] aw_data = 128'd0, aw_0, aw_1;
  // the last result of each quarter, of cycles before
  always @(posedge clk) begin
    if (aw[0]) aw_0 <= aw_data;
    if (aw[1]) aw_1 <= aw_data;
  end

  wire         want_v, got_v, want_q, got_q;
  op_t         want_op, got_op;
  wire [31:0]  want_f, got_f;
  wire [7:0]   want_e, got_e;
  wire [127:0] want_a, got_a, want_s, got_s;
  wire [W-1:0] part_a, part_s;
  wire [15:0]  want_b, got_b;
  wire [3:0]   want_t, got_t;
  sm_half u_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .init_active(init), .init_row, .s0_valid(s0), .s0_q, .s0_op(op),
    .s1_valid(want_v), .s1_q(want_q), .s1_op(want_op), .cw_valid(cw), .cw_idx(aw_idx[1:0]), .aw_valid(aw), .aw_idx,
    .w_wid, .w_mask, .cw_data, .aw_data0(aw_data), .aw_data1(aw_data), .xc_valid(2'd0), .xc_wid(5'd0), .xc_idx(2'd0),
    .xc_mask(8'd0), .xc_data(32'd0), .lk_valid(1'b0), .lk_wid(5'd0), .lk_idx(2'd0), .lk_mask(16'd0), .lk_data(64'd0),
    .flags(want_f), .exec(want_e), .a_val(want_a), .a_eff(want_s), .br_pred(want_b), .vote_any(want_t[1:0]),
    .vote_all(want_t[3:2]));
  sm_half #(.LANES(8 / FOLD)) u_fold (
    .clk, .clk_p, .phase, .rst, .init_active(init), .init_row, .s0_valid(s0), .s0_q, .s0_op(op),
    .s1_valid(got_v), .s1_q(got_q), .s1_op(got_op), .cw_valid(cw), .cw_idx(aw_idx[1:0]), .aw_valid(aw), .aw_idx,
    .w_wid, .w_mask, .cw_data, .aw_data0(aw_0[W*phase +: W]), .aw_data1(aw_1[W*phase +: W]), .xc_valid(2'd0),
    .xc_wid(5'd0), .xc_idx(2'd0), .xc_mask(8'd0), .xc_data(32'd0), .lk_valid(1'b0), .lk_wid(5'd0), .lk_idx(2'd0),
    .lk_mask(16'd0), .lk_data(64'd0), .flags(got_f), .exec(got_e), .a_val(part_a), .a_eff(part_s), .br_pred(got_b),
    .vote_any(got_t[1:0]), .vote_all(got_t[3:2]));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_a (.clk_p, .take(1'b1), .part(part_a), .all(got_a));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_s (.clk_p, .take(1'b1), .part(part_s), .all(got_s));

  // what is read is written in the same cycle
  wire [6:0]   rd_0 = {u_whole.g_quarter[0].u_areg.rd_wid, u_whole.g_quarter[0].u_areg.rd_reg};
  wire [6:0]   rd_1 = {u_whole.g_quarter[1].u_areg.rd_wid, u_whole.g_quarter[1].u_areg.rd_reg};
  wire         meets = s0_q ? u_whole.g_quarter[1].u_areg.we && u_whole.g_quarter[1].u_areg.wr_addr == rd_1
                            : u_whole.g_quarter[0].u_areg.we && u_whole.g_quarter[0].u_areg.wr_addr == rd_0;
  reg          met = 1'b0;

  reg [31:0] r;

  initial begin
    done = 1'b0; errors = 0; reads = 0; waits = 0;
    op = '0;
  end

  always @(posedge clk) if (!done) begin
    if (cycle > 140) begin
      if ({got_v, got_b, got_t} !== {want_v, want_b, want_t}) fail("predicates");
      else if (want_v && {got_q, got_op, got_f, got_e} !== {want_q, want_op, want_f, want_e}) fail("operation");
      else if (want_v && !met && got_a !== want_a) fail("address register");
      else if (want_v && !met && got_s !== want_s) fail("address");
      if (want_v && !met && want_op.need_a) reads = reads + 1;
      if (u_whole.g_quarter[0].u_areg.hd_valid_q || u_whole.g_quarter[1].u_areg.hd_valid_q) waits = waits + 1;
    end
    met <= meets;
    if (errors != 0 || cycle == CYCLES + 140) done <= 1'b1;
    cycle = cycle + 1;

    rst      <= cycle < 4;
    init     <= cycle < 136;
    init_row <= cycle < 8 ? 9'd0 : 9'(cycle) - 9'd8;
    // an operation has quarter 0 in one cycle and quarter 1 in the next
    r = random(0);
    if (s0 && !s0_q) s0_q <= 1'b1;
    else begin
      s0   <= cycle > 138 && r[0];
      s0_q <= 1'b0;
      op        <= wide(0);
      op.wid    <= {4'd5, r[1]};
      op.lsu    <= r[2];
      op.cf     <= r[3];
      op.need_a <= 1'b1;
      op.ainc   <= r[4] | r[5];
      op.areg   <= r[8:6] % 6;
      op.a_idx  <= r[11:9] % 6;
      op.moff   <= r[27:12];
      op.cond   <= r[28] ? 5'd15 : {1'b0, r[31:28]};
      op.active <= random(0) | random(0);
    end
    // results of quarter 0 in cycles 0, of quarter 1 in cycles 1 of four; no other rows than the operations'
    r = random(0);
    turn   <= turn + 2'd1;
    aw     <= cycle > 138 && r[1:0] != 2'd0 && turn[1] ? 2'd1 << turn[0] : 2'd0;
    cw     <= cycle > 138 && r[2] && turn[1] ? 2'd1 << turn[0] : 2'd0;
    aw_idx <= r[4:3] + 3'd1;
    w_wid  <= {4'd5, r[5]};
    w_mask <= r[13:6] | r[21:14];
    cw_data <= random(0);
    aw_data <= wide(0);
  end

  wire unused = &{1'b0, last};

endmodule
`default_nettype wire
