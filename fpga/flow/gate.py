#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gate.py [--netlist NETLIST TOP] REPORT LOG WANTED...: may a bitstream be made of what nextpnr placed and routed?

REPORT is what `nextpnr --report` wrote, LOG what it said. WANTED are the clocks it must reach: NET=MHZ for a clock,
FROM:TO=MHZ for the way from one clock to another, should there be one; without such a line that is the faster of the
two. A net has many names in a hierarchy, and nextpnr calls a clock by any of them: with Yosys' NETLIST each is the one
that WANTED has. From a rising edge to a falling one, or the other way round, half the time is there, so twice the clock
must be reached.

Prints what is used of the chip and a line for each pair of clocks. Exit status 1, with a line for each reason on
standard error, if a pair misses its clock, a clock is in the report that nobody spoke of, a wanted one is not in it, or
data come too early somewhere (which only LOG tells). Ways to and from pins that have no clock (<async>) are not looked
at: the pads of the board have registers.
"""
import json
import sys


def refuse(text):
    print(f"gate: {text}", file=sys.stderr)
    return 1


def domain(name, names):
    """'posedge $glbnet$clk' -> ('clk', 'posedge'), or clk's other name in names; '<async>' -> (None, None)."""
    words = name.split()
    if len(words) != 2:
        return None, None
    net = words[1].removeprefix("$glbnet$")
    return names.get(net, net), words[0]


def other_names(netlist_file, top, wanted):
    """{name: the wanted one} of each net of a clock."""
    with open(netlist_file, encoding="utf-8") as file:
        nets = json.load(file)["modules"][top]["netnames"]
    clocks = {tuple(nets[name]["bits"]): name for pair in wanted for name in pair.split(":") if name in nets}
    return {name: clocks[tuple(net["bits"])] for name, net in nets.items()
            if tuple(net["bits"]) in clocks and name not in wanted}


def main(report_file, log_file, wanted_words, netlist=None):
    wanted = {}
    for word in wanted_words:
        name, _, mhz = word.rpartition("=")
        try:
            wanted[name] = float(mhz)
        except ValueError:
            return refuse(f"'{word}' is not NET=MHZ or FROM:TO=MHZ")
    names = {}
    if netlist:
        try:
            names = other_names(*netlist, wanted)
        except (OSError, ValueError, KeyError, TypeError) as error:
            return refuse(f"{netlist[0]} is not a netlist of {netlist[1]}: {error}")
    try:
        with open(report_file, encoding="utf-8") as file:
            report = json.load(file)
        paths = report["critical_paths"]
        fmax = {domain(f"posedge {net}", names)[0]: value["achieved"] for net, value in report["fmax"].items()}
        used = {cell: (count["used"], count["available"]) for cell, count in report["utilization"].items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return refuse(f"{report_file} is not a report of nextpnr: {error}")
    early = []
    try:
        with open(log_file, encoding="utf-8") as file:
            early = [line.split(": ", 1)[-1].strip() for line in file if "Hold/min time violation" in line]
    except (OSError, ValueError) as error:
        return refuse(f"{log_file} is not a log of nextpnr: {error}")

    for what, cell in (("LUT4", "TRELLIS_COMB"), ("flip-flops", "TRELLIS_FF"), ("block RAM", "DP16KD"),
                       ("MULT18", "MULT18X18D"), ("LUT4", "LUT4"), ("ALU", "ALU"), ("flip-flops", "DFF"),
                       ("block RAM", "BSRAM")):
        if cell in used:
            print(f"{what:12} {used[cell][0]:6} of {used[cell][1]} ({100 * used[cell][0] / used[cell][1]:.0f} %)")

    # Of each pair the slowest path; the clock alone may be in fmax only, or be slower there.
    reached = {(net, "posedge", net, "posedge"): mhz for net, mhz in fmax.items()}
    for path in paths:
        (source, source_edge), (sink, sink_edge) = domain(path["from"], names), domain(path["to"], names)
        if source is None or sink is None:
            continue
        key = (source, source_edge, sink, sink_edge)
        delay = sum(part["delay"] for part in path["path"])
        if delay > 0:
            reached[key] = min(reached.get(key, float("inf")), 1000 / delay)

    bad = 0
    rows = []
    for line in early:
        bad |= refuse(f"data come too early: {line}")
    seen = set()
    for (source, source_edge, sink, sink_edge), mhz in sorted(reached.items()):
        pair = source if source == sink else f"{source}:{sink}"
        seen.update((source, sink))
        unknown = [net for net in (source, sink) if net not in wanted]
        if unknown:
            bad |= refuse(f"clock '{unknown[0]}' has no wanted frequency ({source} to {sink})")
            continue
        want = wanted.get(f"{source}:{sink}", max(wanted[source], wanted[sink]))
        if source_edge != sink_edge:
            want *= 2
            pair += f" ({source_edge} to {sink_edge})"
        rows.append((pair, want, mhz))
    width = max([32] + [len(pair) for pair, _, _ in rows])
    for pair, want, mhz in rows:
        print(f"{pair:{width}} wanted {want:7.2f} MHz, reached {mhz:7.2f} MHz{'' if mhz >= want else ' MISSED'}")
        if mhz < want:
            bad |= refuse(f"{pair}: wanted {want:.2f} MHz, reached {mhz:.2f} MHz")
    for name in sorted(wanted):
        if not seen.issuperset(name.split(":")):
            bad |= refuse(f"'{name}' is wanted, but no such clock was placed")
    return bad


if __name__ == "__main__":
    arguments, of = sys.argv[1:], None
    if arguments[:1] == ["--netlist"]:
        of, arguments = arguments[1:3], arguments[3:]
    if len(arguments) < 3:
        print("usage: gate.py [--netlist NETLIST TOP] REPORT LOG NET=MHZ | FROM:TO=MHZ ...", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(arguments[0], arguments[1], arguments[2:], of))
