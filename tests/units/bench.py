# SPDX-License-Identifier: Apache-2.0
"""Benches: tests/units/UNIT/bench.sv or bench_NAME.sv under Icarus or Verilator, whose top is a module tb_NAME and
which prints a line PASS; or random.cpp, any .cpp, around a module that is verilated. Their head has lines

    //! test [VARIANT:] LABELS [WORD ...] [=> TEXT]
                                            a test UNIT.STEM[_VARIANT]; words: `verilator` instead of Icarus,
                                            with -O1 what it makes is optimised, with -O0 a .cpp's is not;
                                            NAME=VALUE, a parameter of the top; others go to the program, {root},
                                            {here} and {build} in them are folders. TEXT: it prints this instead
    //! around FILE.sv                      of a .cpp: the file of its module (of that name), default STEM_bench.sv
    //! with FILE ...                       files beside it or of the project that it needs besides, or rather than
                                            others with the same modules; C and C++ are compiled
    //! model                               it is linked with the libraries of the C model
    //! flags FLAG ...                      of a .cpp: for the compiler
    //! trace FILE.c CYCLES [WITH_FAULT]    what this program on the model prints is +trace=FILE for the bench
    //! planted [LABELS:] [WORD ...]        how it runs with a fault (kind `bench`) planted: default as the first test
    //! says TEXT                           what it prints then where the fault does not say it: default FAIL and the
                                            top; of a .cpp an expression
    //! timeout SECONDS                     default 300"""
import fcntl
import hashlib
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import faults
import rtl
from faults import Wrong

# Icarus evaluates a whole vector where a block reads a part (slower, not wrong).
FOR_MAKING = ("verilator", "-O0", "-O1")    # words that the program does not get
WARNINGS = ("-Wno-fatal", "-Wno-lint", "-Wno-style")


@dataclass
class Run:
    variant: str
    labels: str
    words: list
    expect: str = ""


@dataclass
class Bench:
    path: Path
    runs: list = field(default_factory=list)
    planted: Run = None
    heads: dict = field(default_factory=dict)
    faults: list = field(default_factory=list)

    @property
    def unit(self):
        return self.path.parent.name

    @property
    def name(self):
        """As entries of faults.txt have it behind `bench`: nothing for bench.sv, else the file's name."""
        return self.path.stem.removeprefix("bench").removeprefix("_")

    @property
    def cpp(self):
        return self.path.suffix == ".cpp"

    @property
    def module_file(self):
        around = self.heads.get("around", [self.path.stem + "_bench.sv"])[0]
        return self.path.parent / around if self.cpp else self.path

    @property
    def top(self):
        if self.cpp:
            return self.module_file.stem
        tops = [name for name in rtl.defined(self.path) if name.startswith("tb_")]
        if len(tops) != 1:
            raise Wrong(f"{self.path}: {len(tops)} modules tb_NAME, one expected, the top")
        return tops[0]

    @property
    def says(self):
        return " ".join(self.heads.get("says", [])) or f"FAIL {self.top}"

    @property
    def timeout(self):
        return int(self.heads.get("timeout", ["300"])[0])

    def test_name(self, run):
        return f"unit.{self.unit}.{self.path.stem}" + (f"_{run.variant}" if run.variant else "")

    def fault_name(self, fault):
        return f"unit.{self.unit}." + (f"{self.name}_" if self.name else "") + f"notices_{fault.slug}"


def read(path):
    bench = Bench(path)
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line.startswith("//! "):
            continue
        key, _, value = line[4:].partition(" ")
        if key in ("test", "planted"):
            value, _, expect = value.partition(" => ")
            match = re.fullmatch(r"(?:([a-z0-9_;]+):(?: |$))?(.*)", value)
            words = match[2].split()
            if key == "test":
                bench.runs.append(Run(match[1] or "", words[0] if words else "", words[1:], expect))
            else:
                bench.planted = Run("", match[1] or "", words)
        elif key in ("around", "with", "flags", "trace", "says", "timeout") and value or key == "model":
            bench.heads[key] = bench.heads.get(key, []) + value.split()
        else:
            raise Wrong(f"{path}:{number}: no such line of a bench: {line}")
    if not bench.runs or not all(re.fullmatch(r"(rtl|unit|long|quick|;)+", run.labels) for run in bench.runs):
        raise Wrong(f"{path}: a bench says which tests it is (//! test LABELS)")
    bench.planted = bench.planted or Run("", "", [w for w in bench.runs[0].words if w not in FOR_MAKING])
    bench.planted.labels = bench.planted.labels or bench.runs[0].labels
    bench.faults = [f for f in faults.read(path.parent / "faults.txt") if f.kind == "bench" and f.name == bench.name]
    return bench


def benches():
    """All benches; a .cpp is one when it says so."""
    found = sorted([*rtl.UNITS.glob("*/bench*.sv"), *rtl.UNITS.glob("*/*.cpp")])
    return [read(path) for path in found if not path.stem.endswith("_bench") and "\n//! test " in path.read_text()]


class Failed(Exception):
    """The bench did not do what it should."""


class Making:
    """One run of a bench in a folder of its own, with a fault or without."""
    def __init__(self, bench, run, fault, build, out):
        self.bench, self.run, self.fault, self.out = bench, run, fault, out
        self.here, self.build = bench.path.parent, build
        self.planted = fault is None
        words = [w.format(root=rtl.ROOT, here=self.here, build=build) for w in run.words]
        self.verilator = "verilator" in words or bench.cpp
        self.optimise = "-O1" if not fault and ("-O1" in words or bench.cpp and "-O0" not in words) else "-O0"
        words = [w for w in words if w not in FOR_MAKING]
        self.parameters = [w for w in words if re.fullmatch(r"[A-Z]\w*=\S*", w)]
        self.arguments = [w for w in words if w not in self.parameters]
        self.digest = hashlib.sha256()
        beside = [*self.here.glob("*.sv"), *rtl.UNITS.glob("*.sv")]
        self.more = [path for path in beside if not re.match("bench|proof", path.name) and path != bench.module_file]
        self.c = []
        for name in bench.heads.get("with", []):
            path = next((p for p in (self.here / name, rtl.ROOT / name) if p.exists()), None)
            if not path:
                raise Wrong(f"{bench.path}: no file {name}")
            (self.c if path.suffix in (".c", ".cpp") else self.more).append(path)

    def text(self, path):
        """Of a file, with the fault if it is there."""
        text = path.read_text()
        if self.fault and path.name == self.fault.file:
            text, self.planted = self.fault.plant(text, path), True
        self.digest.update(text.encode())
        return text

    def copy(self, path, change=lambda text: text):
        to = self.out / path.name
        to.write_text(change(self.text(path)))
        return to

    def call(self, command, log, timeout=600, out=None):
        out = out or self.out
        with open(out / log, "w") as f:
            try:
                status = subprocess.run([str(c) for c in command], cwd=out, stdout=f, stderr=subprocess.STDOUT,
                                        timeout=timeout).returncode
            except subprocess.TimeoutExpired:
                status = 124
        return status, (out / log).read_text(errors="replace")

    def must(self, command, log, what, out=None):
        status, said = self.call(command, log, 1800, out)
        if status:
            raise Failed(f"{what} ends with {status}:\n" + said[-3000:])

    def compile(self, path):
        """A C file of the model, from a copy, as an object in front of the libraries."""
        folders = {p.parent for p in (rtl.ROOT / "cmodel").rglob("*.h")} | {rtl.ROOT / "cmodel"}
        flags = [f"-I{p}" for p in [*sorted(folders), rtl.ROOT / "isa", self.build / "isa", self.here, rtl.UNITS]]
        to = self.out / (path.stem + ".o")
        self.must([os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-w", *flags, f"-iquote{path.parent}", "-c",
                   self.copy(path), "-o", to], path.stem + ".log", "the compiler")
        return to

    def libraries(self):
        names = ("cmodel/libgt200model.a", "cmodel/libgt200func.a", "isa/libgt200isa.a")
        paths = [self.build / name for name in names if "model" in self.bench.heads]
        for path in paths:
            if not path.exists():
                raise Wrong(f"{path} is not built")
        return paths

    def model(self):
        """The objects of the C files and, where the fault is in the model, of that one."""
        objects = [self.compile(path) for path in self.c if path.suffix == ".c"]
        if self.fault and self.fault.file.endswith(".c") and not self.planted:
            objects.append(self.compile(rtl.find(self.fault.file, ("cmodel",))))
        return objects

    def sources(self):
        starts = [self.bench.module_file]
        return rtl.closure(starts, self.more) + starts

    def icarus(self):
        """Icarus 11 wakes an always_comb up for bits that it does not read, and in a circle of such blocks for ever:
        the copies say always @*."""
        files = [self.copy(path, lambda text: text.replace("always_comb", "always @*")) for path in self.sources()]
        include = [f"-I{rtl.ROOT / folder}" for folder in rtl.INCLUDE] + [f"-I{self.here}", f"-I{rtl.UNITS}"]
        top = self.bench.top
        # one unit of time for all files: a delay of a fault is one of the bench's
        (self.out / "timescale").write_text("+timescale+1ns/1ps\n")
        self.must([os.environ.get("IVERILOG", "iverilog"), "-g2012", "-c", "timescale", *include, "-s", top, "-o",
                   "bench.vvp", *[f"-P{top}.{p}" for p in self.parameters], *files], "build.log", "iverilog")
        return [os.environ.get("VVP", "vvp"), "-n", "bench.vvp"]

    def verilated(self):
        """One program for all tests of a bench with the same parameters, made anew when a file, the model or the way is
        another one than the last time; with a fault one of its own."""
        files, here = self.sources(), [self.here, rtl.UNITS]
        paths = [self.copy(path) if self.fault and path.name == self.fault.file else path for path in files]
        top, headers = self.bench.top, [*here, *(rtl.ROOT / folder for folder in rtl.INCLUDE)]
        for path in [*files, *(p for folder in headers for p in sorted(folder.glob("*.svh")))]:
            self.digest.update(path.read_bytes())
        command = [os.environ.get("VERILATOR", "verilator"), "--assert", *WARNINGS, "-O3", "--build", "-j", "2",
                   "--output-split", "150000", "--Mdir", "obj", "--top-module", top, "--prefix", "V" + top,
                   *[f"-G{p}" for p in self.parameters], *[f"-I{folder}" for folder in headers], "-MAKEFLAGS",
                   f"OPT_FAST={self.optimise} OPT_SLOW=-O0 OPT_GLOBAL=-O0",
                   *(("--expand-limit", "2") if self.optimise == "-O0" else ()), *paths]
        if self.bench.cpp:
            command += self.around()
        else:
            command += ["--binary", "--timing"]
        # The objects of the model lie with the test; those of another one are the same.
        self.digest.update(shlex.join(str(c) for c in command).replace(str(self.out), "OUT").encode())
        out = self.out
        if not self.fault:
            out = self.build / "units" / ".".join(["program", self.bench.unit, self.bench.path.stem, *self.parameters])
            out.mkdir(parents=True, exist_ok=True)
        stamp, program = out / "made", out / "obj" / ("V" + top)
        with open(out / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (program.exists() and stamp.exists() and stamp.read_text() == self.digest.hexdigest()):
                stamp.unlink(missing_ok=True)
                shutil.rmtree(out / "obj", ignore_errors=True)      # knows of headers that may be gone
                os.environ.setdefault("OBJCACHE", shutil.which("ccache") or "")
                os.environ.setdefault("CCACHE_DEPEND", "1")     # no preprocessor before each compiler
                self.must(command, "build.log", "verilator", out)
                stamp.write_text(self.digest.hexdigest())
        return [program]

    def around(self):
        """What makes a program of a .cpp and its module."""
        libraries = self.libraries()
        more = [path for path in self.c if path.suffix == ".cpp"]
        for path in [self.bench.path, *more, *sorted(self.here.glob("*.h*")), *libraries]:
            self.digest.update(path.read_bytes())
        flags = " ".join([f"-I{rtl.ROOT / folder}" for folder in ("cmodel", "cmodel/func", "isa", "tests")] +
                         [f"-I{self.build / 'isa'} -I{self.here} -std=c++20", *self.bench.heads.get("flags", [])])
        return ["--cc", "--exe", "-DGT_RTL_ASSERT", "--x-assign", "fast", "--x-initial", "fast", "-CFLAGS", flags,
                *(["-DPLANTED"] if self.fault else []), self.bench.path, *more, rtl.ROOT / "tests/rtl_assert.cpp",
                *self.model(), *libraries]

    def trace(self):
        if "trace" not in self.bench.heads:
            return []
        source, *cycles = self.bench.heads["trace"]
        program = self.out / "trace"
        objects = self.model() + [self.compile(self.here / source)]
        libraries = self.libraries()
        self.must([os.environ.get("CC", "cc"), "-o", program, *objects, *libraries, "-lm", "-lpthread"], "trace.log",
                  "the linker")
        with open(self.out / "trace.txt", "w") as f:
            status = subprocess.run([program, cycles[-1 if self.fault else 0]], stdout=f, timeout=250).returncode
        if status < 0:
            raise Failed(f"the trace program is ended by signal {-status}")
        return ["+trace=trace.txt"]


def run(bench, which, fault, build, out):
    """Raises Failed unless the bench passes, or with the fault says that it does not."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    making = Making(bench, which, fault, build, out)
    arguments = making.trace()
    command = making.verilated() if making.verilator else making.icarus()
    if not making.planted:
        raise Wrong(f"{fault.where}: {fault.file} is no file of {bench.path}")
    status, said = making.call([*command, *arguments, *making.arguments], "run.log", bench.timeout)
    print(said[-2000:].rstrip())
    aborted = bool(fault) and status < 0 and "RTL assertion failed" in said     # how Verilator ends behind one
    if status >= 124 or status < 0 and not aborted:
        raise Failed(f"the bench ends with status {status}" + (" (time is up)" if status == 124 else ""))
    passed = status == 0 if bench.cpp else status == 0 and re.search(r"(?m)^(PASS|ok: )", said) and \
        not re.search(rf"(?m)^FAIL({bench.top}|ED)", said.replace("FAIL ", "FAIL"))
    if which.expect:
        passed = which.expect in said
    if not fault:
        if not passed:
            raise Failed(f"the bench does not pass (status {status})")
        return
    if passed or not bench.cpp and re.search(r"(?m)^(PASS|ok: )", said):
        raise Failed("the bench passes")
    says = fault.keys.get("says", bench.says)
    if bench.cpp and not (status == 1 and re.search(f"(?m)({says})|RTL assertion failed", said)):
        raise Failed(f"exit status {status}, expected 1 and a difference: {says}")
    if not bench.cpp and says not in said:
        raise Failed(f"the bench did not print: {says}")
    shutil.rmtree(out)


def program(bench, build, out):
    """The program of a bench under Verilator, as its first test that is of Verilator has it."""
    which = next(run for run in bench.runs if bench.cpp or "verilator" in run.words)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    return Making(bench, which, None, build, out).verilated()[0]
