# SPDX-License-Identifier: Apache-2.0
"""run.py icarus|verilator DIR CODE.hex [CYCLES [PARAMETER=VALUE ...]]: builds tpc_top in DIR and runs vecadd.py on it;
the program is in words of hexadecimal. With the Python that cocotb is installed in (sim/flows.txt)."""
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


def icarus(to, parameters):
    """vvp and its arguments. Copies of the RTL: see compile.sh."""
    bench = to / "tpc_top.sv"           # there is none in Verilog
    bench.touch()
    subprocess.check_call(["sh", ROOT / "tests/rtl_icarus/compile.sh", "iverilog", ROOT / "rtl", bench, to / "tpc.vvp",
                           *(f"-Ptpc_top.{p}" for p in parameters)])
    return ["vvp", "-n", "-M", str(LIBRARIES), "-m", "libcocotbvpi_icarus", str(to / "tpc.vvp")]


def verilator(to, parameters):
    """The program. Of all signals only the ports can be seen: what can be seen cannot be optimised."""
    with open(ROOT / "rtl/tpc/tpc_top.sv", encoding="utf-8") as file:
        ports = re.findall(r"^  (?:in|out)put .*?(\w+),?(?: *//.*)?$", file.read(), re.MULTILINE)
    visible, text = to / "ports.vlt", "`verilator_config\n" + "".join(
        f'public_flat_rw -module "tpc_top" -var "{port}"\n' for port in ports)
    if not visible.exists() or visible.read_text() != text:         # else Verilator does its work again
        visible.write_text(text)
    share = pathlib.Path(cocotb.config.share_dir) / "lib" / "verilator" / "verilator.cpp"
    subprocess.check_call(
        ["verilator", "--cc", "--exe", "--build", "--vpi", "--timescale", "1ns/1ps", "--prefix", "Vtop", "-Wno-fatal",
         "-Wno-lint", "-Wno-style", "-O1", "--output-split", "150000", "-j", "2", "--top-module", "tpc_top",
         "-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
         "-LDFLAGS", f"-Wl,-rpath,{LIBRARIES} -L{LIBRARIES} -lcocotbvpi_verilator", "--Mdir", str(to / "tpc"),
         *(f"-G{p}" for p in parameters), str(visible), "-F", "rtl/files.f", str(share)],
        cwd=ROOT, stdout=subprocess.DEVNULL, env={**os.environ, "OBJCACHE": shutil.which("ccache") or ""})
    return [str(to / "tpc" / "Vtop")]


def main():
    """Builds, runs, and looks at what cocotb says of its tests."""
    if len(sys.argv) < 4 or sys.argv[1] not in ("icarus", "verilator"):
        sys.exit(__doc__)
    to = pathlib.Path(sys.argv[2]).resolve()
    to.mkdir(parents=True, exist_ok=True)
    with open(to / "rtl_fields.py", "w", encoding="utf-8") as file:
        subprocess.check_call(["sh", ROOT / "sim/fields.sh", "python"], stdout=file)
    command = (icarus if sys.argv[1] == "icarus" else verilator)(to, sys.argv[5:])
    results = to / "results.xml"
    results.unlink(missing_ok=True)
    environment = {
        **os.environ, "MODULE": "vecadd", "TOPLEVEL": "tpc_top", "TOPLEVEL_LANG": "verilog",
        "PYTHONPATH": os.pathsep.join([str(HERE), str(to), *sys.path[1:]]), "PYTHONDONTWRITEBYTECODE": "1",
        "COCOTB_RESULTS_FILE": str(results), "COCOTB_RESOLVE_X": "ZEROS",
        "LIBPYTHON_LOC": find_libpython.find_libpython() or "",
        "CODE": str(pathlib.Path(sys.argv[3]).resolve())}
    if len(sys.argv) > 4 and sys.argv[4]:
        environment["CYCLES"] = sys.argv[4]
    subprocess.check_call(command, env=environment, cwd=to)
    cases = list(xml.etree.ElementTree.parse(results).iter("testcase"))
    sys.exit(not cases or any(case.find("failure") is not None for case in cases))


main()
