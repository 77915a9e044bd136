# SPDX-License-Identifier: Apache-2.0
# Tang Nano 20K (GW2AR-LV18QN88C8/I7, 27 MHz): what each variable says is in ulx3s.mk and fpga/flow/gowin.mk. Its SDRAM,
# inside the package and 32 bits wide, has no controller here.
FAMILY  = gowin
CHIP    = GW2AR-LV18QN88C8/I7
CHIP_DB = GW2A-18C
CELLS_OF = gw2a
LOADER  = --board tangnano20k
PACK    = --mspi_as_gpio --sspi_as_gpio --ready_as_gpio --done_as_gpio

clk_khz = 27000
lights  = LEDS=6
include fpga/flow/gowin_bram.mk
