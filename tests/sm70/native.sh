#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: native.sh GT200 SOURCE FOLDER [RECORD]: the experiments of native.plan on func give what an H200 gave
# (docs/records/h200/native.csv, or RECORD): lane 0's values.
set -eu
gt200=$1 src=$2 dir=$3 record=${4:-$2/docs/records/h200/native.csv}
plan=$src/sw/measure/probe/plans/native.plan
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
"$gt200" probe "$plan" --cubins .
"$gt200" probe "$plan" --list | sed -n '2,$s/,.*//p' >names
fails=0 n=0
while read -r name; do
    i=$((n))
    n=$((n + 1))
    want=$(awk -F, -v name="$name" '$1 == name { print $7 }' "$record")
    case $name in
    native.window.*) continue ;;        # numbers that the driver chooses
    esac
    if ! "$gt200" run "$i.cubin" --chip h100 -k v0 -g 1 -b 32 -a out:got:512 -a zero:4096 >out 2>err; then
        grep -q ' is not known$' err || { echo "native.sh: $name: $(tail -n 1 err)"; fails=$((fails + 1)); }
        continue
    fi
    got=$(od -A n -t x4 -N 8 got | sed 's/^ *//')
    [ "$got" = "$want" ] || { echo "native.sh: $name: expected $want of the record, found $got"; fails=$((fails + 1)); }
done <names
[ "$n" = 25 ] || { echo "native.sh: expected 25 experiments, found $n"; fails=$((fails + 1)); }
exit $((fails > 0))
