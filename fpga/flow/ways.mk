# SPDX-License-Identifier: Apache-2.0
# How many clocks of `board` a way may take from one clock to another (BOARD-17, FOLD-4), for every flow: FROM:TO=CLOCKS
# of board (clk), cycle (the machine's), phase (that of its phases, with FOLD > 1). What is not here has one clock.
# SETTLE: clocks of the first phase and of the last one.
FOLD   ?= 1
SETTLE ?= 1
folded  = $(filter-out 1,$(FOLD))
whole_cycle = $(if $(folded),$(shell echo $$(($(FOLD) - 2 + 2 * $(SETTLE)))),$(SETTLE))
ways = cycle:cycle=$(whole_cycle) cycle:board=$(whole_cycle) board:cycle=$(SETTLE) \
       $(if $(folded),$(addsuffix =$(SETTLE),board:phase phase:board cycle:phase phase:cycle))
