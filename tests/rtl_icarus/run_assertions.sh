#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Assertions of the RTL are seen to fail: each edit of assertions.sh is planted in a copy of rtl/, and the program
# named runs on it in Icarus until the assertion with that reason fails; others may fail before it.
#
#   run_assertions.sh -b BUILD [-o DIR] [-j JOBS] [NUMBER ...]
#
#   -b  the build folder, with targets run_icarus and test-programs built
#   -o  default BUILD/assertions      -j  jobs, default 2
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# --- one of them: run_assertions.sh --job BUILD DIR NUMBER -------------------------------------------------------
if [ "${1:-}" = --job ]; then
    build=$2 dir=$3/$4 number=$4
    n=0
    plant() {
        n=$((n + 1))
        [ $n = "$number" ] || return 0
        unit=$1 program=$2 edit=$3 why=$4
    }
    . "$here/assertions.sh"
    result() { echo "$1" >"$dir/result"; rm -rf "$dir/rtl" "$dir/tb.vvp"*; exit 0; }

    mkdir -p "$dir"
    rm -rf "$dir/rtl"
    cp -r "$root/rtl" "$dir/rtl"
    path=$(cd "$root" && sh sim/files.sh rtl/files.f | sed -n "/\/$unit\.sv\$/p")
    [ -n "$path" ] || result "ERROR no file $unit"
    sed -i "$edit" "$dir/$path"
    changed=$(diff "$root/$path" "$dir/$path" | grep -c '^>' || true)
    [ "$changed" = 1 ] || result "ERROR the edit changes $changed lines"
    sed -i 's/\$fatal(1);//' "$dir/rtl/assert.svh"
    sh "$here/compile.sh" "${IVERILOG:-iverilog}" "$dir/rtl" "$here/tb_program.sv" "$dir/tb.vvp" 2>"$dir/compile.err" ||
        result "ERROR iverilog"
    VVP_ARGS=+assertions timeout "${ASSERT_SECONDS:-120}" "$build/tests/rtl_icarus/run_icarus" "$dir/tb.vvp" "$dir" \
        "$root/tests/lockstep/programs/$program.s" "$build/tests/lockstep/$program.cubin" 2>&1 |
        grep -m 1 -F ": $why: " >"$dir/out" || true
    [ -s "$dir/out" ] || result "NOT SEEN"
    result seen
fi

# --- all of them -------------------------------------------------------------------------------------------------
build= out= jobs=2
while [ $# -gt 0 ]; do
    case $1 in
    -b) build=$(cd "$2" && pwd); shift 2 ;;
    -o) out=$2; shift 2 ;;
    -j) jobs=$2; shift 2 ;;
    -h|--help) sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run_assertions.sh: unknown option $1" >&2; exit 2 ;;
    *)  break ;;
    esac
done
[ -n "$build" ] || { echo "run_assertions.sh: -b BUILD is missing" >&2; exit 2; }
[ -x "$build/tests/rtl_icarus/run_icarus" ] ||
    { echo "run_assertions.sh: $build/tests/rtl_icarus/run_icarus is not built" >&2; exit 2; }
out=${out:-$build/assertions}
mkdir -p "$out"
out=$(cd "$out" && pwd)

n=0
plant() { n=$((n + 1)); }
. "$here/assertions.sh"
numbers=${*:-$(seq $n)}
printf '%s\n' $numbers | xargs -P "$jobs" -n 1 sh "$0" --job "$build" "$out"

n=0 planted=0 status=0
plant() {
    n=$((n + 1))
    case " $(echo $numbers) " in *" $n "*) ;; *) return 0 ;; esac
    planted=$((planted + 1))
    line=$(cat "$out/$n/result")
    [ "$line" = seen ] || status=1
    printf '%3d  %-14s %-80s %s\n' $n "$1" "$4" "$line"
}
. "$here/assertions.sh"
verdict=', each assertion seen to fail'
[ $status = 0 ] || verdict=', NOT ALL SEEN TO FAIL'
echo "assertions: $planted edits$verdict"
exit $status
