// SPDX-License-Identifier: Apache-2.0
// tb_uart: bytes from uart_tx to uart_rx (LINK-1), also when their clocks are three per cent apart; a byte without a
// stop bit and a start bit that is none are dropped.
//
//! test rtl
`default_nettype none
module tb_uart;
  logic clk = 1'b0, rst = 1'b1;
  always #1 clk = ~clk;

  int errors = 0, got = 0;
  task check(input bit ok, input [8*40-1:0] what);
    if (!ok) begin
      errors = errors + 1;
      $display("FAIL tb_uart: %0s", what);
      if (errors == 10) $finish;
    end
  endtask

  localparam int PAIRS = 4;
  // clocks of a bit: of the sender, of the receiver
  function automatic int clocks(input int pair, input int side);
    case (2 * pair + side)
      0, 1: clocks = 4;
      2, 3: clocks = 16;
      4: clocks = 100;
      5: clocks = 103;
      6: clocks = 100;
      default: clocks = 97;
    endcase
  endfunction

  logic [PAIRS-1:0] done = '0;
  for (genvar p = 0; p < PAIRS; p++) begin : g_pair
    logic       valid = 1'b0;
    logic [7:0] data = 8'd0, want = 8'd0;
    wire        ready, line, rx_valid;
    wire  [7:0] rx_data;
    uart_tx #(.CLOCKS(clocks(p, 0))) u_tx (.clk, .rst, .valid, .ready, .data, .line);
    uart_rx #(.CLOCKS(clocks(p, 1))) u_rx (.clk, .rst, .line, .valid(rx_valid), .data(rx_data));
    always @(posedge clk) if (!rst) begin
      valid <= !done[p];
      if (valid && ready) data <= data + 8'd37;
      if (rx_valid) begin
        check(rx_data === want, "another byte");
        want <= want + 8'd37;
        if (want == 8'd0 - 8'd37) done[p] <= 1'b1;
      end
    end
  end

  // A line driven by hand, 8 clocks a bit.
  logic       line = 1'b1;
  wire        hand_valid;
  wire  [7:0] hand_data;
  uart_rx #(.CLOCKS(8)) u_hand (.clk, .rst, .line, .valid(hand_valid), .data(hand_data));
  always @(posedge clk) if (!rst && hand_valid) begin
    got = got + 1;
    check(hand_data === 8'ha5, "a byte that was none");
  end
  task bits(input int n, input [9:0] value);
    for (int i = 0; i < n; i++) begin
      line = value[i];
      repeat (8) @(posedge clk);
    end
  endtask

  initial begin
    repeat (3) @(posedge clk);
    rst <= 1'b0;
    bits(10, {1'b1, 8'ha5, 1'b0});
    line = 1'b0;                            // no start bit
    repeat (2) @(posedge clk);
    bits(10, 10'h3ff);
    bits(10, {1'b0, 8'h3c, 1'b0});          // no stop bit
    bits(10, 10'h3ff);
    bits(10, {1'b1, 8'ha5, 1'b0});
    bits(9, {1'b1, 8'ha5, 1'b0});           // the next byte in the second half of the stop bit
    line = 1'b1;
    repeat (5) @(posedge clk);
    bits(10, {1'b1, 8'ha5, 1'b0});
    bits(2, 10'b11);
    check(got == 4, "as many bytes as were sent");
    wait (done == '1);
    if (errors == 0) $display("PASS tb_uart: %0d bytes", 256 * PAIRS + got);
    $finish;
  end
  initial begin
    #2_000_000;
    $display("FAIL tb_uart: no end");
    $finish;
  end
endmodule
`default_nettype wire
