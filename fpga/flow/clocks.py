#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clocks.py NETLIST TOP: how the clocks of a board with the machine are connected in the netlist that Yosys wrote.

ECP5: every DCCA must be fed by the same net, which nothing else but a PLL sees (CLOCK-7), and of those whose enable is
no constant each needs a register on the falling edge, to show when the enable has settled (CLOCK-6). 7 series: every
BUFGCE must be fed by the same net, which nothing else sees but an MMCM and one BUFG, that of the board's clock. Exit
status 1 with a line for each reason if that is not so.
"""
import json
import sys


def main(file_name, top):
    with open(file_name, encoding="utf-8") as file:
        cells = json.load(file)["modules"][top]["cells"]
    kinds = {cell["type"] for cell in cells.values()}
    xilinx = "MMCME2_BASE" in kinds
    gate, pin, pll = ("BUFGCE", "I", "MMCME2_BASE") if xilinx else ("DCCA", "CLKI", "EHXPLLL")
    gates = {name: cell["connections"] for name, cell in cells.items() if cell["type"] == gate}
    stopped = [name for name, pins in gates.items() if pins["CE"][0] not in ("0", "1", "x")]
    feeds = sorted({pins[pin][0] for pins in gates.values()})
    others = [name for name, cell in cells.items() if cell["type"] == "BUFG" and cell["connections"]["I"][0] in feeds]
    reasons = []
    if not stopped:
        reasons.append(f"no {gate} stops a clock")
    if len(feeds) != 1:
        reasons.append(f"{gate}s are fed by {len(feeds)} nets, expected 1: {', '.join(sorted(gates))}")
    for name, cell in cells.items():
        if cell["type"] in (gate, pll) or name in others:
            continue
        if any(bit in feeds for bits in cell["connections"].values() for bit in bits):
            reasons.append(f"'{name}' ({cell['type']}) is on the net that feeds the {gate}s")
    if xilinx and len(others) != 1:
        reasons.append(f"{len(others)} BUFG beside the {gate}s, expected 1, that of the board's clock")
    falling = [name for name, cell in cells.items()
               if cell["type"] == "TRELLIS_FF" and cell["parameters"].get("CLKMUX") == "INV"]
    if not xilinx and len(falling) < len(stopped):
        reasons.append(f"{len(falling)} registers on the falling edge, expected one for each of: {', '.join(stopped)}")
    for reason in reasons:
        print(f"clocks: {reason}", file=sys.stderr)
    return 1 if reasons else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("usage: clocks.py NETLIST TOP", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1], sys.argv[2]))
