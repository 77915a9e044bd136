#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""one_word.py [--list]: static functions of C files of more than 150 lines whose names are one word, which does not say
what they do to what. It fails, and lists them, when there are too many; --list: in any case. Names of kernels (KERNELS)
do not count. Functions are known by their layout: they begin in the first column with static."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("cmodel", "isa", "sw", "sim", "fpga", "tests", "python")
LINES = 150     # a file that is not longer is read as a whole
MOST = 17       # in all files
KERNELS = ("tests/cubins/test_cubins.c",)       # what each kernel leaves, by the kernel's name

DEFINITION = re.compile(r"^static\b[^;={]*?\b([A-Za-z_]\w*)\s*\([^;{}]*\)\s*\{", re.M)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(.*?\)\)\)?")


def without_comments(text):
    """The text with blanks in place of comments, so that lines keep their numbers."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def one_word(text):
    """Line and name of each static function of one word, and how many static functions there are."""
    found, every = [], 0
    for definition in DEFINITION.finditer(without_comments(text)):
        name = re.search(r"(\w+)\s*\(", ATTRIBUTE.sub("", definition.group())).group(1)
        every += 1
        if "_" not in name:
            found.append((text.count("\n", 0, definition.start()) + 1, name))
    return found, every


def main():
    found, every = [], 0
    for path in sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.c")):
        text = path.read_text(errors="replace")
        place = path.relative_to(ROOT).as_posix()
        if text.count("\n") <= LINES or "build" in path.parts or place in KERNELS:
            continue
        names, functions = one_word(text)
        every += functions
        found += [f"{place}:{line}: {name}" for line, name in names]
    print(f"{len(found)} of {every} static functions in files of more than {LINES} lines have names of one word, "
          f"{MOST} at most")
    if len(found) > MOST or "--list" in sys.argv[1:]:
        print("\n".join(found), file=sys.stderr)
    return len(found) > MOST


if __name__ == "__main__":
    sys.exit(main())
