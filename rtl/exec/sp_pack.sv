// SPDX-License-Identifier: Apache-2.0
// sp_pack: last stage of the lanes: the 32-bit results and their condition codes.
//
// From fp32_path   sig9, e9, f9: rounded value, exponent not yet range checked, flags (FP_*)
// From int_alu, fp_cvt (joined in sp_array)   x9, co9: every other result, with {overflow, carry}
// To   sp_array    out_r, out_cc (registered)
//
// One result per cycle, registered at the end of stage 10. With LATE (folded lanes, FOLD-8) that takes two cycles,
// first the fp32 result, then f16 and flags: u9d is u9 a cycle later then, else u9. Every vector but out_cc has a word
// of 32 bits for each lane.
// Flags are those of the final value: after saturation, after narrowing to f16.
`include "exec/exec_types.svh"
`default_nettype none

module sp_pack #(
  parameter int EW = 8,          // exponent bits
  parameter int MW = 23,         // fraction bits; f16 and other results only with the default
  parameter int LANES = 8,
  parameter int LATE = 0
) (
  input  wire         clk,
  input  uop_t        u9,
  input  uop_t        u9d,
  input  wire  [32*LANES-1:0] x9,
  input  wire  [32*LANES-1:0] co9,
  input  wire  [32*LANES-1:0] sig9,
  input  wire  [32*LANES-1:0] e9,
  input  wire  [32*LANES-1:0] f9,
  output logic [32*LANES-1:0] out_r,
  output logic [4*LANES-1:0]  out_cc
);

  localparam int B = 32 * LANES;
  localparam logic [31:0] SIG    = (32'd1 << MW) - 32'd1;
  localparam logic [31:0] SIGN   = 32'd1 << (EW + MW);
  localparam logic [31:0] E_MAX  = ((32'd1 << EW) - 32'd1) << MW;
  localparam logic [31:0] E_MOST = ((32'd1 << EW) - 32'd2) << MW;
  localparam logic [31:0] E_ONE  = ((32'd1 << (EW - 1)) - 32'd1) << MW;

  // A lane's fp32 result; k: {away, inf, low, nan, s}. A condition is a word, all ones or all zeros.
  task automatic number(input logic [1:0] rm, input logic usat, input logic [31:0] sig, input logic [31:0] e,
                        input logic [31:0] f, output logic [31:0] r, output logic [31:0] k);
    logic [31:0] s, nan, zero, away, over, special, keep, low, one, infty, most, sat;
    s       = {32{f[`FP_S]}};
    nan     = {32{f[`FP_NAN]}};
    zero    = {32{f[`FP_X]}};
    infty   = {32{f[`FP_INF]}};
    sat     = {32{usat}};
    away    = {32{rm == 2'd0}} | ({32{rm == 2'd1}} & s) | ({32{rm == 2'd2}} & ~s);
    over    = {32{e[EW+2:0] >= {3'd0, {EW{1'b1}}}}};
    // what replaces the rounded value, in this order; without overflow its exponent is at least 1
    special = nan | zero | infty | over;
    low     = ~nan & (zero | (sat & s));                                       // 0
    one     = ~nan & ~low & sat & (special | {32{e[EW+2:0] >= {4'd0, {EW-1{1'b1}}}}});        // 1.0
    infty   = nan | (~low & ~one & (infty | (over & away)));
    most    = ~low & ~one & ~infty & over;               // the largest number
    keep    = ~special & ~low & ~one;
    s       = s & ~sat & ~nan;
    r = ((sig | 32'(e[EW-1:0]) << MW) & keep) | (SIGN & s) | (E_MAX & infty) | (E_ONE & one) | (E_MOST & most) |
        (SIG & (nan | most));
    k = (away & 32'd16) | (infty & 32'd8) | (low & 32'd4) | (nan & 32'd2) | (s & 32'd1);
  endtask

  // Its flags: 0: zero or NaN, 1: negative or NaN.
  task automatic flags(input logic [31:0] k, output logic [31:0] c);
    c = (((k >> 1) | (~(k >> 2) & k)) & 32'd1) << 1 | (((k >> 1) | (k >> 2)) & 32'd1);
  endtask

  // --- first step: fp32 results and what the second one needs to know of them ------------------------
  logic [B-1:0] rs, ks, xs, cos;       // ks: {away, inf, low, nan, s}; rs, ks: with LATE only

  wire other9d = u9d.clampi || u9d.nar || u9d.alu || u9d.imul;         // xs is the result

  if (LATE != 0) begin : g_late
    always_ff @(posedge clk)
      if (u9.nrm) begin : first
        logic [B-1:0] r, k;
        for (int l = 0; l < LANES; l = l + 1)
          number(u9.rm, u9.sat, sig9[32*l +: 32], e9[32*l +: 32], f9[32*l +: 32], r[32*l +: 32], k[32*l +: 32]);
        rs <= r;
        ks <= k;
      end else if (u9.clampi || u9.nar || u9.alu || u9.imul) begin
        xs  <= x9;
        cos <= co9;
      end
  end else begin : g_now
    assign rs  = '0;
    assign ks  = '0;
    assign xs  = x9;
    assign cos = co9;
  end

  // --- second step: f16, flags ---------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u9d.nrm) begin : float_result
      logic [B-1:0]       res, k, c;
      logic [4*LANES-1:0] ccs;
      res = rs;
      k   = ks;
      if (LATE == 0)
        for (int l = 0; l < LANES; l = l + 1)
          number(u9.rm, u9.sat, sig9[32*l +: 32], e9[32*l +: 32], f9[32*l +: 32], res[32*l +: 32], k[32*l +: 32]);
      if (u9d.f16r)
        for (int l = 0; l < LANES; l = l + 1) begin : narrow
          logic [30:0] r;
          logic [15:0] h;
          logic        away, infty, low, nan, s, up;
          r = res[32*l +: 31];
          {away, infty, low, nan, s} = k[32*l +: 5];
          // an integral value: zero, or at least 1, so never an f16 denormal; rint chops
          up = !u9d.rint && r[12] && (r[11:0] != 12'd0 || r[13]);
          if (u9d.rm != 2'd0) up = !u9d.rint && away && (r[12:0] != 13'd0);
          h = {1'b0, r[27:23] - 5'd16, r[22:13]} + {15'd0, up};
          if (low) h = 16'd0;
          else if (r[30:23] >= 8'd143 || h[15] || (&h[14:10]))
            h = away || infty ? 16'h7c00 : 16'h7bff;
          res[32*l +: 32] = {16'd0, nan ? 16'h7fff : {s, h[14:0]}};
        end
      for (int l = 0; l < LANES; l = l + 1) flags(k[32*l +: 32], c[32*l +: 32]);
      for (int l = 0; l < LANES; l = l + 1) ccs[4*l +: 4] = c[32*l +: 4];
      out_r  <= res;
      out_cc <= ccs;
    end else if (other9d) begin : other_result
      logic [4*LANES-1:0] ccs;
      for (int l = 0; l < LANES; l = l + 1) begin : lane
        logic [31:0] x;
        logic        zero, nan, sign;
        x    = xs[32*l +: 32];
        sign = u9d.r16 ? x[15] : x[31];
        case (u9d.fl)
          `FL_INT: begin zero = x == 32'd0;         nan = 1'b0; end
          `FL_F16: begin zero = x[14:0] == 15'd0;   nan = x[14:0] == 15'h7fff; end
          default: begin zero = x[30:0] == 31'd0;   nan = u9d.fl == `FL_F32 && x == 32'h7fffffff; end
        endcase
        ccs[4*l +: 4] = u9d.fl == `FL_MOVC ? x[3:0] : {cos[32*l +: 2], nan || (sign && !zero), nan || zero};
      end
      out_r  <= xs;
      out_cc <= ccs;
    end

  wire unused = &{1'b0, u9, u9d, ks};

endmodule
`default_nettype wire
