#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tops.py [--check]: docs/records/ports.md, parameters and ports of each top module as their source says them; --check:
only whether the page is so."""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/records/ports.md"
TOPS = ("rtl/tpc/tpc_top.sv", "rtl/sm/sm_top.sv", "rtl/gpu/gpu_top.sv", "rtl/gpu/gpu_host_top.sv",
        "rtl/axi/gt200_axi.sv", "rtl/axi/gpu_axi_top.sv", "fpga/rtl/fpga_core.sv", "fpga/rtl/fpga_top.sv")
HEAD = """\
# Ports and parameters of the tops

What each top module has, as its source says it; `python3 sim/tops.py` writes this page and a test compares it. How
they are used: [bench](../bench.md) (tpc_top), [host-if](../units/host-if.md) (gpu_host_top), [board](../units/board.md)
(fpga_core). Fields of the structs: `sh sim/fields.sh json`.

Clock and reset are the same for all: every port belongs to `clk`, rising edge, but for other clocks in the list; `rst`
is synchronous, active high, 1 for two edges that count or more, then 0. Where there is `clk_en`, an edge counts
if it is 1 before it ([clock](../units/clock.md)).
"""


def cell(text):
    """Text in a table."""
    return text.strip().replace("|", "\\|")


def code(text):
    """As code, which may have backquotes."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def module(path):
    """The page's part of one module, as lines."""
    source = (ROOT / path).read_text()
    name = pathlib.Path(path).stem
    found = re.search(rf"^module {name} *#\(\n(.*?)\n\) *\(\n(.*?)\n\);", source, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"{path}: expected 'module {name} #(' and its ports, one a line")
    about = re.search(rf"^// {name}: (.*?)\n(?!//)|^// {name}: (.*?)\n//\n", source, re.MULTILINE | re.DOTALL)
    first = re.sub(r"\s*\n// *", " ", (about.group(1) or about.group(2)).split("\n//\n")[0]) if about else ""
    out = ["", f"## {name}", "", *textwrap.wrap(f"[{path}](../../{path}): {first}", 120, break_on_hyphens=False), "",
           "| parameter | default | |", "|---|---|---|"]
    for line in found.group(1).splitlines():
        match = re.match(r" *parameter +([a-z]+ *(?:\[[^]]*\])?) *(\w+) *= *(.*?),? *(?://(.*))?$", line)
        if match:
            out.append(f"| `{match.group(2)}` | `{match.group(3).strip()}` | {cell(match.group(4) or '')} |")
        elif line.strip() and not line.strip().startswith("//"):
            sys.exit(f"{path}: not a parameter: {line}")
    out += ["", "| port | | type | |", "|---|---|---|---|"]
    for line in found.group(2).splitlines():
        match = re.match(r" *(input|output|inout) +(\w+) *((?:\[.*\])?) *(\w+),? *(?://(.*))?$", line)
        if match:
            way, kind, width, port, text = match.groups()
            kind = width if kind in ("wire", "logic") else kind
            out.append(f"| `{port}` | {way[:-3]} | {code(kind) if kind else '1 bit'} | {cell(text or '')} |")
        elif line.strip() and not line.strip().startswith("//"):
            sys.exit(f"{path}: not a port: {line}")
    return out


def main():
    """Writes or compares."""
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    parts = [line for path in TOPS if (ROOT / path).exists() for line in module(path)]
    text = HEAD + "\n".join(parts) + "\n"
    if len(sys.argv) == 1:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not what the sources say (python3 sim/tops.py)")


main()
