// SPDX-License-Identifier: Apache-2.0
// tb_shell: the tops of boards with the memory test on block RAM (XC7 = 0: ecp5_shell, 1: xc7_shell), with PLL and
// lights, up to the lines of text: nothing while the reset button is held; passes without an error; the error that a
// byte on the line asks for, told in every line behind it.
//
//! test ecp5: rtl XC7=0
//! test xc7: rtl XC7=1
//! planted
`timescale 1ns / 1ps
module tb_shell #(parameter int XC7 = 0);
  localparam int UART_CLOCKS = 16, BYTES = 1 << 13;

  reg clk = 1'b0;
  always #10 clk = ~clk;

  reg         rx = 1'b1, reset_n = 1'b0;
  wire        tx;
  wire [1:0]  told;                                  // something was wrong, all was right
  if (XC7 != 0) begin : g_xc7
    wire [3:0] led;
    xc7_shell #(.CLK_IN_KHZ(50_000), .MULTIPLY(20), .CLK_DIV(20), .BAUD(50_000_000 / UART_CLOCKS), .BYTES(BYTES))
      u_board (.clk_in(clk), .reset_n, .rx, .tx, .led);
    assign told = led[3:2];
  end else begin : g_ecp5
    wire [2:0] led_n;
    ecp5_shell #(.BAUD(50_000_000 / UART_CLOCKS), .BYTES(BYTES)) u_board (
      .clk_in(clk), .reset_n, .rx, .tx, .led_n);
    assign told = ~led_n[2:1];
  end

  reg [8*46-1:0] line = '0;
  reg [7:0]      char;
  int            lines = 0, errors = 0;
  reg [8*24-1:0] tail;
  reg            clean, found;           // what a line says
  always begin
    @(negedge tx);
    if (!reset_n) begin
      errors = errors + 1;
      $display("FAIL tb_shell: text while the button is held");
      $finish;
    end
    #(20 * UART_CLOCKS * 3 / 2);
    for (int i = 0; i < 8; i++) begin
      char[i] = tx;
      #(20 * UART_CLOCKS);
    end
    if (char == 8'h0a) begin
      lines = lines + 1;
      // A pass is shorter than its line, so not each is told. The sector that is made wrong behind line 2 is written in
      // the pass of line 3 or in the next one, and read once, or twice if it was in the run that writes all.
      tail  = line[8*24-1 -: 8*24];
      clean = tail === " bad 00000000 pins 0000\r";
      found = tail === " bad 00000001 pins 0001\r" || tail === " bad 00000002 pins 0001\r";
      if (line[8*46-1 -: 8*18] !== "memory test: pass " ||
          (lines < 3 ? !clean : lines > 3 ? !found : !clean && !found) ||
          told !== (lines < 3 || (lines == 3 && told == 2'b01 && clean) ? 2'b01 : 2'b10)) begin
        errors = errors + 1;
        $display("FAIL tb_shell: line %0d is '%0s'; lights %b", lines, line, told);
      end
      if (lines == 5 || errors != 0) begin
        if (errors == 0) $display("PASS tb_shell: %0d lines", lines);
        $finish;
      end
      if (lines == 2) begin
        rx = 1'b0;
        #(20 * UART_CLOCKS) rx = 1'b1;
      end
    end else line = {line, char};
  end
  initial begin
    #200_000 reset_n = 1'b1;            // longer than a pass
    #40_000_000 $display("FAIL tb_shell: no end");
    $finish;
  end
endmodule
