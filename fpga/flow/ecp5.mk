# SPDX-License-Identifier: Apache-2.0
# Lattice ECP5: nextpnr and ecppack as WebAssembly; what nextpnr says of timing, gate.py judges.
CELLS = +/lattice/cells_sim_ecp5.v +/lattice/cells_bb_ecp5.v
SYNTH = synth_ecp5

$(out)/seed: tools
	@mkdir -p $(out)
	@printf '%s\n' '$(DEVICE) --seed $(SEED) $(ROUTE_$(PART))' > $@.part
	$(if_new)

# The WebAssembly programs see the folder of results, as /out, and the pins.
wasm = YOWASP_CACHE_DIR=$(FPGA_VENV)/cache YOWASP_MOUNT=/out=$(out):/pins=$(dir $(PINS)) $(FPGA_VENV)/bin/yowasp-
$(out)/placed.config: $(out)/design.json $(out)/seed $(PINS)
	@echo 'fpga: place and route, seed $(SEED) ($(out)/nextpnr.log)'
	@rm -f $(bit)
	@$(wasm)nextpnr-ecp5 $$(cat $(out)/seed) --json /out/design.json --lpf /pins/$(notdir $(PINS)) --textcfg \
	  /out/placed.config.part --report /out/report.json --timing-allow-fail -q -l /out/nextpnr.log
	@mv $@.part $@

$(bit): $(out)/placed.config $(out)/wanted fpga/flow/gate.py
	@rm -f $@
	@$(python) fpga/flow/gate.py $(out)/report.json $$(cat $(out)/wanted) || \
	  { echo 'fpga: no bitstream is written (another SEED may place better)' >&2; exit 1; }
	@$(wasm)ecppack --compress /out/placed.config /out/$(notdir $@).part
	@mv $@.part $@
