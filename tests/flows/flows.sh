#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# flows.sh TEST GT200 SOURCE BUILD DIR: the machine without double precision and textures in other tools: TEST is
# fusesoc_lint, fusesoc_lint_all (targets beside lint), fusesoc_sim, cocotb_icarus or cocotb_verilator. vecadd takes the
# cycles of the model; another program and wrong RTL are noticed. Exit status 77: ./setup --flows has not been run.
set -eu
test=$1 gt200=$2 source=$3 build=$4 dir=$5
fail() { echo "flows.sh: $*" >&2; exit 1; }
venv=${FLOWS_VENV:-$build/flows-venv}
cmp -s "$source/sim/flows.txt" "$venv/requirements.txt" ||
    { echo "skipped: no FuseSoC and cocotb (./setup --flows)"; exit 77; }
PATH=$venv/bin:$PATH
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"

# program NAME: NAME.s to NAME.hex, as docs/bench.md says
program() {
    "$gt200" as "$1.s" -o "$1.cubin"
    "$gt200" dis -a "$1.cubin" | sed -n 's,.*// [0-9a-f]*: ,,p' >"$1.hex"
}
cp "$source/sim/examples/vecadd.s" .
sed 's/add.b32 \$r2, \$r2, \$r3/sub.b32 $r2, $r2, $r3/' vecadd.s >wrong.s
program vecadd
program wrong
cycles=$("$gt200" run vecadd.cubin -k vecadd -g 4 -b 64 -a zero:1024 -a zero:1024 -a zero:1024 --target model |
    sed -n 's/^cycles: //p')
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
cocotb_*)
    # run CODE CYCLES
    run() {
        python "$source/sim/examples/cocotb/run.py" "${test#cocotb_}" "$dir/built" "$dir/$1.hex" "$2" DPU=0 TEX=0 \
            >"$1.log" 2>&1
    }
    run vecadd "$cycles" || fail "$(tail -n 40 vecadd.log)"
    grep -q " $cycles cycles" vecadd.log || fail "$(tail -n 40 vecadd.log)"
    ! run vecadd $((cycles + 1)) || fail "another number of cycles was not noticed"
    grep -q "$cycles cycles, the model takes $((cycles + 1))" vecadd.log || fail "$(tail -n 40 vecadd.log)"
    ! run wrong "" || fail "a wrong program was not noticed"
    grep -q "255 of 256 sums are wrong" wrong.log || fail "$(tail -n 40 wrong.log)" ;;
*) fail "no test $test" ;;
esac
