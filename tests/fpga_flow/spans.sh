#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# spans.sh SPANS.PY FOLDER: chains of LUTs between the clocks of a netlist: as many as asked for, each from a register
# of the one clock to one of the other, and nothing is left of them when they are removed; what is refused. FOLDER: for
# the netlist.
set -eu
spans=$1
dir=$2/spans
rm -rf "$dir"
mkdir -p "$dir"
file=$dir/netlist.json

netlist() {
    cat >"$file" <<'END'
{"modules": {"top": {
  "cells": {"u.q": {"type": "TRELLIS_FF", "parameters": {}, "attributes": {}, "port_directions": {},
                    "connections": {"CLK": [2], "DI": [7], "LSR": ["0"], "Q": [40]}}},
  "netnames": {"slow": {"bits": [2]}, "u.fast": {"bits": [3]}}}}}
END
}

# Of each chain: clock of its first register, LUTs, how many of them have the one before as input, the last's clock.
chains() {
    python3 - "$file" <<'END'
import json, sys
cells = json.load(open(sys.argv[1]))["modules"]["top"]["cells"]
out = []
for n in range(9):
    name = f"$span${n}"
    if f"{name}.begin" not in cells:
        continue
    first, last = cells[f"{name}.begin"]["connections"], cells[f"{name}.end"]["connections"]
    at, hops, linked = first["Q"], 0, 0
    while f"{name}.{hops}" in cells:
        pins = cells[f"{name}.{hops}"]["connections"]
        linked += pins["A"] == at and pins["Z"] != at
        at = pins["Z"]
        hops += 1
    closed = at == last["DI"] and last["Q"] == first["DI"]
    out.append(f"{first['CLK'][0]}>{hops}/{linked}>{last['CLK'][0]}{'' if closed else ' open'}")
print(" ".join(out), len(cells))
END
}
equal() {
    [ "$1" = "$2" ] || { printf "spans: %s, expected %s\n" "$1" "$2"; exit 1; }
}
refuses() {                                                      # refuses TEXT ARGUMENT ...
    want=$1
    shift
    if said=$(python3 "$spans" "$@" 2>&1); then
        echo "spans: $* is accepted"
        exit 1
    fi
    case $said in "$want"*) ;; *) printf 'spans: %s, expected %s\n' "$said" "$want"; exit 1 ;; esac
}

netlist
before=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1])))' "$file")
said=$(python3 "$spans" add "$file" top slow:slow=9.2 slow:u.fast=2.3 u.fast:slow=0.5)
equal "$said" 'spans: slow:slow: 20 LUTs
spans: slow:u.fast: 5 LUTs
spans: u.fast:slow: 1 LUTs'
equal "$(chains)" '2>20/20>2 2>5/5>3 3>1/1>2 33'
python3 "$spans" remove "$file"
equal "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1])))' "$file")" "$before"

refuses "spans: 'slow:other=5': expected FROM:TO=NS" add "$file" top slow:other=5
refuses "spans: 'slow=5': expected FROM:TO=NS" add "$file" top slow=5
refuses "spans: 'slow:slow=x': expected FROM:TO=NS" add "$file" top slow:slow=x
refuses 'usage: spans.py' add "$file" top
refuses "spans: there are none in $file" remove "$file"
equal "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1])))' "$file")" "$before"
echo 'spans: right'
