// SPDX-License-Identifier: Apache-2.0
// part_atoms with four places, any atomics on any sectors, which finish in any order: what is written back is the
// sector of the atomic that finishes, the word or two it works on, and there what mem_atomic makes of what was read; a
// sector is busy exactly while one is under way for it; places are neither lost nor made.
//
// An atomic comes when its sector is not busy and a place is free, finishes once (PART-4, PART-12), and works on an
// aligned word or two (MEM-7). Of a sector's number two bits, of each word one; what mem_atomic makes of its operands
// is something that depends on all of them. Rules (docs/units): PART-12, PART-13, MEM-7.
//
//! proves atomics of a partition: the word of the sector is written, as it was changed, once; places neither lost nor
//! proves made
//! by pdr:14
//! test
`include "formal.svh"
`include "isa_ops.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module mem_atomic (input wire clk, input wire [3:0] aop, input wire [2:0] mtype, input wire [63:0] old, operand, other,
                   output wire [63:0] result);
  wire [1:0] now = {old[32], old[0]}, by = {operand[32], operand[0]}, to = {other[32], other[0]};
  assign result = {31'd0, now[1] ^ by[0] ^ (to[0] & mtype[1]), 31'd0, now[0] ^ by[1] ^ (to[1] & aop[0])};
endmodule

module proof (input wire clk, put, done, input wire [1:0] sector, index, input wire [2:0] word,
                     input wire two, aop0, input wire [3:0] operands, input wire [7:0] words);
  `F_RESET
  wire         busy, full;
  wire [2:0]   mtype = two ? `MT_B64 : `MT_B32;
  wire [3:0]   aop   = {3'd0, aop0};
  reg  [127:0] data;
  reg  [255:0] was;
  always @* begin
    data = 128'd0;
    was  = 256'd0;
    for (int i = 0; i < 4; i++) data[32*i] = operands[i];
    for (int i = 0; i < 8; i++) was[32*i] = words[i];
  end
  wire [1:0]   put_index;
  wire [316:0] write;
  wire         put_valid = put && !rst && !busy && !full && !(two && word[0]);
  // reference
  reg  [3:0]   used;
  reg  [7:0]   of;
  reg  [8:0]   op [0:3];                 // word, two, aop, operands
  wire         end_it = done && !rst && used[index];
  (* keep *) part_atoms #(.N(4)) dut (
    .clk, .rst, .sector({20'd0, sector}), .busy, .full, .put_valid, .put_word(word), .put_aop(aop), .put_mtype(mtype),
    .put_data(data), .put_index, .index, .was, .done(end_it), .write);
  always @(posedge clk)
    if (rst) used <= 4'd0;
    else begin
      if (end_it) used[index] <= 1'b0;
      if (put_valid) begin
        used[put_index]           <= 1'b1;
        of[2*put_index +: 2]      <= sector;
        op[put_index]             <= {word, two, aop0, operands};
      end
    end

  wire [8:0]   o    = op[index];
  wire [2:0]   a    = o[8:6];
  wire [63:0]  old  = {31'd0, words[a | 3'd1], 31'd0, words[a]};
  wire [63:0]  result;
  mem_atomic want (.aop({3'd0, o[4]}), .mtype(o[5] ? `MT_B64 : `MT_B32), .old, .operand({31'd0, o[1], 31'd0, o[0]}),
                   .other({31'd0, o[3], 31'd0, o[2]}), .result);

  reg   there;
  always @* begin
    there = 1'b0;
    for (int i = 0; i < 4; i++) there = there || (used[i] && of[2*i +: 2] == sector);
  end
  always @* if (!rst) begin
    assert(busy == there && full == (used == 4'hf));
    if (!full) assert(!used[put_index]);
    if (end_it) begin
      assert(write[316] && write[309:288] == {20'd0, of[2*index +: 2]});
      for (int i = 0; i < 8; i++)
        if (3'(i) == a) begin
          assert(write[256 + 4*i +: 4] == 4'hf && write[32*i +: 32] == result[31:0]);
        end else if (o[5] && 3'(i) == (a | 3'd1)) begin
          assert(write[256 + 4*i +: 4] == 4'hf && write[32*i +: 32] == result[63:32]);
        end else assert(write[256 + 4*i +: 4] == 4'h0);
    end
  end
endmodule
`default_nettype wire
