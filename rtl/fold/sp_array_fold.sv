// SPDX-License-Identifier: Apache-2.0
// sp_array_fold: sp_array in an FPGA that has no room for eight lanes: 8 / FOLD lanes, which do a quarter-warp in FOLD
// phases of a faster clock. What sp_array's ports say on clk is what these say, in every cycle of clk.
//
// From the operand stage   as sp_array, on clk
// To   write-back          as sp_array, on clk
// From the clocks          clk_p: a phase ends with each edge; phase: the present one
//
// clk has an edge where clk_p ends phase FOLD - 1. The words of operands of cycle t come in the phases of t + 1, in
// which they enter the lanes. Results wait in a RAM with a row for each phase of sixteen cycles; those of t are read
// for t + 9, put together, and stand at the outputs in t + 10. For sm_rf and sm_areg they are read again, in the phases
// of the cycles behind: each quarter has a RAM for that. FOLD is 2, 4 or 8.
// Rules: FOLD-1 to FOLD-8, FOLD-24 (docs/units).
`include "gpu_types.svh"
`include "isa_ops.svh"
`include "exec/exec_types.svh"
`default_nettype none

module sp_array_fold #(
  parameter int FOLD = 4
) (
  input  wire          clk,
  input  wire          rst,

  input  wire          clk_p,
  input  wire  [2:0]   phase,

  input  wire          in_valid,
  input  ctl_t         in_ctl,
  input  wire  [256/FOLD-1:0] in_a,   // in the phases of the next cycle; quadop: of the lane that it names
  input  wire  [256/FOLD-1:0] in_b,
  input  wire  [256/FOLD-1:0] in_c,
  input  wire  [31:0]  in_cin,

  output logic         out_valid,
  output logic [255:0] out_r,
  output logic [31:0]  out_cc,

  input  wire  [1:0]   out_q,          // quarter of these results
  output wire  [1024/FOLD-1:0] part_r  // of the last results of each quarter before this cycle, the words of the phase
);

  if (FOLD != 2 && FOLD != 4 && FOLD != 8) begin : g_bad
    sp_array_fold_FOLD_must_be_2_4_or_8 u();
  end

  localparam int LANES = 8 / FOLD;
  localparam int PB    = $clog2(FOLD);       // bits of a phase
  localparam int ROW   = 36 * LANES;         // {$c, word} of each lane
  localparam int LATE  = FOLD > 2 ? 1 : 0;   // three stages more, FOLD-8
  localparam int DEEP  = 11 + 3 * LATE;      // clocks from an operand's phase to the one that writes its result
  localparam logic [2:0] LAST = 3'(FOLD - 1);

  // --- clk: operands of the cycle before, what comes out when ------------------------------------
  uop_t u0;

  sp_predec u_predec (.valid(in_valid), .ctl(in_ctl), .uop(u0));

  uop_t         u_q;
  logic         v_q, quad_q, quad_b_q, a_half_q, a_hi_q, b_half_q, b_hi_q;
  logic [10:0]  sel_q;
  logic [31:0]  cin_q;
  logic [3:0]   t_q;             // cycles of clk, modulo the rows' sixteen
  logic [9:1]   valid, loads;    // loads: sp_array's outputs change; some that are valid leave them (nop)

  always_ff @(posedge clk)
    if (in_valid) begin
      u_q      <= u0;
      quad_q   <= in_ctl.op == `OP_QUADOP;
      quad_b_q <= in_ctl.b.kind != `KIND_NONE;
      sel_q    <= in_ctl.quad;
      a_half_q <= in_ctl.a.kind == `KIND_R16;
      a_hi_q   <= in_ctl.a.idx[0];
      b_half_q <= in_ctl.b.kind == `KIND_R16;
      b_hi_q   <= in_ctl.b.idx[0];
      cin_q    <= in_cin;
    end

  always_ff @(posedge clk)
    if (rst) begin
      v_q       <= 1'b0;
      t_q       <= '0;
      valid     <= '0;
      loads     <= '0;
      out_valid <= 1'b0;
    end else begin
      v_q       <= in_valid;
      t_q       <= t_q + 4'd1;
      valid     <= {valid[8:1], in_valid};
      loads     <= {loads[8:1], u0.nrm || u0.clampi || u0.nar || u0.alu || u0.imul};
      out_valid <= valid[9];
    end

  // --- clk_p: operands of this phase's lanes; quadop as in sp_array -------------------------------
  wire [32*LANES-1:0] a_ph, b_ph, c_ph;
  wire [4*LANES-1:0]  cin_ph;

  for (genvar g = 0; g < LANES; g = g + 1) begin : g_lane
    wire [2:0]  l    = 3'(phase * 3'(LANES)) + 3'(g);
    wire [1:0]  todo = sel_q[{1'b0, l[1:0], 1'b0} +: 2];
    wire [31:0] a    = in_a[32*g +: 32];
    wire [31:0] b    = in_b[32*g +: 32];
    wire [31:0] c    = quad_q && quad_b_q ? b : in_c[32*g +: 32];
    assign a_ph[32*g +: 32] = quad_q && (todo == 2'd3 || sel_q[10]) ? 32'd0 :
                              {a[31] ^ (quad_q && todo == 2'd1), a[30:0]};
    assign b_ph[32*g +: 32] = b;
    assign c_ph[32*g +: 32] = quad_q && sel_q[10] ? 32'd0 : {c[31] ^ (quad_q && todo == 2'd2), c[30:0]};
    assign cin_ph[4*g +: 4] = cin_q[{l, 2'd0} +: 4];
  end

  uop_t                u_h;
  logic                a_half, a_hi, b_half, b_hi;
  logic [32*LANES-1:0] a, b, c;
  logic [4*LANES-1:0]  cin;

  always_ff @(posedge clk_p) begin
    u_h <= v_q ? u_q : '0;
    if (v_q) begin
      a_half <= a_half_q;
      a_hi   <= a_hi_q;
      b_half <= b_half_q;
      b_hi   <= b_hi_q;
      a      <= a_ph;
      b      <= b_ph;
      c      <= c_ph;
      cin    <= cin_ph;
    end
  end

  // Row of the result of each stage, and whether there is one.
  logic [DEEP-1:0]          h_valid;
  logic [DEEP*(4 + PB)-1:0] h_row;

  always_ff @(posedge clk_p) begin
    h_valid <= {h_valid[DEEP-2:0], v_q};
    h_row   <= {h_row[(DEEP-1)*(4 + PB)-1:0], t_q, phase[PB-1:0]};
  end

  wire [32*LANES-1:0] r;
  wire [4*LANES-1:0]  cc;
  wire [ROW-1:0]      result;

  sp_lanes #(.LANES(LANES), .LATE(LATE)) u_lanes (
    .clk(clk_p), .rst(1'b0), .valid(h_valid[0]), .uop(u_h), .a_half, .a_hi, .b_half, .b_hi, .in_a(a), .in_b(b),
    .in_c(c), .in_cin(cin), .out_r(r), .out_cc(cc));

  for (genvar g = 0; g < LANES; g = g + 1) begin : g_result
    assign result[36*g +: 36] = {cc[4*g +: 4], r[32*g +: 32]};
  end

  // --- results: the row of a phase is read at the end of the phase before, eight cycles after its operands entered
  wire            last    = phase == LAST;
  wire [3:0]      next_t  = (last ? t_q + 4'd1 : t_q) - 4'd8;
  wire [PB-1:0]   next_ph = phase[PB-1:0] + PB'(1);
  wire [ROW-1:0]  row;
  wire [287:0]    all;

  wire            to_en = h_valid[DEEP-1];
  wire [PB+3:0]   to    = h_row[DEEP*(4 + PB)-1 -: 4 + PB];
  sram_1r1w #(.WIDTH(ROW), .DEPTH(16 * FOLD), .EN_BITS(ROW), .COLLIDE(0)) u_results (
    .clk(clk_p), .rd_en(1'b1), .rd_addr({next_t, next_ph}), .rd_data(row),
    .wr_en(to_en), .wr_addr(to), .wr_be(1'b1), .wr_data(result));

  // FOLD-24: the same rows for each quarter, nine cycles after its operands entered and until its next results come
  for (genvar q = 0; q < 4; q = q + 1) begin : g_quarter
    logic [3:0]   t_of_q;                // the cycle in which the quarter's last operands entered
    wire          new_now = out_valid && out_q == 2'(q);
    wire  [3:0]   t_new   = t_q - 4'd9;
    always_ff @(posedge clk) if (new_now) t_of_q <= t_new;
    sram_1r1w #(.WIDTH(32 * LANES), .DEPTH(16 * FOLD), .EN_BITS(32 * LANES), .COLLIDE(0)) u_words (
      .clk(clk_p), .rd_en(1'b1), .rd_addr({last && new_now ? t_new : t_of_q, next_ph}),
      .rd_data(part_r[32*LANES*q +: 32*LANES]), .wr_en(to_en), .wr_addr(to), .wr_be(1'b1), .wr_data(r));
  end

  fold_gather #(.FOLD(FOLD), .WIDTH(ROW)) u_rows (.clk_p, .take(1'b1), .part(row), .all);

  always_ff @(posedge clk)
    if (loads[9])
      for (int i = 0; i < 8; i = i + 1) begin
        out_r[32*i +: 32] <= all[36*i +: 32];
        out_cc[4*i +: 4]  <= all[36*i + 32 +: 4];
      end

endmodule
`default_nettype wire
