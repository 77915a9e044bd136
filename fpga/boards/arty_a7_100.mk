# SPDX-License-Identifier: Apache-2.0
# Arty A7-100T (XC7A100T-1CSG324, 100 MHz): what each variable says is in nexys_video.mk. Its DDR3 has no controller
# here, so the memory test is one of block RAM.
FAMILY  = xc7
CHIP    = xc7a100tcsg324-1
CHIP_DB = artix7
LOADER  = --board arty_a7_100t
TOP     = xc7_shell
PINS    = fpga/boards/arty_a7_100.xdc
PARTS   = shell

SOURCES_shell    = rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv \
                   fpga/rtl/mem_bram.sv fpga/boards/board_start.sv fpga/boards/bram_shell.sv fpga/boards/xc7_shell.sv
PARAMETERS_shell = CLK_IN_KHZ=100000 MULTIPLY=10 CLK_DIV=20 LEDS=4
