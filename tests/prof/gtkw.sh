#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gtkw.sh ROOT [TABLE]: every signal of the save file's table (cmodel/sm_signals.h, or TABLE) is declared in the
# Verilog: NAME in sm_top, u_UNIT.NAME in sm_UNIT, which sm_top has as u_UNIT; with the width that the table says.
set -eu
cd "$1"
table=${2:-cmodel/sm_signals.h}
status=0
n=0
signals=$(sed -n 's/^ *SIGNAL([A-Z0-9_]*, \(BIT\|BINARY\|HEX\|DECIMAL\), "\([^"]*\)", \([0-9]*\)).*/\2:\3/p' "$table")
for line in $signals; do
    name=${line%:*} bits=${line#*:}
    n=$((n + 1))
    file=rtl/sm/sm_top.sv
    case $name in
    u_*.*)
        unit=${name%%.*}
        grep -q "sm_${unit#u_} .*\<$unit (" $file || { echo "$name: sm_top has no $unit"; status=1; }
        file=rtl/sm/sm_${unit#u_}.sv
        name=${name#*.} ;;
    esac
    if [ "$bits" = 1 ]; then
        range='\(logic\|wire\|reg\) *\(\[0:0\]\)\{0,1\}[^][]*'
    else
        range="\(logic\|wire\|reg\) *\[$((bits - 1)):0\][^][]*"
    fi
    tr '\n' ' ' < "$file" | sed 's/;/;\n/g; s/\<\(input\|output\)\>/\n\1/g' | grep -q "$range\<$name\>" ||
        { echo "$file has no $name of $bits bits"; status=1; }
done
[ $n -gt 40 ] || { echo "$n signals in $table"; status=1; }
[ $status = 0 ] && echo "ok $n signals"
exit $status
