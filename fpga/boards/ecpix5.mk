# SPDX-License-Identifier: Apache-2.0
# ECPIX-5 with an LFE5UM5G-85F, 100 MHz: what each variable says is in ulx3s.mk; DDR: what fpga/flow/ddr3.py makes the
# core of its DDR3 with. shell: the memory test on the DDR3; bram: one of block RAM, without it.
DEVICE = --um5g-85k --package CABGA554 --speed 8
LOADER = --board ecpix5
TOP    = $(if $(filter bram,$(PART)),ecp5_shell,ecpix5)
PINS   = fpga/boards/ecpix5.lpf
PARTS  = shell bram
DDR_shell = fpga/boards/ecpix5.ddr

test_sources     = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv
SOURCES_shell    = $(test_sources) fpga/rtl/ddr_init.sv fpga/rtl/ddr_native.sv fpga/rtl/ddr_cross.sv \
                   fpga/rtl/ddr_ctrl.sv fpga/boards/ecp5_ddr.sv fpga/boards/ecpix5.sv
PARAMETERS_shell = CLK_KHZ=50000 PLL_IN=2 CLK_DIV=12
# Of the core: its pin (power up), the clock of its start (crg_clkout1), its own.
WANTED_shell     = 'clk_in$$TRELLIS_IO_IN=100' u_board.clk=50 u_board.u_core.sys_clk=50 u_board.u_core.crg_clkout1=25

SOURCES_bram     = $(test_sources) rtl/lib/sram_1r1w.sv fpga/rtl/mem_bram.sv fpga/boards/bram_shell.sv \
                   fpga/boards/ecp5_shell.sv
PARAMETERS_bram  = CLK_KHZ=50000 PLL_IN=2 CLK_DIV=12
WANTED_bram      = clk=50
