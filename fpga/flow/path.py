#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""path.py UNIT REPORT: the slowest path in a report of nextpnr as one line:

UNIT 25.8 MHz 38.7 ns 32 levels 79 % routing 4600 LUT4: known_q > demand > pick > m1_q

The names are the signals of the Verilog that the path passes; what the tools made up in between is left out, so are
bits and repetitions.
"""
import json
import re
import sys


def plain(net):
    """The signal a net is named after, without the unit's instance in front and bits behind; '' if it has no name."""
    net = net.removeprefix("u.")
    if net.startswith("$") or ".$" in net or net.startswith("chain"):
        return ""
    net = re.sub(r"_(LUT4|CCU2C|PFUMX|L6MUX21|TRELLIS_\w+|MULT18X18D|DP16KD)(_.*)?$", "", net)
    net = re.sub(r"\.mem\.\d.*", ".mem", net)
    return re.sub(r"\[\d+\]|_(DO|Z|Q|S|COUT|D[IO]?[AB]?)(_\d+)*$", "", net)


unit, report_file = sys.argv[1:]
with open(report_file, encoding="utf-8") as file:
    report = json.load(file)
paths = [path for path in report["critical_paths"] if "async" not in path["from"] + path["to"]]
slowest = max(paths, key=lambda path: sum(part["delay"] for part in path["path"]))["path"]
total = sum(part["delay"] for part in slowest)
routing = sum(part["delay"] for part in slowest if part["type"] == "routing")
levels = sum(part["type"] == "logic" for part in slowest)
names = []
for part in slowest:
    name = plain(part.get("net", ""))
    if name and name not in names:
        names.append(name)
end = plain(slowest[-1]["to"]["cell"])
if end and end not in names:
    names.append(end)
luts = report["utilization"]["TRELLIS_COMB"]["used"]
print(f"{unit} {1000 / total:.1f} MHz {total:.1f} ns {levels} levels {100 * routing / total:.0f} % routing "
      f"{luts} LUT4: {' > '.join(names)}")
