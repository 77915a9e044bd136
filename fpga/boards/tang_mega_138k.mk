# SPDX-License-Identifier: Apache-2.0
# Tang Mega 138K on its Neo dock (GW5AST-LV138PG484AC1/I0, 50 MHz): what each variable says is in ulx3s.mk and
# fpga/flow/gowin.mk. Its DDR3 has no controller here.
FAMILY  = gowin
CHIP    = GW5AST-LV138PG484AC1/I0
CHIP_DB = GW5AST-138C
CELLS_OF = gw5a
LOADER  = --board tangmega138k
PACK    = --ready_as_gpio --done_as_gpio

clk_khz = 50000
lights  = LEDS=2 RESET_LOW=1
include fpga/flow/gowin_bram.mk
