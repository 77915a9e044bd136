// SPDX-License-Identifier: Apache-2.0
// int_alu: the integer side of one lane: logic, shifts, compare and select (also of fp32 values),
// absolute difference, and the 32-bit adder with its flags and saturation.
//
// From sp_lane    a1, b1, c1, cin1: operands after half selection and modifiers; c4: the addend
// From int_mul    p3: product
// To   sp_lane    ix8, iC8, iO8: result, carry and overflow
//
// One operation per cycle, seven cycles from stage 1 to stage 8, no stall.
// Stage 2 logic/shift/select, 3 delay, 4 product select, 5 add (a negative difference of sad is subtracted), 6 saturate,
// 7 and 8 delay.
// Flags Z and S are made where the result leaves the lane. C and O are those before saturation.
`include "exec/exec_types.svh"
`default_nettype none

module int_alu (
  input  wire         clk,
  input  uop_t        u1,
  input  uop_t        u2,
  input  uop_t        u3,
  input  uop_t        u4,
  input  uop_t        u5,
  input  uop_t        u6,
  input  uop_t        u7,
  input  wire  [31:0] a1,
  input  wire  [31:0] b1,
  input  wire  [31:0] c1,
  input  wire  [3:0]  cin1,
  input  wire  [47:0] p3,
  input  wire  [31:0] c4,
  input  wire         carry4,
  output logic [31:0] ix8,
  output logic        iC8,
  output logic        iO8
);

  logic [31:0] ix2, ix3, ix4, ix5, ix6, ix7;
  logic        iC2, iC3, iC4, iC5, iC6, iC7;
  logic        iO2, iO3, iO4, iO5, iO6, iO7;
  logic        neg2, neg3, neg4; // the difference of sad is negative
  logic        low3, low4;       // it is 2^31 more or less

  // --- stage 2 ---------------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u1.alu) begin : stage2
      logic [31:0] x;
      iC2  <= 1'b0;
      iO2  <= 1'b0;
      neg2 <= 1'b0;
      x    = a1;
      case (u1.iop)
        `IOP_B:   x = b1;
        `IOP_AND: x = a1 & b1;
        `IOP_OR:  x = a1 | b1;
        `IOP_XOR: x = a1 ^ b1;
        `IOP_CIN: x = {28'd0, cin1};
        `IOP_SHL, `IOP_SHR: begin : shift
          logic        far, fill, left;
          logic [16:0] pow;
          logic [31:0] lo;
          logic signed [31:0] hi;
          logic [47:0] t;
          // the count is the whole word and does not wrap
          far  = (|b1[31:5]) | (u1.w16 & b1[4]);
          left = u1.iop == `IOP_SHL;
          fill = u1.sgn & a1[31];
          // count mod 16: two products with a power of 2; to the right by n is to the left by 16 - n, 16 places lower
          pow  = 17'd1 << (left ? {1'b0, b1[3:0]} : 5'd16 - {1'b0, b1[3:0]});
          lo   = 32'(a1[15:0]) * 32'(pow);
          hi   = 32'($signed({fill, a1[31:16]})) * 32'($signed({1'b0, pow}));
          t    = {hi[31:16], hi[15:0] | lo[31:16], lo[15:0]};       // no bit of one where the other has one
          case ({left, b1[4]})
            2'b00:   x = t[47:16];
            2'b01:   x = {{16{fill}}, t[47:32]};
            2'b10:   x = t[31:0];
            default: x = {t[15:0], 16'd0};
          endcase
          if (far) x = {32{fill}};
          // the last bit shifted out; it sits above a 16-bit result
          iC2 <= !far & (left ? (u1.w16 | b1[4] ? t[16] : hi[16]) : b1[4] ? t[31] : t[15]);
          iO2 <= !far & (b1[4:0] == 5'd1) & (u1.w16 ? x[15] != a1[15] : x[31] != a1[31]);
        end
        `IOP_SAD, `IOP_MIN, `IOP_MAX, `IOP_SET: begin : compare
          logic [32:0] d;
          logic        less, equal, a_nan, b_nan, both_zero;
          // signed order: with the top bits swapped; of two negative fp32 the word is larger where the value is less, -0 is
          // below +0
          d     = {1'b0, a1[31] ^ (u1.fcmp | u1.sgn), a1[30:0]} - {1'b0, b1[31] ^ (u1.fcmp | u1.sgn), b1[30:0]};
          equal = d == 33'd0;
          less  = d[32] ^ (u1.fcmp & a1[31] & b1[31] & !equal);
          a_nan = u1.fcmp & (a1[30:23] == 8'hff) & (a1[22:0] != 23'd0);
          b_nan = u1.fcmp & (b1[30:23] == 8'hff) & (b1[22:0] != 23'd0);
          both_zero = u1.fcmp & (a1[30:23] == 8'd0) & (b1[30:23] == 8'd0);
          case (u1.iop)
            `IOP_SAD: begin
              x    = d[31:0];
              neg2 <= d[32];
            end
            `IOP_SET:
              // set, unlike min and max, does not tell -0 from +0
              x = {32{a_nan | b_nan            ? u1.cmp[3] :
                      equal | both_zero ? u1.cmp[1] :
                      less              ? u1.cmp[0] : u1.cmp[2]}};
            default: begin
              x = b_nan | (!a_nan & (less == (u1.iop == `IOP_MIN))) ? a1 : b1;
              if (a_nan & b_nan) x = 32'h7fffffff;
            end
          endcase
        end
        // -0 and negative denormals count as zero; a NaN selects b
        `IOP_SLCT:
          x = (c1[30:23] == 8'hff) & (c1[22:0] != 23'd0) ? b1 :
              c1[31] & (c1[30:23] != 8'd0)               ? b1 : a1;
        default: ;
      endcase
      if (u1.w16 & u1.iop != `IOP_SAD) x[31:16] = 16'd0;   // a difference is made positive first
      ix2 <= x;
    end

  // --- stages 3 and 4 --------------------------------------------------------------------------
  always_ff @(posedge clk)
    if (u2.alu) begin
      ix3  <= ix2;
      iC3  <= iC2;
      iO3  <= iO2;
      neg3 <= neg2;
      low3 <= ix2[30:0] == 31'd0;
    end

  always_ff @(posedge clk)
    if (u3.alu | u3.imul) begin
      ix4 <= !u3.imul ? ix3 : u3.hi & !u3.m16 ? p3[47:16] : p3[31:0];
      iC4 <= iC3;
      iO4 <= iO3;
      neg4 <= neg3 & u3.alu;
      low4 <= low3;
    end

  // --- stages 5 and 6: x + y + carry ---------------------------------------------------------
  always_ff @(posedge clk)
    if (u4.iadd) begin : stage5
      logic [32:0] t;
      logic [31:0] x, y;
      logic        cin, xs, ys, rs;
      x   = u4.k == 2'd2 | neg4 ? ~ix4 : ix4;
      y   = u4.k == 2'd1 ? ~c4 : c4;
      cin = u4.k == 2'd3 ? carry4 : u4.k != 2'd0 | neg4;
      if (u4.r16) begin
        x[31:16] = 16'd0;
        y[31:16] = 16'd0;
      end
      t   = {1'b0, x} + {1'b0, y} + {32'd0, cin};
      xs  = u4.r16 ? x[15] : x[31] | (neg4 & low4);        // the positive difference is x + 1
      ys  = u4.r16 ? y[15] : y[31];
      rs  = u4.r16 ? t[15] : t[31];
      iC5 <= u4.r16 ? t[16] : t[32];
      iO5 <= (xs == ys) & (rs != xs);
      ix5 <= u4.r16 ? {16'd0, t[15:0]} : t[31:0];
    end else if (u4.alu | u4.imul) begin
      ix5 <= ix4;
      iC5 <= u4.alu & iC4;
      iO5 <= u4.alu & iO4;
    end

  always_ff @(posedge clk)
    if (u5.alu | u5.imul) begin
      // an overflowed result has the wrong sign: positive operands gave a set top bit
      if (u5.sat & iO5)
        ix6 <= u5.r16 ? {16'd0, ~ix5[15], {15{ix5[15]}}} : {~ix5[31], {31{ix5[31]}}};
      else
        ix6 <= ix5;
      iC6 <= iC5;
      iO6 <= iO5;
    end

  // --- stages 7 and 8: keep step with fp32 ---------------------------------------------------
  always_ff @(posedge clk)
    if (u6.alu | u6.imul) begin
      ix7 <= ix6;
      iC7 <= iC6;
      iO7 <= iO6;
    end

  always_ff @(posedge clk)
    if (u7.alu | u7.imul) begin
      ix8 <= ix7;
      iC8 <= iC7;
      iO8 <= iO7;
    end

  wire unused = &{1'b0, u1, u2, u3, u4, u5, u6, u7};

endmodule
`default_nettype wire
