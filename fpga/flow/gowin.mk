# SPDX-License-Identifier: Apache-2.0
# Gowin: nextpnr (himbaechel) as WebAssembly and Apicula's gowin_pack; what nextpnr says of timing, gate.py judges. A
# board file says CHIP (with package and speed), CHIP_DB (nextpnr's and Apicula's name of the chip), CELLS_OF (Yosys'
# family), PACK (options of gowin_pack: pins that would configure the chip and are used otherwise).
CELLS = +/gowin/cells_sim.v +/gowin/cells_xtra_$(CELLS_OF).v
SYNTH = synth_gowin -family $(CELLS_OF)
GOWIN_VENV ?= $(BUILD)/gowin-venv

.PHONY: gowin_tools
gowin_tools:
	@[ -f $(GOWIN_VENV)/requirements.txt ] || \
	  { echo 'fpga: the tools for Gowin are missing (run ./setup --gowin)' >&2; exit 1; }

# Options of placing and routing; a file only changes when what it says does.
$(out)/place.opt: gowin_tools
	@mkdir -p $(out)
	@printf '%s\n' '--device $(CHIP) --vopt family=$(CHIP_DB) --seed $(SEED) $(PLACE_$(PART))' > $@.part
	$(if_new)

# The WebAssembly sees the folder of results, as /out, and the pins.
wasm = env YOWASP_CACHE_DIR=$(GOWIN_VENV)/cache YOWASP_MOUNT=/out=$(out):/pins=$(dir $(PINS)) $(GOWIN_VENV)/bin/yowasp-
$(out)/routed.json: $(out)/design.json $(out)/place.opt $(PINS)
	@echo 'fpga: place and route, seed $(SEED) ($(out)/route.log)'
	@rm -f $(bit)
	@sh fpga/flow/watch.sh $(out)/route.log $(wasm)nextpnr-himbaechel-gowin $$(cat $(out)/place.opt) \
	  --json /out/design.json --vopt cst=/pins/$(notdir $(PINS)) --write /out/routed.json.part --report /out/report.json \
	  --timing-allow-fail -q -l /out/route.log
	@mv $@.part $@

$(bit): $(out)/routed.json $(out)/wanted fpga/flow/gate.py
	@rm -f $@
	@$(python) fpga/flow/gate.py $(out)/report.json $(out)/route.log $$(cat $(out)/wanted) || \
	  { echo 'fpga: no bitstream is written (another SEED may place better)' >&2; exit 1; }
	@$(GOWIN_VENV)/bin/gowin_pack -d $(CHIP_DB) $(PACK) -o $@.part $(out)/routed.json >$(out)/pack.log 2>&1 || \
	  { tail -n 5 $(out)/pack.log >&2; exit 1; }
	@mv $@.part $@
