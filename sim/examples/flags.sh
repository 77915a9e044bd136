#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# flags.sh GT200 OUT [NAME...]: the bench of docs/bench.md built by Verilator with other options each, around a loop of
# multiply-adds: user time of the build, then of a run user and wall time and what both make of a second in cycles;
# with valgrind there, host instructions of a cycle (not of two, whose threads would wait for each other there).
# NAME: of the builds below; default all. OUT: a folder, with the builds.
set -eu
[ $# -ge 2 ] || { echo "usage: flags.sh GT200 OUT [NAME...]" >&2; exit 2; }
gt200=$1 out=$2
shift 2
[ $# -gt 0 ] || set -- plain fast guided two
cd "$(dirname "$0")/../.."
mkdir -p "$out"
out=$(cd "$out" && pwd)

# A thread adds its numbers behind 128 rounds of eight multiply-adds.
loop='mov.b32 $r1, 0x80\nmov.b32 $r3, 0xffffffff\nagain:\n'
for i in 1 2 3 4 5 6 7 8; do loop="${loop}mad.f32 \$r2, \$r2, \$r2, \$r2\n"; done
loop="${loop}add.b32 \$r1|\$c0, \$r1, \$r3\n@\$c0.lg bra again"
sed "s/^    # i = .*/$loop/" sim/examples/vecadd.s >"$out/busy.s"
"$gt200" as "$out/busy.s" -o "$out/busy.cubin"
"$gt200" dis -a "$out/busy.cubin" | sed -n 's,.*// [0-9a-f]*: ,,p' >"$out/busy.hex"

# build NAME "OPTIONS OF VERILATOR" "OF THE COMPILER" ["OF THE LINKER"]
build() {
    # shellcheck disable=SC2086
    /usr/bin/time -f %U -o "$out/$1.built" verilator --binary --timing -Wno-fatal -Wno-lint -Wno-style \
        --top-module vecadd_tb --Mdir "$out/$1" $2 -MAKEFLAGS "OPT_FAST='$3' OPT_SLOW=-O0 OPT_GLOBAL=-O1" \
        ${4:+-LDFLAGS "$4"} -F rtl/files.f sim/examples/vecadd_tb.sv >"$out/$1.log" 2>&1 ||
        { tail -3 "$out/$1.log" >&2; exit 1; }
}
# run NAME: a row
run() {
    /usr/bin/time -f '%U %e' -o "$out/$1.ran" "$out/$1/Vvecadd_tb" +code="$out/busy.hex" >"$out/$1.said"
    cycles=$(sed -n 's/^PASS vecadd_tb: \([0-9]*\) cycles$/\1/p' "$out/$1.said")
    [ "$cycles" ] || { cat "$out/$1.said" >&2; exit 1; }
    insns=-
    if [ "$1" != two ] && command -v valgrind >/dev/null; then
        insns=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$out/$1/Vvecadd_tb" \
            +code="$out/busy.hex" 2>&1 | sed -n 's/.*Collected : //p')
    fi
    awk -v name="$1" -v built="$(cat "$out/$1.built")" -v ran="$(cat "$out/$1.ran")" -v cycles="$cycles" \
        -v insns="$insns" 'BEGIN {
            split(ran, t, " ")
            printf "%-7s built in %.0f s; %d cycles in %.2f s of processor time, %.2f s: %.0f and %.0f a second", name,
                built, cycles, t[1], t[2], cycles / t[1], cycles / t[2]
            if (insns != "-") printf "; %.0f host instructions a cycle", insns / cycles
            print ""
        }'
}

fast='-O3 --x-assign fast --x-initial fast --noassert -fno-split -fno-table --output-split 150000
      --output-split-cfuncs 4000'
for name in "$@"; do
    case $name in
    plain) build plain '' '-Os' ;;
    fast) build fast "$fast" '-O2 -march=native' ;;
    two) build two "$fast --threads 2" '-O2 -march=native' ;;
    guided)
        build guided "$fast" '-O2 -march=native -fprofile-generate -fprofile-update=atomic' -fprofile-generate
        (cd "$out/guided" && ./Vvecadd_tb +code="$out/busy.hex" >/dev/null)
        rm -f "$out"/guided/*.o "$out"/guided/*.a "$out/guided/Vvecadd_tb"
        build guided "$fast" '-O2 -march=native -fprofile-use -Wno-missing-profile' ;;
    *) echo "flags.sh: there are plain, fast, guided, two, not '$name'" >&2; exit 2 ;;
    esac
    run "$name"
done
