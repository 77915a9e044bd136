#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Formal proofs of RTL units, and a check of each proof: with a fault planted in the unit it must fail.
#
#   run.sh [-o DIR] [-j JOBS] [--proofs|--bound CYCLES|--names] [NAME ...]
#                                             default DIR build/formal, 2 jobs, all properties of properties.sh
#
# --proofs: no faults. --bound: neither faults nor induction, only so many cycles from reset on. --names: nothing is
# proved; the units are made smaller, each fault changes something, and the registers inside units that a proof looks at
# are there (one that is not could have any value).
#
# Faults are planted by sed in a copy of the unit, chip constants are reduced in a copy of gpu_cfg_pkg.sv; a
# substitution that changes nothing is an error. DIR/NAME.N keeps sources, logs and the waveform of a failure.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/build/formal
jobs=2 only=
# For one question to a solver, by the clock: a busy machine needs more than the minutes it takes.
limit=${FORMAL_SECONDS:-1200}

# --- one job: run.sh --job DIR NAME N; N = 0 proves, N > 0 plants fault N, N = names: --names -------------------
if [ "${1:-}" = --job ]; then
    out=$2 want=$3 number=$4
    found= n=0 fault_file= fault_sed=
    property() {
        found=
        [ "$1" = "$want" ] || return 0
        found=1 top=$2 kind=$3 files=$4 consts=$5 n=0
        use_top=$top use_kind=$kind use_files=$files use_consts=$consts
    }
    fault() {
        [ -n "$found" ] || return 0
        n=$((n + 1))
        [ "$n" = "$number" ] || return 0
        fault_file=$1 fault_sed=$2
    }
    . "$here/properties.sh"

    dir=$out/$want.$number
    rm -rf "$dir"
    mkdir -p "$dir"
    cd "$dir"
    result() { echo "$1" >result; exit 0; }

    sources=
    for f in gpu_cfg_pkg $use_files; do
        path=$(sh "$root/sim/files.sh" "$root/rtl/files.f" "$root/rtl/gpu/files.f" | sed -n "/\/$f\.sv\$/p")
        [ -n "$path" ] || result "ERROR no file $f"
        cp "$path" .
        sources="$sources $f.sv"
    done
    for c in $use_consts; do
        case $c in *:s*)                  # FILE:SED, another way to make a unit smaller
            cp "${c%%:*}.sv" before
            sed -i "${c#*:}" "${c%%:*}.sv"
            ! cmp -s before "${c%%:*}.sv" || result "ERROR not reduced: $c"
            continue ;;
        esac
        name=${c%%=*} value=${c#*=}
        grep -q " $name = " gpu_cfg_pkg.sv || result "ERROR no constant $name"
        sed -i "s/ $name = [0-9]*;/ $name = $value;/" gpu_cfg_pkg.sv
    done
    if [ "$number" = names ]; then
        fault() {
            [ -n "$found" ] || return 0
            n=$((n + 1))
            sed "$2" "$1.sv" >planted || result "ERROR fault $n cannot be planted: $3"
            ! cmp -s planted "$1.sv" || result "ERROR fault $n not planted: $3"
        }
        . "$here/properties.sh"
    elif [ "$number" != 0 ]; then
        cp "$fault_file.sv" before
        sed -i "$fault_sed" "$fault_file.sv"
        ! cmp -s before "$fault_file.sv" || result "ERROR fault not planted"
    fi

    mode=${use_kind%%:*}
    [ -z "${FORMAL_BOUND:-}" ] || case $mode in bmc|induct) mode=bmc ;; *) mode=abc ;; esac
    rest=${use_kind#*:}
    bmc=${FORMAL_BOUND:-${rest%%:*}} induct=${rest#*:}
    {
        echo "read_verilog -formal -sv -I$root/rtl -I$root/rtl/gen -I$here $sources $here/$use_top.sv"
        echo "hierarchy -check -top $use_top; proc; memory_collect; memory_map; flatten; setattr -unset keep c:*"
        # undriven bits are any value: an X that matters makes a proof fail
        [ "$number" = names ] && echo "tee -o names.txt check" ||
            echo "setundef -undriven -anyseq; opt -nodffe -nosdff; async2sync; dffunmap; opt_clean"
        case $number$mode in
        names*) ;;
        *bmc|*induct) echo "write_smt2 -wires m.smt2" ;;
        *) echo "techmap; setundef -undriven -anyseq; opt_clean; aigmap; write_aiger -zinit -map m.map m.aig" ;;
        esac
    } >prepare.ys
    yosys -q -s prepare.ys >yosys.log 2>&1 || result "ERROR yosys"
    if [ "$number" = names ]; then
        sed -n "s/.*Wire $use_top\.\(.*\) is used but has no driver.*/\1/p" names.txt | sed 's/ \[[0-9]*\]$//' \
            >undriven.txt
        sed -n 's/.*`F_INSIDE.* \(\\[^ ]*\) *;.*/\1/p' "$here/$use_top.sv" >inside.txt
        absent=$(grep -xFf inside.txt undriven.txt | head -1)
        [ -z "$absent" ] || result "ERROR no register $absent"
        result PASS
    fi
    ok=PASS
    case $mode in
    bmc|induct)
        timeout $((limit + 10)) yosys-smtbmc --noprogress --unroll -s z3 -t "$bmc" --dump-vcd fail.vcd m.smt2 >bmc.log \
            2>&1 || ok=FAIL
        if [ $ok = FAIL ]; then
            grep -q 'Assert failed' bmc.log || ok='ERROR solver'
        elif [ "$number" = 0 ] && [ "$mode" = induct ]; then
            timeout $((limit + 10)) yosys-smtbmc --noprogress --unroll -s z3 -t "$induct" -i --dump-vcd fail.vcd \
                m.smt2 >induct.log 2>&1 || ok='FAIL induction'
        fi ;;
    abc|pdr|step)
        # the same model as an and-inverter graph, for what is too much for an SMT solver
        frames=$bmc join=strash            # one property for induction; many are quicker without
        [ "$mode$number" != step0 ] || frames=$((induct + 1))
        engine="bmc3 -F $frames -T $limit"
        [ "$mode$number" != pdr0 ] || engine="pdr -T $limit" join=orpos
        abc() { timeout $((limit + 40)) yosys-abc -c \
            "read_aiger m.aig; fold; $join; strash; dc2; $1; write_cex -n fail.cex" >abc.log 2>&1 ||
            ok='ERROR solver'; }
        abc "scorr; $engine"
        # nothing left but constants: one more question decides
        ! grep -q 'combinational network' abc.log || abc 'scorr; sat'
        if grep -q 'was asserted in frame' abc.log; then ok=FAIL
        elif [ "$mode$number" = pdr0 ]; then grep -q 'Property proved' abc.log || ok='ERROR no proof'
        else grep -q "No output .*asserted in $frames frames\|Property proved\|UNSATISFIABLE" abc.log ||
            ok="ERROR no answer in $limit s"
        fi
        if [ "$ok$mode$number" = PASSstep0 ]; then
            join=orpos
            abc "ind -F $((induct + 1)) -T $limit"
            grep -q 'Networks are equivalent' abc.log || ok='FAIL induction'
        fi ;;
    esac
    result "$ok"
fi

# --- all jobs ----------------------------------------------------------------------------------------------------
while [ $# -gt 0 ]; do
    case $1 in
    -o) out=$2; shift 2 ;;
    -j) jobs=$2; shift 2 ;;
    --proofs) only=0; shift ;;
    --bound) only=0; export FORMAL_BOUND=$2; shift 2 ;;
    --names) only=names; shift ;;
    -h|--help) sed -n '3,14s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    *)  break ;;
    esac
done
for tool in yosys yosys-smtbmc z3; do
    command -v $tool >/dev/null || { echo "formal: $tool is missing (run ./setup)" >&2; exit 1; }
done
mkdir -p "$out"
out=$(cd "$out" && pwd)
names=" $* "
list=$out/jobs
: >"$list"

property() {
    prop=
    case $names in "  "|*" $1 "*) ;; *) return 0 ;; esac
    prop=$1 n=0
    echo "$1 ${only:-0}" >>"$list"
    [ -z "$only" ] || prop=
}
fault() {
    [ -n "$prop" ] || return 0
    n=$((n + 1))
    echo "$prop $n" >>"$list"
}
. "$here/properties.sh"
[ -s "$list" ] || { echo "formal: no such property" >&2; exit 2; }
start=$(date +%s)
xargs -P "$jobs" -L 1 "$0" --job "$out" <"$list"

status=0
proofs=0 faults=0
property() {
    prop=
    case $names in "  "|*" $1 "*) ;; *) return 0 ;; esac
    prop=$1 n=0
    proofs=$((proofs + 1))
    read -r r <"$out/$1.${only:-0}/result"
    [ -z "$only" ] || prop=
    [ "$r" = PASS ] || status=1
    case $3 in
    bmc:*)    d=${3#*:}; kind="$d cycles" ;;
    abc:*)    d=${3#*:}; kind="$d cycles (abc)" ;;
    induct:*) d=${3#*:}; kind="induction ${d#*:}, ${d%:*} cycles" ;;
    step:*)   d=${3#*:}; kind="induction ${d#*:} (abc)" ;;
    pdr:*)    kind="all cycles (abc pdr)" ;;
    esac
    [ -z "${FORMAL_BOUND:-}" ] || kind="$FORMAL_BOUND cycles"
    [ "$only" != names ] || kind='names only'
    printf '%-16s %-26s %-6s %s\n' "$1" "$kind" "$r" "$6"
}
fault() {
    [ -n "$prop" ] || return 0
    n=$((n + 1))
    faults=$((faults + 1))
    read -r r <"$out/$prop.$n/result"
    case $r in
    FAIL) r=found ;;
    PASS) r=MISSED; status=1 ;;
    *)    status=1 ;;
    esac
    printf '    %-39s %-6s planted in %s: %s\n' '' "$r" "$1" "$3"
}
echo "property         proof                      result what"
. "$here/properties.sh"
[ $status = 0 ] && verdict= || verdict=', NOT ALL AS THEY SHOULD BE'
echo "formal: $proofs proofs, $faults planted faults, $(($(date +%s) - start)) s$verdict"
exit $status
