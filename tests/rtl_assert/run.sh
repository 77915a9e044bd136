#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh ROOT OUT UNIT: the assertions of rtl/.../UNIT.sv under ROOT are seen to fail, each alone in its bench under
# Icarus (cases.sh), and none does while nothing happens. OUT: folder for what is made on the way.
#
# Here an assertion fails when it is false. Elsewhere under Icarus it also fails when nobody knows (rtl/assert.svh).
set -eu
[ $# = 3 ] || { echo "usage: run.sh ROOT OUT UNIT" >&2; exit 2; }
root=$1 out=$2 wanted=$3
here=$(cd "$(dirname "$0")" && pwd)

rm -rf "$out"
mkdir -p "$out"
# Icarus 11 wakes an always_comb up for bits that it does not read, and in a circle of such blocks for ever
cp -r "$root/rtl" "$out/rtl"
find "$out/rtl" -name '*.sv' -exec sed -i 's/always_comb/always @*/' {} +
sed -i "s/!== 1'b1/=== 1'b0/" "$out/rtl/assert.svh"
files=$(cd "$out" && sh "$root/sim/files.sh" rtl/files.f rtl/gpu/files.f | sed "s:^:$out/:")
file=$(printf '%s\n' $files | grep "/$wanted\.sv\$") || { echo "run: no files.f has $wanted.sv" >&2; exit 1; }
status=0 seen=0

# bench STEPS: what the unit says
bench() {
    awk -v unit="$wanted" -v steps="$1" -f "$here/bench.awk" "$file" >"$out/bench.sv"
    "${IVERILOG:-iverilog}" -g2012 -I"$out/rtl" -I"$out/rtl/gen" -s bench -o "$out/bench.vvp" $files "$out/bench.sv" \
        >"$out/bench.log" 2>&1 || { cat "$out/bench.log" >&2; exit 1; }
    timeout 60 "${VVP:-vvp}" -n "$out/bench.vvp" >"$out/bench.out" 2>&1 || true
}

fails() {
    [ "$1" = "$wanted" ] || return 0
    cp "$file" "$out/unit.sv"
    if [ $# = 4 ]; then
        sed -i "$4" "$file"
        changed=$(diff "$out/unit.sv" "$file" | grep -c '^>' || true)
        [ "$changed" = 1 ] || { echo "$1: '$2': the edit changes $changed lines, expected 1" >&2; status=1; }
    fi
    bench "$3"
    cp "$out/unit.sv" "$file"
    # of the unit itself, not of a unit in it
    if grep -E '^RTL assertion failed: bench\.dut(\.g_[a-z_]*(\[[0-9]*\])?)*, time' "$out/bench.out" |
            grep -qF ": $2: "; then
        seen=$((seen + 1))
    else
        echo "$1: '$2' is not seen to fail:" >&2
        head -n 5 "$out/bench.out" >&2
        status=1
    fi
}
. "$here/cases.sh"

bench 'tick(80);'
[ "$(cat "$out/bench.out")" = 'no assertion is false' ] ||
    { echo "$wanted: while nothing happens:" >&2; head -n 5 "$out/bench.out" >&2; status=1; }
[ $status != 0 ] || rm -rf "$out"
echo "$wanted: $seen assertions seen to fail"
exit $status
