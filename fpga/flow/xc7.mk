# SPDX-License-Identifier: Apache-2.0
# AMD (Xilinx) 7 series: Vivado if it is on PATH (from the Verilog on), else nextpnr-xilinx with the tools of Project
# X-Ray (from Yosys' netlist on). Neither installs by name here, so nobody has seen this part run.
#
# nextpnr-xilinx: NEXTPNR_XILINX_CHIPDB is the folder with CHIP.bin, PRJXRAY_DB that with artix7/, kintex7/. It ends
# with an error when a clock of the constraints is missed, as vivado.tcl does, so no such bitstream is written. It gets
# what it understands of the pins (lines that name a port), and the clocks behind a PLL, which it does not derive, by
# the names of their nets: WANTED_PART.
CELLS = +/xilinx/cells_sim.v +/xilinx/cells_xtra.v
SYNTH = synth_xilinx -flatten -family xc7
GATE_PIN = I

# How many clocks ways of the machine have, as Vivado reads it; the file only changes when they do.
.PHONY: ways
ways:
$(out)/ways.xdc: ways
	@mkdir -p $(out)
	@python3 fpga/flow/ways.py $(WAYS_$(PART)) > $@.part
	$(if_new)

ifneq ($(shell command -v vivado),)
$(bit): $(sources) $(PINS) fpga/flow/vivado.tcl $(if $(WAYS_$(PART)),$(out)/ways.xdc)
	@mkdir -p $(out)
	@echo 'fpga: Vivado, part $(PART) ($(out)/vivado.log)'
	@rm -f $@
	@vivado -mode batch -nojournal -log $(out)/vivado.log -source fpga/flow/vivado.tcl -tclargs $(CHIP) $(TOP) "$(PINS)" \
	  $(out) $@.part.bit "$(PARAMETERS_$(PART))" $(sources)
	@mv $@.part.bit $@
else ifneq ($(shell command -v nextpnr-xilinx),)
$(bit): $(out)/design.json $(PINS)
	@[ -n "$(NEXTPNR_XILINX_CHIPDB)" ] && [ -n "$(PRJXRAY_DB)" ] || \
	  { echo 'fpga: NEXTPNR_XILINX_CHIPDB and PRJXRAY_DB must name folders (fpga/flow/xc7.mk)' >&2; exit 1; }
	@echo 'fpga: place and route ($(out)/nextpnr.log)'
	@rm -f $@
	@grep -h '\[get_ports ' $(PINS) > $(out)/pins.xdc
	@printf '%s\n' $(WANTED_$(PART)) | awk -F= '{ printf "create_clock -period %.3f [get_nets %s]\n", 1000 / $$2, $$1 }' \
	  >> $(out)/pins.xdc
	@nextpnr-xilinx --chipdb $(NEXTPNR_XILINX_CHIPDB)/$(CHIP).bin --xdc $(out)/pins.xdc --json $< \
	  --fasm $(out)/placed.fasm --seed $(SEED) >$(out)/nextpnr.log 2>&1 || { tail -n 5 $(out)/nextpnr.log >&2; exit 1; }
	@fasm2frames --part $(CHIP) --db-root $(PRJXRAY_DB)/$(CHIP_DB) $(out)/placed.fasm > $(out)/frames
	@xc7frames2bit --part_file $(PRJXRAY_DB)/$(CHIP_DB)/$(CHIP)/part.yaml --part_name $(CHIP) --frm_file $(out)/frames \
	  --output_file $@.part
	@mv $@.part $@
else
$(bit): $(out)/design.json
	@echo 'fpga: $(BOARD) needs vivado or nextpnr-xilinx on PATH (fpga/flow/xc7.mk); there is a netlist: $<' >&2; exit 1
endif
