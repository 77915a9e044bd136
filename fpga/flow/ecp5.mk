# SPDX-License-Identifier: Apache-2.0
# Lattice ECP5: nextpnr and ecppack as WebAssembly; what nextpnr says of timing, gate.py judges. NEXTPNR=PROGRAM: a
# nextpnr-ecp5 of this machine instead, which is faster.
CELLS = +/lattice/cells_sim_ecp5.v +/lattice/cells_bb_ecp5.v
SYNTH = synth_ecp5
GATE_PIN = CLKI

# Options of placing and of routing; a file only changes when what it says does.
$(out)/place.opt: tools
	@mkdir -p $(out)
	@printf '%s\n' '$(DEVICE) --seed $(SEED) $(PLACE_$(PART))' > $@.part
	$(if_new)
$(out)/route.opt: tools
	@mkdir -p $(out)
	@printf '%s\n' '$(DEVICE) --seed $(SEED) $(ROUTE_$(PART))' > $@.part
	$(if_new)
# Settings that nextpnr's command line does not have (ROUTER2_P: NAME=VALUE ...), as its netlists have them.
$(out)/router2.opt: tools
	@mkdir -p $(out)
	@printf '%s\n' $(foreach s,$(ROUTER2_$(PART)),'"router2/$(subst =,": ",$(s))"$(comma)') > $@.part
	$(if_new)

# The WebAssembly programs see the folder of results, as /out, and the pins.
wasm = env YOWASP_CACHE_DIR=$(FPGA_VENV)/cache YOWASP_MOUNT=/out=$(out):/pins=$(dir $(PINS)) $(FPGA_VENV)/bin/yowasp-
nextpnr = $(if $(NEXTPNR),$(NEXTPNR),$(wasm)nextpnr-ecp5)
there = $(if $(NEXTPNR),$(out),/out)
pins_there = $(if $(NEXTPNR),$(PINS),/pins/$(notdir $(PINS)))
# The options of placing are in the netlist, and stronger there than those of routing.
options_of_routing = router timing_driven target_freq auto_freq seed timing\/allowFail
space := $(subst ,, )
comma := ,
# watched(NAME): nextpnr, which tells how far it is by what is in $(out)/NAME.log
watched = sh fpga/flow/watch.sh $(out)/$(1).log $(nextpnr)
# place(NAME, NETLIST, MORE): $(out)/NAME.json.part from $(out)/NETLIST, with MORE options
place = $(call watched,$(1)) $$(cat $(out)/place.opt) $(3) --json $(there)/$(2) --lpf $(pins_there) --no-route \
  --write $(there)/$(1).json.part --timing-allow-fail -q -l $(there)/$(1).log

# A placement that says where block RAMs would be (it looks at no clock), and the netlist with their places and with
# what says how long ways may take.
$(out)/spans: tools
	@mkdir -p $(out)
	@printf '%s\n' $(SPANS_$(PART)) > $@.part
	$(if_new)
$(out)/first.json: $(out)/design.json $(out)/place.opt $(PINS)
	@echo 'fpga: place, seed $(SEED), for the block RAMs ($(out)/first.log)'
	@$(call place,first,design.json,--no-tmdriv)
	@mv $@.part $@
$(out)/spread.json: $(out)/first.json $(out)/spans fpga/flow/rams.py fpga/flow/spans.py
	@cp $(out)/design.json $@.part
	@$(python) fpga/flow/rams.py $@.part $< $(TOP) >$(out)/rams.log
	@$(if $(SPANS_$(PART)),$(python) fpga/flow/spans.py add $@.part $(TOP) $$(cat $(out)/spans) >$(out)/spans.log)
	@mv $@.part $@

to_place = $(if $(SPREAD_$(PART)),spread.json,design.json)
$(out)/placed.json: $(out)/$(to_place) $(out)/place.opt $(PINS)
	@echo 'fpga: place, seed $(SEED) ($(out)/placed.log)'
	@rm -f $(bit)
	@$(call place,placed,$(to_place))
	@$(if $(SPANS_$(PART)),$(python) fpga/flow/spans.py remove $@.part)
	@sed -i '1,60{/^ *"\($(subst $(space),\|,$(options_of_routing))\)": /d}' $@.part
	@mv $@.part $@

$(out)/routed.config: $(out)/placed.json $(out)/route.opt $(out)/router2.opt
	@echo 'fpga: route ($(out)/route.log)'
	@rm -f $(bit)
	@sed -e '1,60{/^ *"settings": {/r $(out)/router2.opt' -e '}' $< > $(out)/route.json
	@$(call watched,route) $$(cat $(out)/route.opt) --json $(there)/route.json --no-pack --no-place --textcfg \
	  $(there)/routed.config.part --report $(there)/report.json --timing-allow-fail -q -l $(there)/route.log
	@rm $(out)/route.json
	@mv $@.part $@

$(bit): $(out)/routed.config $(out)/wanted fpga/flow/gate.py
	@rm -f $@
	@$(python) fpga/flow/gate.py --netlist $(out)/design.json $(TOP) $(out)/report.json $(out)/route.log \
	  $$(cat $(out)/wanted) || \
	  { echo 'fpga: no bitstream is written (another SEED may place better)' >&2; exit 1; }
	@$(wasm)ecppack --compress /out/routed.config /out/$(notdir $@).part
	@mv $@.part $@
