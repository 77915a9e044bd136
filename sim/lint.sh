#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Length of lines; the dialect of conditions; and three opinions on the RTL: Verilator -Wall, Yosys (elaboration, no
# latches, no loose ends), Icarus.
set -eu
cd "$(dirname "$0")/.."

for tool in verilator yosys iverilog; do
    command -v $tool >/dev/null || { echo "lint: $tool is missing (run ./setup)" >&2; exit 1; }
done

printf 'lint: lines ... '
sh sim/line_length.sh
echo ok

printf 'lint: conditions ... '
awk -f sim/conditions.awk rtl/*.svh rtl/*/*.svh rtl/*/*.sv fpga/rtl/*.sv >&2 ||
    { echo 'lint: as words: & | ~ instead of && || !' >&2; exit 1; }
echo ok

files_of() { sed -e 's/\/\/.*//' -e '/^[[:space:]]*+/d' -e '/^[[:space:]]*$/d' "$1"; }
files=$(files_of rtl/files.f)
board="$files $(files_of fpga/files.f)"
include="-Irtl -Irtl/gen -Ifpga/rtl -Ifpga/rtl/gen"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

printf 'lint: verilator -Wall, no textures, no double precision ... '
verilator --lint-only -Wall -Irtl -Irtl/gen sim/waive.vlt $files --top-module tpc_top -GTEX=0 -GDPU=0 >"$log" 2>&1 ||
    { echo failed; cat "$log" >&2; exit 1; }
echo ok

printf 'lint: verilator -Wall, folded ... '
for fold in 2 4 8; do
    verilator --lint-only -Wall -Irtl -Irtl/gen sim/waive.vlt $files --top-module tpc_top -GFOLD=$fold -GGATE=1 \
        >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
done
echo ok

for n in 1 3; do
    printf 'lint: verilator -Wall, %d SM ... ' $n
    verilator --lint-only -Wall -Irtl -Irtl/gen sim/waive.vlt $files --top-module tpc_top -GNSM=$n \
        -GHOST_REGS=$((n / 3)) -GGATE=$((n / 3)) >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
    echo ok
done

# Units of rtl/gpu/files.f, each by itself: the names of their files. The whole chip: one of everything.
gpu=$(files_of rtl/gpu/files.f)
for unit in $gpu; do
    top=$(basename $unit .sv)
    small=
    [ $top != gpu_top ] || small='TPCS=1 NSM=1 PARTITIONS=1'
    of() { for p in $small; do printf ' %s%s' "$1" "$(echo $p | tr = "$2")"; done; }
    printf 'lint: verilator -Wall, yosys, iverilog, %s ... ' $top
    { verilator --lint-only -Wall $include sim/waive.vlt $files $gpu --top-module $top $(of -G =) &&
        yosys -q -e 'implicitly declared|has no driver|multiple conflicting drivers' -p "
            read_verilog -defer -sv $include $(echo $files $gpu); hierarchy -check -top $top $(of '-chparam ' ' ')
            proc; select -assert-none t:\$dlatch t:\$adlatch; check -assert" &&
        iverilog -g2012 $include -s $top $(of -P$top. =) -t null $files $gpu; } >"$log" 2>&1 ||
        { echo failed; cat "$log" >&2; exit 1; }
    echo ok
done

printf 'lint: verilator -Wall, board ... '
verilator --lint-only -Wall $include sim/waive.vlt $board --top-module fpga_top -GSIGNATURE=1 -GTRACE=256 \
    >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
echo ok

for fold in 2 4 8; do
    printf 'lint: verilator -Wall, yosys, FOLD %d ... ' $fold
    verilator --lint-only -Wall $include sim/waive.vlt $files --top-module sp_array_fold -GFOLD=$fold >"$log" 2>&1 ||
        { echo failed; cat "$log" >&2; exit 1; }
    yosys -q -e 'implicitly declared|has no driver|multiple conflicting drivers' -p "
        read_verilog -defer -sv $include $(echo $files); hierarchy -check -top sp_array_fold -chparam FOLD $fold
        proc; select -assert-none t:\$dlatch t:\$adlatch; check -assert
        memory_dff; memory_collect; select -assert-count 1 t:\$mem t:\$mem_v2 %u" >"$log" 2>&1 ||
        { echo failed; tail -40 "$log" >&2; exit 1; }
    echo ok
done

printf 'lint: verilator -Wall, board with a TPC ... '
verilator --lint-only -Wall $include sim/waive.vlt $board --top-module fpga_top -GNSM=3 -GSIGNATURE=1 -GTRACE=256 \
    >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
echo ok

shell='rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv fpga/rtl/mem_bram.sv'
for family in ecp5 xc7; do
    printf 'lint: verilator -Wall, %s_shell ... ' $family
    verilator --lint-only --timing -Wall -Wno-UNUSEDPARAM -Wno-TIMESCALEMOD $include sim/waive.vlt $shell \
        fpga/boards/bram_shell.sv fpga/boards/${family}_shell.sv fpga/sim/${family}_cells.sv \
        --top-module ${family}_shell >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
    echo ok
done

for chip in 0 1; do
    printf 'lint: verilator -Wall, ULX3S, %s ... ' $([ $chip = 1 ] && echo chip || echo shell)
    verilator --lint-only --timing -Wall -Wno-UNUSEDPARAM -Wno-TIMESCALEMOD $include sim/waive.vlt $board \
        fpga/sim/ecp5_cells.sv fpga/sim/sdr_chip.sv fpga/rtl/sdr_pads_ecp5.sv fpga/rtl/mem_test.sv \
        fpga/boards/ulx3s.sv --top-module ulx3s -GCHIP=$chip -GTRACE=0 >"$log" 2>&1 ||
        { echo failed; cat "$log" >&2; exit 1; }
    echo ok
done

printf 'lint: yosys ... '
list=$(mktemp -d)
trap 'rm -rf "$log" "$list"' EXIT
{
    echo "read_verilog -sv $include $(echo $board)"
    echo "hierarchy -check -top fpga_top -chparam GATE 0 -chparam SIGNATURE 1 -chparam TRACE 256"
    echo "proc; select -assert-none t:\$dlatch t:\$adlatch; check -assert"
    echo "memory_dff; memory_collect"
    echo "select -write $list/mem t:\$mem t:\$mem_v2"
    echo "select -write $list/wrapper =*sram* =*lutram* %u"
} | yosys -q -e 'implicitly declared|has no driver|multiple conflicting drivers' -s /dev/stdin >"$log" 2>&1 ||
    { echo failed; tail -40 "$log" >&2; exit 1; }
# Every memory wrapper in the design must have become a memory, not registers.
sed 's,/[^/]*$,,' "$list/mem" | sort -u >"$list/have"
sed -n 's,^\(.*\(sram\|lutram\)[^/]*\)/.*,\1,p' "$list/wrapper" | sort -u >"$list/want"
lost=$(comm -13 "$list/have" "$list/want")
if [ -n "$lost" ] || [ ! -s "$list/want" ]; then
    echo failed
    echo "lint: not recognised as a memory: ${lost:-no memory wrapper found at all}" >&2
    exit 1
fi
echo "ok, $(wc -l <"$list/want") kinds of memory recognised"

printf 'lint: iverilog ... '
iverilog -g2012 $include -s fpga_top -t null $board >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
if grep -v 'constant selects in always_\* processes' "$log" | grep -q 'sorry'; then
    echo failed; cat "$log" >&2; exit 1
fi
echo ok
