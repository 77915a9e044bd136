# SPDX-License-Identifier: Apache-2.0
# ULX3S with an LFE5U-85F. What a board file says: DEVICE (nextpnr), LOADER (openFPGALoader), TOP, PINS, the parts of it
# that can be made (PARTS), and of each part P its SOURCES_P, PARAMETERS_P of TOP, WANTED_P (fpga/flow/gate.py), MAP_P
# (fpga/flow/FAMILY_MAP.ys instead of what Yosys does by itself), PLACE_P and ROUTE_P (options of nextpnr), ROUTER2_P
# (settings of its router2, NAME=VALUE), SPREAD_P (block RAMs apart from each other: fpga/flow/rams.py), GLOBALS_P (how
# many enables and resets go by the clock network), GATE_FROM_P (the DCCA that stops a clock, and the net that feeds it:
# CLOCK-7).
DEVICE = --85k --package CABGA381 --speed 6
LOADER = --board ulx3s
TOP    = ulx3s
PINS   = fpga/boards/ulx3s.lpf

board_sources = fpga/rtl/sdr_pads_ecp5.sv fpga/boards/ulx3s.sv
list = $(shell sed -e 's,//.*,,' -e '/^[[:space:]]*+/d' $(1))

PARTS = shell chip

# The memory test.
SOURCES_shell    = fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/sdr_ctrl.sv fpga/rtl/mem_test.sv \
                   $(board_sources)
PARAMETERS_shell = CHIP=0 CLK_DIV=12 LAG=3
WANTED_shell     = clk=50

# The machine, at 15 MHz, which 3 Mbaud divide (docs/fpga.md says why so slow). It fits with FOLD=8 or 4 and DPU=0 TEX=0
# (FOLD: clocks of a cycle, docs/units/fold.md). The clock of the SDRAM is 26.7 ns late: its pins have 16.4 ns to get
# there.
FOLD ?= 1
DPU  ?= 1
TEX  ?= 1
SIGNATURE ?= 1
SOURCES_chip    = $(call list,rtl/files.f) $(call list,fpga/files.f) $(board_sources)
PARAMETERS_chip = CHIP=1 FOLD=$(FOLD) DPU=$(DPU) TEX=$(TEX) SIGNATURE=$(SIGNATURE) TRACE=0 \
                  DIGEST=64'h$(shell sh fpga/digest.sh) CLK_DIV=40 LAG=16 BAUD=3000000
WANTED_chip     = clk=15 $(tpc).gclk=$(shell awk 'BEGIN { print 15 / $(FOLD) }')
MAP_chip        = area
tpc             = g_chip.u_top.u_core.u_tpc
GATE_FROM_chip  = $(tpc).$(if $(filter 1,$(FOLD)),g_whole,g_fold.u_clock).u_gate.genblk1.genblk1.g_ecp5.u_gate clk_pll
GLOBALS_chip    = 6
SPREAD_chip     = 1
PLACE_chip      = --freq 15 --no-tmdriv --placer static
ROUTE_chip      = --freq 15 --no-tmdriv --router router2 --router2-alt-weights
ROUTER2_chip    = bbMargin/x=12 bbMargin/y=12 histCongWeight=1.0 currCongWeightMult=0.5 estimateWeight=0.6
