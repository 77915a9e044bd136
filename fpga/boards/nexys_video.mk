# SPDX-License-Identifier: Apache-2.0
# Nexys Video (XC7A200T-1SBG484, 100 MHz). What a board with a 7 series chip says besides ulx3s.mk: FAMILY, CHIP (its
# full name), CHIP_DB (the folder of prjxray-db that has it); the rest is in fpga/flow/xc7_ddr.mk.
CHIP    = xc7a200tsbg484-1
CHIP_DB = artix7
LOADER  = --board nexysVideo

in_khz     = 100000
test_clock = MULTIPLY=10 CLK_DIV=20
chip_clock = MULTIPLY=9 CLK_DIV=60
lights     = LEDS=8
include fpga/flow/xc7_ddr.mk
