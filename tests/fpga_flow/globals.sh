#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# globals.sh GLOBALS.PY FOLDER: a netlist with enables and resets of many registers; which of their pins are moved
# behind a DCCA and which stay. FOLDER: for the netlist.
set -eu
script=$1
dir=$2/globals
mkdir -p "$dir"

# Net 2 enables 300 registers and is an input of a LUT, 3 resets 400, 4 enables 255; 5 comes from a DCCA and enables
# 500.
awk 'function cells(n, pin, net,  i) {
         for (i = 0; i < n; i++)
             printf ",\"%s%d_%d\":{\"type\":\"TRELLIS_FF\",\"connections\":{\"%s\":[%d],\"CLK\":[9],\"Q\":[\"x\"]}}\n",
                    pin, net, i, pin, net
     }
     BEGIN {
         print "{\"modules\":{\"top\":{\"netnames\":{\"enable\":{\"bits\":[2]},\"u.reset\":{\"bits\":[3]},"
         print "\"bus\":{\"bits\":[8,40]}},"
         print "\"cells\":{\"gate\":{\"type\":\"DCCA\",\"connections\":{\"CLKI\":[9],\"CLKO\":[5]}},"
         print "\"lut\":{\"type\":\"LUT4\",\"connections\":{\"A\":[2],\"Z\":[7]}}"
         cells(300, "CE", 2); cells(400, "LSR", 3); cells(255, "CE", 4); cells(500, "CE", 5)
         print "}}}}"
     }' >"$dir/all.json"

# count NET PIN: pins of this kind on the net
look() {
    python3 - "$dir/netlist.json" "$@" <<'PY'
import json, sys
cells = json.load(open(sys.argv[1]))["modules"]["top"]["cells"]
added = {c["connections"]["CLKI"][0]: c["connections"]["CLKO"][0] for n, c in cells.items()
         if c["type"] == "DCCA" and n != "gate"}
assert all(c["connections"]["CE"] == ["1"] for n, c in cells.items() if c["type"] == "DCCA" and n != "gate")
pins = lambda net: sum(net in bits for c in cells.values() for port, bits in c["connections"].items()
                       if c["type"] != "DCCA" or port == "CLKO")
print(*(f"{net}:{pins(net)}" + (f">{pins(added[net]) - 1}" if net in added else "") for net in (2, 3, 4, 5)),
      min(added.values(), default=0))
PY
}
expect() {
    cp "$dir/all.json" "$dir/netlist.json"
    said=$(python3 "$script" "$dir/netlist.json" top "$1")
    got=$(look)
    [ "$got" = "$2" ] && [ "$said" = "$3" ] ||
        { printf 'globals %s: %s (%s), expected %s (%s)\n' "$1" "$got" "$said" "$2" "$3"; exit 1; }
}
# nets beyond all that there are, of the bus too
expect 0 '2:301 3:400 4:255 5:501 0' ''
expect 1 '2:301 3:0>400 4:255 5:501 41' 'globals: u.reset: 400 registers'
expect 6 '2:1>300 3:0>400 4:255 5:501 41' 'globals: u.reset: 400 registers
globals: enable: 300 registers'

said=$(python3 "$script" "$dir/netlist.json" top many 2>&1) && exit 1 || status=$?
[ "$status" = 2 ] && [ "$said" = 'usage: globals.py NETLIST TOP NETS' ] || { echo "globals: $status, $said"; exit 1; }
