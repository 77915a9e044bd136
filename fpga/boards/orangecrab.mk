# SPDX-License-Identifier: Apache-2.0
# OrangeCrab r0.2 with an LFE5U-85F, 48 MHz: what each variable says is in ulx3s.mk; DDR: what fpga/flow/ddr3.py makes
# the core of its DDR3 with. shell: the memory test on the DDR3; bram: one of block RAM, without it. The board has no
# adapter for a serial line: one of 3.3 V is wired to its header.
DEVICE = --85k --package CSFBGA285 --speed 8
LOADER = --dfu
TOP    = $(if $(filter bram,$(PART)),ecp5_shell,orangecrab)
PINS   = fpga/boards/orangecrab.lpf
PARTS  = shell bram
DDR_shell = fpga/boards/orangecrab.ddr

test_sources     = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv
SOURCES_shell    = $(test_sources) fpga/rtl/ddr_init.sv fpga/rtl/ddr_native.sv fpga/rtl/ddr_cross.sv \
                   fpga/rtl/ddr_ctrl.sv fpga/boards/ecp5_ddr.sv fpga/boards/orangecrab.sv
PARAMETERS_shell = CLK_KHZ=48000 PLL_IN=1 CLK_DIV=12
# As of the ECPIX-5.
WANTED_shell     = 'clk_in$$TRELLIS_IO_IN=48' u_board.clk=48 u_board.u_core.sys_clk=48 u_board.u_core.crg_clkout1=24

SOURCES_bram     = $(test_sources) rtl/lib/sram_1r1w.sv fpga/rtl/mem_bram.sv fpga/boards/bram_shell.sv \
                   fpga/boards/ecp5_shell.sv
PARAMETERS_bram  = CLK_KHZ=48000 PLL_IN=1 CLK_DIV=12
WANTED_bram      = clk=48
