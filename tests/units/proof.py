# SPDX-License-Identifier: Apache-2.0
"""Proofs: tests/units/UNIT/proof.sv, or proof_NAME.sv, module of the same name as the file, with lines

    //! proves WHAT                     in words
    //! by KIND                         bmc:CYCLES, induct:CYCLES:K (K steps) by an SMT solver; abc:CYCLES,
                                        step:CYCLES:K (induction by K steps; only faults take CYCLES), pdr:CYCLES
                                        (induction; faults CYCLES) by abc
    //! set NAME=VALUE ...              constants of chip.def, for a smaller unit
    //! in FILE                         a smaller unit by other text in this file:
    //! - OLD
    //! + NEW                           in each place where OLD is; there is one at least
    //! test [long]                     the proof is a test (of the label long)
    //! bound CYCLES                    the proof is a test as far as so many cycles from reset on

With a fault of the unit (kind `proof`) planted a proof must fail."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import faults
import rtl
from faults import Wrong

TOOLS = ("yosys", "yosys-smtbmc", "yosys-abc", "z3")
# For one question to a solver, by the clock: a busy machine needs more than the minutes it takes.
SECONDS = int(os.environ.get("FORMAL_SECONDS", "1200"))


@dataclass
class Proof:
    path: Path
    what: str = ""
    kind: str = ""
    constants: dict = field(default_factory=dict)
    smaller: list = field(default_factory=list)         # (file, old, new)
    test: str = ""                                      # labels
    bound: int = 0
    faults: list = field(default_factory=list)

    @property
    def unit(self):
        return self.path.parent.name

    @property
    def name(self):
        """Behind the unit's, in the names of tests: proof, proof_NAME."""
        return self.path.stem

    def says(self, bound=0):
        mode, cycles, steps = (self.kind + "::").split(":")[:3]
        if bound:
            return f"{bound} cycles"
        return {"bmc": f"{cycles} cycles", "abc": f"{cycles} cycles (abc)", "induct": f"induction {steps}, {cycles} "
                "cycles", "step": f"induction {steps} (abc)", "pdr": "all cycles (abc pdr)"}[mode]


def read(path):
    proof, file = Proof(path), None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line.startswith("//! "):
            continue
        key, _, value = line[4:].partition(" ")
        if key == "proves":
            proof.what = f"{proof.what} {value}".strip()
        elif key == "by" and re.fullmatch(r"(bmc|abc|pdr):\d+|(induct|step):\d+:\d+", value):
            proof.kind = value
        elif key == "set":
            proof.constants.update(pair.split("=") for pair in value.split())
        elif key == "in":
            file = value
        elif key == "-" and file:
            proof.smaller.append([file, value, None])
        elif key == "+" and proof.smaller and proof.smaller[-1][2] is None:
            proof.smaller[-1][2] = value
        elif key == "test":
            proof.test = "rtl;long" if value == "long" else "rtl"
        elif key == "bound" and value.isdigit():
            proof.bound, proof.test = int(value), "rtl"
        else:
            raise Wrong(f"{path}:{number}: no such line of a proof: {line}")
    if not proof.kind or not proof.what:
        raise Wrong(f"{path}: a proof says what it proves (//! proves) and how (//! by)")
    unit = path.stem.partition("_")[2]
    proof.faults = [f for f in faults.read(path.parent / "faults.txt") if f.kind == "proof" and f.name == unit]
    return proof


def units():
    """All proofs, by unit and name."""
    return [read(path) for path in sorted(rtl.UNITS.glob("*/proof*.sv"))]


def sources(proof, fault, out):
    """Copies of the files, the fault planted, then made smaller."""
    paths = rtl.closure([proof.path])
    if fault and fault.file not in [path.name for path in paths]:
        raise Wrong(f"{fault.where}: {fault.file} is no file of {proof.path}")
    for name in {file for file, _, _ in proof.smaller} - {path.name for path in paths}:
        raise Wrong(f"{proof.path}: {name} is no file of this proof")
    for path in paths:
        text = path.read_text()
        if fault and path.name == fault.file:
            text = fault.plant(text, path)
        for file, old, new in proof.smaller:
            if file == path.name:
                if old not in text:
                    raise Wrong(f"{proof.path}: not made smaller, {file} lacks: {old}")
                text = text.replace(old, new)
        if path.stem == "gpu_cfg_pkg":
            for name, value in proof.constants.items():
                text, count = re.subn(rf" {name} = \d+;", f" {name} = {value};", text)
                if count != 1:
                    raise Wrong(f"{proof.path}: no constant {name}")
        (out / path.name).write_text(text)
    return [path.name for path in paths]


def run(command, out, log, timeout=SECONDS + 40):
    """Whether the command ends with 0, and what it says."""
    with open(out / log, "w") as f:
        try:
            status = subprocess.run(command, cwd=out, stdout=f, stderr=subprocess.STDOUT, timeout=timeout).returncode
        except subprocess.TimeoutExpired:
            status = 124
    return status == 0, (out / log).read_text(errors="replace")


def _read_in(proof, fault, out, end):
    include = "".join(f"-I{rtl.ROOT / folder} " for folder in rtl.INCLUDE[:2])
    files = " ".join(sources(proof, fault, out))
    (out / "prepare.ys").write_text(
        f"read_verilog -formal -sv {include}-I{rtl.UNITS} -I{proof.path.parent} {files} {proof.path}\n"
        f"hierarchy -check -top {proof.name}; proc; memory_collect; memory_map; flatten; setattr -unset keep c:*\n"
        + end)
    if not run(["yosys", "-q", "-s", "prepare.ys"], out, "yosys.log")[0]:
        raise Wrong("yosys, see " + str(out / "yosys.log"))


def names(proof, out):
    """The unit is made smaller, each fault can be planted, and the registers that the proof looks at are there: one
    that is not could have any value."""
    for fault in proof.faults:
        sources(proof, fault, out)
    _read_in(proof, None, out, "tee -o names.txt check\n")
    inside = re.findall(r"(?m)`F_INSIDE.* (\\\S*) *;", proof.path.read_text())
    used = re.findall(rf"Wire {proof.name}\.(.*?)(?: \[\d+\])? is used but has no driver",
                      (out / "names.txt").read_text())
    absent = [name for name in inside if name in used]
    return f"ERROR no register {absent[0]}" if absent else "PASS"


def _smt(mode, cycles, steps, fault, out):
    def ask(log, *more):
        return run(["yosys-smtbmc", "--noprogress", "--unroll", "-s", "z3", "--dump-vcd", "fail.vcd", *more, "m.smt2"],
                   out, log)
    good, said = ask("bmc.log", "-t", cycles)
    if not good:
        return "FAIL" if "Assert failed" in said else "ERROR solver"
    if mode == "induct" and not fault and not ask("induct.log", "-t", steps, "-i")[0]:
        return "FAIL induction"
    return "PASS"


def _abc(mode, cycles, steps, fault, out):
    """The same model as an and-inverter graph, for what is too much for an SMT solver."""
    def ask(question, join):
        good, said = run(["yosys-abc", "-c", f"read_aiger m.aig; fold; {join}; strash; dc2; {question}; write_cex -n "
                          "fail.cex"], out, "abc.log")
        return said if good else None
    join = "strash"                     # one property for induction; many are quicker without
    frames = cycles
    if mode == "step" and not fault:
        frames = int(steps) + 1
    engine = f"bmc3 -F {frames} -T {SECONDS}"
    if mode == "pdr" and not fault:
        engine, join = f"pdr -T {SECONDS}", "orpos"
    said = ask("scorr; " + engine, join)
    if said and "combinational network" in said:        # nothing but constants is left: one more question decides
        said = ask("scorr; sat", join)
    if said is None:
        return "ERROR solver"
    if "was asserted in frame" in said:
        return "FAIL"
    if mode == "pdr" and not fault:
        return "PASS" if "Property proved" in said else "ERROR no proof"
    if not re.search(rf"No output .*asserted in {frames} frames|Property proved|UNSATISFIABLE", said):
        return f"ERROR no answer in {SECONDS} s"
    if mode == "step" and not fault:
        said = ask(f"ind -F {int(steps) + 1} -T {SECONDS}", "orpos")
        if said is None or "Networks are equivalent" not in said:
            return "FAIL induction"
    return "PASS"


def prove(proof, fault, bound, out):
    """PASS; FAIL where a counterexample or no induction was found; ERROR and why."""
    mode, cycles, steps = (proof.kind + "::").split(":")[:3]
    smt = mode in ("bmc", "induct")
    if bound:
        mode, cycles = "bmc" if smt else "abc", str(bound)
    # undriven bits are any value: an X that matters makes a proof fail
    end = "setundef -undriven -anyseq; opt -nodffe -nosdff; async2sync; dffunmap; opt_clean\n"
    end += "write_smt2 -wires m.smt2\n" if smt else \
        "techmap; setundef -undriven -anyseq; opt_clean; aigmap; write_aiger -zinit -map m.map m.aig\n"
    _read_in(proof, fault, out, end)
    return (_smt if smt else _abc)(mode, cycles, steps, fault, out)


def job(proof, fault, how, out):
    """One of them in a folder of its own, which keeps sources, logs and the waveform of a failure."""
    number = proof.faults.index(fault) + 1 if fault else 0
    folder = out / f"{proof.unit}.{proof.name}.{number}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        if how == "names":
            return names(proof, folder)
        return prove(proof, fault, int(how or 0), folder)
    except Wrong as wrong:
        return f"ERROR {wrong}"


def main(out, jobs, how, wanted):
    """HOW: '' proofs and faults, 'proofs', 'names', or the cycles of a bound; WANTED: UNIT or UNIT/PROOF."""
    for tool in TOOLS:
        if not shutil.which(tool):
            raise Wrong(f"{tool} is missing (run ./setup)")
    chosen = [p for p in units() if not wanted or p.unit in wanted or f"{p.unit}/{p.name}" in wanted]
    for name in wanted:
        if not any(name in (p.unit, f"{p.unit}/{p.name}") for p in chosen):
            raise Wrong(f"no proof of {name}")
    todo = [(p, f) for p in chosen for f in [None, *([] if how else p.faults)]]
    how = "" if how == "proofs" else how
    start, good, planted = time.time(), True, 0
    print(f"{'unit':<28} {'proof':<26} result what", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for (proof, fault), result in zip(todo, pool.map(lambda x: job(*x, how, out), todo)):
            if fault:
                planted += 1
                result = {"FAIL": "found", "PASS": "MISSED"}.get(result, result)
                good &= result == "found"
                print(f"{'':<55} {result:<6} planted in {fault.file}: {fault.what}", flush=True)
            else:
                good &= result == "PASS"
                said = "names only" if how == "names" else proof.says(int(how or 0))
                name = proof.unit if proof.name == "proof" else f"{proof.unit}/{proof.name}"
                print(f"{name:<28} {said:<26} {result:<6} {proof.what}", flush=True)
    print(f"formal: {len(chosen)} proofs, {planted} planted faults, {time.time() - start:.0f} s"
          + ("" if good else ", NOT ALL AS THEY SHOULD BE"))
    return 0 if good else 1
