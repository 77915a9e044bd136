# SPDX-License-Identifier: Apache-2.0
# Boards with a Gowin chip: a test of block RAM. A board file says before it includes this: clk_khz (its pin) and lights
# (LEDS, RESET_LOW of gowin_shell).
TOP   = gowin_shell
PINS  = fpga/boards/$(BOARD).cst
PARTS = bram

SOURCES_bram    = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv rtl/lib/sram_1r1w.sv \
                  fpga/rtl/mem_bram.sv fpga/boards/board_start.sv fpga/boards/bram_shell.sv fpga/boards/gowin_shell.sv
PARAMETERS_bram = CLK_KHZ=$(clk_khz) $(lights)
WANTED_bram     = u_shell.clk=$(shell awk 'BEGIN { print $(clk_khz) / 1000 }')
PLACE_bram      = --freq $(shell awk 'BEGIN { print $(clk_khz) / 1000 }')
