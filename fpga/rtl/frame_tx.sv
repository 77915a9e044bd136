// SPDX-License-Identifier: Apache-2.0
// frame_tx: bytes as frames (LINK-2): flags, escapes and the sum.
//
// From host_cmd   bytes of an answer; each stands in a register here until it has been sent, so that what they take to
//                 make and whether they are escaped are ways of a clock each
// To   uart_tx    bytes of the line
`include "link.svh"
`default_nettype none

module frame_tx (
  input  wire        clk,
  input  wire        rst,
  input  wire        in_valid,
  output wire        in_ready,
  input  wire        in_last,        // of the frame
  input  wire  [7:0] in_data,
  output logic       out_valid,
  input  wire        out_ready,
  output logic [7:0] out_data
);

  `include "crc32.svh"

  typedef enum logic [1:0] {OPEN, BYTES, SUM, CLOSE} state_t;
  state_t      state_q;
  logic [31:0] crc_q;
  logic [1:0]  sum_q;                // byte of the sum
  logic        esc_q;                // the escape before this byte has been sent
  logic        have_q, last_q;
  logic [7:0]  data_q;

  wire [7:0] plain = state_q == BYTES ? data_q : ~crc_q[8*sum_q +: 8];
  wire       framed = state_q == BYTES || state_q == SUM;
  wire       escape = framed && !esc_q && (plain == 8'h7e || plain == 8'h7d);
  always_comb begin
    out_valid = have_q || state_q == SUM || state_q == CLOSE;
    out_data  = !framed ? 8'h7e : escape ? 8'h7d : esc_q ? plain ^ 8'h20 : plain;
  end
  wire sent = out_valid && out_ready;
  assign in_ready = !have_q;

  always_ff @(posedge clk)
    if (rst) have_q <= 1'b0;
    else if (!have_q) have_q <= in_valid;
    else if (state_q == BYTES && sent && !escape) have_q <= 1'b0;

  always_ff @(posedge clk)
    if (!have_q) begin
      data_q <= in_data;
      last_q <= in_last;
    end

  always_ff @(posedge clk)
    if (rst) begin
      state_q <= OPEN;
      esc_q   <= 1'b0;
    end else if (sent) begin
      esc_q <= escape;
      case (state_q)
        OPEN: begin
          state_q <= BYTES;
          crc_q   <= `CRC32_START;
          sum_q   <= 2'd0;
        end
        BYTES: if (!escape) begin
          crc_q <= crc32_byte(crc_q, data_q);
          if (last_q) state_q <= SUM;
        end
        SUM: if (!escape) begin
          sum_q <= sum_q + 2'd1;
          if (sum_q == 2'd3) state_q <= CLOSE;
        end
        default: state_q <= OPEN;
      endcase
    end

endmodule
`default_nettype wire
