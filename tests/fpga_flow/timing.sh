#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# timing.sh ROOT BUILD: the slowest path of a report as a line; a small unit through fpga/flow/timing.sh, whose result
# is not made twice; a unit that is not there, told before another is placed; that all it places by itself are there.
# Exit status 77 after the first without the tools.
set -eu
root=$1
build=$2
dir=$build/tests/fpga_flow/timing
mkdir -p "$dir"
fail() { echo "timing: $*" >&2; exit 1; }

part() {
    printf '{"type":"%s","delay":%s,"net":"%s","from":{"cell":"%s"},"to":{"cell":"%s"}}' "$1" "$2" "$3" "${5-}" "$4"
}
printf '{"utilization":{"TRELLIS_COMB":{"used":77,"available":99}},"critical_paths":[
    {"from":"<async>","to":"posedge clk","path":[%s]},
    {"from":"posedge clk","to":"posedge clk","path":[%s,%s,%s,%s,%s,%s]},
    {"from":"posedge clk","to":"negedge clk","path":[%s]}]}\n' "$(part routing 90 far x)" \
    "$(part clk-to-q 0.5 '' a u.known_q_TRELLIS_FF_Q_7)" "$(part routing 6 'u.pick[3]' b)" "$(part logic 1 '' c)" \
    "$(part routing 2 'u.near_LUT4_Z_1_D' d)" "$(part logic 0.5 '' e)" "$(part setup 0 '' u.end_q_TRELLIS_FF_Q_2)" \
    "$(part routing 9 short x)" >"$dir/report.json"
said=$(python3 "$root/fpga/flow/path.py" unit "$dir/report.json")
[ "$said" = 'unit 100.0 MHz 10.0 ns 2 levels 80 % routing 77 LUT4: known_q > pick > end_q' ] ||
    fail "the path is '$said'"
sed -e 's/u\.known_q/u.u_first_of_all_instances.u_one_within.known_q/' \
    -e 's/u\.end_q/u.u_last_of_all_instances.u_one_within.end_q/' "$dir/report.json" >"$dir/long.json"
said=$(python3 "$root/fpga/flow/path.py" unit "$dir/long.json" | sed 's/.*: //')
[ "$said" = 'u_one_within.known_q > u_last_of_all_instances.u_one_within.end_q' ] || fail "the long path is '$said'"

[ -f "$build/fpga-venv/requirements.txt" ] || { echo "no tools for bitstreams (./setup --fpga)"; exit 77; }
timing() { sh "$root/fpga/flow/timing.sh" "$build" "$@"; }
said=$(timing sm_spq)
echo "$said" | grep -Eq '^sm_spq [0-9.]+ MHz [0-9.]+ ns [0-9]+ levels [0-9]+ % routing [0-9]+ LUT4: [a-z_]+' ||
    fail "sm_spq gives '$said'"
[ "$(timing sm_spq)" = "$said" ] || fail "sm_spq gives something else the second time"
[ ! -e "$build/fpga/timing/alone/sm_spq/design.json" ] || fail "sm_spq was placed twice"
printf '| `sm_spq` | 1 | 2 | 3 | 4 %% | 5 | old |\n| `sm_rf` | 9 | 2 | 3 | 4 %% | 5 | other |\n' >"$dir/page"
sh "$root/fpga/flow/timing.sh" -d "$dir/page" "$build" sm_spq >"$dir/said"
grep -q '^| `sm_rf` | 9 .* other |$' "$dir/page" || fail "the page has lost the row of another unit"
[ "$(grep -c '^| `sm_spq` ' "$dir/page")" = 1 ] || fail "the page has not one row of sm_spq"
grep -q '`sm_spq`.* old' "$dir/page" && fail "the page has the old row of sm_spq"
grep -q '^Not placed yet:.*`sm_fetch`' "$dir/page" || fail "the page does not say that sm_fetch is missing"
said=$(timing sm_spq sm_nothing 2>&1) && fail "sm_nothing is a unit: $said"
[ "$said" = "timing: there is no unit 'sm_nothing'" ] || fail "sm_nothing gives '$said'"
sh "$root/fpga/flow/timing.sh" -n "$build" >"$dir/units" || fail "a unit of its own list is not there"
grep -qx sm_fetch "$dir/units" || fail "its own list has no sm_fetch"
