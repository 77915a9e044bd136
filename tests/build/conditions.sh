#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# conditions.sh CONDITIONS.AWK DIR: which lines it names.
set -eu
script=$1 dir=$2
mkdir -p "$dir"
cat >"$dir/types.svh" <<'END'
typedef struct packed { logic one; logic [3:0] four; } s_t;
END
cat >"$dir/head" <<'END'
module m(input wire a, input wire b, input wire [7:0] v, input s_t s, output logic [7:0] y, output logic z);
  function automatic logic odd(input logic [3:0] x); odd = x[0]; endfunction
END
cat "$dir/head" - >"$dir/good.sv" <<'END'
    if (a && !b || (p & ~q) != 8'd0) x <= p & q;
    else if ((p | q) == '0 && f(p & b, ~p)) x <= 1'b0;   // a & b
    if (s.v[a && b] && {p & q} > r && |(p & q)) x = ~x;
    wire d = a && !b || v[2] && s.one;
    assign y = v & {8{a}} | ~(v << 1) & s.four;
    wire e = (v & 8'd1) == 8'd1 ? a : b;
    always_ff @(posedge clk) y <= v[3:0] & {4{b}};
    assign z = &v || odd(v[3:0]) && unknown & a;
END
awk -f "$script" "$dir/types.svh" "$dir/good.sv" || { echo "conditions.sh: good ones are named"; exit 1; }
n=0
while read -r line; do
    n=$((n + 1))
    { cat "$dir/head"; echo "$line"; } >"$dir/bad.sv"
    ! said=$(awk -f "$script" "$dir/types.svh" "$dir/bad.sv") || { echo "conditions.sh: not named: $line"; exit 1; }
    [ "$said" = "$dir/bad.sv:3: $line" ] || { echo "conditions.sh: it says: $said"; exit 1; }
done <<'END'
if (x & y) x <= 1'b0;
else if (~x) x <= 1'b0;
if (c == d && (x | y)) begin
if (x) x = 1'b0; else if (f(x) && !(x & ~y)) x = 1'b1;
assign z = a & b;
assign z = ~a;
wire d = (v == 8'd1) | v[2];
wire d = |v & s.one;
assign y = a ? v & 8'd1 : {7'd0, v[0] | odd(v[3:0])};
assign y = v & {8{(a & b)}};
always_ff @(posedge clk) z <= v < 8'd3 & b;
sub u (.clk, .in(a & (v[1] ^ b)), .out(y));
END
[ $n = 12 ]
# a condition of several lines: that of the operator
{ cat "$dir/head"; printf '%s\n' 'assign z = a' '  && !b' '  | v[0];'; } >"$dir/bad.sv"
said=$(awk -f "$script" "$dir/bad.sv") && { echo "conditions.sh: not named: one of several lines"; exit 1; }
[ "$said" = "$dir/bad.sv:5:   | v[0];" ] || { echo "conditions.sh: it says: $said"; exit 1; }
