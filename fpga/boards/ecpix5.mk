# SPDX-License-Identifier: Apache-2.0
# ECPIX-5 with an LFE5UM5G-85F, 100 MHz: what each variable says is in ulx3s.mk. Its DDR3 has no controller here, so the
# memory test is one of block RAM.
DEVICE = --um5g-85k --package CABGA554 --speed 8
LOADER = --board ecpix5
TOP    = ecp5_shell
PINS   = fpga/boards/ecpix5.lpf
PARTS  = shell

SOURCES_shell    = rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv \
                   fpga/rtl/mem_bram.sv fpga/boards/bram_shell.sv fpga/boards/ecp5_shell.sv
PARAMETERS_shell = CLK_KHZ=50000 PLL_IN=2 CLK_DIV=12
WANTED_shell     = clk=50
