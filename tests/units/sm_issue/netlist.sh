#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# netlist.sh ROOT OUT: sm_issue as the netlist that Yosys makes of it, in the bench of the source. A third reading of
# the Verilog beside those of Verilator and Icarus. (Icarus takes minutes for so many gates.)
set -eu
rtl=$1/rtl bench=$1/tests/units/sm_issue/bench.sv out=$2
mkdir -p "$out"
sources=$(echo $(python3 "$1/tests/units/unit.py" files "$rtl/sm/sm_issue.sv") "$rtl/sm/sm_issue.sv")
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
"$out/Vtb_sm_issue" >"$out/said" || { cat "$out/said"; exit 1; }
cat "$out/said"
grep -q '^ok: ' "$out/said" && ! grep -q FAILED "$out/said"
