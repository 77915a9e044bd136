#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# conditions.sh CONDITIONS.AWK DIR: which conditions it names.
set -eu
script=$1 dir=$2
mkdir -p "$dir"
cat >"$dir/good.sv" <<'END'
    if (a && !b || (c & ~d) != 8'd0) x <= a & b;
    else if ((c | d) == '0 && f(a & b, ~c)) x <= 1'b0;   // a & b
    if (s.v[a & b] && {c & d} > e && |(c & d)) x = ~x;
END
awk -f "$script" "$dir/good.sv" || { echo "conditions.sh: good ones are named"; exit 1; }
n=0
while read -r line; do
    n=$((n + 1))
    echo "$line" >"$dir/bad.sv"
    ! said=$(awk -f "$script" "$dir/bad.sv") || { echo "conditions.sh: not named: $line"; exit 1; }
    [ "$said" = "$dir/bad.sv:1: $line" ] || { echo "conditions.sh: it says: $said"; exit 1; }
done <<'END'
if (a & b) x <= 1'b0;
else if (~a) x <= 1'b0;
if (c == d && (a | b)) begin
if (a) x = 1'b0; else if (f(a) && !(a & ~b)) x = 1'b1;
END
[ $n = 4 ]
