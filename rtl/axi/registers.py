#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""registers.py [--check]: what is made of the registers of gt200_axi (gt200_axi.rdl) and of gpu_axi_top (gpu_axi.rdl),
which is committed:

    rtl/axi/axi_regs.sv, axi_gpu_regs.sv        the registers, behind axi_lite.sv
    rtl/axi/gt200_axi.xml, gpu_axi.xml          IP-XACT, by PeakRDL
    sw/driver/gt200_axi_regs.h, gpu_axi_regs.h  C, by PeakRDL
    docs/records/axi-registers.md, gpu-axi-registers.md  the tables

--check: nothing is written; 1 if one of them is another. PeakRDL's own Verilog has structs that are not packed, which
neither Yosys 0.23 nor Icarus 11 read; its page has a section for each of the words of an array. The rest is its."""
import sys
import tempfile
import textwrap
from pathlib import Path

from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_ipxact import IPXACTExporter
from systemrdl import RDLCompiler
from systemrdl.rdltypes import OnWriteType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Name of the source, top, module of the registers, page; when only those `running` can be written, long and short.
MAPS = (("gt200_axi", "gt200_axi", "axi_regs", "axi-registers", "while a launch runs", "while it runs"),
        ("gpu_axi", "gpu_axi_top", "axi_gpu_regs", "gpu-axi-registers", "while the queue is full", "without room"))

# PeakRDL's header needs <assert.h> for one word, and firmware may have no library.
OWN_ASSERT = """#if !defined(__cplusplus) && !defined(static_assert)
#define static_assert _Static_assert
#endif
"""

ACCESS = {"constant": "r", "input": "r", "stored": "rw", "sticky": "r, w1c", "pulse": "w", "external": "w"}


class Register:
    """A register, or an array of such."""
    def __init__(self, node):
        self.name, self.at = node.inst_name, node.raw_absolute_address
        self.count = node.array_dimensions[0] if node.is_array else 1
        self.desc = node.get_property("desc") or ""
        self.running = bool(node.get_property("running"))
        self.external = node.external
        self.fields = list(node.fields())

    def port(self, field, at=0):
        """Name of a field's port, and which part of it is the one of the register's number AT."""
        name = self.name if field.inst_name == "value" else f"{self.name}_{field.inst_name}"
        return name + (f"[{field.width * at} +: {field.width}]" if self.count > 1 else "")

    def kind(self, field):
        if self.external:
            return "external"
        if field.get_property("singlepulse"):
            return "pulse"
        if field.get_property("onwrite") == OnWriteType.woclr:
            return "sticky"
        if not field.is_sw_writable:
            return "input" if field.is_hw_writable else "constant"
        return "stored"

    def all(self):
        for field in self.fields:
            yield field, self.kind(field)


def width(bits):
    return "" if bits == 1 else f"[{bits - 1}:0]"


def literal(bits, value):
    return f"{bits}'h{value:0{(bits + 3) // 4}x}"


def verilog(registers, source, top, module, when):
    ports, reset, pulses, sticky, writes, reads, taken = [], [], [], [], [], [], []
    for r in registers:
        last = r.at + 4 * (r.count - 1)
        here = [f"word == 10'h{(r.at + 4 * i) // 4:03x}" for i in range(r.count)]
        for field, kind in r.all():
            name = r.port(field).split("[")[0]
            total = width(field.width * r.count)
            if kind == "external":
                index = width((r.count - 1).bit_length())
                ports += [f"output wire  {'':8} {name}_we", f"output wire  {index:8} {name}_at"]
                taken.append(f"  assign {name}_we = we && !wrong_write && {within(r.at // 4, last // 4)};")
                taken.append(f"  assign {name}_at = word{index};")
            elif kind == "input":
                ports.append(f"input  wire  {total:8} {name}")
            elif kind == "sticky":
                ports += [f"input  wire  {total:8} set_{name}", f"output logic {total:8} {name}"]
                reset.append(f"{name} <= 1'b0;")
                sticky.append(f"if (set_{name}) {name} <= 1'b1;")
            elif kind != "constant":
                ports.append(f"output logic {total:8} {name}")
                reset.append(f"{name} <= '0;")
                if kind == "pulse":
                    pulses.append(f"{name} <= 1'b0;")
                if field.get_property("swmod"):
                    ports.append(f"output logic {'':8} {name}_written")
                    reset.append(f"{name}_written <= 1'b0;")
                    pulses.append(f"{name}_written <= 1'b0;")
        for i in range(r.count):
            assigned, bits, at = [], [], 0
            for field, kind in r.all():
                data = f"wdata[{field.high}:{field.low}]" if field.width > 1 else f"wdata[{field.low}]"
                name = r.port(field, i)
                if kind in ("stored", "pulse"):
                    assigned.append(f"{name} <= {data};")
                    if field.get_property("swmod"):
                        assigned.append(f"{name}_written <= 1'b1;")
                elif kind == "sticky":
                    assigned.append(f"if ({data}) {name} <= 1'b0;")
                if field.low > at:
                    bits.insert(0, f"{field.low - at}'d0")
                at = field.high + 1
                bits.insert(0, literal(field.width, field.get_property("reset")) if kind == "constant"
                            else name if kind in ("input", "stored", "sticky") else f"{field.width}'d0")
            if at < 32:
                bits.insert(0, f"{32 - at}'d0")
            if assigned:
                writes.append((here[i], assigned))
            if not r.external:
                word = bits[0] if len(bits) == 1 else "{" + ", ".join(bits) + "}"
                reads += textwrap.wrap(f"{here[i].split()[-1]}: rdata = {word};", 112, subsequent_indent=" " * 17)
    known, readable = (" ||\n                 ".join(within(a, b) for a, b in ranges(chosen)) for chosen in (
        [r for r in registers if any(f.is_sw_writable for f in r.fields)],
        [r for r in registers if any(f.is_sw_readable for f in r.fields)]))
    free = " || ".join(within(a, b) for a, b in ranges([r for r in registers if r.running]))
    out = [f"""\
// SPDX-License-Identifier: Apache-2.0
// {module}: the registers of {top}. Made by rtl/axi/registers.py of rtl/axi/{source}.rdl.
//
// A word is written with all its bytes or not at all; wrong: there is no such register, it cannot be written, or not
// {when} (locked).
`default_nettype none

module {module} (
  input  wire           clk,
  input  wire           rst,
  input  wire           locked,
  input  wire           we,
  input  wire           full,                        // all bytes
  input  wire  [9:0]    word,                        // byte address / 4
  input  wire  [31:0]   wdata,
  output logic [31:0]   rdata,
  output wire           wrong_write,
  output wire           wrong_read,
"""]
    out.append(",\n".join(f"  {p}" for p in ports) + "\n);\n\n")
    if len(free) > 100:
        free = free.replace(" || ", " ||\n                 ")
    out.append(f"  wire free   = {free};\n")
    out.append(f"  wire known  = {known};\n")
    out.append(f"  assign wrong_write = !full || !known || (locked && !free);\n")
    out.append(f"  assign wrong_read  = !({readable});\n")
    out += [line + "\n" for line in taken]
    out.append("\n  always_ff @(posedge clk)\n    if (rst) begin\n")
    out += [f"      {line}\n" for line in reset]
    out.append("    end else begin\n")
    out += [f"      {line}\n" for line in pulses]
    out.append("      if (we && !wrong_write)\n        case (word)\n")
    for where, assigned in writes:
        number = where.split()[-1]
        if len(assigned) == 1:
            out.append(f"          {number}: {assigned[0]}\n")
        else:
            out += [f"          {number}: begin\n", *(f"            {a}\n" for a in assigned), "          end\n"]
    out.append("          default: ;\n        endcase\n")
    out += [f"      {line}\n" for line in sticky]
    out.append("    end\n\n  always_comb\n    case (word)\n")
    out += [f"      {line}\n" for line in reads]
    out.append("      default: rdata = 32'd0;\n    endcase\n\nendmodule\n`default_nettype wire\n")
    return "".join(out)


def within(a, b):
    least = f"word >= 10'h{a:03x} && " if a else ""
    return f"({least}word <= 10'h{b:03x})" if a != b else f"word == 10'h{a:03x}"


def ranges(registers):
    """Of words, from and to."""
    found = []
    for r in sorted(registers, key=lambda r: r.at):
        a, b = r.at // 4, r.at // 4 + r.count - 1
        if found and found[-1][1] == a - 1:
            found[-1][1] = b
        else:
            found.append([a, b])
    return found


def page(registers, source, top, when, short):
    lines = [f"# Registers of {top}", "",
             f"Made by `rtl/axi/registers.py` of `rtl/axi/{source}.rdl`. r: read; w: written, {when} only",
             "where it says so; w1c: written 1, a bit is cleared. What can be written is 0 behind reset.", "",
             "| address | register | bits | field | | what |", "|--:|:--|--:|:--|:--|:--|"]
    for r in registers:
        at = f"0x{r.at:03x}" + (f" – 0x{r.at + 4 * r.count - 4:03x}" if r.count > 1 else "")
        name = r.name + (f"[{r.count}]" if r.count > 1 else "")
        first = True
        for field, kind in r.all():
            access = ACCESS[kind]
            what = [r.desc] if first else []
            what += [field.get_property("desc")] if field.get_property("desc") else []
            what += ["0x%x" % field.get_property("reset")] if kind == "constant" else []
            what += [f"also {short}"] if r.running and first else []
            bits = f"{field.high}:{field.low}" if field.width > 1 else str(field.low)
            shown = "" if field.inst_name == "value" else f"`{field.inst_name}`"
            head = f"| {at} | `{name}` " if first else "| | "
            lines.append(f"{head}| {bits} | {shown} | {access} | {'; '.join(what)} |")
            first = False
    return "\n".join(lines) + "\n"


def made_of(source, top, module, name, when, short):
    """The files of a map, and what is in them."""
    rdl = RDLCompiler()
    rdl.compile_file(str(HERE / f"{source}.rdl"))
    node = rdl.elaborate().top
    registers = [Register(r) for r in node.registers(unroll=False)]
    with tempfile.TemporaryDirectory() as out:
        out = Path(out)
        CHeaderExporter().export(node, str(out / f"{source}_regs.h"))
        IPXACTExporter(vendor="gt200", library="gt200", version="1.0").export(node, str(out / "regs.xml"))
        header = (out / f"{source}_regs.h").read_text().replace("#include <assert.h>\n", OWN_ASSERT)
        return {HERE / f"{module}.sv": verilog(registers, source, top, module, when),
                HERE / f"{source}.xml": (out / "regs.xml").read_text(),
                ROOT / f"sw/driver/{source}_regs.h": "/* SPDX-License-Identifier: Apache-2.0 */\n" + header,
                ROOT / f"docs/records/{name}.md": page(registers, source, top, when, short)}


def main():
    made = {}
    for each in MAPS:
        made |= made_of(*each)
    other = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv[1:]:
        for path in other:
            print(f"registers.py: {path.relative_to(ROOT)} is not what its source says: run rtl/axi/registers.py",
                  file=sys.stderr)
        return 1 if other else 0
    for path in other:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made[path])
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
