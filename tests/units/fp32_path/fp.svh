// SPDX-License-Identifier: Apache-2.0
// fp32_path with sp_pack, at a reduced width, against exact arithmetic: add (a + b is a * 1 + c) and mul (a * b, zero
// addend).
//
// The reference aligns nothing: a number is an integer in units fine enough for all, the sum or product is exact and
// rounded once. Denormals are zero; what is below the smallest normal number after rounding is a zero of its sign; NaN
// is one pattern; overflow goes to infinity or to the largest number by the rounding mode.
`include "exec/exec_types.svh"
`include "formal.svh"
`default_nettype none

module f_fp #(parameter int EW = 4, parameter int MW = 5, parameter bit MUL = 0) (input wire clk);
  `F_RESET
  localparam int W = EW + MW + 1;
  localparam int BIAS = (1 << (EW - 1)) - 1, EMAX = (1 << EW) - 1;

  // one operation, at all times: the pipeline has settled after ten cycles
  wire [W-1:0] a = $anyconst, b = $anyconst;
  wire [1:0]   rm = $anyconst;
  wire         sat = $anyconst;
  wire [W-1:0] one = {1'b0, {1'b0, {(EW-1){1'b1}}}, {MW{1'b0}}};
  uop_t u;
  always @* begin
    u      = '0;
    u.fp   = 1'b1;
    u.aln  = 1'b1;
    u.nrm  = 1'b1;
    u.rm   = rm;
    u.sat  = sat;
    u.no_c = MUL;
  end
  wire [W-1:0] y  = MUL ? b : one;
  wire [W-1:0] c  = MUL ? '0 : b;
  wire [MW:0]  ma = a[W-2:MW] == '0 ? '0 : {1'b1, a[MW-1:0]};
  wire [MW:0]  my = y[W-2:MW] == '0 ? '0 : {1'b1, y[MW-1:0]};
  // one lane: words of 32 bits
  localparam int PL = 2;
  wire [2*MW+1:0] product = {{(MW+1){1'b0}}, ma} * {{(MW+1){1'b0}}, my};
  wire [31:0]   sig9, e9, f9, out_r;
  wire [3:0]    out_cc;
  (* keep *) fp32_path #(.EW(EW), .MW(MW), .PL(PL), .LANES(1)) path (
    .clk, .u1(u), .u2(u), .u3(u), .u4(u), .u4d(u), .u5(u), .u6(u), .u7(u), .u7d(u), .u8(u),
    .a1(32'(a)), .b1(32'(y)), .c1(32'(c)),
    .ph3(32'(product[2*MW+1:PL])), .pl3(32'(product[PL-1:0])), .c4(32'(c)),
    .cv_x4('0), .cv_n4('0), .cv_e4('0), .cv_f4('0), .sum7(), .e7(), .f7(), .sig9, .e9, .f9);
  (* keep *) sp_pack #(.EW(EW), .MW(MW), .LANES(1)) pack (
    .clk, .u9(u), .u9d(u), .x9('0), .co9('0), .sig9, .e9, .f9, .out_r, .out_cc);

  // --- reference ---------------------------------------------------------------------------------------
  // Units: add 2^(1-BIAS-MW), the last place of the smallest normal number; mul the square of that. LOW is the exponent
  // field of a result whose first digit has weight 2^MW units.
  localparam int XW  = MUL ? 2 * (EMAX - 1 + MW) + 2 : EMAX + MW + 2;
  localparam int LOW = MUL ? 2 - BIAS - MW : 1;
  wire a_max = &a[W-2:MW], b_max = &b[W-2:MW], a_zero = a[W-2:MW] == '0, b_zero = b[W-2:MW] == '0;
  wire a_nan = a_max && a[MW-1:0] != '0, b_nan = b_max && b[MW-1:0] != '0;
  wire a_inf = a_max && a[MW-1:0] == '0, b_inf = b_max && b[MW-1:0] == '0;
  wire [MW:0]   mb = b_zero ? '0 : {1'b1, b[MW-1:0]};
  wire [XW-1:0] xa = a_zero ? '0 : XW'(ma) << (a[W-2:MW] - 1'b1);
  wire [XW-1:0] xb = b_zero ? '0 : XW'(mb) << (b[W-2:MW] - 1'b1);
  wire [EW:0]   ab = {1'b0, a[W-2:MW]} + {1'b0, b[W-2:MW]} - (EW+1)'(2);

  reg          s, nan, inf, up, rest, half, away;
  reg [XW-1:0] x;                        // exact magnitude
  reg [XW:0]   t;                        // rounded, in units of its last place
  reg [XW-1:0] cut;
  reg [31:0]   top;                      // digits of x
  reg signed [31:0] e;
  reg [W-1:0]  r;
  always @* begin
    if (MUL) begin
      s   = a[W-1] ^ b[W-1];
      x   = a_zero || b_zero ? '0 : (XW'(ma) * XW'(mb)) << ab;
      nan = a_nan || b_nan || (a_inf && b_zero) || (b_inf && a_zero);
    end else begin
      x   = a[W-1] == b[W-1] ? xa + xb : xa > xb ? xa - xb : xb - xa;
      s   = xa > xb ? a[W-1] : xb > xa ? b[W-1] : a[W-1] & b[W-1];
      nan = a_nan || b_nan || (a_inf && b_inf && a[W-1] != b[W-1]);
      if (a_inf || b_inf) s = a_inf ? a[W-1] : b[W-1];
    end
    inf = a_inf || b_inf;
    top = 0;
    for (int i = 0; i < XW; i++) if (x[i]) top = i;
    // round to MW+1 digits
    e    = top - MW + LOW;
    cut  = '0;
    half = 1'b0;
    rest = 1'b0;
    t    = {1'b0, x};
    for (int i = MW + 1; i < XW; i++)
      if (top == i) begin
        t    = {1'b0, x} >> (i - MW);
        half = x[i - MW - 1];
        cut  = x & ((XW'(1) << (i - MW - 1)) - XW'(1));
        rest = cut != '0;
      end
    case (rm)
      2'd0:    up = half && (rest || t[0]);
      2'd1:    up = s && (half || rest);
      2'd2:    up = !s && (half || rest);
      default: up = 1'b0;
    endcase
    t = t + (XW+1)'(up);
    if (t[MW+1]) begin
      t = t >> 1;
      e = e + 1;
    end
    away = rm == 2'd0 || (rm == 2'd1 && s) || (rm == 2'd2 && !s);
    if (inf)                      r = {s, {EW{1'b1}}, {MW{1'b0}}};
    else if (x == '0 || e < 1)    r = {s, {(W-1){1'b0}}};
    else if (e >= EMAX)           r = away ? {s, {EW{1'b1}}, {MW{1'b0}}} : {s, {(EW-1){1'b1}}, 1'b0, {MW{1'b1}}};
    else                          r = {s, e[EW-1:0], t[MW-1:0]};
    if (sat) begin
      if (s)                  r = '0;
      else if (r > one)       r = one;
    end
    if (nan)                  r = {1'b0, {(W-1){1'b1}}};
  end

  reg [3:0] age;
  always @(posedge clk) age <= rst ? 4'd0 : age == 4'd11 ? age : age + 4'd1;
  always @* if (!rst && age == 4'd11) begin
    assert(out_r == 32'(r));
    assert(out_cc == (nan ? 4'd3 : r[W-2:0] == '0 ? 4'd1 : {2'd0, r[W-1], 1'b0}));
  end
endmodule
