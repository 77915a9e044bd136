// SPDX-License-Identifier: Apache-2.0
// sfu_pack: stage 7 of one lane of a special-function unit: the result word.
//
// From sfu_mul   sig6, e6, s6, zero6, nan6, inf6: product
// From sfu       sh6, n6: value, and its leading zeros; fe6, fs6, fz6, spc6: exponent (signed), sign,
//                value is zero, special result (FN only)
// To   sfu       out_r, out_cc: held until the next result
`include "exec/sfu_types.svh"
`default_nettype none

module sfu_pack #(
  parameter int FN = 1
) (
  input  wire         clk,
  input  sop_t        u6,
  input  wire  [22:0] sig6,
  input  wire  [9:0]  e6,
  input  wire         s6,
  input  wire         zero6,
  input  wire         nan6,
  input  wire         inf6,
  input  wire  [42:0] sh6,
  input  wire  [5:0]  n6,
  input  wire  [9:0]  fe6,
  input  wire         fs6,
  input  wire         fz6,
  input  wire  [2:0]  spc6,
  output logic [31:0] out_r,
  output logic [3:0]  out_cc
);

  wire fn = FN != 0 && u6.itp;

  always_ff @(posedge clk)
    if (u6.fmul) begin : product
      logic [31:0] r;
      logic        s, away;
      s    = s6;
      away = u6.rm == 2'd0 || (u6.rm == 2'd1 && s) || (u6.rm == 2'd2 && !s);
      if (inf6)                          r = {s, 8'hff, 23'd0};
      else if (zero6 || e6[9] || (e6 == 10'd0)) r = {s, 31'd0};
      else if (e6 >= 10'd255)            r = away ? {s, 8'hff, 23'd0} : {s, 31'h7f7fffff};
      else                               r = {s, e6[7:0], sig6};
      if (u6.sat) begin
        if (s)                        r = 32'd0;
        else if (r[30] || (&r[29:23])) r = 32'h3f800000;   // 1 or more
        s = 1'b0;
      end
      out_r  <= nan6 ? 32'h7fffffff : r;
      out_cc <= nan6 ? 4'd3 : r[30:0] == 31'd0 ? 4'd1 : {2'd0, s, 1'b0};
    end else if (fn) begin : func
      logic [22:0] z;
      logic [31:0] r;
      z = 23'((sh6 << n6) >> 19);        // below the leading one, bit 42
      r = {fs6, fe6[7:0], spc6 == `SPC_EXACT ? 23'd0 : z};
      if (fz6 || fe6[9] || (fe6 == 10'd0)) r = {fs6, 31'd0};
      else if (fe6 >= 10'd255)           r = {fs6, 8'hff, 23'd0};
      if (spc6 == `SPC_ZERO) r = {fs6, 31'd0};
      if (spc6 == `SPC_INF)  r = {fs6, 8'hff, 23'd0};
      if (u6.sat && (r[30] || (&r[29:23]))) r = 32'h3f800000;   // ex2, never negative
      if (spc6 == `SPC_NAN)  r = 32'h7fffffff;
      out_r <= r;
    end

  wire unused = &{1'b0, u6, sh6, n6, fe6, fs6, fz6, spc6};

endmodule
`default_nettype wire
