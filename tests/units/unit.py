#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What verifies a unit, tests/units/UNIT (tests/README.md), from the command line.

    unit.py prove [-o DIR] [-j JOBS] [--proofs | --names | --bound CYCLES] [UNIT[/PROOF] ...]
                        proofs, and with each of their faults planted they must fail: default DIR build/formal, 2 jobs,
                        all. --proofs: no faults. --names: nothing is proved; names and faults are there. --bound:
                        neither faults nor induction, only so many cycles from reset on
    unit.py files FILE  what a bench or proof is made of besides, one file a line
    unit.py check       every fault of every unit can be planted
    unit.py ctest BUILD the tests, in the language of CTest
"""
import argparse
import shutil
import sys
from pathlib import Path

import faults
import proof
import rtl
from faults import Wrong


def prove(args):
    how = "proofs" if args.proofs else "names" if args.names else str(args.bound or "")
    out = Path(args.o).resolve()
    out.mkdir(parents=True, exist_ok=True)
    return proof.main(out, args.j, how, args.unit)


def files(args):
    print(*rtl.closure([Path(args.file).resolve()]), sep="\n")


SOURCES = {".sv": ("rtl", "fpga", "sim"), ".svh": ("rtl", "fpga"), ".c": ("cmodel",), ".def": ("isa",)}


def check(_):
    count, wrong = 0, []
    for path in sorted(rtl.UNITS.glob("*/faults.txt")):
        try:
            for fault in faults.read(path):
                count += 1
                if fault.edits:
                    source = rtl.find(fault.file, SOURCES[Path(fault.file).suffix])
                    fault.plant(source.read_text(), source.relative_to(rtl.ROOT))
        except Wrong as why:
            wrong.append(str(why))
    print(*wrong, f"{count} faults", sep="\n")
    return 1 if wrong else 0


def ctest(args):
    """add_test and set_tests_properties, as CTest reads them when it starts: no configuration when a fault is new."""
    def test(name, labels, timeout, *arguments):
        command = " ".join(f"[==[{a}]==]" for a in (sys.executable, __file__, *arguments))
        print(f"add_test([==[{name}]==] {command})")
        print(f"set_tests_properties([==[{name}]==] PROPERTIES LABELS [==[{labels}]==] TIMEOUT {timeout})")
    build = Path(args.build) / "units"
    if all(shutil.which(tool) for tool in proof.TOOLS):
        for p in proof.units():
            where, name = ("prove", "-o", build / "formal", "-j1"), f"unit.{p.unit}.{p.name}"
            if p.bound:
                test(name, p.test, 600, *where, "--bound", p.bound, f"{p.unit}/{p.name}")
            elif p.test:
                test(name, p.test, 600, *where, "--proofs", f"{p.unit}/{p.name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(function, *names):
        sub = commands.add_parser(function.__name__)
        sub.set_defaults(function=function)
        for name in names:
            sub.add_argument(name)
        return sub
    sub = command(prove)
    sub.add_argument("-o", default=rtl.ROOT / "build/formal")
    sub.add_argument("-j", type=int, default=2)
    sub.add_argument("--bound", type=int)
    sub.add_argument("--proofs", action="store_true")
    sub.add_argument("--names", action="store_true")
    sub.add_argument("unit", nargs="*")
    command(files, "file")
    command(check)
    command(ctest, "build")
    args = parser.parse_args()
    try:
        sys.exit(args.function(args))
    except Wrong as wrong:
        print(f"unit.py: {wrong}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
