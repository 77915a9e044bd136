// SPDX-License-Identifier: Apache-2.0
// dirty_bits: a bit for each page of 4 KB of memory, set when the machine writes it. 32 of them are a word, for the
// host to read.
`default_nettype none

module dirty_bits #(
  parameter int AW = 25                              // of a byte address of the memory: 18 or more
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           clear,                       // begin to clear all of them
  output wire           busy,                        // clearing
  input  wire           page_valid,
  output wire           page_ready,
  input  wire  [AW-1:12] page,
  input  wire           rd_en,                       // not while pages come; the word in the next clock
  input  wire  [AW-1:17] rd_addr,
  output wire  [31:0]   rd_data
);

  localparam int WW = AW - 17;                       // bits of the number of a word

  logic [WW:0]   clear_q;                            // top bit: done
  logic          read_q, known_q;                    // rd_data is the word of last_q; last_q is set already
  logic [AW-1:12] last_q;
  assign busy       = !clear_q[WW];
  assign page_ready = known_q && last_q == page;

  // a page that is not the last one: its word is read, and written in the next clock
  wire           look  = page_valid && !busy && !read_q && !(known_q && last_q == page);
  logic [31:0]   bit_mask;
  always_comb begin
    bit_mask = '0;
    bit_mask[last_q[16:12]] = 1'b1;
  end
  sram_1r1w #(.WIDTH(32), .DEPTH(1 << WW), .EN_BITS(32), .COLLIDE(0)) u_ram (
    .clk, .rd_en(look || rd_en), .rd_addr(look ? page[AW-1:17] : rd_addr), .rd_data,
    .wr_en(busy || read_q), .wr_addr(busy ? clear_q[WW-1:0] : last_q[AW-1:17]), .wr_be(1'b1),
    .wr_data(busy ? '0 : rd_data | bit_mask));

  always_ff @(posedge clk)
    if (rst || clear) begin
      clear_q <= '0;
      read_q  <= 1'b0;
      known_q <= 1'b0;
    end else begin
      if (busy) clear_q <= clear_q + 1'b1;
      read_q <= look;
      if (look) begin
        known_q <= 1'b0;
        last_q  <= page;
      end
      if (read_q) known_q <= 1'b1;
    end

endmodule
`default_nettype wire
