// SPDX-License-Identifier: Apache-2.0
// frame_rx: frames (LINK-2, LINK-3) out of a stream of bytes, those with a right sum, in a buffer.
//
// A frame comes out as its length (two bytes, low one first) and its bytes without flags, escapes and sum. What is
// wrong with a frame is known at its end; until then its bytes stand behind those of the frames that are complete.
`include "link.svh"
`default_nettype none

module frame_rx #(
  parameter int BYTES = `LINK_BUFFER_BYTES           // of the buffer, a power of two
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         in_valid,                      // not in the two clocks after a flag
  input  wire  [7:0]  in_data,
  output wire         out_valid,
  input  wire         out_ready,
  output wire  [7:0]  out_data,
  output logic [31:0] bad                            // frames dropped
);

  `include "crc32.svh"
  localparam int AW = $clog2(BYTES);
  localparam int LEAST = 12, MOST = 12 + 4 * `LINK_FRAME_WORDS;    // header and sum; the longest payload

  // --- bytes of a frame ----------------------------------------------------------------------------
  wire           flag = in_valid && in_data == 8'h7e;
  wire           esc  = in_valid && in_data == 8'h7d;
  wire           byte_valid = in_valid && !flag && !esc;
  logic          esc_q;
  wire   [7:0]   unescaped = esc_q ? in_data ^ 8'h20 : in_data;

  logic [31:0]   crc_q;
  logic [10:0]   len_q;
  logic          wrong_q;                            // too long for a frame or the buffer
  logic          hunt_q;                             // no flag yet
  wire           empty = len_q == '0 && !esc_q && !wrong_q;
  wire           right = !wrong_q && !esc_q && 32'(len_q) >= LEAST && crc_q == `CRC32_GOOD;

  // --- the buffer ------------------------------------------------------------------------------------
  logic [AW:0]   begin_q, get_q;                     // where the frame under way begins; what is read next
  logic [1:0]    close_q;                            // writes of the length that are still to come
  logic [10:0]   length_q;                           // of the frame that is closed
  wire  [AW:0]   put  = begin_q + (AW+1)'(len_q) + (AW+1)'(2);
  wire  [AW:0]   used = put - get_q;
  wire           full = used[AW];                    // no place at put
  logic          wr_en;
  logic [AW-1:0] wr_addr;
  logic [7:0]    wr_data, rd_data;
  always_comb begin
    wr_en   = byte_valid && !full && !wrong_q;
    wr_addr = put[AW-1:0];
    wr_data = unescaped;
    if (close_q != 2'd0) begin
      wr_en   = 1'b1;
      wr_addr = close_q[1] ? begin_q[AW-1:0] : begin_q[AW-1:0] + AW'(1);
      wr_data = close_q[1] ? length_q[7:0] : {5'd0, length_q[10:8]};
    end
  end

  logic          have_q, read_q;                     // rd_data is the byte at get_q; it will be
  wire           rd_en = get_q != begin_q && !have_q && !read_q;
  sram_1r1w #(.WIDTH(8), .DEPTH(BYTES), .EN_BITS(8), .COLLIDE(0)) u_buffer (
    .clk, .rd_en, .rd_addr(get_q[AW-1:0]), .rd_data, .wr_en, .wr_addr, .wr_be(1'b1), .wr_data);
  assign out_valid = have_q;
  assign out_data  = rd_data;

  always_ff @(posedge clk)
    if (rst) begin
      begin_q <= '0;
      get_q   <= '0;
      len_q   <= '0;
      crc_q   <= `CRC32_START;
      esc_q   <= 1'b0;
      wrong_q <= 1'b1;
      hunt_q  <= 1'b1;
      close_q <= 2'd0;
      have_q  <= 1'b0;
      read_q  <= 1'b0;
      bad     <= 32'd0;
    end else begin
      read_q <= rd_en;
      if (read_q) have_q <= 1'b1;
      if (out_valid && out_ready) begin
        have_q <= 1'b0;
        get_q  <= get_q + (AW+1)'(1);
      end
      if (esc) esc_q <= 1'b1;
      if (byte_valid) begin
        esc_q <= 1'b0;
        crc_q <= crc32_byte(crc_q, unescaped);
        if (full || 32'(len_q) == MOST) wrong_q <= 1'b1;
        else if (!wrong_q)              len_q   <= len_q + 11'd1;
      end
      if (flag) begin
        len_q    <= '0;
        crc_q    <= `CRC32_START;
        esc_q    <= 1'b0;
        wrong_q  <= 1'b0;
        hunt_q   <= 1'b0;
        length_q <= len_q - 11'd4;
        if (right)                  close_q <= 2'b10;
        else if (!empty && !hunt_q) bad     <= bad + 32'd1;
      end
      if (close_q[1]) close_q <= 2'b01;
      if (close_q[0]) begin
        close_q <= 2'b00;
        begin_q <= begin_q + (AW+1)'(length_q) + (AW+1)'(2);
      end
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `include "assert.svh"
  `ASSERT("bytes come no faster than the length is written", rst || close_q == 2'd0 || !in_valid)
  `ASSERT("what is read is complete", rst || !have_q || get_q != begin_q)

endmodule
`default_nettype wire
