#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verdicts.sh GT200 FOLDER: --races shared finds in each kernel of FOLDER/kernels.cu what verdicts.txt says, in the
# usual order or one of eight others.
set -eu
gt200=$1 folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
awk 'BEGIN { for (i = 0; i < 128; i++) printf "%c%c%c%c", i, 0, 0, 0 }' >in
"$gt200" cc "$folder/kernels.cu" -o k.cubin
bad=0 n=0
while read -r name want theirs; do
    case $name in '#'*) continue ;; esac
    found=none
    for seed in 0 1 2 3 4 5 6 7 8; do
        turns="--interleave $seed"
        [ $seed != 0 ] || turns=
        "$gt200" run k.cubin -k "$name" -g 2 -b 128 --smem 512 -a zero:1024 -a in:in --races shared $turns >out 2>&1 ||
            found=race
        [ $found = none ] || break
    done
    [ $found = none ] || grep -q 'race, ' out || found="failure: $(head -n 1 out)"
    n=$((n + 1))
    [ "$found" = "$want" ] || { echo "$name: expected $want, found $found (racecheck: $theirs)"; bad=$((bad + 1)); }
done <"$folder/verdicts.txt"
echo "$n kernels, $bad differ"
[ $bad = 0 ] && [ $n -ge 50 ]
