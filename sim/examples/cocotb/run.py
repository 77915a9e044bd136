# SPDX-License-Identifier: Apache-2.0
"""Builds tpc_top or gt200_axi in a folder and runs vecadd.py or vecadd_axi.py on it. With the Python that cocotb is
installed in (sim/flows.txt)."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import cocotb.config
import find_libpython

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LIBRARIES = pathlib.Path(cocotb.config.libs_dir)


# Of each top: its file, the list of what it has besides rtl/files.f, the bench.
TOPS = {"tpc_top": ("rtl/tpc/tpc_top.sv", None, "vecadd"),
        "gt200_axi": ("rtl/axi/gt200_axi.sv", "rtl/axi/files.f", "vecadd_axi")}


def ports(top):
    """Their names."""
    with open(ROOT / TOPS[top][0], encoding="utf-8") as source:
        return re.findall(r"^  (?:in|out)put .*?(\w+),?(?: *//.*)?$", source.read(), re.MULTILINE)


def icarus(to, top, parameters):
    """vvp and its arguments. Copies of the RTL: see compile.sh."""
    bench, more, vvp = to / f"{top}.sv", TOPS[top][1], to / f"{top}.vvp"       # there is no bench in Verilog
    files = subprocess.check_output(["sh", "sim/files.sh", more], cwd=ROOT, text=True).split() if more else []
    with open(bench, "w", encoding="utf-8") as all_of_them:
        for file in files:
            all_of_them.write((ROOT / file).read_text(encoding="utf-8").replace("always_comb", "always @*"))
    (to / "timescale").write_text("+timescale+1ns/1ps\n")
    subprocess.check_call(["sh", ROOT / "tests/rtl_icarus/compile.sh", "iverilog", ROOT / "rtl", bench, vvp,
                           "-c", str(to / "timescale"), *(f"-P{top}.{p}" for p in parameters)])
    return ["vvp", "-n", "-M", str(LIBRARIES), "-m", "libcocotbvpi_icarus", str(vvp)]


def verilator(to, top, parameters):
    """The program. Of all signals only the ports can be seen: what can be seen cannot be optimised."""
    more = TOPS[top][1]
    visible, text = to / f"{top}.vlt", "`verilator_config\n" + "".join(
        f'public_flat_rw -module "{top}" -var "{port}"\n' for port in ports(top))
    if not visible.exists() or visible.read_text() != text:         # else Verilator does its work again
        visible.write_text(text)
    share = pathlib.Path(cocotb.config.share_dir) / "lib" / "verilator" / "verilator.cpp"
    subprocess.check_call(
        ["verilator", "--cc", "--exe", "--build", "--vpi", "--timescale", "1ns/1ps", "--prefix", "Vtop", "-Wno-fatal",
         "-Wno-lint", "-Wno-style", "-O1", "--output-split", "150000", "-j", "2", "--top-module", top,
         "-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
         "-LDFLAGS", f"-Wl,-rpath,{LIBRARIES} -L{LIBRARIES} -lcocotbvpi_verilator", "--Mdir", str(to / top),
         *(f"-G{p}" for p in parameters), str(visible), "-F", "rtl/files.f", *(["-F", more] if more else []),
         str(share)],
        cwd=ROOT, stdout=subprocess.DEVNULL, env={**os.environ, "OBJCACHE": shutil.which("ccache") or ""})
    return [str(to / top / "Vtop")]


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__)
    parser.add_argument("--top", choices=TOPS, default="tpc_top", help="default: tpc_top")
    parser.add_argument("simulator", choices=("icarus", "verilator"))
    parser.add_argument("dir", type=pathlib.Path, help="folder for all that is made")
    parser.add_argument("code", type=pathlib.Path, help="the program, words of hexadecimal")
    parser.add_argument("cycles", nargs="?", help="that it must take")
    parser.add_argument("parameters", nargs="*", metavar="PARAMETER=VALUE", help="of the top: DPU=0 TEX=0")
    given = parser.parse_args()
    if not given.code.is_file():
        parser.error(f"{given.code}: there is no such file")
    return given


def main():
    """Builds, runs, and looks at what cocotb says of its tests."""
    given = arguments()
    to = given.dir.resolve()
    to.mkdir(parents=True, exist_ok=True)
    with open(to / "rtl_fields.py", "w", encoding="utf-8") as file:
        subprocess.check_call(["sh", ROOT / "sim/fields.sh", "python"], stdout=file)
    command = (icarus if given.simulator == "icarus" else verilator)(to, given.top, given.parameters)
    results = to / "results.xml"
    results.unlink(missing_ok=True)
    environment = {
        **os.environ, "MODULE": TOPS[given.top][2], "TOPLEVEL": given.top, "TOPLEVEL_LANG": "verilog",
        "PYTHONPATH": os.pathsep.join([str(HERE), str(to), *sys.path[1:]]), "PYTHONDONTWRITEBYTECODE": "1",
        "COCOTB_RESULTS_FILE": str(results), "COCOTB_RESOLVE_X": "ZEROS",
        "LIBPYTHON_LOC": find_libpython.find_libpython() or "", "CODE": str(given.code.resolve()),
        "PORTS": " ".join(ports(given.top))}
    if given.cycles:
        environment["CYCLES"] = given.cycles
    subprocess.check_call(command, env=environment, cwd=to)
    cases = list(xml.etree.ElementTree.parse(results).iter("testcase"))
    sys.exit(not cases or any(case.find("failure") is not None for case in cases))


main()
