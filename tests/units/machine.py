# SPDX-License-Identifier: Apache-2.0
"""Faults in a whole SM. Kind `lockstep`, or `lockstep folded`, of a machine whose datapath works in four phases
(docs/units/fold.md): on a machine made with the fault the programs of tests/lockstep/programs, then random ones, run in
lockstep until one notices. Kind `assertion PROGRAM`: the program runs in Icarus until the assertion fails."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import time

import faults
import rtl
from faults import Wrong

HERE = rtl.ROOT / "tests/mutate_rtl"


def of_kind(kind):
    """The faults of lockstep, or of assertions in programs, by unit."""
    every = [f for path in sorted(rtl.UNITS.glob("*/faults.txt")) for f in faults.read(path)]
    return [f for f in every if f.kind == kind and (kind == "lockstep" or f.name)]


def planted_rtl(fault, out):
    """OUT/rtl: a copy with the fault."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    shutil.copytree(rtl.ROOT / "rtl", out / "rtl")
    path = rtl.find(fault.file, ("rtl",)).relative_to(rtl.ROOT)
    (out / path).write_text(fault.plant((out / path).read_text(), path))


def call(command, out, log, timeout=1200, **more):
    with open(out / log, "w") as f:
        try:
            return subprocess.run([str(c) for c in command], cwd=out, stdout=f, stderr=subprocess.STDOUT,
                                  timeout=timeout, **more).returncode
        except subprocess.TimeoutExpired:
            return 124


def program(build, name):
    return [rtl.ROOT / f"tests/lockstep/programs/{name}.s", build / f"tests/lockstep/{name}.cubin"]


def judge(fault, build, out, random):
    """Who notices, or what is wrong: 'found by ...', 'survives', 'ERROR ...'."""
    planted_rtl(fault, out)
    fold = 4 if fault.name == "folded" else 1
    # the same names in every folder, so that the compiler cache knows what has not changed
    root = subprocess.run(["verilator", "--getenv", "VERILATOR_ROOT"], capture_output=True, text=True).stdout.strip()
    if call(["verilator", "--cc", "--top-module", "tpc_top", "-GHOST_REGS=1", "-GGATE=1", f"-GFOLD={fold}", "--prefix",
             "Vsm_mutant", "--Mdir", "obj", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--assert",
             "--output-split", "150000", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-CFLAGS", "-fPIC",
             rtl.ROOT / "sim/access.vlt", "-DGT_RTL_ASSERT", "-F", "rtl/files.f"], out, "verilate.log"):
        return "ERROR verilator"
    cache = {**os.environ, "OBJCACHE": shutil.which("ccache") or "", "CCACHE_DEPEND": "1"}
    if call(["make", "-s", "-C", "obj", "-f", "Vsm_mutant.mk", "OPT_FAST=-O0", "OPT_SLOW=-O0", "OPT_GLOBAL=-O0",
             "Vsm_mutant__ALL.a"], out, "make.log", env=cache):
        return "ERROR compiler"
    folders = [p for p in (rtl.ROOT / "cmodel").rglob("*") if p.is_dir()]
    include = [rtl.ROOT / "sim", rtl.ROOT / "sim/ports", build / "sim", build / "sim/ports/include",
               rtl.ROOT / "cmodel", *sorted(folders), build / "isa", rtl.ROOT / "isa"]
    libraries = [build / f"{name}.a" for name in ("sim/libgt200machine", "sim/libgt200verilated",
                                                  "sim/ports/libgt200ports", "cmodel/libgt200model",
                                                  "cmodel/libgt200func", "isa/libgt200isa")]
    if call([os.environ.get("CXX", "c++"), "-std=c++20", "-O1", f"-DMUTANT_FOLD={fold}", "-shared", "-fPIC",
             "-fvisibility=hidden", "-o", "mutant.so", "-Iobj", f"-isystem{root}/include",
             f"-isystem{root}/include/vltstd", *[f"-I{p}" for p in include], HERE / "mutant.cpp",
             "obj/Vsm_mutant__ALL.a", *libraries, "-lz", f"-Wl,--version-script={rtl.ROOT}/sim/machine.map"],
            out, "link.log"):
        return "ERROR link"
    names = [path.stem for path in sorted((rtl.ROOT / "tests/lockstep/programs").glob("*.s"))]
    programs = sum((program(build, name) for name in names), [])
    status = call([build / "tests/mutate_rtl/judge", "./mutant.so", random, *programs], out, "judge.out",
                  int(os.environ.get("MUTATE_SECONDS", "900")))
    lines = (out / "judge.out").read_text().splitlines()
    return lines[-1] if status in (0, 1) and lines else f"ERROR judge ends with status {status}"


def assertion(fault, build, out):
    """'seen', or what is wrong."""
    planted_rtl(fault, out)
    header = out / "rtl/assert.svh"
    header.write_text(header.read_text().replace("$fatal(1);", ""))     # others may fail before it
    if call(["sh", rtl.ROOT / "tests/rtl_icarus/compile.sh", os.environ.get("IVERILOG", "iverilog"), out / "rtl",
             rtl.ROOT / "tests/rtl_icarus/tb_program.sv", out / "tb.vvp"], out, "compile.err"):
        return "ERROR iverilog"
    with subprocess.Popen([build / "tests/rtl_icarus/run_icarus", out / "tb.vvp", out, *program(build, fault.name)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, "VVP_ARGS": "+assertions"}, start_new_session=True) as running:
        end = time.time() + int(os.environ.get("ASSERT_SECONDS", "120"))
        seen = False
        for line in running.stdout:
            seen = f": {fault.what}: " in line
            if seen or time.time() > end:
                break
        os.killpg(running.pid, 9)
    shutil.rmtree(out / "rtl")
    return "seen" if seen else "NOT SEEN"


def table(faults_of, work, out, jobs, keep, show):
    """Runs WORK on each, in a folder of OUT, and shows what comes out, in order. KEEP: not again what has a result."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        def one(fault):
            folder = out / f"{fault.folder.name}.{fault.slug}"
            if keep and (folder / "result").exists():
                return (folder / "result").read_text()
            try:
                result = work(fault, folder)
            except Wrong as wrong:
                return f"ERROR {wrong}"
            (folder / "result").write_text(result)
            return result
        return [show(fault, result) for fault, result in zip(faults_of, pool.map(one, faults_of))]


def assertions(build, out, jobs, keep, wanted):
    chosen = [f for f in of_kind("assertion") if not wanted or f.folder.name in wanted]

    def show(fault, result):
        print(f"{fault.folder.name:<14} {fault.what:<80} {result}", flush=True)
        return result == "seen"
    good = all(table(chosen, lambda fault, to: assertion(fault, build, to), out, jobs, keep, show))
    print(f"assertions: {len(chosen)} faults" + (", each assertion seen to fail" if good else ", NOT ALL SEEN TO FAIL"))
    return 0 if good else 1


def mutate(build, out, jobs, keep, random, page, wanted):
    """All of them, or those of units, or UNIT.SLUG; the page keeps what it says of others."""
    every = of_kind("lockstep")
    chosen = [f for f in every if not wanted or {f.folder.name, f"{f.folder.name}.{f.slug}"} & set(wanted)]
    if not chosen:
        raise Wrong(f"no fault of the kind lockstep: {' '.join(wanted)}")
    if not (build / "tests/mutate_rtl/judge").exists():
        raise Wrong(f"{build}/tests/mutate_rtl/judge is not built")
    start, said = time.time(), {}

    def item(fault):
        return f"* `{fault.file.removesuffix('.sv')}`, {fault.what}{', folded' if fault.name else ''}:"

    def show(fault, result):
        print(f"{fault.folder.name:<14} {fault.what:<62} {result}", flush=True)
        who = result.removeprefix("found by ") if result.startswith("found by ") else f"**nobody**: {result}"
        # without names that say nothing, as much as a line holds
        who = re.sub(r"kernel [a-z0-9_]*: assertion of the RTL failed", "assertion", who)
        said[item(fault)] = re.sub(r"tpc_top\.[^ ]*\.u_", "u_", who)[:100]
        return result.startswith("found by ")
    good = all(table(chosen, lambda fault, to: judge(fault, build, to, random), out, jobs, keep, show))
    if page:
        write(page, [item(f) for f in every], said)
    print(f"mutate-rtl: {len(chosen)} faults planted, {time.time() - start:.0f} s" +
          (", all found" if good else ", NOT ALL FOUND"))
    return 0 if good else 1


def write(page, items, said):
    commit = subprocess.run(["git", "-C", rtl.ROOT, "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True).stdout.strip() or "–"
    lines = page.read_text().split("\n") if page.exists() else []
    before = dict(zip(lines, lines[1:]))
    head = lines[:next(n for n, line in enumerate(lines) if line.startswith("* `"))]
    for name in items:
        head += [name, f"  {said[name]} ({commit})" if name in said else before.get(name, "  not planted yet")]
    page.write_text("\n".join(head) + "\n")
