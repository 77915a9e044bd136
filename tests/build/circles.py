#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# circles.py SOURCE BUILD: files of a folder, and folders, that use each other in a circle, by what the objects of the
# build define and need. A folder and one inside it count as one: the outer is what the inner stand on and are seen
# through. Circles that are known, each with its reason, are below.
import collections, os, subprocess, sys

KNOWN = [       # by name; a circle of fewer of them is one of these, too
    # a call compiles the routine that it calls, which is lowered as any function
    "sw/compiler/ptxas/lower: lower.c routine.c lower_entry.c",
]

source, build = sys.argv[1:]
owner = {}      # object: its source and its target
for folder, _, names in os.walk(build):
    for name in names:
        path = os.path.relpath(os.path.join(folder, name), build)
        at, mark, rest = path.partition("/CMakeFiles/")
        target, mark2, name = rest.partition(".dir/")
        file = os.path.normpath(os.path.join(at, name.removesuffix(".o")))
        if mark2 and file.endswith((".c", ".cpp")) and path.endswith(".o") and os.path.exists(f"{source}/{file}"):
            owner[path] = file, f"{at}/{target}"
if not owner:
    sys.exit(f"circles.py: no objects in {build}")

defined, needed = collections.defaultdict(set), collections.defaultdict(set)
for line in subprocess.run(["nm", "-A", *owner], cwd=build, stdout=subprocess.PIPE, text=True).stdout.splitlines():
    path, _, rest = line.partition(":")
    kind, symbol = rest.split()[-2:]
    if kind in "TDBRVWu":
        defined[symbol].add(owner[path])
    elif kind == "U":
        needed[owner[path]].add(symbol)

files, folders = collections.defaultdict(set), collections.defaultdict(set)
for (file, target), symbols in needed.items():
    here = os.path.dirname(file)
    for symbol in symbols:      # of the same target, or the same folder, or the only one
        by = defined[symbol]
        near = ({f for f, t in by if t == target} or {f for f, t in by if os.path.dirname(f) == here} or
                {f for f, t in by})
        for other in near - {file} if len(near) == 1 else ():
            there = os.path.dirname(other)
            if here == there:
                files[file].add(other)
            elif not f"{here}/".startswith(f"{there}/") and not f"{there}/".startswith(f"{here}/"):
                folders[here].add(there)


def reach(graph, start):
    seen, todo = set(), [start]
    while todo:
        for next in graph.get(todo.pop(), ()):
            if next not in seen:
                seen.add(next)
                todo.append(next)
    return seen


def circles(graph):
    far = {node: reach(graph, node) for node in list(graph)}
    return {frozenset(m for m in far[n] if n in far.get(m, ())) for n in far if n in far[n]}


known = [{f"{k.split(': ')[0]}/{name}" for name in k.split(": ")[1].split()} for k in KNOWN]
wrong = [c for c in circles(files) if not any(c <= k for k in known)]
wrong += circles({n: {m for m in to if not m.startswith("tests/")} for n, to in folders.items()})
for circle in wrong:
    print("use each other in a circle:", " ".join(sorted(circle)))
sys.exit(bool(wrong))
