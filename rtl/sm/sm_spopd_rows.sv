// SPDX-License-Identifier: Apache-2.0
// sm_spopd_rows: the operands that sm_spopd keeps, a row of eight lanes for each entry and quarter, and the choice at
// dispatch.
//
// From sm_spopd   a, b, c, cdata, so_data: words that are collected, in their slots;  rd_*: the quarter that is
//                 dispatched;  ex_*: the one dispatched in the cycle before
// To sp_array     ex_a, ex_b, ex_c
`default_nettype none

module sm_spopd_rows (
  input  wire           clk,

  input  wire           a_valid,       // a quarter that is collected: its words, {entry, quarter}
  input  wire  [3:0]    a_at,
  input  wire  [255:0] a,
  input  wire           b_valid,
  input  wire  [3:0]    b_at,
  input  wire  [255:0] b,
  input  wire           c_valid,
  input  wire  [3:0]    c_at,
  input  wire  [255:0] c,
  input  wire           k_valid,       // an indirect constant, with operand a
  input  wire  [255:0] cdata,
  input  wire           so_valid,
  input  wire  [3:0]    so_at,
  input  wire  [7:0]    so_mask,
  input  wire  [255:0] so_data,

  input  wire           rd_valid,
  input  wire  [3:0]    rd_at,
  input  wire           rd_cbuf,       // an indirect constant
  // in execution, in the next cycle: where from, and what is the same for all lanes
  input  wire  [3:0]    ex_at,
  input  wire           ex_has_s,
  input  wire  [5:0]    ex_take,       // c, b, a: {register, other}
  input  wire           ex_cbuf,
  input  wire           ex_creg,
  input  wire           ex_phys,
  input  wire  [31:0]   ex_scal,
  input  wire  [31:0]   ex_cin,
  output logic [255:0] ex_a,
  output logic [255:0] ex_b,
  output logic [255:0] ex_c
);

  wire [255:0] col_a, col_b, col_c, col_k, col_s;
  sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opa (
    .clk, .rd_en(rd_valid), .rd_addr(rd_at), .rd_data(col_a),
    .wr_en(a_valid), .wr_addr(a_at), .wr_be(1'b1), .wr_data(a));
  sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opb (
    .clk, .rd_en(rd_valid), .rd_addr(rd_at), .rd_data(col_b),
    .wr_en(b_valid), .wr_addr(b_at), .wr_be(1'b1), .wr_data(b));
  sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opc (
    .clk, .rd_en(rd_valid), .rd_addr(rd_at), .rd_data(col_c),
    .wr_en(c_valid), .wr_addr(c_at), .wr_be(1'b1), .wr_data(c));
  sram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(256), .COLLIDE(0)) u_opk (
    .clk, .rd_en(rd_valid && rd_cbuf), .rd_addr(rd_at), .rd_data(col_k),
    .wr_en(k_valid), .wr_addr(a_at), .wr_be(1'b1), .wr_data(cdata));
  lutram_1r1w #(.WIDTH(256), .DEPTH(16), .EN_BITS(32)) u_sopd (
    .clk, .rd_addr(ex_at), .rd_data(col_s),
    .wr_en(so_valid), .wr_addr(so_at), .wr_be(so_mask), .wr_data(so_data));

  logic [255:0] k;
  always_comb begin
    k = ex_cbuf ? col_k : {8{ex_scal}};
    if (ex_phys || ex_creg)
      for (int i = 0; i < 8; i++) begin
        if (ex_phys) k[32*i +: 3] = 3'(i);
        if (ex_creg) k[32*i +: 4] = ex_cin[4*i +: 4];
      end
    ex_a = ex_take[1] ? col_a : ex_take[0] ? k : '0;
    ex_b = ex_take[3] ? col_b : ex_take[2] ? k : '0;
    ex_c = ex_take[5] ? col_c : ex_take[4] ? k : '0;
    if (ex_has_s) ex_a = col_s;
  end

endmodule
`default_nettype wire
