# SPDX-License-Identifier: Apache-2.0
"""Which files a bench or a proof needs: what it instantiates, and so on, in the order of rtl/files.f."""
import functools
import re
from pathlib import Path

from faults import Wrong

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "tests/units"
LISTS = ("rtl/files.f", "rtl/gpu/files.f", "rtl/axi/files.f", "rtl/axi/gpu.f", "fpga/files.f")
INCLUDE = ("rtl", "rtl/gen", "fpga/rtl", "fpga/rtl/gen")


@functools.cache
def code(path):
    """The text of a file without comments and strings, with the files that it includes from its folder or UNITS."""
    text = path.read_text()
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    beside = re.findall(r'`include "([^"]*)"', text)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    paths = [folder / name for name in beside for folder in dict.fromkeys((path.parent, UNITS))]
    return text + "".join(code(path) for path in paths if path.exists())


def defined(path):
    return re.findall(r"\b(?:module|package)\s+(\w+)", code(path))


def listed(name):
    """The files of a list such as rtl/files.f."""
    lines = [line.split("//")[0].strip() for line in (ROOT / name).read_text().split("\n")]
    return [(ROOT / name).parent.joinpath(line).resolve() for line in lines if line and line[0] not in "+-"]


@functools.cache
def known():
    """Modules and packages of the project, each with its file, in the order of the lists; then those in no list."""
    files = [path for name in LISTS for path in listed(name)]
    files += sorted([*ROOT.glob("fpga/*/*.sv"), *ROOT.glob("sim/*.sv")])
    found = {}
    for path in files:
        for name in defined(path):
            found.setdefault(name, path)
    return found


def closure(starts, more=()):
    """The files that these files need, packages first, without themselves. Modules of MORE, too, and before others."""
    modules = known() | {name: path for path in more for name in defined(path)}
    own = {name for path in starts for name in defined(path)}
    need, todo = set(), list(starts)
    while todo:
        text = code(todo.pop())
        used = re.findall(r"\b(\w+)\s*(?=#\s*\(|::|\w+\s*(?:\[[^]]*\]\s*)?\()", text)
        for name in set(used) & modules.keys() - own:
            if modules[name] not in need and modules[name] not in starts:
                need.add(modules[name])
                todo.append(modules[name])
    need.add(known()["gpu_cfg"])
    order = {path: n for n, path in enumerate(dict.fromkeys(known().values()))}
    return sorted(need, key=lambda path: order.get(path, len(order)))


@functools.cache
def below(root):
    """The files below a folder of the project, by name."""
    files = {}
    for path in (ROOT / root).rglob("*"):
        files.setdefault(path.name, []).append(path)
    return files


def find(name, roots):
    """The one file of that name below these folders."""
    found = [path for root in roots for path in below(root).get(Path(name).name, ()) if str(path).endswith("/" + name)]
    if len(found) != 1:
        raise Wrong(f"{len(found)} files {name} below {', '.join(roots)}, one expected")
    return found[0]
