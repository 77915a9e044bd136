#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sums.sh GT200 FOLDER TARGET CHIP PROGRAM ARG...: the profile of a program; its cycles add up (PROF-4, PROF-5,
# PROF-6). With TARGET both the RTL's is the model's, byte for byte.
set -eu
gt200=$1 folder=$2 targets=$3 chip=$4
shift 4
name=$folder/$(basename "$1").$chip
[ "$targets" = both ] && targets="model rtl"
for target in $targets; do
    "$gt200" prof --target "$target" --chip "$chip" -o "$name.$target.txt" --csv "$name.$target.csv" \
        --html "$name.$target.html" "$@" > "$name.said" 2>&1 || { cat "$name.said"; exit 1; }
    awk -f "$(dirname "$0")/sums.awk" "$name.$target.txt" "$name.$target.csv"
    grep -q '</table>' "$name.$target.html" || { echo "$name.$target.html has no table"; exit 1; }
done
if [ "$targets" = "model rtl" ]; then
    cmp "$name.model.csv" "$name.rtl.csv"
    sed 's/(target model)/(target rtl)/' "$name.model.txt" | cmp - "$name.rtl.txt"
fi
