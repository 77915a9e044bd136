// SPDX-License-Identifier: Apache-2.0
// tb_ulx3s: the ULX3S's top with the memory test, pads, PLL and SDRAM chip, but few rows, up to the lines of text: two
// passes without an error, one with the error that a byte on the line asks for; after it a data pin of the chip is
// stuck for a while, and the test names it.
//
//! test rtl
`timescale 1ns / 1ps
module tb_ulx3s;
  localparam int ROW_BITS = 1, UART_CLOCKS = 8;

  reg clk = 1'b0;
  always #10 clk = ~clk;

  reg         rx = 1'b1, stuck = 1'b0, button = 1'b0;
  wire        tx, sdram_clk, cke, csn, rasn, casn, wen, wifi;
  wire [1:0]  ba, dqm;
  wire [12:0] a;
  wire [15:0] d;
  wire [7:0]  led;
  ulx3s #(.ROW_BITS(ROW_BITS), .BAUD(50_000_000 / UART_CLOCKS)) u_board (
    .clk_25mhz(clk), .btn({5'd0, button, 1'b1}), .led, .ftdi_txd(rx), .ftdi_rxd(tx), .wifi_gpio0(wifi), .sdram_clk,
    .sdram_cke(cke), .sdram_csn(csn), .sdram_rasn(rasn), .sdram_casn(casn), .sdram_wen(wen), .sdram_ba(ba),
    .sdram_a(a), .sdram_dqm(dqm), .sdram_d(d));

  // Who drives the pins, pads or chip, shows in the pins.
  wire [15:0] chip_d;
  wire        chip_oe;
  wire        board_drives = !u_board.u_pads.g_dq[0].off_q;
  int         broken;
  sdr_chip #(.ROW_BITS(ROW_BITS), .A_BITS(13)) u_chip (
    .clk(sdram_clk), .cke, .cs_n(csn), .ras_n(rasn), .cas_n(casn), .we_n(wen), .ba, .a, .dqm, .dq_in(d),
    .dq_drive(board_drives), .dq_out(chip_d), .dq_oe(chip_oe), .broken);
  // 6 ns after the chip's clock, as its data sheet says.
  wire [15:0] #6 late_d = stuck ? chip_d | 16'h0200 : chip_d;
  wire        #6 late_oe = chip_oe;
  assign d = late_oe ? late_d : 16'hzzzz;

  // --- the line ------------------------------------------------------------------------------------------
  reg [8*46-1:0] line = '0;
  reg [7:0]      char;
  int            lines = 0, errors = 0, wrong = 0;
  task expect_line(input [8*46-1:0] want, input lit);
    if (line !== want || led[6] !== lit || led[7] !== !lit) begin
      errors = errors + 1;
      $display("FAIL tb_ulx3s: line %0d is '%0s', expected '%0s'; lights %b", lines, line, want, led[7:6]);
    end
  endtask
  always begin
    @(negedge tx);
    #(20 * UART_CLOCKS * 3 / 2);
    for (int i = 0; i < 8; i++) begin
      char[i] = tx;
      #(20 * UART_CLOCKS);
    end
    if (char == 8'h0a) begin
      lines = lines + 1;
      case (lines)
        1: expect_line("memory test: pass 0000 bad 00000000 pins 0000\r", 1'b1);
        2: expect_line("memory test: pass 0001 bad 00000000 pins 0000\r", 1'b1);
        3: expect_line("memory test: pass 0002 bad 00000001 pins 0001\r", 1'b0);
        default: begin
          if (line[8*46-1 -: 8*27] !== "memory test: pass 0003 bad " || line[8*19-1 -: 8*8] === "00000001" ||
              line[8*5-1 -: 8*4] !== "0201") begin
            errors = errors + 1;
            $display("FAIL tb_ulx3s: line 4 is '%0s'", line);
          end
          if (broken != 0) errors = errors + 1;
          if (errors == 0) $display("PASS tb_ulx3s: %0d lines", lines);
          else             $display("FAIL tb_ulx3s: %0d errors, %0d rules of the chip broken", errors, broken);
          $finish;
        end
      endcase
      if (errors != 0) $finish;
      // The next pass has begun: one with a wrong bit, one with a stuck pin in its reads.
      if (lines == 2) begin
        rx = 1'b0;
        #(20 * UART_CLOCKS) rx = 1'b1;
      end
      stuck = lines == 3;
    end else line = {line, char};
  end
  initial #40_000_000 begin
    $display("FAIL tb_ulx3s: no end");
    $finish;
  end
endmodule
