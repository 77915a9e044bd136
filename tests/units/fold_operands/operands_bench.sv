// SPDX-License-Identifier: Apache-2.0
// operands_bench: operand stores with FOLD beside FOLD = 1: sm_spopd, sm_xopd, lsu_operands. Random bodies as far apart
// as the machine has them, phases of any length; in the last clock of every cycle the outputs must be those of the
// whole unit wherever they mean something (FOLD-13, FOLD-16, FOLD-17, FOLD-26). The first difference ends it.
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module operands_bench #(
  parameter int FOLD   = 4,
  parameter int CYCLES = 1000,     // of clk
  parameter int SEED   = 1
) (
  input  wire clk_h,
  output reg  done,
  output int  errors,
  output int  quarters,            // of the SP that were executed
  output int  lanes,               // that entered the SFU or the DPU
  output int  halves,              // of the load/store queue
  output int  faults
);

  localparam int W = 256 / FOLD;

  wire [2:0] phase;
  wire       last, clk, clk_p;
  fold_stops #(.FOLD(FOLD), .SEED(SEED)) u_stops (.clk_h, .clk, .clk_p, .phase, .last);

  // --- what comes in: the same for all units --------------------------------------------------------------
  int          cycle = 0;
  `include "fold_bench.svh"
  reg          rst = 1'b1;
  reg  [511:0] r1 = 512'd0, r2 = 512'd0, r3 = 512'd0;          // routers of both parities
  reg  [255:0] cdata = 256'd0, h_a = 256'd0;
  reg  [63:0]  h_flags = 64'd0;
  reg  [15:0]  h_exec = 16'd0;
  reg          so = 1'b0;
  reg  [1:0]   so_entry = 2'd0, so_q = 2'd0;
  reg  [7:0]   so_mask = 8'd0;
  reg  [255:0] so_data = 256'd0;
  wire [2*W-1:0] p1 = {r1[256 + W*phase +: W], r1[W*phase +: W]};
  wire [2*W-1:0] p2 = {r2[256 + W*phase +: W], r2[W*phase +: W]};
  wire [2*W-1:0] p3 = {r3[256 + W*phase +: W], r3[W*phase +: W]};
  wire [W-1:0]   pc = cdata[W*phase +: W], ps = so_data[W*phase +: W];
  wire [W-1:0]   pa = {h_a[128 + W/2*phase +: W/2], h_a[W/2*phase +: W/2]};

  // --- sm_spopd: a body is read two bodies later --------------------------------------------------------------
  reg          sp = 1'b0, rd = 1'b0, ex = 1'b0, ex_quad = 1'b0, has_s = 1'b0, vt = 1'b0;
  op_t         op;
  reg  [2:0]   bodies = 3'd0;      // up to seven
  reg  [1:0]   entry = 2'd3, rd_entry = 2'd0, rd_q = 2'd0, ex_entry = 2'd0, ex_q = 2'd0, ex_lane = 2'd0;
  wire [255:0] want_a, want_b, want_c, got_a, got_b, got_c;
  wire [W-1:0] part_a, part_b, part_c;
  wire [31:0]  want_cin, got_cin;
  wire [7:0]   want_mask, got_mask;
  sm_spopd u_sp_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .cfg_physid_sm(8'h35), .in_valid(sp), .in_op(op), .r1, .r2, .r3,
    .h_flags, .h_exec, .h_a, .cdata, .so_valid(so), .so_entry, .so_q, .so_mask, .so_data, .vt_valid(vt),
    .vt_entry(so_q), .vt_result(so_mask[0]), .rd_valid(rd), .rd_entry, .rd_q, .ex_entry, .ex_q, .ex_has_s(has_s),
    .ex_quad, .ex_lane, .ex_a(want_a), .ex_b(want_b), .ex_c(want_c), .ex_cin(want_cin), .ex_mask(want_mask));
  sm_spopd #(.LANES(8 / FOLD)) u_sp_fold (
    .clk, .clk_p, .phase, .rst, .cfg_physid_sm(8'h35), .in_valid(sp), .in_op(op), .r1(p1), .r2(p2), .r3(p3),
    .h_flags, .h_exec, .h_a(pa), .cdata(pc), .so_valid(so), .so_entry, .so_q, .so_mask, .so_data(ps), .vt_valid(vt),
    .vt_entry(so_q), .vt_result(so_mask[0]), .rd_valid(rd), .rd_entry, .rd_q, .ex_entry, .ex_q, .ex_has_s(has_s),
    .ex_quad, .ex_lane, .ex_a(part_a), .ex_b(part_b), .ex_c(part_c), .ex_cin(got_cin), .ex_mask(got_mask));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_a (.clk_p, .take(1'b1), .part(part_a), .all(got_a));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_b (.clk_p, .take(1'b1), .part(part_b), .all(got_b));
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_c (.clk_p, .take(1'b1), .part(part_c), .all(got_c));
  reg          ex2 = 1'b0;
  reg  [255:0] ex2_a, ex2_b, ex2_c;            // of the cycle before; of a quadop the lane that it names
  always @(posedge clk) begin
    ex2   <= ex && bodies == 3'd7;
    ex2_a <= want_a;
    ex2_b <= want_b;
    ex2_c <= want_c;
    if (ex_quad && (has_s || u_sp_whole.ex_take_q[1]))       // a stored word, as a quadop's is
      for (int l = 0; l < 8; l = l + 1) ex2_a[32*l +: 32] <= want_a[32*((l & 4) + ex_lane) +: 32];
  end

  // --- sm_xopd: a body of the SFU every 24 cycles, one of the DPU every 12 -------------------------------------
  int          at = 0;                         // cycle of 24
  reg          sf_rd = 1'b0, sf_four = 1'b0, dp_rd = 1'b0, dp_ent = 1'b0;
  reg  [1:0]   sf_q = 2'd0, sf_pair = 2'd0;
  reg  [4:0]   dp_lane = 5'd0;
  wire [127:0] want_sa, want_sb, got_sa, got_sb;
  wire [7:0]   want_sm, got_sm, want_dm, got_dm;
  wire [63:0]  want_da, want_db, want_dc, got_da, got_db, got_dc;
  reg          in_sfu = 1'b0, in_dpu = 1'b0, x_so = 1'b0;
  sm_xopd u_x_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .in_sfu, .in_dpu, .in_op(op), .r1, .r2, .r3, .h_exec, .cdata,
    .so_valid(x_so), .so_entry(so_entry[0]), .so_q, .so_mask, .so_data, .sf_rd, .sf_q, .sf_four, .sf_pair,
    .sf_a(want_sa), .sf_b(want_sb), .sf_mask(want_sm), .dp_rd, .dp_ent, .dp_lane, .dp_a(want_da), .dp_b(want_db),
    .dp_c(want_dc), .dp_mask(want_dm));
  sm_xopd #(.LANES(8 / FOLD)) u_x_fold (
    .clk, .clk_p, .phase, .rst, .in_sfu, .in_dpu, .in_op(op), .r1(p1), .r2(p2), .r3(p3), .h_exec, .cdata(pc),
    .so_valid(x_so), .so_entry(so_entry[0]), .so_q, .so_mask, .so_data(ps), .sf_rd, .sf_q, .sf_four, .sf_pair,
    .sf_a(got_sa), .sf_b(got_sb), .sf_mask(got_sm), .dp_rd, .dp_ent, .dp_lane, .dp_a(got_da), .dp_b(got_db),
    .dp_c(got_dc), .dp_mask(got_dm));

  // --- lsu_operands: a body every 12 cycles; its halves as soon as they may be taken, then any -----------------
  int          ls_at = 11;
  reg          ls_in = 1'b0, ls_half = 1'b0, ls_hold = 1'b0;
  reg  [1:0]   ls_in_entry = 2'd3, ls_entry = 2'd0;
  lsop_t       ls_op;
  wire [511:0] want_ad, want_w0, want_w1, want_w2, want_w3, got_ad, got_w0, got_w1, got_w2, got_w3, got_y, got_z;
  wire [2*W-1:0] part_w0, part_w1, part_w2, part_w3;
  wire [31:0]  want_lm, got_lm, want_fa, got_fa;
  wire         want_fv, got_fv;
  wire [7:0]   want_fc, got_fc;
  wire [4:0]   want_fw, got_fw, want_fl, got_fl;
  wire [23:0]  want_fp, got_fp;
  lsu_operands u_ls_whole (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .cfg_smem_bytes(15'h4000), .cfg_local_words(16'h3000),
    .cfg_g_base(32'h10000000), .cfg_g_limit(32'hf0000000), .in_valid(ls_in), .in_entry(ls_in_entry), .in_op(ls_op), .r1,
    .r2, .r3, .h_exec, .h_a, .ls_entry, .ls_half, .ls_hold, .ls_addr(want_ad), .ls_mask(want_lm), .ls_w0(want_w0),
    .ls_w1(want_w1), .ls_w2(want_w2), .ls_w3(want_w3), .st_at(56'd0),
    .fault_valid(want_fv), .fault_code(want_fc), .fault_wid(want_fw),
    .fault_pc(want_fp), .fault_lane(want_fl), .fault_addr(want_fa));
  lsu_operands #(.LANES(8 / FOLD)) u_ls_fold (
    .clk, .clk_p, .phase, .rst, .cfg_smem_bytes(15'h4000), .cfg_local_words(16'h3000),
    .cfg_g_base(32'h10000000), .cfg_g_limit(32'hf0000000), .in_valid(ls_in), .in_entry(ls_in_entry), .in_op(ls_op),
    .r1(p1), .r2(p2), .r3(p3), .h_exec, .h_a(pa), .ls_entry, .ls_half, .ls_hold, .ls_addr(got_ad), .ls_mask(got_lm),
    .ls_w0(part_w0), .ls_w1(part_w1), .ls_w2(part_w2), .ls_w3(part_w3), .ls_y(got_y), .ls_z(got_z), .st_at,
    .st_words, .fault_valid(got_fv), .fault_code(got_fc),
    .fault_wid(got_fw), .fault_pc(got_fp), .fault_lane(got_fl), .fault_addr(got_fa));
  for (genvar k = 0; k < 2; k = k + 1) begin : g_half
    fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_w0 (
      .clk_p, .take(1'b1), .part(part_w0[W*k +: W]), .all(got_w0[256*k +: 256]));
    fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_w1 (
      .clk_p, .take(1'b1), .part(part_w1[W*k +: W]), .all(got_w1[256*k +: 256]));
    fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_w2 (
      .clk_p, .take(1'b1), .part(part_w2[W*k +: W]), .all(got_w2[256*k +: 256]));
    fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_w3 (
      .clk_p, .take(1'b1), .part(part_w3[W*k +: W]), .all(got_w3[256*k +: 256]));
  end
  // Word 0 of eight lanes a cycle as shared memory asks for them: of phases 0 and 1 in the cycle before.
  localparam int N = 8 / FOLD;
  wire [56/FOLD-1:0] st_at;
  wire [W-1:0] st_words;
  wire [255:0] got_st;
  reg  [255:0] want_st;
  reg  [3:0]   turn = 4'd0, turn_q = 4'd0;
  for (genvar i = 0; i < N; i = i + 1) begin : g_at
    wire [2:0] n = 3'(N * ((phase + 3'd2) & 3'(FOLD - 1))) + 3'(i);
    assign st_at[7*i +: 7] = {ls_entry, ls_half, 4'(turn + 4'd5 * n)};
  end
  fold_gather #(.FOLD(FOLD), .WIDTH(W)) u_st (.clk_p, .take(1'b1), .part(st_words), .all(got_st));
  always @* for (int n = 0; n < 8; n = n + 1)
    want_st[32*n +: 32] = want_w0[{4'((n < 2 * N ? turn_q : turn) + 4'd5 * 4'(n)), 5'd0} +: 32];
  wire         ls_now = cycle > 100 && (ls_at == 5 || ls_at == 7 || ls_at > 8);
  // words that a body does not have are the last one's that had them
  wire         words = ls_hold && want_w0 === got_w0 && want_w1 === got_w1 && want_w2 === got_w2 && want_w3 === got_w3;

  // --- one cycle --------------------------------------------------------------------------------------------------
  reg [31:0] r;
  int        since = 0;                        // cycles since the last body of the SP

  initial begin
    done = 1'b0; errors = 0; quarters = 0; lanes = 0; halves = 0; faults = 0;
    op = '0; ls_op = '0;
  end

  always @(posedge clk) if (!done) begin
    if (ex2 && {got_a, got_b, got_c} !== {ex2_a, ex2_b, ex2_c}) fail("SP");
    else if (ex && bodies == 3'd7 && {got_cin, got_mask} !== {want_cin, want_mask}) fail("SP lanes");
    if (sf_rd && {got_sm, got_sa, got_sb} !== {want_sm, want_sa, want_sb}) fail("SFU");
    if (dp_rd && {got_dm, got_da, got_db, got_dc} !== {want_dm, want_da, want_db, want_dc}) fail("DPU");
    if (ls_now && {got_ad, got_lm, got_y} !== {want_ad, want_lm, want_w0}) fail("load/store");
    if (ls_now && ls_hold && !words) fail("load/store words");
    if (ls_now && ls_hold && got_z !== want_w1) fail("textures");
    if (ls_now && ls_hold && got_st !== want_st) fail("shared memory");
    if (cycle > 8 && (got_fv !== want_fv || (want_fv && {got_fc, got_fw, got_fp, got_fl, got_fa} !==
        {want_fc, want_fw, want_fp, want_fl, want_fa}))) fail("fault");
    quarters = quarters + (ex2 ? 1 : 0);
    lanes    = lanes + (sf_rd ? 2 : 0) + (dp_rd ? 1 : 0);
    halves   = halves + (ls_now && ls_hold ? 1 : 0);
    faults   = faults + (want_fv === 1'b1 ? 1 : 0);
    if (errors != 0 || cycle == CYCLES) done <= 1'b1;
    cycle = cycle + 1;

    r1 <= wide(0);
    r2 <= wide(0);
    r3 <= wide(0);
    {cdata, so_data} <= wide(0);
    h_a     <= wide(0);
    h_flags <= {random(0), random(0)};
    h_exec  <= random(0);

    // all rows of s[] operands at first, then some lanes of the body that comes in
    r = random(0);
    so       <= cycle < 24 || r[0];
    so_entry <= cycle < 24 ? cycle[3:2] : entry;
    so_q     <= cycle < 24 ? cycle[1:0] : r[2:1];
    so_mask  <= cycle < 24 ? 8'hff : r[10:3];

    op        <= {wide(0), wide(0)};
    op.wid    <= r[15:11];
    op.a_sel  <= r[18:16] < 3'd6 ? r[18:16] : 3'd0;
    op.b_sel  <= r[20] ? 3'd0 : r[19] ? 3'd3 : 3'd4;
    op.c_sel  <= r[23] ? 3'd0 : r[22] ? 3'd3 : 3'd4;
    rst   <= cycle < 4;
    since = since + 1;
    sp <= 1'b0;
    if (cycle > 8 && since >= 4 && r[25:24] != 2'd0) begin
      since = 0;
      sp          <= 1'b1;
      op.sp_entry <= entry + 2'd1;
      entry       <= entry + 2'd1;
      if (bodies != 3'd7) bodies <= bodies + 3'd1;
    end
    vt <= r[28:26] == 3'd0;
    r = random(0);
    rd       <= bodies == 3'd7 && r[0];
    rd_entry <= entry + 2'd2;
    rd_q     <= r[2:1];
    ex       <= rd;
    ex_entry <= rd_entry;
    ex_q     <= rd_q;
    has_s    <= r[5:3] == 3'd0;
    ex_quad  <= r[6];
    ex_lane  <= r[8:7];

    at = at == 23 ? 0 : at + 1;
    op.dpu_entry <= at == 12;
    in_sfu <= at == 0 && cycle > 8;
    in_dpu <= (at == 0 || at == 12) && cycle > 8;
    x_so   <= cycle < 24 || (r[22] && entry[0] == (at >= 12));
    sf_rd   <= cycle > 60 && at >= 7 && at <= 23 && r[9];
    sf_q    <= r[11:10];
    sf_pair <= r[14] ? {r[13], 1'b0} : r[13:12];
    sf_four <= r[14];
    // a lane of the body before; one whose last words arrive in this cycle
    dp_rd   <= cycle > 60 && r[15];
    dp_ent  <= at < 12;
    dp_lane <= r[20:16];
    if ((at % 12) >= 7 && (at % 12) <= 10 && r[21]) begin
      dp_ent       <= at >= 12;
      dp_lane[4:3] <= 2'((at % 12) - 7);
    end

    turn_q <= turn;
    turn   <= turn + 4'd3;
    ls_at = ls_at == 19 ? 0 : ls_at + 1;
    r = random(0);
    ls_in <= ls_at == 0 && cycle > 8;
    if (ls_at == 0) begin
      ls_in_entry <= ls_in_entry + 2'd1;
      ls_op       <= {random(0), random(0)};
      ls_op.space <= r[1:0];
      ls_op.szlog <= r[4:2] > 3'd4 ? 3'd2 : r[4:2];
      ls_op.store <= r[5] || cycle < 90;
      ls_op.wide  <= r[6] || cycle < 90;
    end
    // t is ls_at = -1: a half is taken in t+5+2h, sent one later
    ls_hold  <= ls_at == 5 || ls_at == 7 || (ls_at > 11 && ls_at % 4 != 0);
    ls_half  <= ls_at < 6 ? 1'b0 : ls_at < 12 ? 1'b1 : ls_at % 4 == 0 ? r[7] : ls_half;
    ls_entry <= ls_at == 0 ? ls_in_entry + 2'd1 : ls_at > 11 && ls_at % 4 == 0 ? r[9:8] : ls_entry;
  end

  wire unused = &{1'b0, last};

endmodule
`default_nettype wire
