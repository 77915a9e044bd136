# SPDX-License-Identifier: Apache-2.0
"""Faults of the cycle model alone (kind `model`), which each test that `by` names must notice without the Verilog
beside it, as it would notice the same fault in both: where both have it, lockstep sees nothing.

Tests: units, rules, special, caches, numbers, memory, chip, tex, tex_l1 (tests/timing), steps (tests/units), diagrams
(all pages of docs/units), program:NAME (tests/lockstep/programs, on the model). Each is linked anew with the one file
in front of the library. All must pass without a fault: that is looked at first."""
import concurrent.futures
import re
import shlex
import shutil
import subprocess
import time

import faults
import rtl
from faults import Wrong

TIMING = ("units", "rules", "special", "caches", "numbers", "memory", "chip", "tex", "tex_l1")


def target(test):
    """The program of a test, below the build folder."""
    if test in TIMING:
        return f"tests/timing/test-timing-{test}"
    known = {"steps": "tests/units/test-units-steps", "diagrams": "tests/diagram/diagrams",
             "program": "tests/lockstep/run_program", "g80": "tests/g80/test-g80"}
    if test.partition(":")[0] not in known:
        raise Wrong(f"no test {test} of the model")
    return known[test.partition(":")[0]]


def every():
    return [f for path in sorted(rtl.UNITS.glob("*/faults.txt")) for f in faults.read(path) if f.kind == "model"]


def passes(program, test, build, log):
    """Whether the test does, with this program."""
    command = [program]
    if test == "diagrams":
        command += ["model", *(p for p in sorted((rtl.ROOT / "docs/units").glob("*.md")) if p.stem != "README")]
    elif test.startswith("program:"):
        name = test[len("program:"):]
        command += [rtl.ROOT / f"tests/lockstep/programs/{name}.s", build / f"tests/lockstep/{name}.cubin", "model"]
    try:
        with open(log, "w") as f:
            return subprocess.run(command, cwd=rtl.ROOT, stdout=f, stderr=subprocess.STDOUT,
                                  timeout=120).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def ninja(build, of):
    """The last command of ninja for a file."""
    said = subprocess.run(["ninja", "-t", "commands", of], cwd=build, capture_output=True, text=True)
    if said.returncode:
        raise Wrong(f"ninja knows no {of}: {said.stderr or said.stdout}")
    return said.stdout.strip().split("\n")[-1]


def shell(command, build, log):
    with open(log, "w") as f:
        return subprocess.run(["sh", "-c", command], cwd=build, stdout=f, stderr=subprocess.STDOUT).returncode == 0


def noticed(fault, build, out):
    """'noticed by TEST ...', or what is wrong."""
    source = rtl.find(fault.file, ("cmodel",))
    inside = source.relative_to(rtl.ROOT / "cmodel")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / source.name).write_text(fault.plant(source.read_text(), inside))
    command = re.sub(r" -MD| -M[FT] \S*", "", ninja(build, f"cmodel/CMakeFiles/gt200model.dir/{inside}.o"))
    here = f" -iquote {source.parent} -o {out}/fault.o -c {out}/{source.name}"
    if not shell(re.sub(r" -o \S* -c \S*", here, command), build, out / "compile.log"):
        return "ERROR it does not compile"
    missed = []
    for test in fault.keys["by"].split():
        link = re.sub(r"^: && | && :$", "", ninja(build, target(test)))
        if not shell(re.sub(r" -o \S*", f" {out}/fault.o -o {out}/test", link), build, out / "link.log"):
            return f"ERROR {test} is not linked"
        if passes(out / "test", test, build, out / f"{shlex.quote(test)}.out"):
            missed.append(test)
    (out / "test").unlink()
    return f"NOT noticed by {' '.join(missed)}" if missed else f"noticed by {fault.keys['by']}"


def main(build, out, jobs, wanted):
    """All of them, or those of units, or UNIT.SLUG."""
    chosen = [f for f in every() if not wanted or {f.folder.name, f"{f.folder.name}.{f.slug}"} & set(wanted)]
    if not chosen:
        raise Wrong(f"no fault of the model: {' '.join(wanted)}")
    out.mkdir(parents=True, exist_ok=True)
    for test in dict.fromkeys(" ".join(f.keys["by"] for f in chosen).split()):
        if not passes(build / target(test), test, build, out / "sound.log"):
            raise Wrong(f"{test} fails without a fault, see {out}/sound.log")
    start, good = time.time(), True
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for fault, said in zip(chosen, pool.map(lambda f: noticed(f, build, out / f"{f.folder.name}.{f.slug[:40]}"),
                                                chosen)):
            good &= said.startswith("noticed")
            print(f"{fault.file:<14} {fault.what:<66} {said}", flush=True)
    print(f"mutate-model: {len(chosen)} faults planted, {time.time() - start:.0f} s" +
          (", all noticed" if good else ", NOT ALL NOTICED"))
    return 0 if good else 1
