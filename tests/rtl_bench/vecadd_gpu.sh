#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# vecadd_gpu.sh GT200 ROOT OUT VERILATOR: the bench of a whole chip in docs/bench.md is built, runs vecadd.s in as many
# cycles as the model of gpu1 takes, and tells wrong sums and a fault when the program is another. OUT: a folder for
# what is made on the way.
set -eu
[ $# = 4 ] || { echo "usage: vecadd_gpu.sh GT200 ROOT OUT VERILATOR" >&2; exit 2; }
gt200=$1 root=$2 out=$3 verilator=$4
mkdir -p "$out"
cd "$root"
"$verilator" --binary --timing -Wno-fatal -Wno-lint -Wno-style -O1 --output-split 150000 -j 2 \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" --top-module vecadd_gpu_tb --Mdir "$out/vecadd_gpu" \
    -F rtl/files.f -F rtl/gpu/files.f sim/dram_chip.sv sim/examples/vecadd_gpu_tb.sv >"$out/build.log" 2>&1 ||
    { tail -n 20 "$out/build.log" >&2; exit 1; }

. tests/rtl_bench/programs.sh
make_programs sim/examples/vecadd.s
cycles=$(model_cycles --chip gpu1)

status=0
says() {
    "$out/vecadd_gpu/Vvecadd_gpu_tb" +code="$out/$2.hex" >"$out/log" 2>&1 ||
        { echo "vecadd_gpu.sh: status $?" >&2; status=1; }
    grep -qx "$1" "$out/log" || { echo "vecadd_gpu.sh: expected '$1' of $2" >&2; cat "$out/log" >&2; status=1; }
}
says "PASS vecadd_gpu_tb: $cycles cycles" vecadd
says 'FAIL vecadd_gpu_tb: 255 of 256 sums are wrong' wrong
says 'FAIL vecadd_gpu_tb: fault [0-9]* at 0x30' fault
exit $status
