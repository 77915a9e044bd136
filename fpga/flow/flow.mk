# SPDX-License-Identifier: Apache-2.0
# From RTL to a bitstream: make -f fpga/flow/flow.mk BUILD=FOLDER BOARD=NAME PART=NAME [bit|load|json]. The front door
# is `make fpga`. Results are in BUILD/fpga/BOARD-PART; each is written beside its place and moved there when it is
# whole. json: only what Yosys makes. What differs between families of chips is in ecp5.mk and xc7.mk.
BOARD ?= ulx3s
PART  ?= shell
BUILD ?= build
FPGA_VENV ?= $(BUILD)/fpga-venv
DDR3_VENV ?= $(BUILD)/ddr3-venv
SEED  ?= 1
FLASH ?= 0

boards = $(patsubst fpga/boards/%.mk,%,$(wildcard fpga/boards/*.mk))
$(if $(filter $(BOARD),$(boards)),,$(error there is no board '$(BOARD)'; there are: $(boards)))
FAMILY := ecp5
include fpga/boards/$(BOARD).mk
$(if $(filter $(PART),$(PARTS)),,$(error $(BOARD) has no part '$(PART)'; it has: $(PARTS)))

name    := $(BOARD)-$(PART)$(addprefix -,$(RECORD))
out     := $(BUILD)/fpga/$(name)
bit     := $(out)/$(name).bit
sources := $(SOURCES_$(PART)) $(if $(DDR_$(PART)),$(out)/litedram_core.v)
python  := $(FPGA_VENV)/bin/python
map_steps = $(if $(MAP_$(PART)),fpga/flow/$(FAMILY)_$(MAP_$(PART)).ys)

.PHONY: bit load json tools
.DELETE_ON_ERROR:
bit: $(bit)
	@echo $(bit)
json: $(out)/design.json
	@echo $<

tools:
	@[ -f $(FPGA_VENV)/requirements.txt ] || \
	  { echo 'fpga: the tools for bitstreams are missing (run ./setup --fpga)' >&2; exit 1; }

define if_new
@cmp -s $@.part $@ && rm $@.part || mv $@.part $@
endef

# The core of a DDR3.
$(out)/litedram_core.v: $(DDR_$(PART)) fpga/flow/ddr3.py fpga/flow/ddr3.txt
	@[ -f $(DDR3_VENV)/requirements.txt ] || \
	  { echo 'fpga: LiteDRAM, which makes the core of the DDR3, is missing (run ./setup --fpga)' >&2; exit 1; }
	@mkdir -p $(out)
	@echo 'fpga: core of the DDR3 ($(out)/ddr3.log)'
	@$(DDR3_VENV)/bin/python fpga/flow/ddr3.py $(DDR_$(PART)) $(out)/ddr3 >$(out)/ddr3.log 2>&1 || \
	  { tail -n 3 $(out)/ddr3.log >&2; exit 1; }
	@mv $(out)/ddr3/litedram_core.v $@

# What it is made with; a file only changes when what it says does.
$(out)/recipe: tools $(map_steps)
	@mkdir -p $(out)
	@printf '%s\n' 'read_verilog -lib -specify $(CELLS)' \
	  "read_verilog -defer -sv -Irtl -Irtl/gen -Ifpga/rtl -Ifpga/rtl/gen $(sources)" \
	  "hierarchy -check -top $(TOP) $(foreach p,$(PARAMETERS_$(PART)),-chparam $(subst =, ,$(p)))" \
	  "rename -top $(TOP)" > $@.part
	@$(if $(map_steps),sed '/^#/d; s/TOP/$(TOP)/' $(map_steps),echo '$(SYNTH) -top $(TOP)') >> $@.part
	@printf '%s\n' $(if $(GATES_$(PART)),"cd $(TOP)" \
	  $(foreach g,$(GATES_$(PART)),"connect -port $g $(GATE_PIN) $(GATE_FROM_$(PART))") "cd ..") \
	  "write_json $(out)/design.json.part" "stat" >> $@.part
	$(if_new)

$(out)/wanted: tools
	@mkdir -p $(out)
	@printf '%s\n' $(WANTED_$(PART)) > $@.part
	$(if_new)

$(out)/design.json: $(out)/recipe $(sources) $(if $(map_steps),$(wildcard fpga/flow/*.abc)) \
  $(wildcard rtl/*.svh rtl/gen/*.svh fpga/rtl/*.svh fpga/rtl/gen/*.svh)
	@echo 'fpga: synthesis of $(TOP), part $(PART) ($(out)/yosys.log)'
	@rm -f $(bit)
	@$(python) fpga/flow/yosys.py $< $(out)/yosys.log $@.part
	@$(if $(GATES_$(PART)),$(python) fpga/flow/clocks.py $@.part $(TOP))
	@$(if $(GLOBALS_$(PART)),$(python) fpga/flow/globals.py $@.part $(TOP) $(GLOBALS_$(PART)) >$(out)/globals.log)
	@mv $@.part $@

include fpga/flow/$(FAMILY).mk

load: $(bit)
	@command -v openFPGALoader >/dev/null || { echo 'fpga: openFPGALoader is missing (run ./setup --fpga)' >&2; exit 1; }
	@openFPGALoader $(LOADER) $(if $(filter 1,$(FLASH)),--write-flash) $(bit)
