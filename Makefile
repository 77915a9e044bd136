# SPDX-License-Identifier: Apache-2.0
# The front door. CMake owns the building; this file only names what people want.

BUILD ?= build
JOBS  ?= 2
COMMA := ,

.PHONY: help setup all tests install deb m32 demo examples test bench evidence timing-table report bench-speed numbers \
    bench-compile sfu-sweep lint formal mutate mutate-rtl synth synth-parts synth-fold fpga fpga-load fpga-sim \
    fpga-timing litex-netlist regress coverage coverage-c codequality fuzz-cubin fuzz-ptx sanitize slurm-try isa clean

help:
	@echo 'make setup        install the Debian packages the project needs (the same as ./setup)'
	@echo 'make all          build what is used or installed into $(BUILD)/; make tests: what the tests need, too'
	@echo 'make install      the toolkit folder (docs/install.md) into PREFIX (/opt/gt200), below DESTDIR'
	@echo 'make deb          the same as a Debian package, $(BUILD)/gt200-toolkit_VERSION_ARCHITECTURE.deb'
	@echo 'make m32          the runtime for programs with pointers of 4 bytes, where ./setup --m32 was done; part of both'
	@echo 'make demo         CUDA C benchmarks compiled to GT200 code, on model and RTL in lockstep: table and picture'
	@echo 'make examples     CUDA programs (sw/examples): build all, run them on the functional model, print a table'
	@echo 'make test         the test suite (CTest); a part: make test LABEL=quick|unit|rtl|lockstep|tools|long'
	@echo 'make bench        every measurement on the model, beside silicon'
	@echo 'make timing-table  Tables II-IV: ours, expected, error, and what the expected number is'
	@echo 'make evidence     the summary of the comparison with silicon, into README.md, docs/silicon.md,'
	@echo '                  docs/records/constants.md'
	@echo 'make report       $(BUILD)/report/index.html: every table and figure beside silicon, model and RTL, with'
	@echo '                  sources and native code; ALL=1: figures 20, 21, 23 on the RTL, too'
	@echo 'make bench-speed  how fast the simulators are, with host instructions counted by callgrind'
	@echo 'make numbers      counts the numbers that README and docs have of this tree, and writes them there'
	@echo 'make bench-compile  how long kernels take to compile: of 1000 lines, of 100 000 PTX instructions'
	@echo 'make sfu-sweep    every input of the special functions: errors as on silicon'
	@echo 'make lint         Verilator -Wall, Yosys elaboration checks, Icarus, slang, Verible (./setup --lint)'
	@echo 'make formal       proofs of RTL units (yosys-smtbmc, z3), each repeated with planted faults'
	@echo 'make mutate       docs/records/mutation.md: faults planted in the passes of the PTX compiler, which its tests'
	@echo '                  must find'
	@echo 'make mutate-rtl   docs/records/rtl-mutation.md: faults planted in the RTL, which lockstep must find; edits with'
	@echo '                  which assertions fail'
	@echo 'make synth        docs/records/area.md: area of each RTL unit (Yosys; ECP5 and Xilinx 7, or FAMILY=ecp5 alone)'
	@echo 'make synth-parts  docs/records/area-parts.md: the same of what stands around the SMs and on a bus, ECP5'
	@echo 'make synth-fold   docs/records/area-fold.md: units of an SM with FOLD = 1, 2, 4, 8, ECP5'
	@echo 'make fpga         a bitstream: BOARD=ulx3s PART=shell (memory test); tools: ./setup --fpga; docs/board.md'
	@echo 'make fpga-load    write it to the board; FLASH=1: to its flash'
	@echo 'make fpga-sim     programs, listings and Table III on a board under Verilator, as on the model'
	@echo 'make fpga-timing  docs/records/fpga-timing.md: the clock of each RTL unit alone on an ECP5;'
	@echo '                  UNITS="smem sm_bru": only these, without the page'
	@echo 'make litex-netlist  docs/records/litex-netlist.md: SoCs of LiteX for three boards to netlists, what they take;'
	@echo '                  BOARDS=ulx3s: one'
	@echo 'make regress      the long tests: lint, test suite, thousands of random programs, all measurements in lockstep'
	@echo 'make regress-record  200 M random warp instructions in lockstep, from number RECORD_SEED on: hours'
	@echo 'make slurm-try    parts of a long regression as jobs of a Slurm on this machine (sim/slurm; ./setup --slurm)'
	@echo 'make coverage     docs/records/isa-coverage.md: instructions executed and tested; docs/records/rtl-coverage.md:'
	@echo '                  lines and toggles of rtl/'
	@echo 'make coverage-c   $(BUILD)/c-coverage.md: lines and branches of sw/ and cmodel/ that the tests reach;'
	@echo '                  part of make coverage'
	@echo 'make codequality  our native code beside that of an older compiler, for the PTX/cubin pairs in CUBINS'
	@echo '                  (../shared/cubins)'
	@echo 'make fuzz-cubin   random cubins through the loader (libFuzzer, FUZZ_SECONDS=60)'
	@echo 'make fuzz-ptx     libFuzzer on the PTX compiler for FUZZ_SECONDS (60)'
	@echo 'make sanitize     runtime, examples and command line with AddressSanitizer and UndefinedBehaviorSanitizer, in'
	@echo '                  $(BUILD)/sanitize'
	@echo 'make isa          regenerate rtl/gen from the instruction table'
	@echo 'make clean        remove $(BUILD)/'

setup:
	@./setup

# A build folder that was made elsewhere (the checkout was copied or moved) would build and run that other one: it is
# made anew.
.PHONY: configured
configured:
	@was() { sed -n "s/^$$1:[A-Z]*=//p" $(BUILD)/CMakeCache.txt; }; \
	if [ -f $(BUILD)/CMakeCache.txt ] && \
	   ! { [ "$$(was CMAKE_HOME_DIRECTORY)" -ef . ] && [ "$$(was CMAKE_CACHEFILE_DIR)" -ef $(BUILD) ]; }; then \
	  [ "$$(was CMAKE_PROJECT_NAME)" = gt200 ] || \
	    { echo "$(BUILD) is the build folder of another project (BUILD=FOLDER names ours)" >&2; exit 1; }; \
	  echo "$(BUILD) was made for $$(was CMAKE_HOME_DIRECTORY) and is made anew"; \
	  find $(BUILD)/ -mindepth 1 -delete; \
	fi
	@[ -f $(BUILD)/build.ninja ] || cmake -S . -B $(BUILD) -G Ninja

all: configured
	@cmake --build $(BUILD) -j $(JOBS)

tests: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-tests

PREFIX ?= /opt/gt200
# PREFIX, which may have blanks, as an absolute path.
INSTALL_TO = $(if $(filter /%,$(firstword $(PREFIX))),$(PREFIX),$(CURDIR)/$(PREFIX))

install: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-install
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix "$(INSTALL_TO)" >$(BUILD)/install.log || \
	  { cat $(BUILD)/install.log; exit 1; }
	@echo "installed in $(DESTDIR)$(INSTALL_TO)"

deb: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-install
	@cpack --config $(BUILD)/CPackConfig.cmake -B $(BUILD) >$(BUILD)/deb.log || { cat $(BUILD)/deb.log; exit 1; }
	@ls $(BUILD)/*.deb

m32: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-m32

# Not on the RTL here: figures 5, 17, 18, 22, S and R, which take as long as everything else or more machines (`make
# regress` has them in lockstep).
DEMO = 'T[234]*' 'X*' 'figure[6-9]' 'listing*'
demo: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-demo
	@$(BUILD)/gt200 bench --target model,lockstep --plot $(BUILD)/figure6.svg --report $(BUILD)/report $(DEMO)
	@echo
	@echo 'shown: CUDA C as native GT200 code on the model and on the RTL, every instruction and its cycle compared'
	@echo 'picture: $(BUILD)/figure6.svg    report: $(BUILD)/report/index.html'
	@echo 'next: $(BUILD)/gt200 cc sw/examples/matmul.cu -o matmul && GT200_TARGET=lockstep ./matmul 16'

examples: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-examples
	@sh sw/examples/run.sh $(BUILD)

# The tests labelled quick need no more than the target gt200-quick; those labelled long are part of `make regress`, and
# so are those that plant faults under the benches of units (NAME.notices_..., ..._notices_...).
PLANTED = [._]notices_
test: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200-$(if $(filter quick,$(LABEL)),quick,tests)
	@ctest --test-dir $(BUILD) --output-on-failure -j $$(($(JOBS) + 1)) $(if $(LABEL),-L $(LABEL),-LE long -E $(PLANTED))

bench: all
	@$(BUILD)/gt200 bench --target model

evidence: all
	@sh sw/measure/bench/evidence.sh $(BUILD)/gt200 .

timing-table: all
	@$(BUILD)/gt200 bench --target model 'T*' 'X*'

report: all
	@$(BUILD)/gt200 bench --target model,rtl $(if $(ALL),'*') --report $(BUILD)/report >/dev/null; rc=$$?; \
	    echo '$(BUILD)/report/index.html'; exit $$rc

bench-speed: all
	@sh sw/measure/bench/speed.sh $(BUILD)

numbers: all
	@sh sw/measure/bench/numbers.sh $(BUILD)

bench-compile: all
	@sh sw/measure/bench/compile_speed.sh $(BUILD)

sfu-sweep: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200_sfu_sweep
	@$(BUILD)/tests/func/gt200_sfu_sweep

# SHORT=1: one set of parameters of each kind, as in continuous integration.
lint:
	@sh sim/lint.sh $(if $(SHORT),--short)

formal:
	@python3 tests/units/unit.py prove -o $(BUILD)/formal -j $(JOBS)

mutate-rtl: tests
	@python3 tests/units/unit.py programs -b $(BUILD) -j $(JOBS)
	@python3 tests/units/unit.py lockstep -b $(BUILD) -j $(JOBS) -d docs/records/rtl-mutation.md

mutate:
	@sh tests/mutate/run.sh -o $(BUILD)/mutate -j $(JOBS) -d docs/records/mutation.md

FAMILY ?= both
synth:
	@mkdir -p $(BUILD)
	@sh sim/area.sh $(BUILD) docs/records/area.md $(FAMILY) $(JOBS)

synth-parts:
	@mkdir -p $(BUILD)
	@sh sim/area_parts.sh $(BUILD) docs/records/area-parts.md $(JOBS)

synth-fold:
	@mkdir -p $(BUILD)
	@sh sim/area_fold.sh $(BUILD) docs/records/area-fold.md $(JOBS)

BOARD ?= ulx3s
PART ?= shell
FPGA = $(MAKE) --no-print-directory -f fpga/flow/flow.mk BUILD=$(BUILD) BOARD=$(BOARD) PART=$(PART)
fpga:
	@$(FPGA) bit

fpga-load:
	@$(FPGA) load

fpga-sim: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200 bench-kernels gt200-board
	@sh fpga/sim/run.sh $(BUILD)

fpga-timing:
	@sh fpga/flow/timing.sh $(if $(UNITS),,-d docs/records/fpga-timing.md) $(BUILD) $(UNITS)

litex-netlist:
	@mkdir -p $(BUILD)
	@sh tests/litex/netlist.sh -d docs/records/litex-netlist.md $(BUILD) $(BOARDS)

# The parts are one process each; JOBS of them run at a time, the longest first. Each keeps its output in a file of
# its own and prints its last lines, or all of it if it failed.
REGRESS = regress-bench regress-tpc regress-random regress-fold regress-kernels regress-vectors regress-board \
    regress-netlist regress-newer regress-xc7 regress-litex regress-formal regress-gpu1 regress-gpu2 regress-long
REGRESS_LOG = $(BUILD)/regress/$@.log
define regress_part
	@mkdir -p $(BUILD)/regress; echo '$@: running, see $(REGRESS_LOG)'; \
	if $(1) >$(REGRESS_LOG) 2>&1; then echo '$@: passed'; tail -n 3 $(REGRESS_LOG); \
	else cat $(REGRESS_LOG); echo '$@: failed'; exit 1; fi
endef

.PHONY: $(REGRESS)
regress: lint test
	@$(MAKE) --no-print-directory -k -j $(JOBS) $(REGRESS)

regress-bench:
	$(call regress_part,$(BUILD)/gt200 bench --target model$(COMMA)rtl$(COMMA)lockstep)

regress-tpc:
	$(call regress_part,$(BUILD)/gt200 bench --target model$(COMMA)lockstep figure20 figure21 figure23)

# The example bench and the lockstep harness with a newer Verilator than Debian's.
regress-newer:
	$(call regress_part,sh sim/newer.sh $(BUILD))

regress-random:
	$(call regress_part,$(BUILD)/gt200 fuzz --kind all --programs 10000 --seed 1 --jitter 1 --save $(BUILD)/regress)

regress-fold:
	$(call regress_part,$(BUILD)/gt200 fuzz --kind all --programs 2000 --seed 20001 --fold 4 --stall 1 --jitter 1 \
	  --save $(BUILD)/regress)

# Half with jitter. A paragraph for docs/records/runs.md goes to $(BUILD)/regress/record.md. The numbers must be new
# ones.
RECORD_INSTRUCTIONS ?= 200000000
.PHONY: regress-record
regress-record: configured
	@test -n '$(RECORD_SEED)' || \
	  { echo 'regress-record: RECORD_SEED=N is missing (programs not run yet, docs/records/runs.md)' >&2; exit 2; }
	@cmake --build $(BUILD) -j $(JOBS) --target gt200
	@mkdir -p $(BUILD)/regress
	@$(BUILD)/gt200 fuzz --kind all --instructions $(RECORD_INSTRUCTIONS) --jobs $(JOBS) \
	  --seed $(RECORD_SEED) --jitter $(RECORD_SEED) \
	  --save $(BUILD)/regress --record $(BUILD)/regress/record.md --commit $$(git rev-parse --short HEAD)

regress-kernels:
	$(call regress_part,{ \
	  $(BUILD)/tests/cfuzz/cfuzz --kernels 5000 --seed 100 --rtl --keep $(BUILD)/regress/cfuzz-fail.cu && \
	  $(BUILD)/tests/cfuzz/cfuzz --kernels 5000 --seed 100 --later --keep $(BUILD)/regress/cfuzz-later-fail.cu; })

regress-vectors:
	$(call regress_part,$(BUILD)/gt200 vectors --target rtl tests/vectors/*.tsv.gz)

regress-board:
	$(call regress_part,sh tests/fpga_sim/boards.sh $(BUILD) gt200-board-tpc gt200-board-fold gt200-board-ddr \
	  gt200-board-small)

regress-netlist:
	$(call regress_part,sh tests/fpga_flow/chip.sh $(BUILD))

regress-xc7:
	$(call regress_part,sh tests/fpga_flow/xc7_chip.sh $(BUILD))

regress-litex:
	$(call regress_part,sh tests/litex/netlist.sh $(BUILD))

regress-formal:
	$(call regress_part,python3 tests/units/unit.py prove -o $(BUILD)/formal -j 1 --proofs)

regress-gpu1:
	$(call regress_part,$(BUILD)/gt200 fuzz --chip gpu1 --kind all --programs 400 --save $(BUILD)/regress)

regress-gpu2: regress-machines
	$(call regress_part,$(BUILD)/gt200 fuzz --chip gpu2 --kind all --programs 100 --save $(BUILD)/regress)

.PHONY: regress-machines
regress-machines: configured
	@cmake --build $(BUILD) -j $(JOBS) --target regress-machines

regress-long: regress-machines
	$(call regress_part,{ ctest --test-dir $(BUILD) --output-on-failure -L long && \
	  ctest --test-dir $(BUILD) --output-on-failure -LE long -R $(PLANTED); })

slurm-try: configured
	@cmake --build $(BUILD) -j $(JOBS) --target gt200
	@sh sim/slurm/try.sh $(BUILD)

coverage: configured
	@cmake --build $(BUILD) -j $(JOBS) --target isa_coverage rtl_coverage
	@$(MAKE) --no-print-directory coverage-c

coverage-c:
	@sh tests/coverage/c.sh $(BUILD)/c-coverage $(BUILD)/c-coverage.md $(JOBS)

CUBINS ?= ../shared/cubins
# PTX that was changed after its cubin was made: a float division for an integer one, loads of constants at odd
# addresses for numbers.
EDITED_PTX = test8div,test21const2
codequality: configured
	@cmake --build $(BUILD) -j $(JOBS) --target codequality
	@$(BUILD)/tests/codequality/codequality --except $(EDITED_PTX) $(CUBINS) || [ $$? = 77 ]

FUZZ_SECONDS ?= 60
fuzz-cubin:
	@cmake -S . -B $(BUILD)/fuzz -G Ninja -DGT200_FUZZER=ON -DGT200_RTL=OFF -DCMAKE_C_COMPILER=clang \
	    -DCMAKE_CXX_COMPILER=clang++ >/dev/null
	@cmake --build $(BUILD)/fuzz -j $(JOBS) --target fuzz_cubin
	@mkdir -p $(BUILD)/fuzz/corpus
	@cp $$(find $(BUILD) -name '*.cubin' -not -path '*/fuzz/*') $(BUILD)/fuzz/corpus/ 2>/dev/null || true
	@cd $(BUILD)/fuzz && tests/rt/fuzz_cubin -max_total_time=$(FUZZ_SECONDS) -max_len=65536 -timeout=10 corpus

fuzz-ptx: all
	@sh tests/ptxas/fuzz/run.sh $(BUILD) $(FUZZ_SECONDS)

SANITIZED = ^(driver|array|handles|occupancy|program\.|example\.|cli_|cc_driver|fpga\.|gdb\.|prof\.log)
SANITIZED_CHECK = ^check\.(planted|usual|right\.right|right\.usual_right)\.func
SANITIZED_LIBRARIES = ^libraries\.(cublas|cufft|curand|curand\.device|errors)$$
# Asks each target, the RTL too.
UNSANITIZED = ^cli_settings$$
# An allocation that no machine has is refused, not a finding.
sanitize:
	@cmake -S . -B $(BUILD)/sanitize -G Ninja -DGT200_SANITIZE=ON -DGT200_RTL=OFF >/dev/null
	@cmake --build $(BUILD)/sanitize -j $(JOBS) --target gt200-tests
	@ASAN_OPTIONS=allocator_may_return_null=1 LDFLAGS=-fsanitize=address,undefined \
	    ctest --test-dir $(BUILD)/sanitize --output-on-failure -j $(JOBS) \
	    -R '$(SANITIZED)|$(SANITIZED_CHECK)|$(SANITIZED_LIBRARIES)' -E '$(UNSANITIZED)'

isa: all
	@cmake --build $(BUILD) --target isa_update

clean:
	@rm -rf $(BUILD)
