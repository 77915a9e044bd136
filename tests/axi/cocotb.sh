#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cocotb.sh GT200 SOURCE BUILD DIR: gt200_axi, without double precision and textures, in Icarus between the AXI master
# and memory of cocotbext-axi (cocotb_axi.py). vecadd takes the cycles of the model; a wrong program and a bus that
# writes another byte are noticed. Exit status 77: ./setup --flows has not been run.
set -eu
gt200=$1 source=$2 build=$3 dir=$4
fail() { echo "cocotb.sh: $*" >&2; exit 1; }
venv=${FLOWS_VENV:-$build/flows-venv}
cmp -s "$source/sim/flows.txt" "$venv/requirements.txt" || { echo "skipped: no cocotb (./setup --flows)"; exit 77; }
command -v iverilog >/dev/null || { echo "skipped: no iverilog"; exit 77; }
PATH=$venv/bin:$PATH
rm -rf "$dir"
mkdir -p "$dir/axi"
cd "$dir"

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

# make NAME WIDTH EDIT: NAME.vvp on a bus of that width, the sources changed by sed's EDIT
make() {
    for f in $(sh "$source/sim/files.sh" "$source/rtl/axi/files.f"); do
        sed "s/always_comb/always @*/; $3" "$f"
    done >axi/gt200_axi.sv
    echo '+timescale+1ns/1ps' >timescale
    sh "$source/tests/rtl_icarus/compile.sh" iverilog "$source/rtl" axi/gt200_axi.sv "$dir/$1.vvp" -c timescale \
        -Pgt200_axi.DPU=0 -Pgt200_axi.TEX=0 -Pgt200_axi.TIMED=1 -Pgt200_axi.DATA_W=$2
}
# run VVP CODE
run() {
    CODE=$2.hex CYCLES=$cycles PYTHONPATH=$source/tests/axi MODULE=cocotb_axi TOPLEVEL=gt200_axi RANDOM_SEED=1 \
        LIBPYTHON_LOC=$(cocotb-config --libpython) COCOTB_RESULTS_FILE=results.xml PYGPI_PYTHON_BIN=$venv/bin/python \
        vvp -n -M "$(cocotb-config --lib-dir)" -m libcocotbvpi_icarus "$1.vvp" >"$1.$2.log" 2>&1
    grep -q '<testcase' results.xml && ! grep -q '<failure' results.xml
}
make good 256 ''
run good vecadd || fail "$(tail -n 30 good.vecadd.log)"
grep -q " $cycles cycles" good.vecadd.log || fail "$(tail -n 30 good.vecadd.log)"
! run good wrong || fail "a wrong program was not noticed"
grep -q 'AssertionError: sum 1' good.wrong.log || fail "$(tail -n 30 good.wrong.log)"
make narrow 64 ''
run narrow vecadd || fail "64 bits: $(tail -n 30 narrow.vecadd.log)"
make strobes 256 's/w_strb  <= req.mask;/w_strb  <= req.mask << 4;/'
! run strobes vecadd || fail "wrong strobes were not noticed"
