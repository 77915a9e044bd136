// SPDX-License-Identifier: Apache-2.0
// uart_rx: bytes from a serial line (LINK-1): 8 data bits, low one first, no parity, one stop bit.
//
// A byte begins where the line falls and is looked at in the middle of each bit. One whose stop bit is not 1 is
// dropped; so is a start bit that is 1 again in its middle. The next byte may begin in the second half of a stop bit,
// so a sender that is a little faster is understood.
`default_nettype none

module uart_rx #(
  parameter int CLOCKS = 16          // of clk for a bit: 4 or more
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        line,           // idle 1; not of clk
  output wire        valid,          // for one clock
  output wire  [7:0] data
);

  localparam int CW = $clog2(CLOCKS);

  logic [2:0]    line_q;             // two against metastability, one to see it fall
  logic          busy_q;
  logic [CW-1:0] count_q;            // clocks until the line is looked at
  logic [3:0]    bit_q;              // 0 start bit, 9 stop bit
  logic [7:0]    data_q;

  wire look = busy_q && count_q == '0;
  assign valid = look && bit_q == 4'd9 && line_q[1];
  assign data  = data_q;

  always_ff @(posedge clk)
    if (rst) begin
      line_q <= 3'b111;
      busy_q <= 1'b0;
    end else begin
      line_q <= {line_q[1:0], line};
      if (!busy_q) begin
        busy_q  <= line_q[2] && !line_q[1];
        bit_q   <= 4'd0;
        count_q <= CW'(CLOCKS / 2 - 1);
      end else if (look) begin
        count_q <= CW'(CLOCKS - 1);
        bit_q   <= bit_q + 4'd1;
        if (bit_q == 4'd9 || (bit_q == 4'd0 && line_q[1])) busy_q <= 1'b0;
        if (bit_q != 4'd0 && bit_q != 4'd9) data_q <= {line_q[1], data_q[7:1]};
      end else begin
        count_q <= count_q - 1'b1;
      end
    end

endmodule
`default_nettype wire
