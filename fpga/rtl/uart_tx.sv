// SPDX-License-Identifier: Apache-2.0
// uart_tx: bytes to a serial line (LINK-1): 8 data bits, low one first, no parity, one stop bit.
`default_nettype none

module uart_tx #(
  parameter int CLOCKS = 16          // of clk for a bit
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        valid,
  output wire        ready,
  input  wire  [7:0] data,
  output logic       line
);

  localparam int CW = $clog2(CLOCKS);

  logic [3:0]    left_q;             // bits to send, the present one included; 0: idle
  logic [CW-1:0] count_q;
  logic [8:0]    bits_q;

  assign ready = left_q == 4'd0;

  always_ff @(posedge clk)
    if (rst) begin
      left_q <= 4'd0;
      line   <= 1'b1;
    end else if (ready) begin
      if (valid) begin
        left_q  <= 4'd10;
        bits_q  <= {1'b1, data};
        line    <= 1'b0;
        count_q <= CW'(CLOCKS - 1);
      end
    end else if (count_q != '0) begin
      count_q <= count_q - 1'b1;
    end else begin
      count_q <= CW'(CLOCKS - 1);
      left_q  <= left_q - 4'd1;
      line    <= bits_q[0] || left_q == 4'd1;
      bits_q  <= {1'b1, bits_q[8:1]};
    end

endmodule
`default_nettype wire
