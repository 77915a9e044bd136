// SPDX-License-Identifier: Apache-2.0
// part_atoms: atomics under way in a partition: their sectors are read, changed here, written back.
//
// From the partition  sector: of the request at the lookup; put_*: it is an atomic and is sent to read (with step)
//                     index, was: the sector of an atomic has come; done: its write is on its way (with step)
// To   the partition  busy: an atomic for the sector is under way; full; put_index; the write of `index`
// Rules: PART-12, PART-13 (docs/units).
`include "gpu/packet_types.svh"
`include "isa_ops.svh"
`include "assert.svh"
`default_nettype none

module part_atoms #(
  parameter int N = gpu_cfg::PARTITION_ATOMS
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire  [21:0]          sector,
  output wire                  busy,
  output wire                  full,
  input  wire                  put_valid,
  input  wire  [2:0]           put_word,
  input  wire  [3:0]           put_aop,
  input  wire  [2:0]           put_mtype,
  input  wire  [127:0]         put_data,
  output logic [$clog2(N)-1:0] put_index,

  input  wire  [$clog2(N)-1:0] index,
  input  wire  [255:0]         was,
  input  wire                  done,
  output wire dram_req_t       write
);

  localparam int NB = $clog2(N);

  logic [N-1:0]    used_q, same;
  logic [N*22-1:0] sector_q;
  always_comb begin
    same      = '0;
    put_index = '0;
    for (int i = 0; i < N; i++) same[i] = used_q[i] && sector_q[22*i +: 22] == sector;
    for (int i = N - 1; i >= 0; i--)
      if (!used_q[i]) put_index = NB'(i);
  end
  assign busy = same != '0;
  assign full = used_q == '1;

  always_ff @(posedge clk)
    if (rst) used_q <= '0;
    else begin
      if (done) used_q[index] <= 1'b0;
      if (put_valid) begin
        used_q[put_index] <= 1'b1;
        sector_q[22*put_index +: 22] <= sector;
      end
    end

  wire [2:0]   word, mtype;
  wire [3:0]   aop;
  wire [127:0] data;
  lutram_1r1w #(.WIDTH(138), .DEPTH(N), .EN_BITS(138)) u_ops (
    .clk, .rd_addr(index), .rd_data({word, aop, mtype, data}), .wr_en(put_valid), .wr_addr(put_index), .wr_be(1'b1),
    .wr_data({put_word, put_aop, put_mtype, put_data}));

  wire [287:0] wide = {32'd0, was};
  wire [63:0]  result;
  mem_atomic u_atomic (.clk, .aop, .mtype, .old(wide[32*word +: 64]), .operand(data[63:0]), .other(data[127:64]),
                       .result);

  // 4 or 8 bytes; result is put at each place where it could be
  wire [31:0] mask = (mtype == `MT_B64 ? 32'hff : 32'hf) << {word, 2'd0};
  wire [255:0] spread = mtype == `MT_B64 ? {4{result}} : {8{result[31:0]}};
  assign write = {1'b1, 6'd0, sector_q[22*index +: 22], mask, spread};

  `ASSERT("an atomic that is written back is under way", rst || !done || used_q[index])
  `ASSERT("there is a place for an atomic", rst || !put_valid || !full)

endmodule
`default_nettype wire
