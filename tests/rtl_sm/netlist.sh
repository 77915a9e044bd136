#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# netlist.sh RTL BENCH.sv OUT: sm_issue as the netlist that Yosys makes of it, in the bench of the source. A third
# reading of the Verilog beside those of Verilator and Icarus. (Icarus takes minutes for so many gates.)
set -eu
rtl=$1 bench=$2 out=$3
mkdir -p "$out"
sources="$rtl/gen/gpu_cfg_pkg.sv $rtl/sm/sm_fn.sv $rtl/sm/sm_issue.sv"
yosys=${YOSYS:-yosys}

"$yosys" -q -p \
    "read_verilog -sv -I$rtl -I$rtl/gen $sources; synth -flatten -top sm_issue; write_verilog -noattr $out/netlist.v" \
    >"$out/yosys.log" 2>&1 ||
    { tail -n 20 "$out/yosys.log" >&2; exit 1; }
if grep -q '\$_\|^ *always @\*' "$out/netlist.v"; then
    echo "netlist: cells are left that have no meaning outside Yosys" >&2
    exit 1
fi
"${VERILATOR:-verilator}" --binary --timing -Wno-fatal -Wno-lint -Wno-style -O1 --top-module tb_sm_issue --Mdir "$out" \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" \
    "$rtl/gen/gpu_cfg_pkg.sv" "$out/netlist.v" "$bench" >"$out/verilator.log" 2>&1 ||
    { tail -n 20 "$out/verilator.log" >&2; exit 1; }
"$out/Vtb_sm_issue"
