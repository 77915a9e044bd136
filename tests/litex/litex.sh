#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# litex.sh TEST GT200 SOURCE BUILD DIR CORE: a SoC of LiteX with gt200_axi (fpga/litex). TEST:
#   boards   projects of the three boards, without software: the core with its registers, interrupt and memory in each
#   wheel    the package, installed elsewhere, makes a SoC from its own copy of the Verilog
#   bus      in Verilator: the firmware passes; a wrong kernel and an interrupt that does not come are noticed
#   dram     the same with LiteDRAM and a model of an SDRAM's PHY
#   serv     the same with SERV, which has no interrupts
#   bios     LiteX's BIOS starts the firmware, in main memory
#   whole    all in one model, with the core's bus as wide as the SoC's
# CORE: a module with a model of gt200_axi (core.hpp). Exit status 77: ./setup --litex has not been run.
set -eu
test=$1 gt200=$2 source=$3 build=$4 dir=$5 core=$6
fail() { echo "litex.sh: $*" >&2; exit 1; }
venv=${LITEX_VENV:-$build/litex-venv}
package=$source/fpga/litex
cmp -s "$package/requirements.txt" "$venv/requirements.txt" || { echo "skipped: no LiteX (./setup --litex)"; exit 77; }
command -v ld.lld-19 >/dev/null || { echo "skipped: no ld.lld-19 (./setup --litex)"; exit 77; }
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"

# soc NAME OPTION ...: into the folder NAME
soc() {
    name=$1
    shift
    PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" -m gt200_litex --out "$name" "$@" >"$name.log" 2>&1
}
made() { soc "$@" || fail "$1: $(grep -i error "$1.log" | head -n 5; tail -n 2 "$1.log")"; }
kernels() {
    cp "$package/gt200_litex/firmware/poly.cu" .
    sed 's/15 }/16 }/' poly.cu >wrong.cu
    "$gt200" cc poly.cu -cubin -o poly.cubin
    "$gt200" cc wrong.cu -cubin -o wrong.cubin
}
# model NAME: Verilator's program of the SoC in NAME, for CORE
model() {
    (cd "$1/gateware" && verilator -f sim.f -j 2 -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1" \
        "$source/tests/litex/soc.cpp" -CFLAGS "-I$source/tests/litex" -LDFLAGS -ldl) >"$1.log" 2>&1 ||
        fail "$1: $(tail -n 20 "$1.log")"
}
# run NAME EXPECTED ARGUMENT ...: a line of what it says
run() {
    name=$1 expected=$2
    shift 2
    got=0
    (cd "$name/gateware" && obj/Vsim "$@") >"$name.out" 2>&1 || got=$?
    [ $got -lt 126 ] || fail "$name: status $got: $(cat "$name.out")"
    grep -qx "$expected" "$name.out" || fail "$name: expected '$expected': $(cat "$name.out")"
}
# around_core NAME OPTION ...: a SoC around CORE: poly passes, with the model's cycles (AXI-9, AXI-11), wrong does not
around_core() {
    around=$1
    shift
    kernels
    cycles=$("$gt200" run poly.cubin -k poly -g 4 -b 64 -a zero:1024 -a zero:1024 --target model |
        sed -n 's/^cycles: //p')
    [ "$cycles" -gt 1000 ] || fail "the model takes '$cycles' cycles"
    made "$around" --target sim --outside --core-width 256 --cubin poly.cubin "$@"
    made wrong --target sim --outside --core-width 256 --cubin wrong.cubin "$@"
    model "$around"
    run "$around" 'gt200: PASS: 256 values' "$core" 20000000
    grep -q "^gt200: 4 blocks, $cycles cycles, [0-9]* clocks, 1 interrupt$" "$around.out" ||
        fail "the model takes $cycles cycles: $(cat "$around.out")"
    cp "$around/gateware/sim_rom.init" rom
    cp wrong/gateware/sim_rom.init "$around/gateware/"
    run "$around" 'gt200: 64 of 256 values are wrong' "$core" 20000000
    cp rom "$around/gateware/sim_rom.init"
}

case $test in
boards)
    for board in ulx3s:32 arty_a7_100:128 nexys_video:128; do
        width=${board#*:} board=${board%:*}
        made $board --target $board --no-software
        verilog=$(ls $board/gateware/*.v)
        grep -q "^gt200_axi #(" "$verilog" || fail "$board: no core"
        grep -q "\.DATA_W *([0-9]*'d$width)" "$verilog" || fail "$board: its memory is not $width bits wide"
        grep -q '"gt200_interrupt": [0-9]' $board/csr.json || fail "$board: no interrupt"
        yosys -q -p "read_verilog $verilog; hierarchy -top $(basename "$verilog" .v)
            select -assert-count 1 t:gt200_axi" || fail "$board: Yosys does not read it"
        find $board/gateware \( -name '*.ys' -o -name '*.tcl' \) -exec cat {} + >listed
        for list in rtl/files.f rtl/axi/files.f; do
            for file in $(sh "$source/sim/files.sh" "$source/$list"); do
                grep -q "/${file##*/}" listed || fail "$board: $file is not in its project"
            done
        done
    done
    # the record of chip small comes before GT200's, which is nothing then
    made small --target nexys_video --record small --dpu 0 --tex 0 --no-software
    cat small/gateware/*.tcl >listed
    awk '/gpu_cfg_small\.sv/ { small = NR } /gpu_cfg_pkg\.sv/ { gt200 = NR } END { exit !(small && small < gt200) }' \
        listed || fail "the record of chip small is not the first"
    ! soc refused --target nexys_video --record small --no-software || fail "small with double precision is not refused"
    grep -q "record='small', dpu=True, tex=True: expected neither" refused.log || fail "$(cat refused.log)"
    ! soc refused --target arty_a7_100 --cubin "$source/VERSION" || fail "DDR3 without a BIOS is not refused"
    grep -q 'expected --bios' refused.log || fail "$(cat refused.log)" ;;
wheel)
    kernels
    (cd "$package" && "$venv/bin/python" setup.py -q egg_info --egg-base "$dir" build --build-base "$dir/made" \
        --build-lib "$dir/lib") >setup.log 2>&1 ||
        fail "$(tail -n 5 setup.log)"
    package=$dir/lib
    made sim --target sim --cubin poly.cubin
    grep -q "^$dir/lib/gt200_litex/_gt200/rtl/axi/gt200_axi.sv" sim/gateware/sim.f || fail "$(cat sim/gateware/sim.f)"
    ! grep "^$source/" sim/gateware/sim.f | grep -v "^$build/" || fail "it needs the repository"
    while read -r file; do
        case $file in *.sv | *.cpp) [ -f "$file" ] || fail "the package lacks $file" ;; esac
    done <sim/gateware/sim.f ;;
bus)
    around_core bus --memory bus
    # the SoC would wait for long
    run bus 'Vsim: 500000 clocks' "$core" 500000 deaf
    ! grep -q PASS bus.out || fail "an interrupt that does not come is not noticed" ;;
dram)
    around_core dram --memory dram ;;
serv)
    around_core serv --cpu serv ;;
bios)
    command -v riscv64-unknown-elf-gcc >/dev/null || { echo "skipped: no compiler (./setup --litex-bios)"; exit 77; }
    kernels
    made bios --target sim --outside --core-width 256 --bios --cubin poly.cubin
    model bios
    run bios 'gt200: PASS: 256 values' "$core" 20000000
    grep -q 'Executing booted program at 0x40000000' bios.out || fail "$(cat bios.out)" ;;
whole)
    kernels
    made whole --target sim --dpu 0 --tex 0 --cubin poly.cubin --run
    grep -qx 'gt200: PASS: 256 values' whole.log || fail "$(tail -n 20 whole.log)" ;;
*) fail "no test $test" ;;
esac
