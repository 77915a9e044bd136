#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# conditions.sh PYTHON CONDITIONS.PY DIR: which lines it names.
set -eu
python=$1 script=$2 dir=$3
mkdir -p "$dir"
head='module unit(input logic in); endmodule
typedef struct packed { logic one; logic [3:0] four; } s_t;
module m #(parameter W = 1)(input logic clk, input logic a, input logic b, input logic [7:0] v, input s_t s,
  input logic [W-1:0] w, output logic [7:0] x, output logic [7:0] y, output logic z);
  function automatic logic odd(input logic [3:0] n); odd = n[0]; endfunction'
# the lines of standard input, in a module
module() { printf '%s\n' "$head"; cat; echo endmodule; }
fail() { echo "conditions.sh: $*" >&2; exit 1; }
module >"$dir/good.sv" <<'END'
    logic [7:0] p, q; logic c;
    always_ff @(posedge clk) begin
      if (a && !b || (p & ~q) != 8'd0) x <= p & q;
      else if ((p | q) == '0 && odd(p[3:0] & v[3:0])) x <= 8'd1;   // a & b
      if (v[3'(a && b)] && {p & q} > v && |(p & q)) p <= ~x;
      if (a ^ b) q <= v[3:0] & {4{b}};
    end
    wire d = a && !b || v[2] && s.one;
    assign y = v & {8{a}} | ~(v << 1) & s.four;
    wire e = (v & 8'd1) == 8'd1 ? a : b;
    wire [W-1:0] f = w & ~w;
    assign z = &v || odd(v[3:0]) && c;
END
"$python" "$script" "$dir/good.sv" || fail 'good ones are named'
n=0
while read -r line; do
    n=$((n + 1))
    echo "$line" | module >"$dir/bad.sv"
    ! said=$("$python" "$script" "$dir/bad.sv" 2>&1) || fail "not named: $line"
    case $said in *"bad.sv:6: $line") ;; *) fail "it says: $said" ;; esac
done <<'END'
always_comb if (x & y) z = 1'b0;
always_comb if (~x) z = 1'b0; else z = 1'b1;
always_comb if (v == y && (x | y)) z = 1'b0;
always_comb if (a) z = 1'b0; else if (odd(v[3:0]) && !(x & ~y)) z = 1'b1;
assign z = a & b;
assign z = ~a;
wire d = (v == 8'd1) | v[2];
wire d = |v & s.one;
assign y = a ? v & 8'd1 : {7'd0, v[0] | odd(v[3:0])};
assign y = v & {8{(a & b)}};
always_ff @(posedge clk) z <= v < 8'd3 & b;
unit u (.in(a & (v[1] ^ b)));
END
[ $n = 12 ]
# a condition of several lines: that of the operator
printf '%s\n' 'assign z = a' '  && !b' '  | v[0];' | module >"$dir/bad.sv"
said=$("$python" "$script" "$dir/bad.sv") && fail 'not named: one of several lines'
case $said in *'bad.sv:8:   | v[0];') ;; *) fail "it says: $said" ;; esac
# what slang refuses is no good design
echo 'assign z = nothing;' | module >"$dir/bad.sv"
! "$python" "$script" "$dir/bad.sv" 2>/dev/null || fail 'an error of slang is no error'
