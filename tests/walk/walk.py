#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""walk.py PAGE TABLE ROOT BUILD WORK PART: every command of a page, as it is written there.

A command is a line of an indented block, or `code` in the text, that begins as one does (STARTS). Lines behind "$ " are
not looked at here: tests/tutorial/run.sh runs those. TABLE says of each what is done with it, blank lines between them:

    command: COMMAND of the page
    part: quick, or long: what takes more than a minute, in a copy of ROOT with a build folder of its own
    run: it is run so; without this line and the two below, as written
    fails: likewise, with this exit status
    has: a regular expression for what is printed; may be repeated
    because: why it is not run as written, without a board or otherwise; printed
    needs: a file without which it is skipped

Part quick runs in a folder whose files are those of ROOT and whose build/ is BUILD; $WALK_BUILD is the latter's name;
nothing is built there, by make neither, for which a build folder seen from elsewhere is one to be made anew.
PART list runs nothing. A command that the table has not, or one of the table that the page has not, is an error.
Exit status 77: nothing failed, and something was skipped in part long."""
import pathlib
import re
import shutil
import subprocess
import sys

STARTS = re.compile(r"(?:GT200_\w+=\S+ +)*"
                    r"(?:\./\w+$|\./\w+ |(?:make|gt200|build/gt200|cmake|ctest|git|gtkwave|pip|sh|python3) +\S)")
KEYS = ("command", "part", "run", "fails", "has", "because", "needs")


def commands(page):
    """The commands of a page with the lines they stand in, in order."""
    found, text = {}, []
    for number, line in enumerate(page.read_text().splitlines() + [""], 1):
        if line.startswith("    "):
            command = re.split(r"\s+#(?:\s|$)", line.strip())[0]
            if STARTS.match(command):
                found.setdefault(command, number)
        if line.startswith("    ") or not line.strip():
            spans = re.findall(r"`([^`]+)`", " ".join(part for part, _ in text))
            for span in spans:
                if STARTS.match(span):
                    found.setdefault(span, text[0][1])
            text = []
        else:
            text.append((line.strip(), number))
    return found


def read(table):
    """The entries of a table."""
    entries = []
    for block in re.split(r"\n\s*\n", table.read_text()):
        entry = {"has": []}
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            key, colon, value = line.partition(": ")
            if not colon or key not in KEYS:
                sys.exit(f"{table}: '{line}': expected one of {', '.join(KEYS)} and ': '")
            if key == "has":
                entry["has"].append(value)
            else:
                entry[key] = value
        if "command" not in entry:
            continue
        if entry.get("part") not in ("quick", "long"):
            sys.exit(f"{table}: {entry['command']}: part: expected quick or long")
        if ("run" in entry or "fails" in entry) and "because" not in entry:
            sys.exit(f"{table}: {entry['command']}: it is not run as written: because: is missing")
        if entry["part"] == "quick" and re.search(r"\bmake (?!-n |help$)", entry.get("run", entry["command"])):
            sys.exit(f"{table}: {entry['command']}: part quick builds nothing: expected part: long, or make -n")
        entries.append(entry)
    return entries


def tree(root, build, work, part):
    """The folder that commands run in."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    built = {"build", ".git"}
    if part == "long":
        shutil.copytree(root, work / "tree", symlinks=True, ignore=lambda folder, names: [
            n for n in names if pathlib.Path(folder) == root and (n in built or n.startswith("build-"))
            or n in ("__pycache__", "build") and pathlib.Path(folder).name == "python"])
        return work / "tree"
    here = work / "tree"
    here.mkdir()
    for entry in root.iterdir():
        if entry.name not in built and not entry.name.startswith("build-"):
            (here / entry.name).symlink_to(entry)
    (here / "build").symlink_to(build)
    return here


def run(entry, here, build, environment):
    """Runs it. None, or what is wrong."""
    done = subprocess.run(["sh", "-c", entry.get("run", entry["command"])], cwd=here, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**environment, "WALK_BUILD": str(build)}, check=False)
    wanted = int(entry.get("fails", 0))
    if done.returncode != wanted:
        return f"exit status {done.returncode}, expected {wanted}; it prints:\n{done.stdout[-4000:]}"
    for pattern in entry["has"]:
        if not re.search(pattern, done.stdout, re.MULTILINE):
            return f"expected '{pattern}'; it prints:\n{done.stdout[-4000:]}"
    return None


def main():
    """All of it."""
    import os
    page, table, root, build, work = (pathlib.Path(a).resolve() for a in sys.argv[1:6])
    part = sys.argv[6]
    # what `make test LABEL=quick` hands on is not the reader's
    of_make = {word.split("=")[0] for word in os.environ.get("MAKEFLAGS", "").split() if "=" in word} | {"MAKEFLAGS"}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GT200_") and k not in of_make}
    on_page, entries, wrong, skipped = commands(page), read(table), [], 0
    known = [e["command"] for e in entries]
    wrong += [f"{page.name}:{n}: `{c}` is not in {table.name}" for c, n in on_page.items() if c not in known]
    wrong += [f"{table.name}: {page.name} has no `{c}`" for c in known if c not in on_page]
    wrong += [f"{table.name}: `{c}` stands twice" for c in set(known) if known.count(c) > 1]
    mine = [e for e in entries if e["part"] == part]
    here = tree(root, build, work, part) if mine and not wrong else None
    for entry in mine if not wrong else []:
        how = f"`{entry['run']}` instead, because {entry['because']}" if "run" in entry else \
            f"fails as it should, because {entry['because']}" if "fails" in entry else "as written"
        needed = entry.get("needs", "").replace("$WALK_BUILD", str(build))
        if needed and not (here / needed).exists():
            print(f"skipped: `{entry['command']}`: there is no {needed}", flush=True)
            skipped += 1
            continue
        print(f"`{entry['command']}`: {how}", flush=True)
        problem = run(entry, here, build, environment)
        if problem:
            wrong.append(f"{page.name}:{on_page[entry['command']]}: `{entry.get('run', entry['command'])}`: {problem}")
            break
    for text in wrong:
        print(text, file=sys.stderr)
    if part == "list":
        print(f"{page.name}: {len(on_page)} commands, {len(entries)} in {table.name}")
    sys.exit(1 if wrong else 77 if skipped and part == "long" else 0)


main()
