# SPDX-License-Identifier: Apache-2.0
# Nexys Video (XC7A200T-1SBG484, 100 MHz). What a board with a 7 series chip says besides ulx3s.mk: FAMILY, CHIP (its
# full name), CHIP_DB (the folder of prjxray-db that has it). Its DDR3 has no controller here, so the memory test is one
# of block RAM.
FAMILY  = xc7
CHIP    = xc7a200tsbg484-1
CHIP_DB = artix7
LOADER  = --board nexysVideo
TOP     = xc7_shell
PINS    = fpga/boards/nexys_video.xdc
PARTS   = shell

SOURCES_shell    = rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv \
                   fpga/rtl/mem_bram.sv fpga/boards/board_start.sv fpga/boards/bram_shell.sv fpga/boards/xc7_shell.sv
PARAMETERS_shell = CLK_IN_KHZ=100000 MULTIPLY=10 CLK_DIV=20 LEDS=8
