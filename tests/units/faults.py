# SPDX-License-Identifier: Apache-2.0
"""Faults, as text: what stands in a file, what stands there instead, what is wrong then, and who must notice it.

A faults.txt has entries, each a paragraph; a line that begins with # is a remark.

    KIND[ NAME]: WHAT IS WRONG          who must notice it (tests/README.md), and a name for it
    in FILE                             another file than the one of the folder's name
    - OLD                               text that is in the file exactly once; several such lines are one text
    + NEW                               text in its place; nothing behind the sign: no text
    KEY VALUE                           what the kind asks for besides; several lines of a key are one value

A paragraph `let NAME = TEXT` gives the entries below it $NAME. Several pairs of OLD and NEW are one fault.
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

KEYS = ("in", "says", "steps", "by")


class Wrong(Exception):
    """What is wrong with a file of somebody, for the user."""


@dataclass
class Fault:
    where: str                      # FILE:LINE of its entry
    folder: Path
    kind: str
    name: str                       # of the bench, proof or machine that the kind is followed by
    what: str
    edits: list = field(default_factory=list)       # [old, new]
    keys: dict = field(default_factory=dict)

    @property
    def file(self):
        """The name of the file that the edits are of."""
        return self.keys.get("in", self.folder.name + ".sv")

    @property
    def slug(self):
        return re.sub(r"[^a-z0-9]+", "_", self.what.lower()).strip("_")

    def plant(self, text, path):
        """The text of the file with the fault."""
        for old, new in self.edits:
            count = text.count(old)
            if count != 1:
                raise Wrong(f"{self.where}: in {path}, once expected, {count} times there: {old}")
            text = text.replace(old, new)
        return text


def _entry(lines, where, folder, lets):
    match = re.fullmatch(r"([a-z]+)(?: ([a-z0-9_]+))?: (.*\S)", lines[0])
    if not match:
        raise Wrong(f"{where}: expected 'KIND[ NAME]: WHAT IS WRONG', not: {lines[0]}")
    fault = Fault(where, folder, match[1], match[2] or "", match[3])
    sign = ""
    for line in lines[1:]:
        key, _, value = line.partition(" ")
        if key == "-":
            if sign == "-":
                fault.edits[-1][0] += "\n" + value
            else:
                fault.edits.append([value, None])
        elif key == "+" and sign in ("-", "+"):
            fault.edits[-1][1] = value if sign == "-" else fault.edits[-1][1] + "\n" + value
        elif key in KEYS and value:
            value = re.sub(r"\$(\w+)", lambda m: lets.get(m[1], m[0]), value)
            fault.keys[key] = fault.keys[key] + " " + value if key in fault.keys else value
        else:
            raise Wrong(f"{where}: expected '- OLD', '+ NEW' or one of {', '.join(KEYS)}, not: {line}")
        sign = key
    for old, new in fault.edits:
        if new is None or not old.strip() or old == new:
            raise Wrong(f"{where}: an edit without old text or without new text")
    return fault


def read(path):
    """The faults of a faults.txt, in its order; none where there is no file."""
    path = Path(path)
    faults, lines, lets, first = [], [], {}, 0
    if not path.exists():
        return faults
    for number, line in enumerate(path.read_text().split("\n") + [""], 1):
        if line.startswith("#"):
            continue
        if line:
            first = first if lines else number
            lines.append(line)
            continue
        if lines and lines[0].startswith("let "):
            name, _, text = " ".join(lines)[4:].partition(" = ")
            lets[name] = re.sub(r"\$(\w+)", lambda m: lets.get(m[1], m[0]), text)
        elif lines:
            faults.append(_entry(lines, f"{path}:{first}", path.parent, lets))
        lines = []
    return faults
