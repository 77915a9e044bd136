#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What verifies a unit, tests/units/UNIT (tests/README.md), from the command line.

    unit.py prove [-o DIR] [-j JOBS] [--proofs | --names | --bound CYCLES] [UNIT[/PROOF] ...]
                        proofs, and with each of their faults planted they must fail: default DIR build/formal, 2 jobs,
                        all. --proofs: no faults. --names: nothing is proved; names and faults are there. --bound:
                        neither faults nor induction, only so many cycles from reset on
    unit.py bench [-b BUILD] [UNIT | TEST ...]
                        benches, and what they notice: default BUILD build, all
    unit.py assertions [-o DIR] [UNIT ...]
                        each assertion of the RTL is seen to fail: default DIR build/assertions, all units
    unit.py programs | lockstep [-b BUILD] [-o DIR] [-j JOBS] [-k] [UNIT | UNIT.SLUG ...]
                        faults in a whole SM: assertions that fail in a program; what lockstep notices. Defaults:
                        build, BUILD/programs or BUILD/mutate_rtl, 2, all; -k: not again what has a result in DIR;
                        lockstep has -r RANDOM, so many random programs of each kind (40), and -d PAGE.md for results
    unit.py program [-b BUILD] UNIT/STEM
                        the path of the program of a bench, which is made
    unit.py model [-b BUILD] [-o DIR] [-j JOBS] [UNIT | UNIT.SLUG ...]
                        faults of the cycle model alone: defaults build, BUILD/mutate_model, 2, all
    unit.py passes      the faults of the compiler's passes, tests/mutate/faults.txt: FILE SLUG WHAT, a line each
    unit.py files FILE  what a bench or proof is made of besides, one file a line
    unit.py plant UNIT KIND SLUG DIR
                        DIR/FILE is what the fault of the unit, of this kind and with this in the name of its test,
                        makes of FILE; with the kind pass the unit does not matter
    unit.py machine UNIT SLUG DIR
                        the same with the kind machine, and DIR/files.f and DIR/gpu.f, the lists of rtl/ with that file
    unit.py check       every fault of every unit can be planted, and every assertion has its case
    unit.py ctest [--rtl] BUILD
                        the tests, in the language of CTest; --rtl: benches, too
"""
import argparse
import shutil
import sys
from pathlib import Path

import assertion
import bench
import faults
import machine
import model
import proof
import rtl
from faults import Wrong


def prove(args):
    how = "proofs" if args.proofs else "names" if args.names else str(args.bound or "")
    out = Path(args.o).resolve()
    out.mkdir(parents=True, exist_ok=True)
    return proof.main(out, args.j, how, args.unit)


def bench_tests():
    """The tests of benches: name, bench, run, fault."""
    for b in bench.benches():
        for run in b.runs:
            yield b.test_name(run), b, run, None
        for fault in b.faults:
            yield b.fault_name(fault), b, b.planted, fault


def run_benches(args):
    build = Path(args.b).resolve()
    chosen = [t for t in bench_tests() if not args.test or t[1].unit in args.test or t[0] in args.test]
    if not chosen:
        raise Wrong(f"no bench of {' '.join(args.test)}")
    status = 0
    for name, b, run, fault in chosen:
        try:
            bench.run(b, run, fault, build, build / "units" / name)
            print(f"{name}: {'noticed' if fault else 'passed'}")
        except bench.Failed as why:
            print(f"{name}: FAILED: {why}")
            status = 1
    return status


def program(args):
    build, (unit, _, stem) = Path(args.b).resolve(), args.bench.partition("/")
    found = [b for b in bench.benches() if (b.unit, b.path.stem) == (unit, stem)]
    if not found:
        raise Wrong(f"no bench {args.bench}")
    print(bench.program(found[0], build, build / "units" / f"program_of.{unit}.{stem}"))


def assertions(args):
    status = 0
    for unit in args.unit or assertion.units():
        wrong = assertion.check(unit, Path(args.o).resolve() / unit)
        print(*wrong, f"{unit}: {len(assertion.cases(unit)) - len(wrong)} assertions seen to fail", sep="\n")
        status |= bool(wrong)
    return status


def programs(args):
    build = Path(args.b).resolve()
    out = Path(args.o or build / "programs").resolve()
    return machine.assertions(build, out, args.j, args.k, args.fault)


def lockstep(args):
    build = Path(args.b).resolve()
    out = Path(args.o or build / "mutate_rtl").resolve()
    return machine.mutate(build, out, args.j, args.k, args.r, args.d, args.fault)


def model_alone(args):
    build = Path(args.b).resolve()
    return model.main(build, Path(args.o or build / "mutate_model").resolve(), args.j, args.fault)


PASSES = rtl.ROOT / "tests/mutate/faults.txt"


def passes(_):
    for fault in faults.read(PASSES):
        print(fault.file, fault.slug, fault.what)


def files(args):
    print(*rtl.closure([Path(args.file).resolve()]), sep="\n")


def plant(args):
    all_of_it = faults.read(PASSES if args.kind == "pass" else rtl.UNITS / args.name / "faults.txt")
    chosen = [f for f in all_of_it if (f.kind, f.slug) == (args.kind, args.slug)]
    if len(chosen) != 1:
        raise Wrong(f"{len(chosen)} faults {args.slug} of the kind {args.kind} of {args.name}, one expected")
    fault, = chosen
    source = source_of(fault)
    Path(args.dir).mkdir(parents=True, exist_ok=True)
    (Path(args.dir) / source.name).write_text(fault.plant(source.read_text(), source.relative_to(rtl.ROOT)))
    return source.name


def machine_of(args):
    args.kind = "machine"
    planted = plant(args)
    for name, to in (("rtl/files.f", "files.f"), ("rtl/gpu/files.f", "gpu.f")):
        paths = [Path(args.dir) / p.name if p.name == planted else p for p in rtl.listed(name)]
        lines = ["+incdir+rtl", "+incdir+rtl/gen"] if to == "files.f" else []
        (Path(args.dir) / to).write_text("\n".join([*lines, *map(str, paths)]) + "\n")


SOURCES = {".sv": ("rtl", "fpga", "sim"), ".svh": ("rtl", "fpga"), ".c": ("cmodel",), ".def": ("isa",)}


def source_of(fault):
    return rtl.find(fault.file, ("sw/compiler/ptxas",) if fault.kind == "pass" else SOURCES[Path(fault.file).suffix])


def check(_):
    count, wrong, names = 0, [], set()
    for path in [*sorted(rtl.UNITS.glob("*/faults.txt")), PASSES]:
        try:
            for fault in faults.read(path):
                count += 1
                for test in fault.keys.get("by", "").split():
                    model.target(test)
                name = fault.folder.name, fault.kind, fault.name, fault.slug
                wrong += [f"{fault.where}: two faults of this kind and name"] if name in names else []
                names.add(name)
                if fault.edits:
                    source = source_of(fault)
                    fault.plant(source.read_text(), source.relative_to(rtl.ROOT))
        except Wrong as why:
            wrong.append(str(why))
    more, said = assertion.complete()
    wrong += more
    print(*wrong, f"{count} faults, {said} assertions", sep="\n")
    return 1 if wrong else 0


def ctest(args):
    """add_test and set_tests_properties, as CTest reads them when it starts: no configuration when a fault is new."""
    def test(name, labels, timeout, *arguments):
        command = " ".join(f"[==[{a}]==]" for a in (sys.executable, __file__, *arguments))
        print(f"add_test([==[{name}]==] {command})")
        print(f"set_tests_properties([==[{name}]==] PROPERTIES LABELS [==[{labels}]==] TIMEOUT {timeout})")
    build = Path(args.build).resolve() / "units"
    for name, b, run, fault in bench_tests() if args.rtl else ():
        with_verilator = b.cpp or "verilator" in run.words
        if shutil.which("verilator" if with_verilator else "iverilog"):
            test(name, run.labels, b.timeout + (1800 if with_verilator else 300), "bench", "-b", args.build, name)
    for unit in assertion.units() if shutil.which("iverilog") else ():
        test(f"unit.{unit}.assertions", "rtl;unit;long", 300, "assertions", "-o", build / "assertions", unit)
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
        other = {"run_benches": "bench", "machine_of": "machine", "model_alone": "model"}
        sub = commands.add_parser(other.get(function.__name__, function.__name__))
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
    sub = command(run_benches)
    sub.add_argument("-b", default=rtl.ROOT / "build")
    sub.add_argument("test", nargs="*")
    sub = command(program, "bench")
    sub.add_argument("-b", default=rtl.ROOT / "build")
    sub = command(assertions)
    sub.add_argument("-o", default=rtl.ROOT / "build/assertions")
    sub.add_argument("unit", nargs="*")
    command(passes)
    for sub in command(model_alone), command(programs), command(lockstep):
        sub.add_argument("-b", default=rtl.ROOT / "build")
        sub.add_argument("-o")
        sub.add_argument("-j", type=int, default=2)
        sub.add_argument("-k", action="store_true")
        sub.add_argument("fault", nargs="*")
    sub.add_argument("-r", type=int, default=40)
    sub.add_argument("-d", type=Path)
    command(files, "file")
    command(plant, "name", "kind", "slug", "dir")
    command(machine_of, "name", "slug", "dir")
    command(check)
    sub = command(ctest, "build")
    sub.add_argument("--rtl", action="store_true")
    args = parser.parse_args()
    try:
        result = args.function(args)
        sys.exit(result if isinstance(result, int) else 0)
    except Wrong as wrong:
        print(f"unit.py: {wrong}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
