// SPDX-License-Identifier: Apache-2.0
// tb_xc7_ddr: the inside of the boards with a 7 series chip (xc7_ddr, the memory test on the DDR3) with MMCM and
// lights, on a model of LiteDRAM's core: from the reset button to the lines of text. A memory that is good: all is
// right, until a byte on the line asks for an error; one whose upper lane cannot be read: the light is on before the
// first line, which names its pins (DDR-9, DDR-10).
//
//! test rtl;long
//! with fpga/sim/litedram_xc7.sv
//! timeout 900
`timescale 1ns / 1ps
module tb_xc7_ddr;
  localparam int UART_CLOCKS = 16;
  reg clk_in = 1'b0, reset_n = 1'b0;
  always #10 clk_in = ~clk_in;

  reg [1:0]  rx = '1;
  wire [1:0] tx;
  wire [7:0] led [0:1];
  int        errors = 0;
  int        lines [0:1];
  reg [1:0]  early = '0;                 // the light of errors before the first line

  for (genvar i = 0; i < 2; i++) begin : g
    // CLK_KHZ is 50 MHz, the clock of the core (here the same) is said to be 1 MHz, so that waiting is short
    xc7_ddr #(.IN_KHZ(100_000), .MULTIPLY(10), .CLK_DIV(20), .MEM_KHZ(1_000), .ROWS(1),
              .BAUD(50_000_000 / UART_CLOCKS)) u_board (
      .clk_in, .reset_n, .rx(rx[i]), .tx(tx[i]), .led(led[i]), .ddram_a(), .ddram_ba(), .ddram_ras_n(), .ddram_cas_n(),
      .ddram_we_n(), .ddram_cs_n(), .ddram_dm(), .ddram_dq(), .ddram_dqs_p(), .ddram_dqs_n(), .ddram_clk_p(),
      .ddram_clk_n(), .ddram_cke(), .ddram_odt(), .ddram_reset_n());

    reg [8*46-1:0] line;
    reg [7:0]      char;
    initial begin lines[i] = 0; line = '0; end
    always begin
      @(negedge tx[i]);
      if (!reset_n) begin
        errors = errors + 1;
        $display("tb_xc7_ddr %0d: text while the button is held", i);
      end
      #(20 * UART_CLOCKS * 3 / 2);
      for (int b = 0; b < 8; b++) begin
        char[b] = tx[i];
        #(20 * UART_CLOCKS);
      end
      if (char == 8'h0a) begin
        lines[i] = lines[i] + 1;
        if (lines[i] == 1 && (line[8*46-1 -: 8*27] !== "memory test: pass 0000 bad " ||
                              led[i][7:6] !== (i == 0 ? 1 : 2) ||
                              line[8*10-1:0] !== (i == 0 ? "pins 0000\r" : "pins ff00\r"))) begin
          errors = errors + 1;
          $display("tb_xc7_ddr %0d: line %0d is '%0s', lights %b", i, lines[i], line, led[i]);
        end
        if (i == 0 && lines[i] == 1) begin
          rx[i] = 1'b0;
          #(20 * UART_CLOCKS) rx[i] = 1'b1;
        end
        if (i == 0 && lines[i] == 3 && (line[8*10-1:0] !== "pins 0001\r" || led[i][7:6] !== 2)) begin
          errors = errors + 1;
          $display("tb_xc7_ddr %0d: behind a planted error line %0d is '%0s', lights %b", i, lines[i], line, led[i]);
        end
      end else line = {line, char};
    end
    always @(posedge clk_in) if (reset_n && led[i][7] === 1'b1 && lines[i] == 0) early[i] <= 1'b1;
  end
  defparam g[0].u_board.u_core.EYE = {7'd90, 7'd21}, g[0].u_board.u_core.OPEN = {5'd9, 5'd11};
  defparam g[1].u_board.u_core.EYE = {7'd3, 7'd64},  g[1].u_board.u_core.OPEN = {5'd0, 5'd8};

  initial begin
    #20_000 reset_n = 1'b1;
    while ((lines[0] < 3 || lines[1] < 1) && errors == 0 && $time < 60_000_000) #1000;
    if (early !== 2'b10) begin
      errors = errors + 1;
      $display("tb_xc7_ddr: the light of errors was on early: %b, expected 10", early);
    end
    if (lines[0] < 3 || lines[1] < 1) begin
      errors = errors + 1;
      $display("tb_xc7_ddr: no end: %0d and %0d lines", lines[0], lines[1]);
    end
    errors = errors + g[0].u_board.u_core.u_core.broken + g[1].u_board.u_core.u_core.broken;
    if (errors == 0) $display("PASS tb_xc7_ddr: a good memory and a bad one");
    else $display("FAIL tb_xc7_ddr: %0d errors", errors);
    $finish;
  end
endmodule
