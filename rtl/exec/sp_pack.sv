// SPDX-License-Identifier: Apache-2.0
// sp_pack: last stage of a lane: the 32-bit result and its condition code.
//
// From fp32_path   sig9, e9, s9, zero9, nan9, inf9: rounded value, exponent not yet range checked
// From sp_lane     x9, c9, o9: every other result, with carry and overflow
// To   sp_lane     out_r, out_cc (registered)
//
// One result per cycle, registered at the end of stage 10.
// Flags are those of the final value: after saturation, after narrowing to f16.
`include "exec/exec_types.svh"
`default_nettype none

module sp_pack #(
  parameter int EW = 8,          // exponent bits
  parameter int MW = 23          // fraction bits; f16 and other results only with the default
) (
  input  wire         clk,
  input  uop_t        u9,
  input  wire         other9,    // x9 is the result
  input  wire  [31:0] x9,
  input  wire         c9,
  input  wire         o9,
  input  wire  [MW-1:0] sig9,
  input  wire  [EW+2:0] e9,
  input  wire         s9,
  input  wire         zero9,
  input  wire         nan9,
  input  wire         inf9,
  output logic [31:0] out_r,
  output logic [3:0]  out_cc
);

  localparam int W = EW + MW + 1;

  always_ff @(posedge clk)
    if (u9.nrm) begin : float_result
      logic [W-1:0] v;
      logic [31:0]  r;
      logic [15:0]  h;
      logic         away, over, special, low, one, inf, most, up, s;
      s       = s9;
      away    = u9.rm == 2'd0 | (u9.rm == 2'd1 & s) | (u9.rm == 2'd2 & !s);
      over    = e9 >= {3'd0, {EW{1'b1}}};
      // what replaces the rounded value, in this order; without overflow its exponent is at least 1
      special = nan9 | zero9 | inf9 | over;
      low     = !nan9 & (zero9 | (u9.sat & s));                 // 0
      one     = !nan9 & !low & u9.sat & (special | e9[EW-1] | (&e9[EW-2:0]));   // 1.0
      inf     = nan9 | (!low & !one & (inf9 | (over & away)));
      most    = !low & !one & !inf & over;            // the largest number
      v[MW-1:0]    = (sig9 & {MW{!special & !low & !one}}) | {MW{nan9 | most}};
      v[W-2:MW]    = (e9[EW-1:0] & {EW{!special & !low & !one}}) | {{EW-1{inf | most}}, inf} |
                     {1'b0, {EW-1{one}}};
      if (u9.sat | nan9) s = 1'b0;
      v[W-1]       = s;
      out_cc <= nan9 ? 4'd3 : low ? 4'd1 : {2'd0, s, 1'b0};
      r = 32'(v);
      if (u9.f16r) begin
        // an integral value: zero, or at least 1, so never an f16 denormal; rint chops
        up = !u9.rint & r[12] & (r[11:0] != 12'd0 | r[13]);
        if (u9.rm != 2'd0) up = !u9.rint & away & (r[12:0] != 13'd0);
        h = {1'b0, r[27:23] - 5'd16, r[22:13]} + {15'd0, up};
        if (low) h = 16'd0;
        else if (r[30:23] >= 8'd143 | h[15] | (&h[14:10]))
          h = away | inf ? 16'h7c00 : 16'h7bff;
        r = {16'd0, nan9 ? 16'h7fff : {s, h[14:0]}};
      end
      out_r <= r;
    end else if (other9) begin : other_result
      logic zero, nan, sign;
      sign = u9.r16 ? x9[15] : x9[31];
      case (u9.fl)
        `FL_INT: begin zero = x9 == 32'd0;         nan = 1'b0; end
        `FL_F16: begin zero = x9[14:0] == 15'd0;   nan = x9[14:0] == 15'h7fff; end
        default: begin zero = x9[30:0] == 31'd0;   nan = u9.fl == `FL_F32 & x9 == 32'h7fffffff; end
      endcase
      out_r  <= x9;
      out_cc <= u9.fl == `FL_MOVC ? x9[3:0] : {o9, c9, nan | (sign & !zero), nan | zero};
    end

  wire unused = &{1'b0, u9};

endmodule
`default_nettype wire
