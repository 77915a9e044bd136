# SPDX-License-Identifier: Apache-2.0
# QMTech XC7K325T core board (XC7K325T-1FFG676, 50 MHz): what each variable says is in nexys_video.mk. Its DDR3 has no
# controller here, so the memory test is one of block RAM. The board has no adapter for a serial line: one with 3.3 V is
# wired to its header.
FAMILY  = xc7
CHIP    = xc7k325tffg676-1
CHIP_DB = kintex7
LOADER  = --board qmtechKintex7
TOP     = xc7_shell
PINS    = fpga/boards/qmtech_k325t.xdc
PARTS   = shell

SOURCES_shell    = rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv \
                   fpga/rtl/mem_bram.sv fpga/boards/board_start.sv fpga/boards/bram_shell.sv fpga/boards/xc7_shell.sv
PARAMETERS_shell = CLK_IN_KHZ=50000 MULTIPLY=20 CLK_DIV=20 LEDS=2 LED_LOW=1
