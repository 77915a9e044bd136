# SPDX-License-Identifier: Apache-2.0
# Boards with an ECP5 and a DDR3: their parts. shell: the memory test on the DDR3; chip: the machine; bram: a test of
# block RAM, without the DDR3. A board file says before it includes this: in_mhz (its pin), mem_mhz (the core: sys_khz
# of its .ddr), the parameters of ecp5_clock for the tests (test_clock) and for the machine (chip_clock), and what clock
# the latter make: chip_mhz.
TOP       = $(if $(filter bram,$(PART)),ecp5_shell,$(BOARD))
PARTS     = shell chip bram
DDR_shell = fpga/boards/$(BOARD).ddr
DDR_chip  = fpga/boards/$(BOARD).ddr

test_sources  = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv
clock_sources = fpga/boards/board_start.sv fpga/boards/ecp5_clock.sv
board_sources = $(clock_sources) fpga/boards/ecp5_ddr.sv fpga/boards/$(BOARD).sv
clk           = u_board.clk
mem_clk       = u_board.user_clk
# Of the core: its pin (power up), its clock, that of its start (crg_clkout1). From the pin's clock comes a reset alone,
# at the asynchronous inputs of two pairs of registers, so no time is too long; a clock of theirs is asked for.
start_mhz     = $(shell expr $(mem_mhz) / 2)
core_wanted   = 'clk_in$$TRELLIS_IO_IN=$(in_mhz)' $(mem_clk)=$(mem_mhz) u_board.u_core.crg_clkout1=$(start_mhz) \
                'clk_in$$TRELLIS_IO_IN:$(mem_clk)=$(mem_mhz)' \
                'clk_in$$TRELLIS_IO_IN:u_board.u_core.crg_clkout1=$(start_mhz)'

SOURCES_shell    = $(test_sources) fpga/rtl/ddr_init.sv fpga/rtl/ddr_native.sv fpga/rtl/ddr_cross.sv \
                   fpga/rtl/ddr_ctrl.sv fpga/rtl/fpga_top_ddr.sv $(board_sources)
PARAMETERS_shell = CHIP=0 $(test_clock)
WANTED_shell     = $(clk)=$(mem_mhz) $(core_wanted)

SOURCES_bram     = $(test_sources) rtl/lib/sram_1r1w.sv fpga/rtl/mem_bram.sv $(clock_sources) \
                   fpga/boards/bram_shell.sv fpga/boards/ecp5_shell.sv
PARAMETERS_bram  = IN_KHZ=$(in_mhz)000 $(test_clock)
WANTED_bram      = clk=$(mem_mhz)

pll  = u_board.u_clock
core = u_board.u_top.g_chip.u_core
# What crosses stands still for two clocks of the core, or one of clk, before it is looked at (DDR-11).
chip_wanted = $(core_wanted) $(clk):$(mem_clk)=$(shell expr $(mem_mhz) / 2) $(mem_clk):$(clk)=$(chip_mhz)
include fpga/flow/chip.mk
