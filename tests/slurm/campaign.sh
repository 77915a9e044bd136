#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# campaign.sh ROOT BUILD DIR: campaigns in parts (sim/slurm/campaign.sh) on this machine: what they sum up to, and that
# a part which failed, was lost or belongs to another build is told.
set -eu
root=$1 build=$2 dir=$3
fail() { echo "$*"; exit 1; }
campaign() { BUILD=$build sh "$root/sim/slurm/campaign.sh" "$@"; }
# refused PATTERN STATUS ARGUMENT...
refused() {
    pattern=$1 status=$2 rc=0
    shift 2
    campaign "$@" >"$dir/out" 2>&1 || rc=$?
    [ $rc = "$status" ] || fail "campaign.sh $*: exit status $rc, expected $status: $(cat "$dir/out")"
    grep -q -- "$pattern" "$dir/out" || fail "campaign.sh $*: expected '$pattern': $(cat "$dir/out")"
}
rm -rf "$dir"
mkdir -p "$dir"

# Parts have the programs of the whole, each once.
campaign plan "$dir/random" random --seed 7 --programs 10 --part 4 --kind mixed --target model
campaign run "$dir/random" 2
whole=$("$build/gt200" fuzz --kind mixed --seed 7 --programs 10 --target model --csv - 2>/dev/null | tail -n 1)
for field in 8 9 10 11 12; do
    n=$(echo "$whole" | cut -d, -f$field)
    grep -q "$n " "$dir/random/record.md" || tr '\n' ' ' <"$dir/random/record.md" | grep -q " $n " ||
        fail "field $field of the whole, $n, is not in the record: $(cat "$dir/random/record.md")"
done
[ "$(wc -l <"$dir/random/record.csv")" = 4 ] || fail "record.csv: $(cat "$dir/random/record.csv")"
campaign status "$dir/random" | grep -qx "3 passed, 0 failed, 0 of 3 not ended" || fail "status"

# A part that was lost is told, and alone run again.
rm "$dir/random/2/status"
touch "$dir/random/1/old"
refused "^part 2 has not ended: gt200 fuzz --kind mixed --seed 11 --programs 4" 1 merge "$dir/random"
campaign run "$dir/random"
[ -f "$dir/random/1/old" ] || fail "a part that had ended was run again"

# A part that fails is told with what it says.
campaign plan "$dir/failing" random --seed 1 --programs 1 --part 1 --kind mixed --target model --chip gt300
refused "^part 1 failed with exit status 2" 1 run "$dir/failing"
refused "unknown chip 'gt300'" 1 merge "$dir/failing"
tr '\n' ' ' <"$dir/failing/record.md" | grep -q "1 parts: 0 passed, 1 failed, 0 not ended" || fail "record of a failure"

# Parts of two builds are never mixed.
sed -i 's/^digest=.*/digest=1-1/' "$dir/failing/plan"
refused "has changed since the plan was made" 1 part "$dir/failing" 1
[ "$(cat "$dir/failing/1/status")" = 2 ] || fail "the part's result is lost"

refused "exists; a plan is a new folder" 1 plan "$dir/random" vectors
refused "no plan there" 1 run "$dir/none"
refused "has 1 to 3" 1 part "$dir/random" 4
refused "'x' is not a number" 2 part "$dir/random" x
refused "'walk' is none of random, vectors, bench" 2 plan "$dir/p" walk
refused "expected a multiple of 5" 2 plan "$dir/p" random --seed 1 --part 7
refused "seed S is missing" 2 plan "$dir/p" random
refused "no measurement matches" 1 plan "$dir/p" bench nosuch
[ ! -e "$dir/p" ] || fail "a refused plan left a folder"
echo "campaigns: ok"
