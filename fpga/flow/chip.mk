# SPDX-License-Identifier: Apache-2.0
# The machine on a board with an ECP5, PART=chip: what its boards have in common. A board file says before it includes
# this: board_sources (its own), chip_clock (parameters that make clk 15 MHz), the names in the netlist of clk, pll (the
# ecp5_clock) and core (the fpga_core), and chip_wanted (WANTED of its other clocks).
#
# 15 MHz, which 3 Mbaud divide (docs/fpga.md says why so slow). It fits with FOLD=8 or 4 and DPU=0 TEX=0 (FOLD: clocks of
# a cycle, docs/units/fold.md).
FOLD ?= 1
DPU  ?= 1
TEX  ?= 1
SIGNATURE ?= 1
list = $(shell sed -e 's,//.*,,' -e '/^[[:space:]]*+/d' $(1))
tpc  = $(core).u_tpc

SOURCES_chip    = $(call list,rtl/files.f) $(call list,fpga/files.f) $(board_sources)
PARAMETERS_chip = CHIP=1 FOLD=$(FOLD) DPU=$(DPU) TEX=$(TEX) SIGNATURE=$(SIGNATURE) TRACE=0 \
                  DIGEST=64'h$(shell sh fpga/digest.sh) $(chip_clock) BAUD=3000000
WANTED_chip     = $(clk)=15 $(tpc).gclk=$(shell awk 'BEGIN { print 15 / $(FOLD) }') $(chip_wanted)
MAP_chip        = area
GATE_FROM_chip  = $(tpc).$(if $(filter 1,$(FOLD)),g_whole,g_fold.u_clock).u_gate.genblk1.genblk1.g_ecp5.u_gate \
                  $(pll).clk_pll
GLOBALS_chip    = 6
SPREAD_chip     = 1
PLACE_chip      = --freq 15 --no-tmdriv --placer static
ROUTE_chip      = --freq 15 --no-tmdriv --router router2 --router2-alt-weights
ROUTER2_chip    = bbMargin/x=12 bbMargin/y=12 histCongWeight=1.0 currCongWeightMult=0.5 estimateWeight=0.6
