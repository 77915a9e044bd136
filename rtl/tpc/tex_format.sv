// SPDX-License-Identifier: Apache-2.0
// tex_format: one component of up to four texels of a lane, from the words they lie in to 32-bit register values.
//
// From tex_results  the format, which of the wanted components (word), where each texel starts in its sector; the word
//                   (full) that then lies at the place (at) in the sector
// To   tex_filter   four values
//
// Combinational. Integers are extended. v / (2^n - 1) is the binary fraction 0.vvv… with v repeated every n bits: it is
// normalised and rounded by its next bit, which is exact because the repetition never ends (signed: n - 1 bits of the
// magnitude, and the lowest value counts as -1). Half floats that are denormal go the same way. Without a component y
// and z are 0, w is 1; all are 0 outside the texture.
`include "tex_types.svh"
`default_nettype none

module tex_format (
  input  wire           en,            // else the values mean nothing
  input  texfmt_t       fmt,
  input  wire  [1:0]    word,
  input  wire  [19:0]   off,           // byte in the sector, of each texel
  output logic [11:0]   at,            // word of the sector that is needed
  input  wire  [127:0]  full,          // and that word
  input  wire  [3:0]    outside,
  output wire  [127:0]  value
);

  // --- which component: the word-th wanted one -----------------------------------------------------
  wire  [3:0] want = fmt.want;
  logic [1:0] comp, count;
  always_comb begin
    comp  = '0;
    count = '0;
    if (en)
      for (int k = 0; k < 4; k++)
        if (want[k]) begin
          if (count == word) comp = 2'(k);
          count = count + 2'd1;
        end
  end
  logic        missing, is_int;
  logic [31:0] missed;
  logic [19:0] start;                  // byte in the sector
  always_comb begin
    {missing, is_int, missed, start, at} = 'x;
    if (en) begin
      missing = (fmt.comps == 2'd0) ? (comp != 2'd0) : (fmt.comps == 2'd1) && comp[1];
      is_int  = (fmt.kind == `TEX_UINT) || (fmt.kind == `TEX_SINT);
      missed  = (comp != 2'd3) ? 32'd0 : is_int ? 32'd1 : 32'h3f800000;
      for (int l = 0; l < 4; l++) start[5*l +: 5] = off[5*l +: 5] + ({3'b0, comp} << fmt.bytes);
      for (int l = 0; l < 4; l++) at[3*l +: 3] = start[5*l + 2 +: 3];
    end
  end

  for (genvar l = 0; l < 4; l++) begin : g_lane
    logic [15:0] half;
    logic [7:0]  bits;
    logic        b8, neg;
    // fraction of normalised types and denormal halves, left-aligned
    logic [7:0]  m8;
    logic [15:0] m16;
    logic [47:0] frac, norm;
    logic [3:0]  lead;                 // zeros
    logic        is_half, sign;
    logic [7:0]  exp;
    logic [30:0] rounded;
    logic [31:0] fraction, v;
    always_comb begin
      {half, bits, b8, neg, m8, m16, is_half, sign, exp} = 'x;
      {frac, norm, lead} = 'x;
      {rounded, fraction, v} = 'x;
      if (en) begin
        half = start[5*l + 1] ? full[32*l + 16 +: 16] : full[32*l +: 16];
        bits = start[5*l] ? half[15:8] : half[7:0];
        b8   = (fmt.bytes == 2'd0);
        neg  = b8 ? bits[7] : half[15];
        m8   = bits;
        m16  = half;
        if (fmt.kind == `TEX_SNORM) begin
          m8  = neg ? -bits : bits;
          m16 = neg ? -half : half;
          if (m8[7])   m8  = 8'h7f;
          if (m16[15]) m16 = 16'h7fff;
        end
        case (fmt.kind)
          `TEX_UNORM: frac = b8 ? {6{m8}} : {3{m16}};
          `TEX_SNORM: frac = b8 ? {{6{m8[6:0]}}, m8[6:1]} : {{3{m16[14:0]}}, m16[14:12]};
          default:    frac = {half[9:0], 38'b0};
        endcase

        norm    = frac;
        lead[3] = (norm[47:40] == '0);
        if (lead[3]) norm = norm << 8;
        lead[2] = (norm[47:44] == '0);
        if (lead[2]) norm = norm << 4;
        lead[1] = (norm[47:46] == '0);
        if (lead[1]) norm = norm << 2;
        lead[0] = !norm[47];
        if (lead[0]) norm = norm << 1;
        is_half  = (fmt.kind == `TEX_FLOAT);
        exp      = (is_half ? 8'd112 : 8'd126) - {4'b0, lead};
        sign     = (fmt.kind != `TEX_UNORM) && neg;
        rounded  = {exp, norm[46:24]} + {30'b0, norm[23]};
        fraction = {sign, norm[47] ? rounded : 31'd0};

        v = full[32*l +: 32];
        case (fmt.kind)
          `TEX_UINT: v = b8 ? {24'd0, bits} : (fmt.bytes == 2'd1) ? {16'd0, half} : v;
          `TEX_SINT: v = b8 ? {{24{neg}}, bits} : (fmt.bytes == 2'd1) ? {{16{neg}}, half} : v;
          `TEX_FLOAT:
            if (fmt.bytes == 2'd1)
              v = (half[14:10] == 5'd31) ? ((half[9:0] != '0) ? 32'h7fffffff : {neg, 31'h7f800000}) :
                  (half[14:10] != 5'd0) ? {neg, {3'b0, half[14:10]} + 8'd112, half[9:0], 13'd0} : fraction;
          default: v = fraction;
        endcase
        if (missing)    v = missed;
        if (outside[l]) v = 32'd0;
      end
    end
    assign value[32*l +: 32] = v;
  end

  wire unused = &{1'b0, fmt};

endmodule
`default_nettype wire
