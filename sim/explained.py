#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""explained.py [--list]: of the C and C++ functions of 12 lines and more, how many have a line above that says what
they do, or are declared in a header beside such a line. It fails, and lists the others, when these are too few; --list:
in any case. Functions are known by their layout: they end with a brace in the first column."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("cmodel", "isa", "sw", "sim", "fpga")
LINES = 12      # of a function, from its first line to its brace
LEAST = 95      # in a hundred

ONE_LINE = re.compile(r"[A-Za-z].*\)( const| override)?( noexcept)? \{$")      # C++ here begins a function so
NO_FUNCTION = re.compile(r"(struct|enum|union|namespace|class|extern)\b[^(]*$|[^(]*=")


def sources():
    """All files of the folders, as paths and lines."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".cpp", ".hpp") and "build" not in path.parts:
                yield path.relative_to(ROOT), path.read_text(errors="replace").splitlines()


def declared(lines):
    """Names that a header declares in a paragraph that has a comment."""
    for paragraph in "\n".join(lines).split("\n\n"):
        if "/*" in paragraph or "//" in paragraph:
            yield from re.findall(r"\b([A-Za-z_]\w*)\s*\(", paragraph)


def functions(lines):
    """Of each function of at least LINES lines: name, number of its first line, whether it has a line above, whether a
    header may declare it."""
    for brace, line in enumerate(lines):
        if line.rstrip() != "{" and not ONE_LINE.match(line):
            continue
        first = brace if line.rstrip() != "{" else brace - 1
        while first > 0 and lines[first - 1].strip() and not lines[first - 1].startswith(("#", "//")) and \
                not lines[first - 1].rstrip().endswith(("*/", "}", ";", "{")):
            first -= 1
        last = next((i for i in range(brace, len(lines)) if lines[i].startswith("}")), brace)
        head = " ".join(lines[first:brace + 1])
        name = re.search(r"([A-Za-z_~][\w:~]*)\s*\(", re.sub(r"__attribute__\s*\(\(.*?\)\)\)?", "", head))
        above = lines[first - 1].strip() if first > 0 else ""
        if name and not NO_FUNCTION.match(head) and last - first + 1 >= LINES:
            has_line = above.endswith("*/") or above.startswith("//")
            yield name.group(1), first + 1, has_line, not head.startswith("static")


def main():
    files = list(sources())
    known = {name for path, lines in files if path.suffix in (".h", ".hpp") for name in declared(lines)}
    every, without = 0, []
    for path, lines in files:
        for name, number, above, public in functions(lines):
            every += 1
            if not above and not (public and name in known):
                without.append(f"{path}:{number}: {name}")
    share = 100 * (every - len(without)) / every
    print(f"{share:.1f} % of {every} functions of {LINES} lines and more are explained, expected {LEAST} % at least")
    if share < LEAST or "--list" in sys.argv[1:]:
        print("\n".join(without), file=sys.stderr)
    return share < LEAST


if __name__ == "__main__":
    sys.exit(main())
