#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bus_registers.py: the registers of the tops with AXI, from their IP-XACT (rtl/axi/*.xml), as a member of a JSON
object (sim/fields.sh): offset in bytes, how many words in a row, access, fields."""
import json
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMES = {"i": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
ACCESS = {"read-only": "r", "write-only": "w", "read-write": "rw"}
TOPS = {"gt200_axi": "gt200_axi.xml", "gpu_axi_top": "gpu_axi.xml"}


def text(node, name, default=""):
    """What the element of that name in NODE says."""
    return node.findtext(f"i:{name}", default, NAMES)


def number(node, name, default="0"):
    """That as a number: decimal, or 'h and hexadecimal."""
    said = text(node, name, default)
    return int(said[2:], 16) if said.startswith("'h") else int(said)


def access_of(field):
    """r, w, rw; r, w1c: read, and cleared by a 1."""
    clears = text(field, "modifiedWriteValue") == "oneToClear"
    return "r, w1c" if clears else ACCESS[text(field, "access")]


def fields_of(register):
    """Its fields, the lowest first."""
    return [{"name": text(field, "name"), "at": number(field, "bitOffset"), "bits": number(field, "bitWidth"),
             "access": access_of(field), "text": text(field, "description")}
            for field in register.findall("i:field", NAMES)]


def registers_of(file):
    """The registers of a top by name, as they lie."""
    block = xml.etree.ElementTree.parse(ROOT / "rtl/axi" / file).find(".//i:addressBlock", NAMES)
    return {text(register, "name"): {
        "offset": number(register, "addressOffset"), "words": number(register, "dim", "1"),
        "text": text(register, "description"), "fields": fields_of(register)}
            for register in block.findall("i:register", NAMES)}


members = []
for top, file in TOPS.items():
    rows = ",\n".join(f"      {json.dumps(name)}: {json.dumps(row)}" for name, row in registers_of(file).items())
    members.append(f"    {json.dumps(top)}: {{\n{rows}\n    }}")
print('  "bus_registers": {\n' + ",\n".join(members) + "\n  }")
