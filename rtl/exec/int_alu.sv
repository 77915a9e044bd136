// SPDX-License-Identifier: Apache-2.0
// int_alu: the integer side of the lanes: logic, shifts, compare and select (also of fp32 values),
// absolute difference, and the 32-bit adder with its flags and saturation.
//
// From sp_operands  a1, b1, c1, cin1: operands after half selection and modifiers; from sp_array c4, cin4: the addend,
//                   $c
// From int_mul      ph3, pl3: product, bits 47:16 and 15:0
// To   sp_array     ix8, co8: result, {overflow, carry}
//
// One operation per cycle, seven cycles from stage 1 to stage 8, no stall.
// Stage 2 logic/select, 3 a shift's products, 4 shift and product select, 5 add (a negative difference of sad is
// subtracted), 6 saturate, 7 and 8 delay.
// Flags Z and S are made where the result leaves the lane. C and O are those before saturation.
// Every vector but cin has a word of 32 bits for each lane.
`include "exec/exec_types.svh"
`default_nettype none

module int_alu #(
  parameter int LANES = 8
) (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u4,
  input  uop_t        u5,
  input  uop_t        u6,
  input  uop_t        u7,
  input  wire  [32*LANES-1:0] a1,
  input  wire  [32*LANES-1:0] b1,
  input  wire  [32*LANES-1:0] c1,
  input  wire  [4*LANES-1:0]  cin1,
  input  wire  [32*LANES-1:0] ph3,
  input  wire  [32*LANES-1:0] pl3,
  input  wire  [32*LANES-1:0] c4,
  input  wire  [4*LANES-1:0]  cin4,
  output logic [32*LANES-1:0] ix8,
  output logic [32*LANES-1:0] co8
);

  localparam int B = 32 * LANES;
  // bits of co: carry, overflow; the difference of sad is negative, it is 2^31 more or less
  localparam int C = 0, O = 1, NEG = 2, LOW = 3;

  logic [B-1:0] ix2, ix3, ix4, ix5, ix6, ix7;
  logic [B-1:0] co2, co3, co4, co5, co6, co7;

  // --- stage 2 ---------------------------------------------------------------------------------
  wire shifts1 = u1.iop == `IOP_SHL || u1.iop == `IOP_SHR;

  always_ff @(posedge clk)
    if (u1.alu) begin : stage2
      logic [B-1:0] x, co;
      x  = a1;
      co = '0;
      case (u1.iop)
        `IOP_B:   x = b1;
        `IOP_AND: x = a1 & b1;
        `IOP_OR:  x = a1 | b1;
        `IOP_XOR: x = a1 ^ b1;
        `IOP_CIN: for (int l = 0; l < LANES; l = l + 1) x[32*l +: 32] = {28'd0, cin1[4*l +: 4]};
        `IOP_SAD, `IOP_MIN, `IOP_MAX, `IOP_SET:
          for (int l = 0; l < LANES; l = l + 1) begin : compare
            logic [31:0] a, b;
            logic [32:0] d;
            logic        less, equal, a_nan, b_nan, both_zero;
            // signed order: with the top bits swapped; of two negative fp32 the word is larger where the value is less,
            // -0 is below +0
            a     = a1[32*l +: 32];
            b     = b1[32*l +: 32];
            d     = {1'b0, a[31] ^ (u1.fcmp || u1.sgn), a[30:0]} - {1'b0, b[31] ^ (u1.fcmp || u1.sgn), b[30:0]};
            equal = a == b;
            less  = d[32] ^ (u1.fcmp && a[31] && b[31] && !equal);
            a_nan = u1.fcmp && (a[30:23] == 8'hff) && (a[22:0] != 23'd0);
            b_nan = u1.fcmp && (b[30:23] == 8'hff) && (b[22:0] != 23'd0);
            both_zero = u1.fcmp && (a[30:23] == 8'd0) && (b[30:23] == 8'd0);
            case (u1.iop)
              `IOP_SAD: begin
                x[32*l +: 32] = d[31:0];
                co[32*l+NEG]  = d[32];
              end
              `IOP_SET:
                // set, unlike min and max, does not tell -0 from +0
                x[32*l +: 32] = {32{a_nan || b_nan     ? u1.cmp[3] :
                                    equal || both_zero ? u1.cmp[1] :
                                    less              ? u1.cmp[0] : u1.cmp[2]}};
              default:
                x[32*l +: 32] = a_nan && b_nan ? 32'h7fffffff :
                                b_nan || (!a_nan && (less == (u1.iop == `IOP_MIN))) ? a : b;
            endcase
          end
        // -0 and negative denormals count as zero; a NaN selects b
        `IOP_SLCT:
          for (int l = 0; l < LANES; l = l + 1) begin : select
            logic [31:0] c;
            c = c1[32*l +: 32];
            if ((c[30:23] == 8'hff) && (c[22:0] != 23'd0) || c[31] && (c[30:23] != 8'd0))
              x[32*l +: 32] = b1[32*l +: 32];
          end
        default: ;
      endcase
      if (u1.w16 && u1.iop != `IOP_SAD && !shifts1)  // a difference is made positive first, a word is shifted whole
        for (int l = 0; l < LANES; l = l + 1) x[32*l+16 +: 16] = 16'd0;
      ix2 <= x;
      co2 <= co;
    end

  // of a shift: the count mod 16 as a power of 2; count bit 4; the count is 1; all bits leave
  logic [17*LANES-1:0] pow2;
  logic [LANES-1:0]    up2, one2, far2;
  always_ff @(posedge clk)
    if (u1.alu && shifts1)
      for (int l = 0; l < LANES; l = l + 1) begin : count
        logic [31:0] b;
        b = b1[32*l +: 32];
        // to the right by n is to the left by 16 - n, 16 places lower
        pow2[17*l +: 17] <= 17'd1 << (u1.iop == `IOP_SHL ? {1'b0, b[3:0]} : 5'd16 - {1'b0, b[3:0]});
        up2[l]  <= b[4];
        one2[l] <= b[4:0] == 5'd1;
        // the count is the whole word and does not wrap
        far2[l] <= (|b[31:5]) || (u1.w16 && b[4]);
      end

  // --- stages 3 and 4: a shift is two products with the power of 2, then bits of them -----------------
  logic [B-1:0]     lo3, hi3;
  logic [LANES-1:0] up3, one3, far3;

  always_ff @(posedge clk)
    if (u2.alu) begin : stage3
      ix3 <= ix2;
      co3 <= co2;
      for (int l = 0; l < LANES; l = l + 1) co3[32*l+LOW] <= ix2[32*l +: 31] == 31'd0;
      if (u2.iop == `IOP_SHL || u2.iop == `IOP_SHR) begin
        for (int l = 0; l < LANES; l = l + 1) begin : shift
          logic [31:0] a;
          logic [16:0] pow;
          a   = ix2[32*l +: 32];
          pow = pow2[17*l +: 17];
          lo3[32*l +: 32] <= 32'(a[15:0]) * 32'(pow);
          hi3[32*l +: 32] <= 32'($signed({u2.sgn && a[31], a[31:16]})) * 32'($signed({1'b0, pow}));
        end
        up3  <= up2;
        one3 <= one2;
        far3 <= far2;
      end
    end

  always_ff @(posedge clk)
    if (u3.imul) begin : product
      logic [B-1:0] x;
      x = ph3;
      if (!(u3.hi && !u3.m16))
        for (int l = 0; l < LANES; l = l + 1) x[32*l +: 32] = {ph3[32*l +: 16], pl3[32*l +: 16]};
      ix4 <= x;
      co4 <= '0;
    end else if (u3.alu) begin : stage4
      logic [B-1:0] x, co;
      x  = ix3;
      co = co3;
      if (u3.iop == `IOP_SHL || u3.iop == `IOP_SHR)
        for (int l = 0; l < LANES; l = l + 1) begin : shift
          logic        fill, left;
          logic [31:0] r, lo, hi;
          logic [47:0] t;
          lo   = lo3[32*l +: 32];
          hi   = hi3[32*l +: 32];
          left = u3.iop == `IOP_SHL;
          fill = u3.sgn && ix3[32*l+31];
          t    = {hi[31:16], hi[15:0] | lo[31:16], lo[15:0]};         // no bit of one where the other has one
          case ({left, up3[l]})
            2'b00:   r = t[47:16];
            2'b01:   r = {{16{fill}}, t[47:32]};
            2'b10:   r = t[31:0];
            default: r = {t[15:0], 16'd0};
          endcase
          if (far3[l]) r = {32{fill}};
          x[32*l +: 32] = r;
          if (u3.w16) x[32*l+16 +: 16] = 16'd0;
          // the last bit shifted out; it sits above a 16-bit result
          co[32*l+C] = !far3[l] && (left ? (u3.w16 || up3[l] ? t[16] : hi[16]) : up3[l] ? t[31] : t[15]);
          co[32*l+O] = !far3[l] && one3[l] && (u3.w16 ? r[15] != ix3[32*l+15] : r[31] != ix3[32*l+31]);
        end
      ix4 <= x;
      co4 <= co;
    end

  // --- stages 5 and 6: x + y + carry ---------------------------------------------------------
  always_ff @(posedge clk)
    if (u4.iadd) begin : stage5
      logic [B-1:0] r, co;
      for (int l = 0; l < LANES; l = l + 1) begin : add
        logic [32:0] t;
        logic [31:0] x, y;
        logic        neg, cin, xs, ys, rs;
        neg = co4[32*l+NEG];
        x   = ix4[32*l +: 32] ^ {32{u4.k == 2'd2 || neg}};
        y   = c4[32*l +: 32] ^ {32{u4.k == 2'd1}};
        cin = u4.k == 2'd3 ? cin4[4*l+2] : u4.k != 2'd0 || neg;
        x   = x & {{16{!u4.r16}}, 16'hffff};
        y   = y & {{16{!u4.r16}}, 16'hffff};
        t   = {1'b0, x} + {1'b0, y} + {32'd0, cin};
        xs  = u4.r16 ? x[15] : x[31] || (neg && co4[32*l+LOW]);        // the positive difference is x + 1
        ys  = u4.r16 ? y[15] : y[31];
        rs  = u4.r16 ? t[15] : t[31];
        co[32*l +: 32] = {30'd0, (xs == ys) && (rs != xs), u4.r16 ? t[16] : t[32]};
        r[32*l +: 32]  = t[31:0] & {{16{!u4.r16}}, 16'hffff};
      end
      ix5 <= r;
      co5 <= co;
    end else if (u4.alu || u4.imul) begin
      ix5 <= ix4;
      co5 <= co4 & {LANES{32'd3}};
    end

  always_ff @(posedge clk)
    if (u5.alu || u5.imul) begin : stage6
      logic [B-1:0] x;
      x = ix5;
      // an overflowed result has the wrong sign: positive operands gave a set top bit
      if (u5.sat)
        for (int l = 0; l < LANES; l = l + 1)
          if (co5[32*l+O])
            x[32*l +: 32] = u5.r16 ? {16'd0, !ix5[32*l+15], {15{ix5[32*l+15]}}} : {!ix5[32*l+31], {31{ix5[32*l+31]}}};
      ix6 <= x;
      co6 <= co5;
    end

  // --- stages 7 and 8: keep step with fp32 ---------------------------------------------------
  always_ff @(posedge clk)
    if (u6.alu || u6.imul) begin
      ix7 <= ix6;
      co7 <= co6;
    end

  always_ff @(posedge clk)
    if (u7.alu || u7.imul) begin
      ix8 <= ix7;
      co8 <= co7;
    end

  wire unused = &{1'b0, u1, u2, u3, u4, u5, u6, u7};

endmodule
`default_nettype wire
