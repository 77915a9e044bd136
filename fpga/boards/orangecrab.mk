# SPDX-License-Identifier: Apache-2.0
# OrangeCrab r0.2 with an LFE5U-85F, 48 MHz: what each variable says is in ulx3s.mk and fpga/flow/ecp5_ddr.mk. The board
# has no adapter for a serial line: one of 3.3 V is wired to its header.
DEVICE = --85k --package CSFBGA285 --speed 8
LOADER = --dfu
PINS   = fpga/boards/orangecrab.lpf

in_mhz     = 48
mem_mhz    = 48
test_clock = PLL_IN=2 LOOP=24 CLK_DIV=12
chip_mhz   = 45
chip_clock = PLL_IN=2 LOOP=30 CLK_DIV=16
include fpga/flow/ecp5_ddr.mk
