#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cost.py FOLDER [--most N]: processor time of examples in FOLDER under the checker and without it, on target func
with one thread, as a table; exit status 1 when one takes more than N times as long."""
import os
import resource
import subprocess
import sys

PROGRAMS = ("vecadd 1000000", "matmul 256", "transpose 512", "reduction 1000000", "scan 200000", "histogram 200000",
            "bitonic 65536", "radix 40000", "nbody 1024", "needle 512", "cg 32", "sha256 20000")


def spent():
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def seconds(command, **variables):
    env = dict(os.environ, GT200_TARGET="func", GT200_THREADS="1", **variables)
    best = None
    for _ in range(3):
        before = spent()
        subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        best = min(best or 1e9, spent() - before)
    return best


def main():
    folder = sys.argv[1]
    most = float(sys.argv[3]) if len(sys.argv) > 3 else None
    worst = 0.0
    print("| program | func s | check s | times |\n|---|---|---|---|")
    for program in PROGRAMS:
        command = program.split()
        command[0] = os.path.join(folder, command[0])
        plain, checked = seconds(command), seconds(command, GT200_INSPECT="-")
        worst = max(worst, checked / plain)
        print(f"| {program} | {plain:.2f} | {checked:.2f} | {checked / plain:.1f} |")
    return most is not None and worst > most


sys.exit(main())
