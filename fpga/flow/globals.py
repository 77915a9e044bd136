#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""globals.py NETLIST TOP NETS: enables and resets on the clock network, in the netlist that Yosys wrote, which is
replaced.

Of the nets that enable or reset the most registers, the first NETS get a DCCA, which is always on; it drives these
pins, and what else the net drives stays with it. An ECP5 has 16 nets of this kind, 8 of them for more than clocks, of
which a board needs some for its clocks. Nets with fewer than 256 such pins are left as they are. Prints a line for each
net.
"""
import json
import os
import sys

LEAST = 256


def main(file_name, top, wanted):
    with open(file_name, encoding="utf-8") as file:
        netlist = json.load(file)
    module = netlist["modules"][top]
    cells = module["cells"]
    from_clock_net = {cell["connections"]["CLKO"][0] for cell in cells.values() if cell["type"] == "DCCA"}
    pins = {}
    most = max(bit for net in module["netnames"].values() for bit in net["bits"] if isinstance(bit, int))
    for name in sorted(cells):
        cell = cells[name]
        for port, bits in cell["connections"].items():
            most = max([most] + [bit for bit in bits if isinstance(bit, int)])
            if cell["type"] == "TRELLIS_FF" and port in ("CE", "LSR") and isinstance(bits[0], int):
                pins.setdefault(bits[0], []).append((name, port))
    names = {}
    for name, net in sorted(module["netnames"].items(), key=lambda item: (len(item[0]), item[0]), reverse=True):
        for bit in net["bits"]:
            names[bit] = name
    ranked = sorted((bit for bit in pins if len(pins[bit]) >= LEAST and bit not in from_clock_net),
                    key=lambda bit: (-len(pins[bit]), bit))
    for bit in ranked[:wanted]:
        most += 1
        cells[f"$global${names[bit]}"] = {
            "hide_name": 1, "type": "DCCA", "parameters": {}, "attributes": {},
            "port_directions": {"CLKI": "input", "CE": "input", "CLKO": "output"},
            "connections": {"CLKI": [bit], "CE": ["1"], "CLKO": [most]}}
        module["netnames"][f"$global${names[bit]}"] = {"hide_name": 1, "bits": [most], "attributes": {}}
        for name, port in pins[bit]:
            cells[name]["connections"][port] = [most]
        print(f"globals: {names[bit]}: {len(pins[bit])} registers")
    with open(file_name + ".new", "w", encoding="utf-8") as file:
        json.dump(netlist, file)
    os.replace(file_name + ".new", file_name)


if __name__ == "__main__":
    if len(sys.argv) != 4 or not sys.argv[3].isdigit():
        print("usage: globals.py NETLIST TOP NETS", file=sys.stderr)
        sys.exit(2)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
