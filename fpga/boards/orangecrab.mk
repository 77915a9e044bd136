# SPDX-License-Identifier: Apache-2.0
# OrangeCrab r0.2 with an LFE5U-85F, 48 MHz: what each variable says is in ulx3s.mk. Its DDR3 has no controller here, so
# the memory test is one of block RAM. The board has no adapter for a serial line: one of 3.3 V is wired to its header.
DEVICE = --85k --package CSFBGA285 --speed 8
LOADER = --dfu
TOP    = ecp5_shell
PINS   = fpga/boards/orangecrab.lpf
PARTS  = shell

SOURCES_shell    = rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv \
                   fpga/rtl/mem_bram.sv fpga/boards/bram_shell.sv fpga/boards/ecp5_shell.sv
PARAMETERS_shell = CLK_KHZ=48000 PLL_IN=1 CLK_DIV=12
WANTED_shell     = clk=48
