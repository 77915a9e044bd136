#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ways.py [--period NS --cycle-pin PIN [--phase-pin PIN]] FROM:TO=CLOCKS ...: multicycle constraints, as SDC.

FROM and TO are clocks: board, cycle or phase (fpga/flow/ways.mk). With --period the clocks themselves, too: board at
the port clk, the others behind their gates, and ports that belong to board. Without, clocks of these names are there.
"""
import argparse
import re
import sys

CLOCKS = ("board", "cycle", "phase")


def clocks(args):
    yield f"create_clock -name board -period {args.period:g} [get_ports clk]"
    for name, pin in (("cycle", args.cycle_pin), ("phase", args.phase_pin)):
        if pin:
            yield f"create_generated_clock -name {name} -source [get_ports clk] -divide_by 1 [get_pins {{{pin}}}]"
    yield "set_input_delay 0 -clock [get_clocks board] [all_inputs -no_clocks]"
    yield "set_output_delay 0 -clock [get_clocks board] [all_outputs]"


def ways(words):
    for word in words:
        found = re.fullmatch(r"(\w+):(\w+)=([1-9][0-9]*)", word)
        if not found or found[1] not in CLOCKS or found[2] not in CLOCKS:
            sys.exit(f"ways: '{word}': expected FROM:TO=CLOCKS, of {', '.join(CLOCKS)}")
        start, end, count = found[1], found[2], int(found[3])
        if count == 1:
            continue
        pair = f"-from [get_clocks {start}] -to [get_clocks {end}]"
        yield f"set_multicycle_path {count} -setup {pair}"
        # the edge at which the way begins, not the last one before it may end
        yield f"set_multicycle_path {count - 1} -hold {pair}"


def main():
    parser = argparse.ArgumentParser(prog="ways", description=__doc__)
    parser.add_argument("--period", type=float)
    parser.add_argument("--cycle-pin")
    parser.add_argument("--phase-pin")
    parser.add_argument("ways", nargs="+")
    args = parser.parse_args()
    if (args.period is None) != (args.cycle_pin is None) or (args.phase_pin and not args.cycle_pin):
        sys.exit("ways: --period and --cycle-pin go together, --phase-pin only with them")
    lines = list(ways(args.ways))
    if args.period is not None:
        lines = [*clocks(args), *lines]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
