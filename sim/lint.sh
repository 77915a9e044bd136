#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Length of lines; links and words of pages; what tests expect; lines above functions and their names; and opinions on
# the RTL: Verilator -Wall, Yosys (elaboration, no latches, no loose ends), Icarus; with what ./setup --lint installs,
# which is done here when it is missing, also slang (each file a compilation unit of its own, and all one; bits that are
# joined as bits), Verible, Verilator's newest -Wall.
#
#   lint.sh [-j JOBS]           all checks, JOBS side by side (default: as many as there are processors)
#   lint.sh --short [-j JOBS]   what continuous integration does: one set of parameters of each kind
#   lint.sh --check NAME [ARG]  one of them: a function below
set -eu
cd "$(dirname "$0")/.."

for tool in verilator yosys iverilog; do
    command -v $tool >/dev/null || { echo "lint: $tool is missing (run ./setup)" >&2; exit 1; }
done

files=$(sh sim/files.sh rtl/files.f)
gpu=$(sh sim/files.sh rtl/gpu/files.f)
axi=$(sh sim/files.sh rtl/axi/files.f)
chip=$(sh sim/files.sh rtl/gpu/files.f rtl/axi/gpu.f)    # of gpu_axi_top
board="$files $(sh sim/files.sh fpga/files.f)"
include="-Irtl -Irtl/gen -Ifpga/rtl -Ifpga/rtl/gen"
wall="verilator --lint-only -Wall $include sim/waive.vlt"
loose='implicitly declared|has no driver|multiple conflicting drivers'
venv=${LINT_VENV:-build/lint-venv}
case $venv in /*) ;; *) venv=$PWD/$venv ;; esac
registers_venv=${REGISTERS_VENV:-build/registers-venv}
clean='proc; select -assert-none t:$dlatch t:$adlatch; check -assert'
# With --short Yosys looks at an SM once, in memories, and at mem_system in gpu_host_top.
known=${LINT_SHORT:+'blackbox *sm_top* *tpc_tex*; hierarchy -check;'}

# --- the checks: each says in $what what it looks at, and fails with a text --------------------------------------
lines() {
    what='lines'
    sh sim/line_length.sh
}
pages() {
    what='pages: links, words, length'
    sh sim/pages.sh
}
explained() {
    what='functions with a line above'
    python3 sim/explained.py
}
one_word() {
    what='functions with a name of one word'
    python3 sim/one_word.py
}
expressions() {
    what='expressions of tests'
    find . -name CMakeLists.txt -not -path './build*' -exec awk -f sim/expressions.awk {} +
}
bare() {
    what='verilator -Wall, no textures, no double precision'
    $wall $files --top-module tpc_top -GTEX=0 -GDPU=0
}
folded() {
    what="verilator -Wall, folded, $1"
    $wall $files --top-module tpc_top -GFOLD=$1 -GGATE=1
}
tpc() {
    what="verilator -Wall, $1 SM"
    $wall $files --top-module tpc_top -GNSM=$1 -GHOST_REGS=$(($1 / 3)) -GGATE=$(($1 / 3)) -GHOST_CLOCKS=$((1 / $1))
}

# A unit of rtl/gpu/files.f by itself: the name of its file. The whole chip: one of everything.
unit() {
    yosys=yes
    [ "${known:+$1}" != mem_system ] || yosys=
    what="verilator -Wall,${yosys:+ yosys,} iverilog, $1"
    small= boxes=
    case $1 in gpu_host_top) small='TPCS=1 NSM=1 PARTITIONS=1' boxes=$known ;; esac
    of() { for p in $small; do printf ' %s%s' "$1" "$(echo $p | tr = "$2")"; done; }
    $wall $files $gpu --top-module $1 $(of -G =) &&
        { [ -z "$yosys" ] || yosys -q -e "$loose" -p "
            read_verilog -defer -sv $include $(echo $files $gpu); hierarchy -check -top $1 $(of '-chparam ' ' ')
            $boxes $clean"; } &&
        iverilog -g2012 $include -s $1 $(of -P$1. =) -t null $files $gpu
}

# All that is in it is looked at with gpu_host_top, by all three.
gpu() {
    what='verilator -Wall, gpu_top'
    $wall $files $gpu --top-module gpu_top -GTPCS=1 -GNSM=1 -GPARTITIONS=1
}

# What is on a bus: module and parameters.
on_bus() {
    what="verilator -Wall, yosys, iverilog, $*"
    top=$1
    shift
    parameters=$*
    list=$axi boxes=
    latches=$clean
    case $top in
        gt200_axi) boxes=$known ;;
        gpu_axi_top)        # the gate of its clock is one
            list=$chip latches='proc; select -assert-count 1 t:$dlatch t:$adlatch; check -assert' ;;
        axi_dram|axi_join|axi_gpu_regs) list=$chip ;;
    esac
    of() { for p in $parameters; do printf ' %s%s' "$1" "$p"; done; }
    $wall $files $list --top-module $top $(of -G) &&
        yosys -q -e "$loose" -p "
            read_verilog -defer -sv $include $(echo $files $list)
            $(for p in $parameters; do echo "chparam -set $(echo $p | tr = ' ') $top;"; done)
            hierarchy -check -top $top; $boxes $latches" &&
        iverilog -g2012 $include -s $top $(of -P$top.) -t null $files $list
}

board() {
    what="verilator -Wall, board, $1 SM"
    $wall $board --top-module fpga_top -GNSM=$1 -GSIGNATURE=1 -GTRACE=256
}
sp_array() {
    what="verilator -Wall, yosys, FOLD $1"
    $wall $files --top-module sp_array_fold -GFOLD=$1 && yosys -q -e "$loose" -p "
        read_verilog -defer -sv $include $(echo $files); hierarchy -check -top sp_array_fold -chparam FOLD $1
        $clean; memory_dff; memory_collect; select -assert-count 2 t:\$mem t:\$mem_v2 %u"
}
shell() {
    what="verilator -Wall, $1_shell"
    $wall --timing -Wno-UNUSEDPARAM -Wno-TIMESCALEMOD rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv \
        fpga/rtl/mem_test.sv fpga/rtl/mem_bram.sv fpga/boards/board_start.sv fpga/boards/bram_shell.sv \
        fpga/boards/$1_clock.sv fpga/boards/$1_shell.sv fpga/sim/ecp5_cells.sv fpga/sim/xc7_cells.sv \
        --top-module $1_shell
}
gowin() {
    what="verilator -Wall, gowin_shell"
    for p in LEDS=6 'LEDS=2 -GRESET_LOW=1'; do
        $wall rtl/lib/sram_1r1w.sv fpga/rtl/uart_tx.sv fpga/rtl/uart_rx.sv fpga/rtl/mem_test.sv fpga/rtl/mem_bram.sv \
            fpga/boards/board_start.sv fpga/boards/bram_shell.sv fpga/boards/gowin_shell.sv --top-module gowin_shell \
            -G$p || return 1
    done
}
ddr() {
    what='verilator -Wall, yosys, icarus, ddr_ctrl'
    units=$(ls fpga/rtl/ddr_*.sv)
    $wall $units --top-module ddr_ctrl && $wall $units --top-module ddr_ctrl -GTRAIN=0 -GLANES=4 &&
        $wall $units --top-module ddr_ctrl -GTRAIN=2 &&
        yosys -q -p "read_verilog -sv $(echo $units); hierarchy -check -top ddr_ctrl; proc; check -assert" &&
        iverilog -g2012 -s ddr_ctrl -t null $units
}
# A board with a DDR3, whose core is LiteDRAM's: here an empty one. Its name-CHIP.
ddr_board() {
    name=${1%-*} chip=${1#*-}
    what="verilator -Wall, $name, $([ $chip = 1 ] && echo chip || echo shell), an empty core of the DDR3"
    family=xc7
    [ ! -e fpga/boards/$name.lpf ] || family=ecp5
    $wall --timing -Wno-UNUSEDPARAM -Wno-TIMESCALEMOD \
        +define+LITEDRAM_ROWS=$(sed -n 's/.*[.]ROWS(\([0-9]*\)).*/\1/p' fpga/boards/$name.sv) \
        +define+LITEDRAM_$family=1 $board \
        fpga/rtl/mem_test.sv fpga/boards/board_start.sv fpga/boards/${family}_clock.sv fpga/boards/${family}_ddr.sv \
        fpga/boards/$name.sv fpga/sim/${family}_cells.sv fpga/sim/litedram_box.sv --top-module $name -GCHIP=$chip \
        -GTRACE=0
}
ulx3s() {
    what="verilator -Wall, ULX3S, $([ $1 = 1 ] && echo chip || echo shell)"
    $wall --timing -Wno-UNUSEDPARAM -Wno-TIMESCALEMOD $board fpga/sim/ecp5_cells.sv fpga/sim/sdr_chip.sv \
        fpga/rtl/sdr_pads_ecp5.sv fpga/rtl/mem_test.sv fpga/boards/board_start.sv fpga/boards/ecp5_clock.sv \
        fpga/boards/ulx3s.sv --top-module ulx3s -GCHIP=$1 -GTRACE=0
}

# Every memory wrapper in the design must have become a memory, not registers.
memories() {
    what='yosys, memories'
    {
        echo "read_verilog -sv $include $(echo $board)"
        echo "hierarchy -check -top fpga_top -chparam GATE 0 -chparam SIGNATURE 1 -chparam TRACE 256"
        echo "$clean; memory_dff; memory_collect"
        echo "select -write $dir/mem t:\$mem t:\$mem_v2"
        echo "select -write $dir/wrapper =*sram* =*lutram* %u"
    } | yosys -q -e "$loose" -s /dev/stdin || return 1
    sed 's,/[^/]*$,,' "$dir/mem" | sort -u >"$dir/have"
    sed -n 's,^\(.*\(sram\|lutram\)[^/]*\)/.*,\1,p' "$dir/wrapper" | sort -u >"$dir/want"
    lost=$(comm -13 "$dir/have" "$dir/want")
    [ -z "$lost" ] && [ -s "$dir/want" ] ||
        { echo "lint: not recognised as a memory: ${lost:-no memory wrapper found at all}"; return 1; }
    what="$what, $(wc -l <"$dir/want") kinds"
}
icarus() {
    what='iverilog'
    iverilog -g2012 $include -s fpga_top -t null $board >"$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
    ! grep -v 'constant selects in always_\* processes' "$dir/said" | grep 'sorry'
}

# What strict tools want: each file complete alone, names declared before they are used, no others' keywords as names.
# Module and parameters.
slang() {
    what="slang, $*"
    case $1 in
        gpu_axi_top) list='rtl/gpu/files.f -F rtl/axi/gpu.f' ;;
        gpu*|mem*) list=rtl/gpu/files.f ;; axi*|*_axi) list=rtl/axi/files.f ;; *) list=fpga/files.f ;;
    esac
    top=$1 parameters=
    shift
    for p; do parameters="$parameters -G$p"; done
    for mode in '' --single-unit; do
        "$venv/bin/python" sim/slang.py $mode -F rtl/files.f -F $list --top $top $parameters || return 1
    done
}
# Bits joined as bits, by slang's types; first whether the script notices.
conditions() {
    what='conditions'
    sh tests/build/conditions.sh "$venv/bin/python" sim/conditions.py "$dir/conditions" || return 1
    while read -r list top; do
        case $top in gpu_axi_top*) list="$list -F rtl/axi/gpu.f" ;; esac
        "$venv/bin/python" sim/conditions.py -F rtl/files.f -F $list --top $top ||
            { echo "lint: $top: as words: & | ~ instead of && || !"; return 1; }
    done <<END
rtl/files.f tpc_top -GNSM=3 -GHOST_REGS=1 -GGATE=1
rtl/files.f tpc_top -GFOLD=8 -GGATE=1
rtl/gpu/files.f gpu_host_top -GTPCS=1 -GNSM=1 -GPARTITIONS=1
rtl/axi/files.f gt200_axi -GTIMED=1 -GDATA_W=64 -GNSM=3
rtl/gpu/files.f gpu_axi_top -GTPCS=1 -GNSM=1 -GPARTITIONS=2
fpga/files.f fpga_top_ddr -GSIGNATURE=1 -GTRACE=256
fpga/files.f sdr_ctrl fpga/rtl/sdr_ctrl.sv
fpga/files.f mem_test fpga/rtl/mem_test.sv
fpga/files.f mem_bram fpga/rtl/mem_bram.sv
END
}
# What is made of the registers of gt200_axi and gpu_axi_top.
registers() {
    what='registers of gt200_axi, gpu_axi_top'
    "$registers_venv/bin/python" rtl/axi/registers.py --check
}
verible() {
    what='Verible'
    # chip_limits.svh is included inside a module: no file by itself
    "$venv/bin/verible-verilog-syntax" $(find rtl fpga/rtl fpga/boards fpga/sim sim -name '*.sv' -o -name '*.svh' |
        grep -v rtl/gen/chip_limits.svh)
}
newer() {
    what="newer verilator -Wall, $*"
    case $1 in gpu_axi_top) list=$chip ;; gpu*) list=$gpu ;; axi*|*_axi) list=$axi ;; *) list=$board ;; esac
    top=$1 parameters=
    shift
    for p; do parameters="$parameters -G$p"; done
    VERILATOR_ROOT=$(echo "$venv"/lib/python3*/site-packages/verilator)
    export VERILATOR_ROOT
    "$VERILATOR_ROOT/bin/verilator" --lint-only -Wall $include sim/waive.vlt sim/waive_newer.vlt \
        $(printf '%s\n' $files $list | awk '!seen[$0]++') --top-module $top $parameters
}

# --- one of them ---------------------------------------------------------------------------------------------------
if [ "${1:-}" = --check ]; then
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    shift
    what=$1 status=0
    "$@" >"$dir/log" 2>&1 || status=1
    [ $status = 0 ] || { { echo "lint: $what ... failed"; tail -40 "$dir/log"; } >&2; exit 1; }
    echo "lint: $what ... ok"
    exit 0
fi

# --- all: the longest first ------------------------------------------------------------------------------------------
short=
[ "${1:-}" != --short ] || { short=1; shift; }
export LINT_SHORT=$short
jobs=$(nproc)
case ${1:-} in -j) jobs=${2:-}; [ $# -lt 2 ] || shift 2 ;; esac
case $#:$jobs in 0:*[!0-9]* | 0: | 0:0 | [1-9]*)
    sed -n '8,10s/^# *//p' "$0" >&2
    case ${1:-} in -h | --help) exit 0 ;; esac
    exit 2 ;;
esac
# all of them, or the first N for --short: some N WORD...
some() {
    n=$1
    shift
    i=0
    for word; do
        i=$((i + 1))
        [ -n "$short" ] && [ $i -gt $n ] || printf '%s\n' "$word"
    done
}
more=1
{ cmp -s sim/lint.txt "$venv/requirements.txt" && cmp -s sim/registers.txt "$registers_venv/requirements.txt"; } ||
    LINT_VENV=$venv ./setup --lint >&2 || more=
[ -n "$more" ] ||
    echo 'lint: slang, conditions, Verible, newer verilator -Wall ... skipped: ./setup --lint failed, see above' >&2
{
    echo memories
    if [ -n "$more" ]; then
        some 2 'gt200_axi TIMED=1 NSM=3 DATA_W=64' 'fpga_top SIGNATURE=1 TRACE=256' \
            'gpu_host_top TPCS=1 NSM=1 PARTITIONS=1' 'tpc_top FOLD=8 GATE=1' fpga_top_ddr \
            'gpu_axi_top TPCS=1 NSM=1 PARTITIONS=2 DATA_W=64' | sed 's/^/newer /'
        some 5 tpc_top gpu_host_top gt200_axi fpga_top fpga_top_ddr 'gpu_axi_top TPCS=1 NSM=1' \
            'tpc_top NSM=3 HOST_REGS=1 GATE=1' 'tpc_top TEX=0 DPU=0' 'tpc_top FOLD=8 GATE=1' 'gt200_axi TIMED=1' \
            'fpga_top NSM=3 SIGNATURE=1 TRACE=256' | sed 's/^/slang /'
        printf '%s\n' verible registers conditions
    fi
    some 6 gt200_axi axi_ports axi_lines 'axi_width DATA_W=64' axi_dram axi_join \
        'gpu_axi_top TPCS=1 NSM=1 PARTITIONS=2 DATA_W=64' 'axi_ports TIMED=1 PORTS=4 ADDR_W=40' 'axi_lines TIMED=1' \
        'axi_width DATA_W=128' 'axi_dram PARTITIONS=6' 'axi_join PARTITIONS=6' | sed 's/^/on_bus /'
    echo unit gpu_host_top
    echo unit mem_system
    for n in $(some 1 3 1); do echo board $n; echo tpc $n; done
    for fold in $(some 1 8 4 2); do echo folded $fold; echo sp_array $fold; done
    for chip in $(some 1 1 0); do echo ulx3s $chip; done
    for top in $gpu; do basename $top .sv | sed '/^gpu_top$/d; /^gpu_host_top$/d; /^mem_system$/d; s/^/unit /'; done
    for family in ecp5 xc7; do echo shell $family; done
    for ddr in $(some 2 fpga/boards/ecpix5.ddr fpga/boards/nexys_video.ddr \
        $(ls fpga/boards/*.ddr | grep -v 'ecpix5\|nexys_video')); do
        for chip in $(some 1 1 0); do echo ddr_board $(basename $ddr .ddr)-$chip; done
    done
    printf '%s\n' gpu ddr gowin bare icarus lines pages expressions explained one_word
} | xargs -P "$jobs" -L 1 sh sim/lint.sh --check || { echo 'lint: failed' >&2; exit 1; }
