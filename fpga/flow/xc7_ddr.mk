# SPDX-License-Identifier: Apache-2.0
# Boards with an AMD (Xilinx) 7 series chip and a DDR3: their parts. shell: the memory test on the DDR3; chip: the
# machine; bram: a test of block RAM, without the DDR3. A board file says before it includes this: in_khz (its pin), the
# parameters of xc7_clock for the tests (50 MHz) and for the machine (chip_mhz): test_clock, chip_clock; lights: those
# of xc7_shell.
#
# chip_mhz is one that 3 Mbaud divide. Vivado is told the ways that have more than one clock (fpga/flow/ways.mk),
# nextpnr-xilinx one clock for every way, so SETTLE is 1 with FOLD=1; nobody has seen yet what clock either reaches.
FAMILY   = xc7
chip_mhz = 15
mem_mhz  = 100
SETTLE ?= $(if $(filter 1,$(FOLD)),1,2)
TOP     = $(if $(filter bram,$(PART)),xc7_shell,$(BOARD))
PINS    = fpga/boards/$(BOARD).xdc $(if $(filter bram,$(PART)),,fpga/boards/$(BOARD)_ddr.xdc)
PARTS   = shell chip bram
DDR_shell = fpga/boards/$(BOARD).ddr
DDR_chip  = fpga/boards/$(BOARD).ddr

test_sources  = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv
clock_sources = fpga/boards/board_start.sv fpga/boards/xc7_clock.sv
board_sources = $(clock_sources) fpga/boards/xc7_ddr.sv fpga/boards/$(BOARD).sv

SOURCES_shell    = $(test_sources) fpga/rtl/ddr_init.sv fpga/rtl/ddr_native.sv fpga/rtl/ddr_cross.sv \
                   fpga/rtl/ddr_ctrl.sv fpga/rtl/fpga_top_ddr.sv $(board_sources)
PARAMETERS_shell = CHIP=0 $(test_clock)
WANTED_shell     = u_board.clk=50 u_board.user_clk=$(mem_mhz)

SOURCES_bram     = $(test_sources) rtl/lib/sram_1r1w.sv fpga/rtl/mem_bram.sv $(clock_sources) \
                   fpga/boards/bram_shell.sv fpga/boards/xc7_shell.sv
PARAMETERS_bram  = CLK_IN_KHZ=$(in_khz) $(test_clock) $(lights)
WANTED_bram      = clk=50

WANTED_chip     = u_board.clk=$(chip_mhz) u_board.user_clk=$(mem_mhz) \
                  $(if $(filter-out 1,$(FOLD)),$(tpc).clk_p=$(chip_mhz)) $(tpc).gclk=$(chip_mhz)

core    = u_board.u_top.g_chip.u_core
pll     = u_board.u_clock
gate_at = genblk1.genblk1.genblk1.g_xilinx
include fpga/flow/machine.mk
