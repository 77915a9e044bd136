// SPDX-License-Identifier: Apache-2.0
// sfu: one special-function unit: a table interpolator with two fp32 multiply lanes.
//
// From sfu_array   u0 (operands of this cycle), u1..u6: what each stage must do
//                  in_x*: lane of functions and of the first multiply; in_y*: lane of the second multiply
// To   sfu_array   out_x*, out_y*: seven cycles after the operands
//
// A function is  A + B*r + C*q  with coefficients of the slice that the leading bits of the fraction choose, r
// the bits below them, q the square of r from a squarer that drops bits row by row.
//   1 operand, complemented      2 slice, coefficients, rows of the squarer, special values
//   3 factors, q                 4 B*r, C*q, A with the rounding constant (and the exponent of lg2)
//   5 sum                        6 leading zeros; exponent        7 shift, result (sfu_pack)
// LATE = 1: one more, between 5 and 6, for a faster clock (FOLD-10); results come a cycle later.
`include "exec/sfu_types.svh"
`default_nettype none

module sfu #(
  parameter int LATE = 0
) (
  input  wire         clk,
  input  sop_t        u0,
  input  sop_t        u1,
  input  sop_t        u2,
  input  sop_t        u3,
  input  sop_t        u4,
  input  sop_t        u5,
  input  sop_t        u6,
  input  wire  [31:0] in_xa,
  input  wire  [31:0] in_xb,
  input  wire  [31:0] in_ya,
  input  wire  [31:0] in_yb,
  output wire  [31:0] out_xr,
  output wire  [3:0]  out_xcc,
  output wire  [31:0] out_yr,
  output wire  [3:0]  out_ycc
);

  // --- stage 1: operands ---------------------------------------------------------------------------
  logic [31:0] xa1, xb1, ya1, yb1, xa2, xb2, ya2, yb2;
  logic        whole1;                   // the fraction is 0

  // sin, cos, ex2 complement the fraction instead of negating: one unit less than the exact value
  wire whole = in_xa[22:0] == 23'd0;
  wire flip  = u0.trig ? in_xa[23] ^ u0.cosine : u0.ex2 && in_xa[31] && !whole;

  always_ff @(posedge clk)
    if (u0.fmul || u0.itp) begin
      xa1    <= {(in_xa[31] && !u0.a_abs) ^ u0.a_neg, in_xa[30:23], in_xa[22:0] ^ {23{flip}}};
      whole1 <= whole;
    end

  always_ff @(posedge clk)
    if (u0.fmul) begin
      ya1 <= {in_ya[31] ^ u0.a_neg, in_ya[30:0]};
      xb1 <= {in_xb[31] ^ u0.b_neg, in_xb[30:0]};
      yb1 <= {in_yb[31] ^ u0.b_neg, in_yb[30:0]};
    end

  // --- stage 2: slice, special values --------------------------------------------------------------
  wire  [7:0]  exp1 = xa1[30:23];
  wire  [22:0] f1   = xa1[22:0];         // fraction
  logic [8:0]  addr1;
  logic        s1;
  logic [2:0]  spc1;
  logic [9:0]  e1;                       // signed

  always_comb begin
    s1    = 1'bx;
    spc1  = `SPC_NONE;
    addr1 = 9'd0;
    e1    = 10'd0;
    if (u1.itp) begin
      s1 = xa1[31];
      if (u1.trig) begin
        // the quadrant, of cos the next one: in the upper two the function is negative
        s1 = (xa1[31] && !u1.cosine) ^ xa1[24] ^ (xa1[23] && u1.cosine);
        if (xa1[30]) spc1 = `SPC_NAN;
        addr1 = {3'b100, f1[22:17]};
        e1    = 10'd127;
      end
      if (u1.ex2) begin
        s1 = 1'b0;
        e1 = 10'd127 + {3'd0, xa1[29:23]};
        if (xa1[31]) e1 = 10'd127 - {3'd0, xa1[29:23]} - {9'd0, !whole1};
        if (xa1[30]) spc1 = !xa1[23] ? `SPC_NAN : xa1[31] ? `SPC_ZERO : `SPC_INF;
        addr1 = {3'b101, f1[22:17]};
      end
      if (u1.rcp) begin
        addr1 = {2'b00, f1[22:16]};
        e1    = 10'd253 - {2'd0, exp1};
        if (exp1 == 8'd0)  spc1 = `SPC_INF;
        if (exp1 == 8'hff) spc1 = whole1 ? `SPC_ZERO : `SPC_NAN;
      end
      if (u1.rsq) begin
        addr1 = {2'b01, !exp1[0], f1[22:17]};
        e1    = 10'd190 - {3'd0, exp1[7:1]};
        if (exp1[0] && whole1) spc1 = `SPC_EXACT;
        else if (exp1[0])            e1   = 10'd189 - {3'd0, exp1[7:1]};
        if (exp1 == 8'hff) spc1 = whole1 ? `SPC_ZERO : `SPC_NAN;
        if (xa1[31])       spc1 = `SPC_NAN;
        if (exp1 == 8'd0)  spc1 = `SPC_INF;
      end
      if (u1.lg2) begin
        addr1 = {3'b110, f1[22:17]};
        e1    = {2'd0, exp1} - 10'd127;
        if (exp1 == 8'd127 && whole1) spc1 = `SPC_ZERO;
        if (exp1 == 8'hff) spc1 = whole1 ? `SPC_INF : `SPC_NAN;
        if (xa1[31])       spc1 = `SPC_NAN;
        if (exp1 == 8'd0)  spc1 = `SPC_INF;
        s1 = exp1 == 8'd0;               // of an infinity
      end
    end
  end

  wire [25:0] rom_a, rom_bc;

  sfu_rom u_rom (.clk(clk), .rd_en(u1.itp), .rd_addr(addr1), .rd_a(rom_a), .rd_bc(rom_bc));

  // Squarer: row i is w >> (18 - i) where bit i of w is set. Its bits are lost before the rows are added.
  function automatic logic [15:0] row(input logic [16:0] w, input int i);
    row = w[i] ? 16'(w >> (18 - i)) : 16'd0;
  endfunction

  logic [16:0] r2;
  logic [15:0] sq_a2, sq_b2, sq_c2;
  logic        s2, s3, s4, s5;
  logic [2:0]  spc2, spc3, spc4, spc5;
  logic [9:0]  e2, e3, e4, e5;

  always_ff @(posedge clk)
    if (u1.itp) begin : squarer_rows
      logic [16:0] w;
      w = u1.rcp ? {f1[15:0], 1'b0} : f1[16:0];
      r2    <= u1.rcp ? {1'b0, f1[15:0]} : f1[16:0];
      sq_a2 <= row(w, 16) + row(w, 15) + row(w, 14) + row(w, 13);
      sq_b2 <= row(w, 12) + row(w, 11) + row(w, 10) + row(w, 9) + row(w, 8);
      sq_c2 <= row(w, 7) + row(w, 6) + row(w, 5) + row(w, 4) + row(w, 3) + row(w, 2);
    end

  always_ff @(posedge clk)
    if (u1.itp) begin
      s2   <= s1;
      spc2 <= spc1;
      e2   <= e1;
    end

  always_ff @(posedge clk)
    if (u1.fmul) begin
      xa2 <= xa1;
      xb2 <= xb1;
      ya2 <= ya1;
      yb2 <= yb1;
    end

  // --- stage 3: factors -------------------------------------------------------------------------------
  logic [16:0] fb2;
  logic [11:0] fc2;
  logic [15:0] sq2;
  logic [25:0] a3;

  // signs are not stored: B is negative for rcp and rsqrt, C for sin, cos and lg2
  always_comb begin
    fb2 = 17'd0;
    fc2 = 12'd0;
    sq2 = 16'd0;
    if (u2.itp) begin
      fb2 = u2.trig ? {2'b00, rom_bc[25:11]} : {u2.rcp || u2.rsq, rom_bc[25:10]};
      fc2 = u2.trig ? {1'b1, rom_bc[10:0]} : {{2{u2.lg2}}, rom_bc[9:0]};
      sq2 = sq_a2 + sq_b2 + sq_c2;
    end
  end

  always_ff @(posedge clk)
    if (u2.itp) a3 <= rom_a;

  always_ff @(posedge clk)
    if (u2.itp) begin
      s3   <= s2;
      spc3 <= spc2;
      e3   <= e2;
    end

  // --- stage 4: everything that is not a product ----------------------------------------------------
  logic [46:0] x4;

  always_ff @(posedge clk)
    if (u3.itp) begin : addend
      logic [46:0] a;
      logic [14:0] k;
      a = {8'd0, a3, 13'd0};
      k = 15'h47e7;
      if (u3.ex2)  k = 15'h77e2;
      if (u3.rsq) begin
        a = {7'd0, a3, 14'd0};
        k = 15'h7fff;
      end
      if (u3.trig) begin
        a = {10'd0, a3, 11'd0};
        k = 15'd0;
      end
      if (u3.lg2) begin
        a = {e3[8:0], a3, 12'd0};
        k = 15'h3345;
      end
      x4 <= a + {32'd0, k};
    end

  always_ff @(posedge clk)
    if (u3.itp) begin
      s4   <= s3;
      spc4 <= spc3;
      e4   <= u3.lg2 ? 10'd133 : e3;
    end

  // --- stage 5: sum -----------------------------------------------------------------------------------
  wire  [34:0] br4;
  wire  [28:0] cq4;
  logic [46:0] v5;

  always_ff @(posedge clk)
    if (u4.itp) begin : sum
      logic [30:0] cq;
      cq = {{2{cq4[28]}}, cq4};
      if (u4.rsq) cq = {cq4, 2'd0};
      if (u4.lg2) cq = {cq4[28], cq4, 1'b0};
      v5 <= x4 + {{12{br4[34]}}, br4} + {{16{cq[30]}}, cq};
    end

  always_ff @(posedge clk)
    if (u4.itp) begin
      s5   <= s4;
      spc5 <= spc4;
      e5   <= e4;
    end

  // --- between 5 and 6: what is normalised; its upper leading zeros --------------------------------------
  logic [42:0] m5;
  logic [15:0] v5_16;                    // of m5, from its first 16 bits on that are not 0
  logic [1:0]  lz5;                      // how many were, 16 each
  logic        unit5, fs5;               // unit: 1 to 2, so no leading zeros, or 2
  logic [9:0]  fe5;

  always_comb begin : upper
    logic [24:0] y;
    logic [31:0] v;
    {y, v, unit5, m5, fe5, fs5, lz5, v5_16} = 'x;
    if (u5.itp) begin
      y     = u5.rsq ? v5[40:16] : v5[39:15];
      unit5 = u5.rcp || u5.rsq || u5.ex2;
      m5    = u5.trig ? {v5[37:0], 5'd0} : v5[44:2] ^ {43{v5[46]}};    // lg2: complemented when negative
      if (unit5) m5 = {y[24] || y[23], y[22:0], 19'd0};
      fe5   = e5 + {9'd0, unit5 && y[24] && (spc5 == `SPC_NONE)};
      fs5   = u5.lg2 && (spc5 == `SPC_NONE) ? v5[46] : s5;
      lz5[1] = m5[42:11] == 32'd0;
      v      = lz5[1] ? {m5[10:0], 21'd0} : m5[42:11];
      lz5[0] = v[31:16] == 16'd0;
      v5_16  = lz5[0] ? v[15:0] : v[31:16];
    end
  end

  // u5l, u6l: u5 and u6 of what is normalised
  sop_t        u5l, u6l;
  logic [42:0] m5l;
  logic [15:0] v5l;
  logic [1:0]  lz5l;
  logic        unit5l, fs5l;
  logic [9:0]  fe5l;
  logic [2:0]  spc5l;
  if (LATE != 0) begin : g_late
    sop_t u6_q;
    always_ff @(posedge clk) begin
      u6_q <= u6;
      if (u5.itp) begin
        m5l    <= m5;
        v5l    <= v5_16;
        lz5l   <= lz5;
        unit5l <= unit5;
        fs5l   <= fs5;
        fe5l   <= fe5;
        spc5l  <= spc5;
      end
    end
    assign u5l = u6;
    assign u6l = u6_q;
  end else begin : g_now
    assign u5l    = u5;
    assign u6l    = u6;
    assign m5l    = m5;
    assign v5l    = v5_16;
    assign lz5l   = lz5;
    assign unit5l = unit5;
    assign fs5l   = fs5;
    assign fe5l   = fe5;
    assign spc5l  = spc5;
  end

  // --- stage 6: leading zeros -------------------------------------------------------------------------
  function automatic logic [3:0] lead_zeros(input logic [15:0] x);   // x != 0
    logic [15:0] v;
    v = x;
    lead_zeros = 4'd0;
    if (v[15:8]  == 8'd0) begin lead_zeros[3] = 1'b1; v = {v[7:0], 8'd0}; end
    if (v[15:12] == 4'd0) begin lead_zeros[2] = 1'b1; v = {v[11:0], 4'd0}; end
    if (v[15:14] == 2'd0) begin lead_zeros[1] = 1'b1; v = {v[13:0], 2'd0}; end
    lead_zeros[0] = !v[15];
  endfunction

  logic [42:0] sh6;
  logic [5:0]  n6;
  logic [9:0]  fe6;
  logic        fs6, fz6;
  logic [2:0]  spc6;

  always_ff @(posedge clk)
    if (u5l.itp) begin : normalise
      logic [5:0] lz;
      lz   = unit5l ? 6'd0 : {lz5l, lead_zeros(v5l)};
      sh6  <= m5l;
      n6   <= lz;
      fe6  <= fe5l - {4'd0, lz};
      fs6  <= fs5l;
      fz6  <= !unit5l && v5l == 16'd0;
      spc6 <= spc5l;
    end

  // --- multiply lanes ------------------------------------------------------------------------------
  wire [22:0] xsig6, ysig6;
  wire [9:0]  xe6, ye6;
  wire        xs6, xzero6, xnan6, xinf6, ys6, yzero6, ynan6, yinf6;
  wire [34:0] y_ll4;
  wire [28:0] y_lh4;

  sfu_mul #(.LATE(LATE)) u_mul_x (
    .clk(clk), .u2(u2), .u3(u3), .u4(u4), .u5(u5), .u5l(u5l), .a2(xa2), .b2(xb2),
    .fr(r2), .fb(fb2), .fq(sq2[15:1]), .fc(fc2), .ll4(br4), .lh4(cq4),
    .sig6(xsig6), .e6(xe6), .s6(xs6), .zero6(xzero6), .nan6(xnan6), .inf6(xinf6));

  sfu_mul #(.FN(0), .LATE(LATE)) u_mul_y (
    .clk(clk), .u2(u2), .u3(u3), .u4(u4), .u5(u5), .u5l(u5l), .a2(ya2), .b2(yb2),
    .fr(17'd0), .fb(17'd0), .fq(15'd0), .fc(12'd0), .ll4(y_ll4), .lh4(y_lh4),
    .sig6(ysig6), .e6(ye6), .s6(ys6), .zero6(yzero6), .nan6(ynan6), .inf6(yinf6));

  // --- stage 7 ---------------------------------------------------------------------------------------
  sfu_pack u_pack_x (
    .clk(clk), .u6(u6l), .sig6(xsig6), .e6(xe6), .s6(xs6), .zero6(xzero6), .nan6(xnan6), .inf6(xinf6),
    .sh6(sh6), .n6(n6), .fe6(fe6), .fs6(fs6), .fz6(fz6), .spc6(spc6),
    .out_r(out_xr), .out_cc(out_xcc));

  sfu_pack #(.FN(0)) u_pack_y (
    .clk(clk), .u6(u6l), .sig6(ysig6), .e6(ye6), .s6(ys6), .zero6(yzero6), .nan6(ynan6), .inf6(yinf6),
    .sh6(43'd0), .n6(6'd0), .fe6(10'd0), .fs6(1'b0), .fz6(1'b0), .spc6(3'd0),
    .out_r(out_yr), .out_cc(out_ycc));

  // lg2 never needs bit 45 of the sum: it equals the sign
  wire unused = &{1'b0, u0, u1, u2, u3, u4, u5, u6, v5[45], v5[1:0], sq2[0], y_ll4, y_lh4};

endmodule
`default_nettype wire
