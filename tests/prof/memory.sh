#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# memory.sh GT200 FOLDER TARGET CHIP PROGRAM ARG...: the memory side of a profile. Clocks and steps of each unit are
# those of the launch, data clocks those of the sectors (PROF-11 to PROF-13). With TARGET both the RTL's is the model's.
# Lines KERNEL|UNIT|WHAT|LOW|HIGH on standard input: the share of WHAT in all clocks or steps of the units UNIT, in
# percent.
set -eu
gt200=$1 folder=$2 targets=$3 chip=$4
shift 4
name=$folder/$(basename "$1").$chip.side
[ "$targets" = both ] && targets="model rtl"
cat > "$name.expected"
for target in $targets; do
    "$gt200" prof --target "$target" --chip "$chip" -o "$name.$target.txt" --memory "$name.$target.memory.csv" "$@" \
        > "$name.said" 2>&1 || { cat "$name.said"; exit 1; }
    awk -f "$(dirname "$0")/memory.awk" "$name.expected" "$name.$target.memory.csv"
done
if [ "$targets" = "model rtl" ]; then
    cmp "$name.model.memory.csv" "$name.rtl.memory.csv"
    sed 's/(target model)/(target rtl)/' "$name.model.txt" | cmp - "$name.rtl.txt"
fi
