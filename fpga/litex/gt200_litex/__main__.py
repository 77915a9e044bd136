# SPDX-License-Identifier: Apache-2.0
"""A SoC with a CPU of RISC-V and a gt200_axi, and its firmware: for the simulator and three boards
(fpga/litex/README.md)."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
from litex.gen import LiteXModule
from litex.soc.integration.builder import Builder
from litex.soc.integration.common import get_mem_data
from litex.soc.integration.soc_core import SoCCore
from migen import ClockDomain, Signal

from . import program
from .core import WIDTHS, add_gt200, records

ROM = 0x8000
SRAM = 0x2000
SIM_MAIN_RAM = 0x400000
BIOS_ROM = 0x20000

_sim_io = [
    ("sys_clk", 0, Pins(1)),
    ("serial", 0,
     Subsignal("source_valid", Pins(1)), Subsignal("source_ready", Pins(1)), Subsignal("source_data", Pins(8)),
     Subsignal("sink_valid", Pins(1)), Subsignal("sink_ready", Pins(1)), Subsignal("sink_data", Pins(8))),
]


class _SimClock(LiteXModule):
    """The clock of the simulator, and a reset while it begins."""

    def __init__(self, platform):
        self.cd_sys = ClockDomain()
        cd_por = ClockDomain(reset_less=True)
        self.cd_por = cd_por
        clk = platform.request("sys_clk")
        left = Signal(4, reset=15)
        self.comb += [self.cd_sys.clk.eq(clk), cd_por.clk.eq(clk), self.cd_sys.rst.eq(left != 0)]
        self.sync.por += left.eq(left - (left != 0))


class _Verilator:
    """Verilog, and what Verilator is called with (sim.f). LiteX's own program around the model always compiles traces
    and its Ethernet; sim.cpp has the clock and the serial port. With a core outside another program must be named."""
    support_mixed_language = False

    def __init__(self, outside):
        self.programs = [] if outside else [str(pathlib.Path(__file__).resolve().parent / "sim.cpp")]

    def build(self, platform, fragment, build_dir, build_name="sim", run=False, **_):
        platform.finalize(fragment)
        verilog = platform.get_verilog(fragment, name=build_name)
        folder = pathlib.Path(build_dir)
        folder.mkdir(parents=True, exist_ok=True)
        here = os.getcwd()
        os.chdir(folder)                # contents of memories are written beside it
        verilog.write(f"{build_name}.v")
        os.chdir(here)
        lines = ["--cc", "--exe", "--build", "--top-module sim", "-Mdir obj", "-Wno-fatal", "-Wno-lint", "-Wno-style",
                 "-Wno-COMBDLY", "-Wno-TIMESCALEMOD", "--x-assign fast", "--x-initial fast", "-O3",
                 "--output-split 20000",
                 *(f"-I{path}" for path in sorted(platform.verilog_include_paths)),
                 *(source[0] for source in platform.sources), f"{build_name}.v", *self.programs]
        (folder / "sim.f").write_text("\n".join(lines) + "\n", encoding="utf-8")
        if run:
            if not shutil.which("verilator"):
                sys.exit("gt200_litex: verilator is missing (run ./setup)")
            # a run is short: compiling the model takes longer
            subprocess.run(["verilator", "-f", "sim.f", "-j", str(os.cpu_count() or 1), "-MAKEFLAGS",
                            "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1"], cwd=folder, check=True)
            subprocess.run(["obj/Vsim"], cwd=folder, check=True)
        return verilog.ns


class Sim(SoCCore):
    """In Verilator. main_ram is on the bus, or behind LiteDRAM and a model of an SDRAM's PHY."""

    def __init__(self, dram, outside, **kwargs):
        platform = SimPlatform("SIM", list(_sim_io))
        platform.toolchain = _Verilator(outside)
        self.crg = _SimClock(platform)
        SoCCore.__init__(self, platform, clk_freq=int(1e6), ident="GT200 in LiteX", uart_name="sim",
                         integrated_main_ram_size=0 if dram else SIM_MAIN_RAM, **kwargs)
        if dram:
            from litedram.modules import MT48LC16M16
            from litedram.phy.model import SDRAMPHYModel
            module = MT48LC16M16(int(100e6), "1:1")
            self.sdrphy = SDRAMPHYModel(module=module, data_width=32, clk_freq=int(100e6))
            self.add_sdram("sdram", phy=self.sdrphy, module=module, size=SIM_MAIN_RAM, l2_cache_size=0)
        platform.add_debug(self, reset=0)


def _ulx3s(**kwargs):
    from litex_boards.targets.radiona_ulx3s import BaseSoC
    return BaseSoC(device="LFE5U-85F", sys_clk_freq=25e6, with_led_chaser=False, **kwargs)


def _arty(**kwargs):
    from litex_boards.targets.digilent_arty import BaseSoC
    return BaseSoC(variant="a7-100", sys_clk_freq=50e6, with_led_chaser=False, **kwargs)


def _nexys_video(**kwargs):
    from litex_boards.targets.digilent_nexys_video import BaseSoC
    return BaseSoC(sys_clk_freq=50e6, with_led_chaser=False, **kwargs)


# Name: what makes the SoC; whether memory works without LiteX's BIOS.
BOARDS = {"ulx3s": (_ulx3s, True), "arty_a7_100": (_arty, False), "nexys_video": (_nexys_video, False)}


def _arguments(argv):
    parser = argparse.ArgumentParser(prog="gt200_litex", description=__doc__)
    parser.add_argument("--target", choices=["sim", *BOARDS], default="sim")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of results")
    parser.add_argument("--cubin", type=pathlib.Path,
                        help="what the firmware carries: firmware/poly.cu by gt200 cc -cubin")
    parser.add_argument("--cpu", choices=program.ARCHITECTURES, default="vexriscv")
    parser.add_argument("--memory", choices=["bus", "dram"],
                        help="how the core reaches main memory; default: dram on a board, bus in the simulator")
    parser.add_argument("--sms", type=int, choices=[1, 2, 3], default=1)
    parser.add_argument("--dpu", type=int, choices=[0, 1], default=1, help="double precision")
    parser.add_argument("--tex", type=int, choices=[0, 1], default=1, help="textures")
    parser.add_argument("--record", choices=records(), help="another SM than GT200's; docs/small.md: small, with "
                        "--dpu 0 --tex 0")
    parser.add_argument("--outside", action="store_true", help="sim: a SoC without the core, for a program that has a "
                        "model of it; --run is not for it")
    parser.add_argument("--core-width", type=int, choices=WIDTHS, help="bits of the core's bus; default: the memory's")
    parser.add_argument("--bios", action="store_true", help="LiteX's BIOS in the ROM, the firmware to be loaded by it; "
                        "needs gcc-riscv64-unknown-elf, meson, ninja")
    parser.add_argument("--no-software", action="store_true",
                        help="the ROM stays empty: for the size of a board's chip")
    parser.add_argument("--run", action="store_true", help="sim: compile and run; a board: its tools to a bitstream")
    return parser.parse_args(argv)


def _refusal(args):
    """Why these arguments cannot be; None: they can."""
    sim = args.target == "sim"
    if args.outside and (args.run or not sim):
        return "--outside is for --target sim, without --run"
    if args.no_software and (args.bios or args.cubin or sim):
        return "--no-software is for boards; expected neither --bios nor --cubin"
    if not args.no_software and (not args.cubin or not args.cubin.is_file()):
        return f"--cubin {args.cubin}: no such file; expected a cubin"
    if sim and args.bios and args.memory == "dram":
        return "--target sim --bios: expected --memory bus, in which the firmware can be from the start"
    if not sim and not BOARDS[args.target][1] and not args.bios and not args.no_software:
        return f"{args.target} has DDR3, which LiteX's BIOS sets up; expected --bios"
    return None


def _soc(args):
    sim = args.target == "sim"
    memory = args.memory or ("bus" if sim else "dram")
    kwargs = {"cpu_type": args.cpu, "integrated_rom_size": BIOS_ROM if args.bios else ROM,
              "integrated_sram_size": SRAM}
    if sim:
        soc = Sim(memory == "dram", args.outside, **kwargs)
    else:
        soc = BOARDS[args.target][0](l2_size=0 if memory == "dram" else 8192, **kwargs)
    core = {"sms": args.sms, "dpu": bool(args.dpu), "tex": bool(args.tex), "record": args.record,
            "outside": args.outside}
    if args.core_width:
        core["data_width"] = args.core_width
    add_gt200(soc, memory=memory, **core)
    if sim and args.bios:
        soc.add_config("MAIN_RAM_INIT")             # the BIOS does not test it, which would write
        soc.add_constant("ROM_BOOT_ADDRESS", soc.mem_map["main_ram"])
    return soc


def main(argv=None):
    args = _arguments(argv)
    why = _refusal(args)
    if why:
        sys.exit(f"gt200_litex: {why}")
    # what LiteX's makefiles call python3 has LiteX, and meson is beside it
    os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        soc = _soc(args)
    except ValueError as error:
        sys.exit(f"gt200_litex: {error}")
    out = args.out.resolve()
    builder = Builder(soc, output_dir=str(out), compile_software=args.bios, compile_gateware=args.run,
                      csr_json=str(out / "csr.json"))

    def init_mems(**_):
        """LiteX calls this when its headers are written."""
        if args.no_software:
            return
        binary = program.build(soc, builder.include_dir, out / "firmware", args.cubin, loaded=args.bios)
        words = get_mem_data(str(binary), data_width=32, endianness="little")
        if not args.bios:
            soc.init_rom("rom", words, auto_size=False)
        elif args.target == "sim":
            soc.init_ram("main_ram", words, auto_size=False)
    soc.init_mems = init_mems
    builder.build()


if __name__ == "__main__":
    main()
