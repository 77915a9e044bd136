# SPDX-License-Identifier: Apache-2.0
# ECPIX-5 with an LFE5UM5G-85F, 100 MHz: what each variable says is in ulx3s.mk and fpga/flow/ecp5_ddr.mk.
DEVICE = --um5g-85k --package CABGA554 --speed 8
LOADER = --board ecpix5
PINS   = fpga/boards/ecpix5.lpf

in_mhz     = 100
mem_mhz    = 50
test_clock = PLL_IN=4 LOOP=24 CLK_DIV=12
chip_mhz   = 60
chip_clock = PLL_IN=4 LOOP=24 CLK_DIV=10
include fpga/flow/ecp5_ddr.mk
