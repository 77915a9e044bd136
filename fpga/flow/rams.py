#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rams.py NETLIST PLACED TOP: block RAMs in their places, in the netlist that Yosys wrote, which is replaced.

nextpnr's placers take the places of block RAMs that are nearest to what they are wired to, one beside the other; where
a row of them is full, the wires around it are, too. PLACED is a placement of the netlist by nextpnr. Each block RAM
goes to a place near the middle of what it is wired to in PLACED; each row has a quarter of them at most, and one, and
the places that are not used lie between the others. The chip is an LFE5U-85F. Prints a line for each row.
"""
import json
import os
import re
import sys

ROWS = (22, 46, 70, 82)
# Four places in nine columns, then the next four; two columns more in the middle of the chip.
PLACES = tuple((4 + 9 * (i // 4) + (2 if i >= 28 else 0) + (0, 2, 4, 6)[i % 4], i % 4) for i in range(52))


def fail(text):
    print(f"rams: {text}", file=sys.stderr)
    sys.exit(1)


def places_for(count):
    """The places that are used for so many block RAMs, evenly spread over each row."""
    each = -(-count // len(ROWS))
    if each > len(PLACES):
        fail(f"{count} block RAMs, the chip has {len(ROWS) * len(PLACES)}")
    each = min(len(PLACES), each + 1)
    return [(PLACES[i * len(PLACES) // each], y) for y in ROWS for i in range(each)]


def middles(placed):
    """Of each block RAM the (x, y) of the other ends of its wires, sorted."""
    at, pins, ends = {}, {}, {}
    for name, cell in placed["cells"].items():
        place = re.match(r"X(\d+)/Y(\d+)/", cell["attributes"].get("NEXTPNR_BEL", ""))
        if place is None:
            continue
        at[name] = (int(place[1]), int(place[2]))
        for port, bits in cell["connections"].items():
            for bit in bits:
                if isinstance(bit, int):
                    pins.setdefault(bit, []).append((name, cell["port_directions"][port] == "output"))
    for bit in sorted(pins):
        driver = [name for name, out in pins[bit] if out]
        users = [name for name, out in pins[bit] if not out]
        if not driver or len(users) > 64:
            continue
        for name in [driver[0]] + users:
            if placed["cells"][name]["type"] == "DP16KD":
                others = users if name == driver[0] else driver
                ends.setdefault(name, []).extend(at[other] for other in others
                                                 if placed["cells"][other]["type"] != "DP16KD")
    return at, ends


def cost(ends, place):
    x, y = place[0][0], place[1]
    return sum(abs(x - ex) + abs(y - ey) for ex, ey in ends)


def assign(names, ends, places):
    """A place for each: first those with most wires, then changes as long as they shorten the wires."""
    costs = {name: [cost(ends.get(name, []), place) for place in places] for name in names}
    of, free = {}, set(range(len(places)))
    for name in sorted(names, key=lambda n: (-len(ends.get(n, [])), n)):
        of[name] = min(free, key=lambda i: (costs[name][i], i))
        free.remove(of[name])
    better = True
    while better:
        better = False
        for name in names:
            here = costs[name][of[name]]
            to = min(free, key=lambda i: (costs[name][i], i)) if free else None
            if to is not None and costs[name][to] < here:
                free.add(of[name])
                free.remove(to)
                of[name] = to
                better = True
            for other in names:
                gain = costs[name][of[name]] + costs[other][of[other]] - costs[name][of[other]] - costs[other][of[name]]
                if gain > 0:
                    of[name], of[other] = of[other], of[name]
                    better = True
    return of


def main(file_name, placed_name, top):
    with open(placed_name, encoding="utf-8") as file:
        placed = json.load(file)["modules"]["top"]
    with open(file_name, encoding="utf-8") as file:
        netlist = json.load(file)
    cells = netlist["modules"][top]["cells"]
    names = sorted(name for name, cell in cells.items() if cell["type"] == "DP16KD")
    at, ends = middles(placed)
    lost = [name for name in names if name not in at]
    if lost:
        fail(f"{placed_name} has no place for block RAM {lost[0]}: it is not of this netlist")
    places = places_for(len(names))
    of = assign(names, ends, places)
    for name in names:
        (x, number), y = places[of[name]]
        cells[name]["attributes"]["BEL"] = f"X{x}/Y{y}/EBR{number}"
    for row in ROWS:
        print(f"rams: row {row}: {sum(places[of[name]][1] == row for name in names)} of {len(PLACES)} places, "
              f"{sum(at[name][1] == row for name in names)} before")
    with open(file_name + ".new", "w", encoding="utf-8") as file:
        json.dump(netlist, file)
    os.replace(file_name + ".new", file_name)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        print("usage: rams.py NETLIST PLACED TOP", file=sys.stderr)
        sys.exit(2)
    main(*sys.argv[1:])
