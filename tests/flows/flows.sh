#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# flows.sh TEST GT200 SOURCE BUILD DIR: the machine without double precision and textures in other tools: TEST is
# fusesoc_lint, fusesoc_lint_all (targets beside lint), fusesoc_sim, cocotb_SIMULATOR, cocotb_axi_SIMULATOR (icarus or
# verilator; gt200_axi between the AXI master and memory of cocotbext-axi), axi_narrow (that on a bus of 64 bits) or
# bender. vecadd takes the cycles of the model; another program and wrong RTL are noticed. Bender finds the files of the
# lists (rtl/files.f and its like), each behind what it needs: Verilator reads what it writes. Exit status 77: ./setup
# --flows has not been run, or there is no Bender.
set -eu
test=$1 gt200=$2 source=$3 build=$4 dir=$5
fail() { echo "flows.sh: $*" >&2; exit 1; }
if [ "$test" = bender ]; then
    command -v bender >/dev/null || { echo "skipped: no bender (cargo install bender)"; exit 77; }
    rm -rf "$dir"
    mkdir -p "$dir/gt200"                   # where Bender.lock may be written
    cp "$source/Bender.yml" "$dir/gt200/"
    ln -s "$source/rtl" "$source/fpga" "$source/sim" "$dir/gt200/"
    cd "$dir/gt200"
    # same TOP TARGETS LIST ...: Bender's files are those of the lists, and Verilator reads them; a chip of one TPC
    same() {
        top=$1 one=
        case $top in gpu*) one='-GTPCS=1 -GNSM=1 -GPARTITIONS=1' ;; esac
        flags=$(for target in $2; do printf -- ' -t %s' "$target"; done)
        shift 2
        # shellcheck disable=SC2086
        bender script flist $flags | sed "/^$/d; s,^$dir/gt200/,," | sort >"$dir/has"
        sh sim/files.sh "$@" | sort -u >"$dir/wanted"
        diff "$dir/wanted" "$dir/has" >&2 || fail "$top: files that differ from $* ('>': Bender's)"
        # shellcheck disable=SC2086
        bender script verilator $flags >"$dir/verilator.f"
        # shellcheck disable=SC2086
        verilator --lint-only -Wno-fatal -Wno-lint -Wno-style -f "$dir/verilator.f" --top-module "$top" $one \
            >"$dir/$top.log" 2>&1 || fail "$top: $(tail -n 5 "$dir/$top.log")"
    }
    same tpc_top '' rtl/files.f
    same gt200_axi gt200_axi rtl/files.f rtl/axi/files.f
    same gpu_host_top gt200_gpu rtl/files.f rtl/gpu/files.f
    same gpu_axi_top 'gt200_gpu gt200_gpu_axi' rtl/files.f rtl/gpu/files.f rtl/axi/gpu.f
    same fpga_top gt200_fpga rtl/files.f fpga/files.f
    bender script flist -t gt200_test | grep -q '/sim/examples/vecadd_tb\.sv$' || fail "no bench with gt200_test"
    # a list that has one file less
    sed -i '/int_alu.sv/d' Bender.yml
    if (same tpc_top '' rtl/files.f) 2>"$dir/less.log"; then fail "a file that is missing is not noticed"; fi
    grep -q '^< rtl/exec/int_alu.sv' "$dir/less.log" || fail "$(cat "$dir/less.log")"
    exit 0
fi
venv=${FLOWS_VENV:-$build/flows-venv}
cmp -s "$source/sim/flows.txt" "$venv/requirements.txt" ||
    { echo "skipped: no FuseSoC and cocotb (./setup --flows)"; exit 77; }
PATH=$venv/bin:$PATH
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"

out=$dir
. "$source/tests/rtl_bench/programs.sh"
make_programs "$source/sim/examples/vecadd.s"
cycles=$(model_cycles)
[ "$cycles" -gt 1000 ] || fail "the model takes '$cycles' cycles"

soc() { fusesoc --cores-root "$cores" run --work-root "$dir/$1" --target "$2" gt200 --DPU 0 --TEX 0 $3 >"$1.log" 2>&1; }
case $test in
fusesoc_lint)
    cores=$source
    soc lint lint "" || fail "$(tail -n 20 lint.log)"
    # a copy in which a unit reads a wire that nothing drives
    cores=$dir/planted
    mkdir planted
    cp -R "$source/gt200.core" "$source/rtl" planted/
    mkdir planted/sim planted/fpga
    cp "$source/sim/waive.vlt" planted/sim/
    sed -i 's/a1 ^ b1;/a1 ^ b1 ^ nothing;/' planted/rtl/exec/int_alu.sv
    ! soc notices lint "" || fail "lint finds nothing in a name that is not there"
    grep -q "nothing" notices.log || fail "$(tail -n 20 notices.log)" ;;
fusesoc_lint_all)
    for target in lint_fold lint_gpu lint_axi lint_fpga; do
        fusesoc --cores-root "$source" run --work-root "$dir/$target" --target $target gt200 >$target.log 2>&1 ||
            fail "$(tail -n 20 $target.log)"
    done ;;
fusesoc_sim)
    cores=$source
    soc sim sim "--code $dir/vecadd.hex" || fail "$(tail -n 20 sim.log)"
    grep -qx "PASS vecadd_tb: $cycles cycles" sim.log || fail "expected $cycles cycles: $(tail -n 20 sim.log)"
    sim/Vvecadd_tb +code="$dir/wrong.hex" >wrong.log || fail "exit status $?: $(cat wrong.log)"
    grep -qx 'FAIL vecadd_tb: 255 of 256 sums are wrong' wrong.log || fail "$(cat wrong.log)" ;;
axi_narrow)
    run() { python "$source/sim/examples/cocotb/run.py" --top gt200_axi icarus "$dir/built" "$@" >log 2>&1; }
    run vecadd.hex "$cycles" DPU=0 TEX=0 TIMED=1 DATA_W=64 || fail "$(tail -n 40 log)"
    grep -q " $cycles cycles" log || fail "$(tail -n 40 log)" ;;
cocotb_*)
    top=tpc_top timed=
    case $test in cocotb_axi*) top=gt200_axi timed=TIMED=1 ;; esac
    # run CODE CYCLES [LOG [TREE]]
    run() {
        # shellcheck disable=SC2086
        python "${4:-$source}/sim/examples/cocotb/run.py" --top $top "${test##*_}" "$dir/built" "$dir/$1.hex" "$2" \
            DPU=0 TEX=0 $timed >"${3:-$1}.log" 2>&1
    }
    run vecadd "$cycles" || fail "$(tail -n 40 vecadd.log)"
    grep -q " $cycles cycles" vecadd.log || fail "$(tail -n 40 vecadd.log)"
    ! run vecadd $((cycles + 1)) cycles || fail "another number of cycles was not noticed"
    grep -q "$cycles cycles, the model takes $((cycles + 1))" cycles.log || fail "$(tail -n 40 cycles.log)"
    ! run wrong "" || fail "a wrong program was not noticed"
    grep -q "255 of 256 sums are wrong" wrong.log || fail "$(tail -n 40 wrong.log)"
    [ "$test" = cocotb_axi_icarus ] || exit 0
    mkdir -p planted/tests planted/fpga
    cp -R "$source/rtl" "$source/sim" planted/
    cp -R "$source/tests/rtl_icarus" planted/tests/
    cp -R "$source/fpga/rtl" "$source/fpga/link.awk" "$source/fpga/link.def" planted/fpga/
    sed -i 's/w_strb  <= req.mask;/w_strb  <= req.mask << 4;/' planted/rtl/axi/axi_mem.sv
    ! cmp -s "$source/rtl/axi/axi_mem.sv" planted/rtl/axi/axi_mem.sv || fail "nothing was planted"
    ! run vecadd "$cycles" strobes planted || fail "wrong strobes were not noticed"
    grep -q "of 256 sums are wrong" strobes.log || fail "$(tail -n 40 strobes.log)" ;;
*) fail "no test $test" ;;
esac
