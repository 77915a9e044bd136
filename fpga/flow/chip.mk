# SPDX-License-Identifier: Apache-2.0
# The machine on a board with an ECP5, PART=chip: what its boards have in common. A board file says before it includes
# this: board_sources (its own), chip_mhz (of clk; one that 3 Mbaud nearly divide, docs/records/bitstream.md
# says what holds it) and
# chip_clock (parameters that make it), the names in the netlist of clk, pll (the ecp5_clock) and core (the fpga_core),
# and chip_wanted (WANTED of its other clocks).
#
# The machine fits with FOLD=8 or 4 and DPU=0 TEX=0 (FOLD: phases of a cycle, docs/units/fold.md). SETTLE: clocks of the
# first phase and the last one, and so for ways from one clock to another; one from the machine's clock to itself or to
# the board's has the whole cycle (BOARD-17).
SETTLE ?= 2
gate_at = genblk1.genblk1.g_ecp5
include fpga/flow/machine.mk

clocks_of  = $(shell awk 'BEGIN { print $(chip_mhz) / ($(1)) }')
whole_cycle = $(if $(filter 1,$(FOLD)),$(SETTLE),$(FOLD) - 2 + 2 * $(SETTLE))
long_ways  = $(clk):$(tpc).gclk $(if $(filter-out 1,$(FOLD)),$(clk):$(tpc).clk_p $(tpc).clk_p:$(clk) \
             $(tpc).gclk:$(tpc).clk_p $(tpc).clk_p:$(tpc).gclk)
WANTED_chip     = $(clk)=$(chip_mhz) $(if $(filter-out 1,$(FOLD)),$(tpc).clk_p=$(chip_mhz)) \
                  $(addsuffix =$(call clocks_of,$(whole_cycle)),$(tpc).gclk $(tpc).gclk:$(clk)) \
                  $(addsuffix =$(call clocks_of,$(SETTLE)),$(long_ways)) $(chip_wanted)
# The placer hears of these ways, a tenth shorter than they may be, since routing is longer than it thinks. place_mhz: a
# clock that the placer aims at, if that is not chip_mhz.
place_mhz      ?= $(chip_mhz)
ns_of           = $(shell awk 'BEGIN { print 0.9 * 1000 * ($(1)) / $(place_mhz) }')
SPANS_chip      = $(addsuffix =$(call ns_of,$(whole_cycle)),$(tpc).gclk:$(tpc).gclk $(tpc).gclk:$(clk)) \
                  $(addsuffix =$(call ns_of,$(SETTLE)),$(long_ways))
GLOBALS_chip    = 6
SPREAD_chip     = 1
PLACE_chip      = --freq $(place_mhz) --placer static
ROUTE_chip      = --freq $(chip_mhz) --no-tmdriv --router router2 --router2-alt-weights
ROUTER2_chip    = bbMargin/x=12 bbMargin/y=12 histCongWeight=1.0 currCongWeightMult=0.5 estimateWeight=0.6
