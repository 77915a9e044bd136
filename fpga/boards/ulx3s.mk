# SPDX-License-Identifier: Apache-2.0
# ULX3S with an LFE5U-85F. What a board file says: DEVICE (nextpnr), LOADER (openFPGALoader), TOP, PINS, the parts of
# it that can be made (PARTS), and of each part P its SOURCES_P, PARAMETERS_P of TOP, WANTED_P (fpga/flow/gate.py),
# MAP_P (fpga/flow/FAMILY_MAP.ys instead of what Yosys does by itself), PLACE_P and ROUTE_P (options of nextpnr),
# ROUTER2_P (settings of its router2, NAME=VALUE), SPREAD_P (block RAMs apart from each other: fpga/flow/rams.py),
# SPANS_P (how long ways may take: fpga/flow/spans.py; needs SPREAD_P), GLOBALS_P (how many enables and resets go by
# the clock network), GATES_P and GATE_FROM_P (the DCCAs that stop a clock, and the net that feeds them: CLOCK-7).
DEVICE = --85k --package CABGA381 --speed 6
LOADER = --board ulx3s
TOP    = ulx3s
PINS   = fpga/boards/ulx3s.lpf

board_sources = fpga/rtl/sdr_pads_ecp5.sv fpga/boards/board_start.sv fpga/boards/ecp5_clock.sv fpga/boards/ulx3s.sv

PARTS = shell chip

# The memory test.
SOURCES_shell    = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/sdr_ctrl.sv fpga/rtl/mem_test.sv \
                   $(board_sources)
PARAMETERS_shell = CHIP=0 CLK_DIV=12 LAG=3
WANTED_shell     = clk=50

# The machine: 15 clocks a bit of 3 Mbaud. The clock of the SDRAM is 4.4 ns late. Placed for a seventh more than is
# wanted, since a netlist that differs in any cell comes out some percent otherwise (docs/records/bitstream.md).
chip_mhz   = 45
place_mhz  = 51.667
chip_clock = LOOP=27 CLK_DIV=15 LAG=3
clk        = clk
pll        = u_clock
core       = g_chip.u_top.u_core
include fpga/flow/chip.mk
