#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""spans.py add NETLIST TOP FROM:TO=NS ... | spans.py remove PLACED: how long ways may take, told to nextpnr's placer.

The placer weighs a way by the slowest one between the same two clocks, and so a way that has ten clocks as one that has
one. `add` puts a chain of LUTs that takes about NS nanoseconds between two registers of its own, for each pair of
clocks that may take so long (names of nets), into the netlist that Yosys wrote, which is replaced. Other ways of that
pair count by what they are of it. `remove` takes the chains out of the placed netlist again.
"""
import json
import os
import sys

PREFIX = "$span$"
HOP_NS = 0.46        # a LUT and the wire to the next one, as nextpnr places such a chain
FF = {"CEMUX": "1 ", "CLKMUX": "CLK", "GSR": "DISABLED", "LSRMUX": "LSR", "REGSET": "RESET"}


def fail(text):
    sys.exit(f"spans: {text}")


def load(file_name):
    with open(file_name, encoding="utf-8") as file:
        return json.load(file)


def save(netlist, file_name):
    with open(file_name + ".new", "w", encoding="utf-8") as file:
        json.dump(netlist, file, indent=0)             # a setting of nextpnr's in a line (ecp5.mk)
    os.replace(file_name + ".new", file_name)


def add(file_name, top, spans):
    netlist = load(file_name)
    module = netlist["modules"][top]
    cells, nets = module["cells"], module["netnames"]
    used = [bits for cell in cells.values() for bits in cell["connections"].values()]
    most = max(bit for bits in used + [net["bits"] for net in nets.values()] for bit in bits if isinstance(bit, int))

    def net(name):
        nonlocal most
        most += 1
        nets[name] = {"hide_name": 1, "bits": [most], "attributes": {}}
        return most

    def cell(name, kind, parameters, inputs, outputs):
        cells[name] = {"hide_name": 1, "type": kind, "parameters": parameters, "attributes": {},
                       "port_directions": {**{p: "input" for p in inputs}, **{p: "output" for p in outputs}},
                       "connections": {port: [bit] for port, bit in {**inputs, **outputs}.items()}}

    for number, span in enumerate(spans):
        try:
            pair, ns = span.split("=")
            first, last = (nets[name]["bits"][0] for name in pair.split(":"))
            hops = max(1, round(float(ns) / HOP_NS))
        except (ValueError, KeyError) as reason:
            fail(f"'{span}': expected FROM:TO=NS, names of nets of {top} and nanoseconds ({reason})")
        name = f"{PREFIX}{number}"
        ring = net(f"{name}.end")                      # the chain's inverted end is its beginning
        at = net(f"{name}.begin")
        cell(f"{name}.begin", "TRELLIS_FF", FF, {"CLK": first, "DI": ring, "LSR": "0"}, {"Q": at})
        for hop in range(hops):
            step = net(f"{name}.{hop}")
            cell(f"{name}.{hop}", "LUT4", {"INIT": "0101010101010101"}, {"A": at, "B": "0", "C": "0", "D": "0"},
                 {"Z": step})
            at = step
        cell(f"{name}.end", "TRELLIS_FF", FF, {"CLK": last, "DI": at, "LSR": "0"}, {"Q": ring})
        print(f"spans: {pair}: {hops} LUTs")
    save(netlist, file_name)


def remove(file_name):
    netlist = load(file_name)
    gone = 0
    for module in netlist["modules"].values():
        for kind in ("cells", "netnames"):
            names = [name for name in module.get(kind, {}) if name.startswith(PREFIX)]
            for name in names:
                del module[kind][name]
            gone += len(names)
    if gone == 0:
        fail(f"there are none in {file_name}")
    save(netlist, file_name)


if __name__ == "__main__":
    if len(sys.argv) > 4 and sys.argv[1] == "add":
        add(sys.argv[2], sys.argv[3], sys.argv[4:])
    elif len(sys.argv) == 3 and sys.argv[1] == "remove":
        remove(sys.argv[2])
    else:
        print("usage: spans.py add NETLIST TOP FROM:TO=NS ... | spans.py remove PLACED", file=sys.stderr)
        sys.exit(2)
