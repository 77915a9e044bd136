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

net_board  = $(clk)
net_cycle  = $(tpc).gclk
net_phase  = $(tpc).clk_p
clocks_of  = $(shell awk 'BEGIN { print $(chip_mhz) / ($(1)) }')
# Of FROM:TO=CLOCKS the pair of nets, and CLOCKS.
nets_of    = $(net_$(firstword $(subst :, ,$(1)))):$(net_$(lastword $(subst :, ,$(firstword $(subst =, ,$(1))))))
count_of   = $(lastword $(subst =, ,$(1)))
WANTED_chip     = $(clk)=$(chip_mhz) $(if $(folded),$(tpc).clk_p=$(chip_mhz)) \
                  $(foreach w,$(ways),$(if $(filter cycle:cycle=%,$(w)),$(net_cycle),$(call nets_of,$(w)))=$(call \
                  clocks_of,$(call count_of,$(w)))) $(chip_wanted)
# The placer hears of these ways, a tenth shorter than they may be, since routing is longer than it thinks. place_mhz: a
# clock that the placer aims at, if that is not chip_mhz.
place_mhz      ?= $(chip_mhz)
ns_of           = $(shell awk 'BEGIN { print 0.9 * 1000 * ($(1)) / $(place_mhz) }')
SPANS_chip      = $(foreach w,$(ways),$(call nets_of,$(w))=$(call ns_of,$(call count_of,$(w))))
GLOBALS_chip    = 6
SPREAD_chip     = 1
PLACE_chip      = --freq $(place_mhz) --placer static
ROUTE_chip      = --freq $(chip_mhz) --no-tmdriv --router router2 --router2-alt-weights
ROUTER2_chip    = bbMargin/x=12 bbMargin/y=12 histCongWeight=1.0 currCongWeightMult=0.5 estimateWeight=0.6
