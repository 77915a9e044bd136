# SPDX-License-Identifier: Apache-2.0
"""Assertions of the RTL: each is seen to fail, alone in a bench of its unit under Icarus, while the unit's inputs go
through `steps` (faults.txt, kind `assertion`), what its surroundings never do; where no inputs make it false, with a
fault planted. And none does while nothing happens.

Here an assertion fails when it is false. Elsewhere under Icarus it also fails when nobody knows (rtl/assert.svh)."""
import os
import re
import shutil
import subprocess

import faults
import rtl
from faults import Wrong


def cases(unit):
    return [f for f in faults.read(rtl.UNITS / unit / "faults.txt") if f.kind == "assertion" and not f.name]


def units():
    return [path.parent.name for path in sorted(rtl.UNITS.glob("*/faults.txt")) if cases(path.parent.name)]


def _listed():
    return list(dict.fromkeys(rtl.known().values()))


def complete():
    """What is wrong: an assertion without a case or twice, a case without its assertion or twice."""
    said, seen, wrong = [], set(), []
    for path in sorted((rtl.ROOT / "rtl").rglob("*.sv")):
        said += [f"{path.stem}: {why}" for why in re.findall(r'`ASSERT\("([^"]*)"', path.read_text())]
    have = [f"{unit}: {case.what}" for unit in units() for case in cases(unit)]
    for name in said:
        if name in seen:
            wrong.append(f"two assertions: {name}")
        elif name not in have:
            wrong.append(f"nobody has seen it fail (tests/units/UNIT/faults.txt): {name}")
        seen.add(name)
    wrong += [f"no such assertion: {name}" for name in dict.fromkeys(have) if name not in seen]
    for path in sorted(rtl.UNITS.glob("*/faults.txt")):
        texts = [name.partition(": ")[2] for name in said]
        wrong += [f"{f.where}: no assertion says: {f.what}" for f in faults.read(path)
                  if f.kind == "assertion" and f.name and f.what not in texts]
    wrong += [f"two cases: {name}" for name in dict.fromkeys(have) if have.count(name) > 1]
    return wrong, len(said)


def bench(path, steps):
    """A bench for the unit of a file: its inputs and outputs are variables and wires of the same names; inputs start
    with 0; clk_g, clk_l, clk_x are clk. Behind three cycles of reset the statements of the steps run, in which
    `tick(N)` lets N cycles pass."""
    head, inside, ports, zero, reset = [], False, [], [], False
    for line in path.read_text().split("\n"):
        if line.startswith("`include") and not inside:
            head.append(line)
        if line.startswith("module "):
            inside = True
            head.append("module bench;\n  logic clk = 1'b0, rst;")
        if not inside:
            continue
        line = re.sub(r",? *$", "", re.sub(r"//.*", "", line))
        if re.match(r" *parameter ", line):
            head.append(line.replace("parameter", "localparam", 1) + ";")
        port = re.match(r" *(input|output) +(?:wire|logic)?(.*?)(\w+)$", line)
        if port and port[3] == "rst":
            reset = True
        elif port and re.fullmatch("clk_[glx]", port[3]):
            head.append(f"  wire {port[3]} = clk;")
            ports.append(f".{port[3]}")
        elif port and port[3] != "clk":
            kind = port[2].strip()
            plain = re.fullmatch(r"(signed )?(\[.*)?", kind)
            head.append(f"  {'logic ' if plain else ''}{kind} {port[3]};")
            ports.append(f".{port[3]}")
            if port[1] == "input":
                zero.append(f"    {port[3]} = '0;")
        if re.match(r" *\);", line):
            break
    connected = ", ".join([".clk", *([".rst"] if reset else []), *ports])
    return "\n".join([*head, "  always #5 clk = ~clk;",
                      "  task tick(input integer n); repeat (n) @(negedge clk); endtask",
                      f"  {path.stem} dut ({connected});", "  initial begin", *zero,
                      f"    rst = 1'b1; tick(3); rst = 1'b0; tick(1);\n    {steps}\n    tick(1);",
                      '    $display("no assertion is false");\n    $finish(0);\n  end\nendmodule\n'])


def said(path, case, out):
    """What the unit says in its bench, a line each."""
    need = rtl.closure([path], [path])
    for header in (rtl.ROOT / "rtl").rglob("*.svh"):
        text, to = header.read_text(), out / header.relative_to(rtl.ROOT / "rtl")
        to.parent.mkdir(exist_ok=True)
        to.write_text(text.replace("!== 1'b1", "=== 1'b0") if header.name == "assert.svh" else text)
    if case and case.edits and case.file not in [source.name for source in [*need, path]]:
        raise Wrong(f"{case.where}: {case.file} is no file of {path.name}")
    files = []
    for source in [*need, path]:
        text = source.read_text()
        if case and case.edits and source.name == case.file:
            text = case.plant(text, source)
        # Icarus 11 wakes an always_comb up for bits that it does not read, and in a circle of such blocks for ever
        (out / source.name).write_text(text.replace("always_comb", "always @*"))
        files.append(source.name)
    (out / "bench.sv").write_text(bench(path, case.keys["steps"] if case else "tick(80);"))
    def run(*command):
        return subprocess.run(command, cwd=out, capture_output=True, text=True, timeout=120)
    build = run(os.environ.get("IVERILOG", "iverilog"), "-g2012", "-I.", "-Igen", "-s", "bench", "-o", "bench.vvp",
                *files, "bench.sv")
    if build.returncode:
        raise Wrong(f"{path.name}: iverilog:\n{build.stderr}")
    try:
        return run(os.environ.get("VVP", "vvp"), "-n", "bench.vvp").stdout.splitlines()
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode().splitlines()


def check(unit, out):
    """What is wrong with the assertions of a unit."""
    path = next((p for p in _listed() if p.stem == unit), None)
    if not path:
        raise Wrong(f"no files.f has {unit}.sv")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    wrong = []
    for case in cases(unit):
        if "steps" not in case.keys:
            raise Wrong(f"{case.where}: an assertion fails in steps")
        # of the unit itself, not of a unit in it
        lines = said(path, case, out)
        own = r"RTL assertion failed: bench\.dut(\.g_[a-z_]*(\[[0-9]*\])?)*, time"
        if not any(re.match(own, line) and f": {case.what}: " in line for line in lines):
            wrong.append(f"{unit}: '{case.what}' is not seen to fail: {lines[:3]}")
    lines = said(path, None, out)
    if lines != ["no assertion is false"]:
        wrong.append(f"{unit}: while nothing happens: {lines[:3]}")
    if not wrong:
        shutil.rmtree(out)
    return wrong
