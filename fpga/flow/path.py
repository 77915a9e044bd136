#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""path.py UNIT REPORT: the slowest path in a report of nextpnr as one line:

UNIT 25.8 MHz 38.7 ns 32 levels 79 % routing 4600 LUT4: known_q > demand > pick > m1_q

The names are those of the register where the path begins, of signals that it passes and that are still there after
mapping, and of the register where it ends; bits are left out.
"""
import json
import re
import sys

LONGEST = 70      # characters of the names; if there are more, those in the middle are left out, then instances


def plain(net):
    """The signal that a net is, without the unit's instance in front and bits behind; of a memory's output the memory.

    '' for a net that Yosys named after a cell (NEIGHBOUR_LUT4_A_...): the neighbour may be any.
    """
    net = net.removeprefix("u.")
    if "$" in net or net.startswith("chain") or re.search(r"_(LUT4|CCU2C|PFUMX|L6MUX21|TRELLIS_\w+|MULT18X18D)_", net):
        return ""
    return re.sub(r"(\.mem)?\.\d+\.\d.*|\[\d+\]", "", net)


unit, report_file = sys.argv[1:]
with open(report_file, encoding="utf-8") as file:
    report = json.load(file)
paths = [path for path in report["critical_paths"] if "async" not in path["from"] + path["to"]]
slowest = max(paths, key=lambda path: sum(part["delay"] for part in path["path"]))["path"]
total = sum(part["delay"] for part in slowest)
routing = sum(part["delay"] for part in slowest if part["type"] == "routing")
levels = sum(part["type"] == "logic" for part in slowest)
ends = [re.sub(r"_TRELLIS_FF_Q(_\d+)?$", "", cell) for cell in (slowest[0]["from"]["cell"], slowest[-1]["to"]["cell"])]
names = []
for net in [ends[0]] + [part.get("net", "") for part in slowest] + [ends[1]]:
    name = plain(net)
    if name and name not in names[-1:]:
        names.append(name)
while len(names) > 2 and len(" > ".join(names)) > LONGEST:
    del names[len(names) // 2]
while len(" > ".join(names)) > LONGEST and any("." in name for name in names):    # instances around the longest one
    longest = max((name for name in names if "." in name), key=len)
    names[names.index(longest)] = longest.split(".", 1)[1]
luts = report["utilization"]["TRELLIS_COMB"]["used"]
print(f"{unit} {1000 / total:.1f} MHz {total:.1f} ns {levels} levels {100 * routing / total:.0f} % routing "
      f"{luts} LUT4: {' > '.join(names)}")
