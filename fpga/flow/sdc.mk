# SPDX-License-Identifier: Apache-2.0
# make -s -f fpga/flow/sdc.mk FOLD=4 SETTLE=2 NS=25: constraints (SDC) of tpc_top with a gate (GATE > 0), by itself, in
# any tool: NS is a period of its clk, the ways are those of the boards' flows. CYCLE_PIN, PHASE_PIN: where the stopped
# clocks leave their gates, PHASE_PIN with FOLD > 1.
sdc:
.PHONY: sdc
include fpga/flow/ways.mk
$(if $(filter 1 2 4 8,$(FOLD)),,$(error FOLD=$(FOLD): expected 1, 2, 4 or 8))
NS        ?= 10
CYCLE_PIN ?= $(if $(folded),g_fold.u_clock/u_gate/gclk,g_whole.u_gate/gclk)
PHASE_PIN ?= g_fold.u_clock/u_phases/gclk
sdc:
	@python3 fpga/flow/ways.py --period '$(NS)' --cycle-pin '$(CYCLE_PIN)' \
	  $(if $(folded),--phase-pin '$(PHASE_PIN)') $(ways)
