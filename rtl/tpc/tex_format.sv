// SPDX-License-Identifier: Apache-2.0
// tex_format: one component of up to four texels of a lane, from the words they lie in to 32-bit register values.
//
// From tex_results  the format, which of the wanted components (word); one cycle later where each texel starts in its
//                   sector, and the word (full) that then lies at the place (at) in the sector
// To   tex_filter   four values, three cycles after the format
//
//   1  which component
//   2  the words of the sectors that hold it
//   3  integers, floats; fractions to their leading bit
//   4  fractions rounded
// One lane per cycle. Integers are extended. v / (2^n - 1) is the binary fraction 0.vvv… with v repeated every n
// bits: it is normalised and rounded by its next bit, which is exact because the repetition never ends (signed: n - 1
// bits of the magnitude, and the lowest value counts as -1). Half floats that are denormal go the same way. Without a
// component y and z are 0, w is 1; all are 0 outside the texture.
`include "tex_types.svh"
`default_nettype none

module tex_format (
  input  wire           clk,
  input  wire           rst,
  input  wire           in_valid,      // else the values mean nothing
  input  texfmt_t       fmt,
  input  wire  [1:0]    word,
  input  wire  [19:0]   off,           // in stage 2: byte in the sector, of each texel
  output logic [11:0]   at,            // word of the sector that is needed
  input  wire  [127:0]  full,          // and that word
  input  wire  [3:0]    outside,
  output wire  [127:0]  value          // in stage 4
);

  logic         valid2_q, valid3_q, valid4_q;      // a lane is in stage 2, 3, 4
  always_ff @(posedge clk)
    if (rst) begin
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
    end else if (in_valid || valid2_q || valid3_q || valid4_q) begin
      valid2_q <= in_valid;
      valid3_q <= valid2_q;
      valid4_q <= valid3_q;
    end

  // --- 1: which component: the word-th wanted one ----------------------------------------------------
  wire  [3:0] want = fmt.want;
  logic [1:0] comp, count;
  always_comb begin
    comp  = '0;
    count = '0;
    if (in_valid)
      for (int k = 0; k < 4; k++)
        if (want[k]) begin
          if (count == word) comp = 2'(k);
          count = count + 2'd1;
        end
  end
  logic [1:0] comp_q, bytes2_q, bytes3_q;
  logic [2:0] kind2_q, kind3_q;
  logic       missing2_q, missing3_q, w3_q;        // w: what is missing is a 1
  always_ff @(posedge clk) begin
    if (in_valid) begin
      comp_q     <= comp;
      kind2_q    <= fmt.kind;
      bytes2_q   <= fmt.bytes;
      missing2_q <= (fmt.comps == 2'd0) ? (comp != 2'd0) : (fmt.comps == 2'd1) && comp[1];
    end
    if (valid2_q) begin
      kind3_q    <= kind2_q;
      bytes3_q   <= bytes2_q;
      missing3_q <= missing2_q;
      w3_q       <= (comp_q == 2'd3);
    end
  end

  // --- 2: its words -----------------------------------------------------------------------------------
  logic [19:0] start;                  // byte in the sector
  always_comb begin
    {start, at} = 'x;
    if (valid2_q)
      for (int l = 0; l < 4; l++) begin
        start[5*l +: 5] = off[5*l +: 5] + ({3'b0, comp_q} << bytes2_q);
        at[3*l +: 3]    = start[5*l + 2 +: 3];
      end
  end
  logic [127:0] full_q;
  logic [7:0]   byte_q;                // in the word
  logic [3:0]   outside_q;
  always_ff @(posedge clk)
    if (valid2_q) begin
      full_q    <= full;
      outside_q <= outside;
      for (int l = 0; l < 4; l++) byte_q[2*l +: 2] <= start[5*l +: 2];
    end

  // --- 3, 4: values -------------------------------------------------------------------------------------
  logic        b8, is_half;
  logic [31:0] missed;
  always_comb begin
    {b8, is_half, missed} = 'x;
    if (valid3_q) begin
      b8      = (bytes3_q == 2'd0);
      is_half = (kind3_q == `TEX_FLOAT);
      missed  = !w3_q ? 32'd0 : ((kind3_q == `TEX_UINT) || (kind3_q == `TEX_SINT)) ? 32'd1 : 32'h3f800000;
    end
  end
  for (genvar l = 0; l < 4; l++) begin : g_lane
    logic [31:0] whole, v;
    logic [15:0] half;
    logic [7:0]  bits;
    logic        neg, is_frac;
    // fraction of normalised types and denormal halves, left-aligned
    logic [7:0]  m8;
    logic [15:0] m16;
    logic [47:0] frac, norm;
    logic [3:0]  lead;                 // zeros
    always_comb begin
      {whole, v, half, bits, neg, is_frac, m8, m16} = 'x;
      {frac, norm, lead} = 'x;
      if (valid3_q) begin
        whole = full_q[32*l +: 32];
        half  = byte_q[2*l + 1] ? whole[31:16] : whole[15:0];
        bits  = byte_q[2*l] ? half[15:8] : half[7:0];
        neg   = b8 ? bits[7] : half[15];
        m8    = bits;
        m16   = half;
        if (kind3_q == `TEX_SNORM) begin
          m8  = neg ? -bits : bits;
          m16 = neg ? -half : half;
          if (m8[7])   m8  = 8'h7f;
          if (m16[15]) m16 = 16'h7fff;
        end
        case (kind3_q)
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

        v       = whole;
        is_frac = 1'b0;
        case (kind3_q)
          `TEX_UINT: v = b8 ? {24'd0, bits} : (bytes3_q == 2'd1) ? {16'd0, half} : v;
          `TEX_SINT: v = b8 ? {{24{neg}}, bits} : (bytes3_q == 2'd1) ? {{16{neg}}, half} : v;
          `TEX_FLOAT:
            if (bytes3_q == 2'd1) begin
              v = (half[14:10] != 5'd31) ? {neg, {3'b0, half[14:10]} + 8'd112, half[9:0], 13'd0} :
                  (half[9:0] != '0) ? 32'h7fffffff : {neg, 31'h7f800000};
              is_frac = (half[14:10] == 5'd0);
            end
          default: is_frac = 1'b1;
        endcase
        if (missing3_q || outside_q[l]) begin
          v       = outside_q[l] ? 32'd0 : missed;
          is_frac = 1'b0;
        end
      end
    end

    logic [31:0] v_q;
    logic [24:0] norm_q;               // and the bit below
    logic [7:0]  exp_q;
    logic        is_frac_q, sign_q;
    always_ff @(posedge clk)
      if (valid3_q) begin
        v_q       <= v;
        is_frac_q <= is_frac;
        sign_q    <= (kind3_q != `TEX_UNORM) && neg;
        norm_q    <= norm[47:23];
        exp_q     <= (is_half ? 8'd112 : 8'd126) - {4'b0, lead};
      end
    logic [30:0] rounded;
    logic [31:0] out;
    always_comb begin
      rounded = 'x;
      out     = 'x;
      if (valid4_q) begin
        rounded = {exp_q, norm_q[23:1]} + {30'b0, norm_q[0]};
        out     = !is_frac_q ? v_q : {sign_q, norm_q[24] ? rounded : 31'd0};
      end
    end
    assign value[32*l +: 32] = out;
  end

  wire unused = &{1'b0, fmt};

endmodule
`default_nettype wire
