# SPDX-License-Identifier: Apache-2.0
# QMTech XC7K325T core board (XC7K325T-1FFG676, 50 MHz): what each variable says is in nexys_video.mk. The board has no
# adapter for a serial line: one with 3.3 V is wired to its header.
CHIP    = xc7k325tffg676-1
CHIP_DB = kintex7
LOADER  = --board qmtechKintex7

in_khz     = 50000
test_clock = MULTIPLY=20 CLK_DIV=20
chip_clock = MULTIPLY=18 CLK_DIV=60
lights     = LEDS=2 LED_LOW=1
include fpga/flow/xc7_ddr.mk
