# SPDX-License-Identifier: Apache-2.0
# Arty A7-100T (XC7A100T-1CSG324, 100 MHz): what each variable says is in nexys_video.mk. Its chip is too small for the
# machine with FOLD=1.
CHIP    = xc7a100tcsg324-1
CHIP_DB = artix7
LOADER  = --board arty_a7_100t

in_khz     = 100000
test_clock = MULTIPLY=10 CLK_DIV=20
chip_clock = MULTIPLY=9 CLK_DIV=60
lights     = LEDS=4
include fpga/flow/xc7_ddr.mk
