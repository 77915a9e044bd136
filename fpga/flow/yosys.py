# SPDX-License-Identifier: Apache-2.0
"""yosys.py SCRIPT LOG: runs a Yosys script with the Yosys of the Python package pyosys, which has no program.

What it says goes to LOG; errors to standard error, too.
"""
import os
import sys

from pyosys import libyosys as yosys

script, log = sys.argv[1:]
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
yosys.run_pass(f"tee -q -o {log} script {script}", yosys.Design())
