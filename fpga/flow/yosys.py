# SPDX-License-Identifier: Apache-2.0
"""yosys.py SCRIPT LOG [NETLIST]: runs a Yosys script with the Yosys of the Python package pyosys, which has no program.

What it says goes to LOG, an error to standard error, too; Yosys ends the process with it, so it runs in one of its own.
NETLIST is what the script writes: files of Yosys are +/FILE there, as in scripts. Their places are attributes, and
nextpnr's result depends on them: with these it is the same wherever the tools lie.
"""
import os
import sys
from importlib.util import find_spec

script, log = sys.argv[1:3]
child = os.fork()
if child == 0:
    from pyosys import libyosys as yosys
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    yosys.run_pass(f"tee -q -o {log} script {script}", yosys.Design())
    os._exit(0)
if os.waitpid(child, 0)[1] != 0:
    with open(log, encoding="utf-8", errors="replace") as file:
        errors = [line for line in file if "ERROR:" in line]
    sys.exit("".join(errors) or f"yosys: ended early, see {log}")
share = os.path.join(os.path.dirname(find_spec("pyosys").origin), "share", "")
for netlist in sys.argv[3:]:
    with open(netlist, encoding="utf-8") as file:
        text = file.read()
    with open(netlist, "w", encoding="utf-8") as file:
        file.write(text.replace(share, "+/"))
