#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Plants the faults of faults.sh in copies of files of cmodel/, one at a time, and runs the tests that expect numbers on
# the model alone: each test that a fault names must fail. Where the Verilog has the same fault lockstep sees nothing,
# and these tests are all there is. Prints a line for each; a fault that a test does not notice is a failure, and so is
# a test that crashes, hangs or does not start.
#
#   run.sh -b BUILD [-o DIR] [-j JOBS] [NUMBER ...]    default DIR BUILD/mutate_model, 2 jobs, all faults
#   run.sh --check                                     only that each edit changes lines of its file
#
# Tests: units, rules, special, caches, numbers, memory, chip, tex, tex_l1 (tests/timing), steps (tests/units), diagrams
# (all pages of docs/units), program:NAME (tests/lockstep/programs, on the model). Each is linked anew with the one file
# in front of the library. All must pass without a fault: that is looked at first.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# --- commands of the build folder ---------------------------------------------------------------------------------
target() {
    case $1 in
    units|rules|special|caches|numbers|memory|chip|tex|tex_l1) echo "tests/timing/test-timing-$1" ;;
    steps)     echo tests/units/test-units-steps ;;
    diagrams)  echo tests/diagram/diagrams ;;
    program:*) echo tests/lockstep/run_program ;;
    *)         echo "mutate-model: no test $1" >&2; exit 2 ;;
    esac
}
# runs EXE TEST: the program of the test
runs() {
    case $2 in
    diagrams)  (cd "$root" && timeout 120 "$1" model $(ls docs/units/*.md | grep -v README)) ;;
    program:*) p=${2#program:}
               timeout 120 "$1" "$root/tests/lockstep/programs/$p.s" "$build/tests/lockstep/$p.cubin" model ;;
    *)         timeout 120 "$1" ;;
    esac
}

# --- one fault: run.sh --job BUILD DIR NUMBER -----------------------------------------------------------------------
if [ "${1:-}" = --job ]; then
    build=$2 dir=$3/$4 number=$4 n=0
    fault() {
        n=$((n + 1))
        [ $n = "$number" ] || return 0
        file=$1 edit=$2 tests=$3
    }
    . "$here/faults.sh"
    rm -rf "$dir"
    mkdir -p "$dir"
    cd "$build"
    result() { echo "$1" >"$dir/result"; exit 0; }
    sed "$edit" "$root/cmodel/$file" >"$dir/${file##*/}"
    ! cmp -s "$root/cmodel/$file" "$dir/${file##*/}" || result 'ERROR the edit changes nothing'
    object=cmodel/CMakeFiles/gt200model.dir/$file.o
    here_too="-iquote $root/cmodel/${file%/*} -o $dir/fault.o -c $dir/${file##*/}"
    compile=$(ninja -t commands "$object" | tail -n 1 |
              sed "s/ -MD//; s/ -M[FT] [^ ]*//g; s: -o [^ ]* -c [^ ]*: $here_too:")
    sh -c "$compile" >"$dir/compile.log" 2>&1 || result 'ERROR it does not compile'
    missed=
    for t in $tests; do
        exe=$(target "$t")
        link=$(ninja -t commands "$exe" | tail -n 1)
        link=$(echo "$link" | sed "s:^\: && ::; s: && \:\$::; s: -o [^ ]*: $dir/fault.o -o $dir/test:")
        sh -c "$link" >"$dir/link.log" 2>&1 || result "ERROR $t is not linked"
        status=0
        runs "$dir/test" "$t" >"$dir/${t#program:}.out" 2>&1 || status=$?
        case $status in
        0)  missed="$missed $t" ;;
        12[4-9]|1[3-9]?|2??) result "ERROR $t ends with status $status" ;;      # hangs, does not start, crashes
        esac
    done
    rm -f "$dir/test"
    [ -z "$missed" ] || result "NOT noticed by$missed"
    result "noticed by $tests"
fi

# --- all of them ----------------------------------------------------------------------------------------------------
build= out= jobs=2 check=
while [ $# -gt 0 ]; do
    case $1 in
    -b) build=$(cd "$2" && pwd); shift 2 ;;
    -o) out=$2; shift 2 ;;
    -j) jobs=$2; shift 2 ;;
    --check) check=1; shift ;;
    -h|--help) sed -n '3,15s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    *)  break ;;
    esac
done
if [ -n "$check" ]; then
    n=0 status=0
    fault() {
        n=$((n + 1))
        [ -f "$root/cmodel/$1" ] || { echo "fault $n: no file cmodel/$1"; status=1; return 0; }
        lines=$(sed "$2" "$root/cmodel/$1" | diff "$root/cmodel/$1" - | grep -c '^>') || true
        [ "$lines" = 1 ] || { echo "fault $n changes $lines lines of cmodel/$1: $2"; status=1; }
        for t in $3; do target "$t" >/dev/null; done
    }
    . "$here/faults.sh"
    echo "$n edits"
    exit $status
fi
[ -f "$build/build.ninja" ] || { echo "run.sh: -b BUILD is missing, or is no build folder of ninja" >&2; exit 2; }
out=${out:-$build/mutate_model}
mkdir -p "$out"
out=$(cd "$out" && pwd)
n=0 used=
chosen=" $* "
fault() {
    n=$((n + 1))
    case $chosen in "  "|*" $n "*) used="$used $3" ;; esac
}
. "$here/faults.sh"
for t in $(printf '%s\n' $used | sort -u); do
    runs "$build/$(target "$t")" "$t" >"$out/sound.log" 2>&1 ||
        { cat "$out/sound.log"; echo "mutate-model: $t fails without a fault" >&2; exit 2; }
done
numbers=${*:-$(seq $n)}
start=$(date +%s)
printf '%s\n' $numbers | xargs -P "$jobs" -n 1 sh "$0" --job "$build" "$out"
n=0 planted=0 status=0
fault() {
    n=$((n + 1))
    case " $(echo $numbers) " in *" $n "*) ;; *) return 0 ;; esac
    planted=$((planted + 1))
    line=$(cat "$out/$n/result")
    case $line in noticed*) ;; *) status=1 ;; esac
    printf '%3d  %-20s %-66s %s\n' $n "$1" "$4" "$line"
}
. "$here/faults.sh"
verdict=', all noticed'
[ $status = 0 ] || verdict=', NOT ALL NOTICED'
echo "mutate-model: $planted faults planted, $(($(date +%s) - start)) s$verdict"
exit $status
