# SPDX-License-Identifier: Apache-2.0
# From RTL to a bitstream: make -f fpga/flow/flow.mk BUILD=FOLDER BOARD=NAME PART=NAME [bit|load]. The front door is
# `make fpga`. Results are in BUILD/fpga/BOARD-PART; each is written beside its place and moved there when it is whole.
BOARD ?= ulx3s
PART  ?= shell
BUILD ?= build
FPGA_VENV ?= $(BUILD)/fpga-venv
SEED  ?= 1
FLASH ?= 0

boards = $(patsubst fpga/boards/%.mk,%,$(wildcard fpga/boards/*.mk))
$(if $(filter $(BOARD),$(boards)),,$(error there is no board '$(BOARD)'; there are: $(boards)))
include fpga/boards/$(BOARD).mk
$(if $(filter $(PART),$(PARTS)),,$(error $(BOARD) has no part '$(PART)'; it has: $(PARTS)))

out     := $(BUILD)/fpga/$(BOARD)-$(PART)
bit     := $(out)/$(BOARD)-$(PART).bit
sources := $(SOURCES_$(PART))
python  := $(FPGA_VENV)/bin/python

.PHONY: bit load tools
.DELETE_ON_ERROR:
bit: $(bit)
	@echo $(bit)

tools:
	@[ -f $(FPGA_VENV)/requirements.txt ] || \
	  { echo 'fpga: the tools for bitstreams are missing (run ./setup --fpga)' >&2; exit 1; }

define if_new
@cmp -s $@.part $@ && rm $@.part || mv $@.part $@
endef

# What it is made with; a file only changes when what it says does.
$(out)/recipe: tools
	@mkdir -p $(out)
	@printf '%s\n' 'read_verilog -lib -specify +/lattice/cells_sim_ecp5.v +/lattice/cells_bb_ecp5.v' \
	  "read_verilog -defer -sv -Irtl -Irtl/gen -Ifpga/rtl -Ifpga/rtl/gen $(sources)" \
	  "hierarchy -check -top $(TOP) $(foreach p,$(PARAMETERS_$(PART)),-chparam $(subst =, ,$(p)))" \
	  "rename -top $(TOP)" \
	  "synth_ecp5 -top $(TOP) $(MAP_$(PART)) -json $(out)/design.json.part" "stat" > $@.part
	$(if_new)

$(out)/wanted: tools
	@mkdir -p $(out)
	@printf '%s\n' $(WANTED_$(PART)) > $@.part
	$(if_new)

$(out)/seed: tools
	@mkdir -p $(out)
	@printf '%s\n' '$(DEVICE) --seed $(SEED)' > $@.part
	$(if_new)

$(out)/design.json: $(out)/recipe $(sources) $(wildcard rtl/*.svh rtl/gen/*.svh fpga/rtl/*.svh fpga/rtl/gen/*.svh)
	@echo 'fpga: synthesis of $(TOP), part $(PART) ($(out)/yosys.log)'
	@rm -f $(bit)
	@$(python) fpga/flow/yosys.py $< $(out)/yosys.log
	@mv $@.part $@

# The WebAssembly programs see the folder of results, as /out, and the pins. What nextpnr says of timing, gate.py judges.
wasm = YOWASP_CACHE_DIR=$(FPGA_VENV)/cache YOWASP_MOUNT=/out=$(out):/pins=$(dir $(PINS)) $(FPGA_VENV)/bin/yowasp-
$(out)/placed.config: $(out)/design.json $(out)/seed $(PINS)
	@echo 'fpga: place and route, seed $(SEED) ($(out)/nextpnr.log)'
	@rm -f $(bit)
	@$(wasm)nextpnr-ecp5 $(DEVICE) --seed $(SEED) --json /out/design.json --lpf /pins/$(notdir $(PINS)) \
	  --textcfg /out/placed.config.part --report /out/report.json --timing-allow-fail -q -l /out/nextpnr.log
	@mv $@.part $@

$(bit): $(out)/placed.config $(out)/wanted fpga/flow/gate.py
	@rm -f $@
	@$(python) fpga/flow/gate.py $(out)/report.json $$(cat $(out)/wanted) || \
	  { echo 'fpga: no bitstream is written (another SEED may place better)' >&2; exit 1; }
	@$(wasm)ecppack --compress /out/placed.config /out/$(notdir $@).part
	@mv $@.part $@

load: $(bit)
	@command -v openFPGALoader >/dev/null || { echo 'fpga: openFPGALoader is missing (run ./setup --fpga)' >&2; exit 1; }
	@openFPGALoader $(LOADER) $(if $(filter 1,$(FLASH)),--write-flash) $(bit)
