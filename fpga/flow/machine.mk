# SPDX-License-Identifier: Apache-2.0
# The machine on a board of any family, PART=chip: what is in it, and the buffers that stop its clocks. Who includes
# this says board_sources, SETTLE, chip_clock (parameters that make clk chip_mhz), the names in the netlist of the
# clock's unit (pll) and of the fpga_core (core), and where clock_gate has the buffer of its family (gate_at).
# RECORD: a later column of isa/chip.def (small), whose record the machine is of; of it are DPU and TEX, too.
RECORD ?=
record  = rtl/gen/gpu_cfg_$(or $(RECORD),pkg).sv
$(if $(wildcard $(record)),,$(error there is no record '$(RECORD)' ($(record))))
of_record = $(shell sed -n 's/^ *localparam int $(1) = \([0-9]*\);/\1/p' $(record))
FOLD ?= 1
DPU  ?= $(call of_record,DPU)
ifeq ($(origin TEX),default)   # make has one of its own
TEX = $(call of_record,TEX)
endif
SIGNATURE ?= 1
include fpga/flow/ways.mk
WAYS_chip = $(ways)
tpc  = $(core).u_tpc

SOURCES_chip    = $(if $(RECORD),$(record)) $(shell sh sim/files.sh rtl/files.f fpga/files.f) $(board_sources)
PARAMETERS_chip = CHIP=1 FOLD=$(FOLD) SETTLE=$(SETTLE) DPU=$(DPU) TEX=$(TEX) SIGNATURE=$(SIGNATURE) TRACE=0 \
                  DIGEST=64'h$(shell sh fpga/digest.sh) $(chip_clock) BAUD=3000000
MAP_chip        = area
# They are fed with what feeds that of clk (CLOCK-7).
GATES_chip      = $(addsuffix .$(gate_at).u_gate,$(addprefix $(tpc).,$(if $(filter 1,$(FOLD)), \
                  g_whole.u_gate,g_fold.u_clock.u_gate g_fold.u_clock.u_phases)))
GATE_FROM_chip  = $(pll).clk_pll
