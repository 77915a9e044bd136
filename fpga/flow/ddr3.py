#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ddr3.py BOARD.ddr FOLDER [--sim]: LiteDRAM's core for the DDR3 of a board, as FOLDER/litedram_core.v.

BOARD.ddr has a line NAME = VALUE for each thing the core depends on; `device` tells which core: that for the ECP5
(LFE5...), or that for an Artix (xc7...), which does for a Kintex, too. There is no processor in the core: what wakes
the chip up is fpga/rtl/ddr_init.sv, so its registers must be where that unit looks for them, and the mode registers
must be what it writes; another version of LiteDRAM that has them elsewhere is refused. --sim: LiteDRAM's controller
with its model of pads and chip, which has four phases and no delays.
"""
import argparse
import os
import re
import sys
import types

# Word addresses, as in fpga/rtl/ddr_init.sv; the first groups are not in the model.
TRAINING = {"ecp5": {"ddrphy_dly_sel": 0x200, "ddrphy_rdly_dq_rst": 0x201, "ddrphy_rdly_dq_inc": 0x202,
                     "ddrphy_rdly_dq_bitslip_rst": 0x203, "ddrphy_rdly_dq_bitslip": 0x204,
                     "ddrphy_burstdet_clr": 0x205, "ddrphy_burstdet_seen": 0x206},
            "xc7": {"ddrphy_dly_sel": 0x201, "ddrphy_rdly_dq_rst": 0x205, "ddrphy_rdly_dq_inc": 0x206,
                    "ddrphy_rdly_dq_bitslip_rst": 0x207, "ddrphy_rdly_dq_bitslip": 0x208}}
ALWAYS = {"ddrctrl_init_done": 0, "ddrctrl_init_error": 1, "sdram_dfii_control": 0x400,
          "sdram_dfii_pi0_command": 0x401, "sdram_dfii_pi0_command_issue": 0x402, "sdram_dfii_pi0_address": 0x403,
          "sdram_dfii_pi0_baddress": 0x404}
MODES = {"ecp5": {0: 0x320, 2: 0x200, 3: 0}, "xc7": {0: 0x930, 2: 0x200, 3: 0}}
SEARCH = {"ecp5": (4, 8), "xc7": (8, 32)}         # bit slips, delays of a lane
MODE_1 = {"60ohm": 0x006, "disabled": 0x002}      # MR1 of the board's top
NEEDED = {"device", "module", "lanes", "input_khz", "sys_khz", "rtt_nom"}
ONLY = {"ecp5": {"cmd_delay", "dm_swap"}, "xc7": set()}       # needed beside these
FAMILIES = {"LFE5": "ecp5", "xc7a": "xc7", "xc7k": "xc7"}


def read(path):
    values = {}
    names = NEEDED.union(*ONLY.values())
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            match = re.fullmatch(r"(\w+) *= *(\S+)", line)
            if not match or match[1] not in names:
                sys.exit(f"ddr3: {path}:{number}: '{line}' is not NAME = VALUE, NAME one of: " +
                         " ".join(sorted(names)))
            values[match[1]] = int(match[2]) if match[2].isdigit() else match[2]
    family = FAMILIES.get(str(values.get("device"))[:4])
    missing = sorted((NEEDED | ONLY.get(family, set())) - set(values))
    if missing:
        sys.exit(f"ddr3: {path}: no value for {' '.join(missing)}")
    if family is None:
        sys.exit(f"ddr3: {path}: device is '{values['device']}', expected one that begins with: {' '.join(FAMILIES)}")
    unknown = sorted(set(values) - NEEDED - ONLY[family])
    if unknown:
        sys.exit(f"ddr3: {path}: {' '.join(unknown)}: not of the core for {values['device']}")
    if values["rtt_nom"] not in MODE_1:
        sys.exit(f"ddr3: {path}: rtt_nom is '{values['rtt_nom']}', not one of: {' '.join(MODE_1)}")
    return family, values


def places(registers):
    """The registers of a unit, each with its word."""
    at = 0
    for register in registers:
        yield at, register
        at += (register.size + 31) // 32


def main():
    parser = argparse.ArgumentParser(usage="ddr3.py BOARD.ddr FOLDER [--sim]")
    parser.add_argument("config")
    parser.add_argument("folder")
    parser.add_argument("--sim", action="store_true")
    args = parser.parse_args()
    family, board = read(args.config)

    from litedram import gen, init, modules, phy
    from litedram.phy import model
    from litex.build.lattice import LatticePlatform
    from litex.build.sim import SimPlatform
    from litex.build.xilinx import XilinxPlatform

    # LiteDRAM asks LiteX' simulator for these settings, which needs packages that have nothing to do with memory.
    sys.modules["litex.tools.litex_sim"] = types.SimpleNamespace(get_sdram_phy_settings=model.get_sdram_phy_settings)
    module = getattr(modules, board["module"], None)
    if module is None:
        sys.exit(f"ddr3: {args.config}: LiteDRAM knows no module '{board['module']}'")
    if args.sim:
        module = type("Small", (module,), {"nrows": 2048})     # 32 MB
    core = {
        "cpu": None, "memtype": "DDR3", "sdram_module": module, "sdram_module_nb": board["lanes"], "sdram_rank_nb": 1,
        "cmd_buffer_depth": 8, "input_clk_freq": 1e3 * board["input_khz"], "sys_clk_freq": 1e3 * board["sys_khz"],
        # ddr_init reads and writes before the core is told that the memory is there
        "user_ports": {"0": {"type": "native", "block_until_ready": False}},
    }
    if family == "ecp5":
        core.update(sdram_phy=phy.ECP5DDRPHY, dm_swap=board["dm_swap"] != 0, cmd_delay=board["cmd_delay"],
                    init_clk_freq=1e3 * board["sys_khz"] / 2)
    else:
        core.update(sdram_phy=phy.A7DDRPHY, iodelay_clk_freq=200e6, cmd_latency=0,
                    speedgrade=-int(board["device"].rpartition("-")[2]))
    gen.LiteDRAMCore.csr_map = {"ddrctrl": 0, "ddrphy": 1, "sdram": 2}
    platform = (SimPlatform("", io=[]) if args.sim else
                LatticePlatform(board["device"], io=[], toolchain="trellis") if family == "ecp5" else
                XilinxPlatform(board["device"], io=[], toolchain="vivado"))
    soc = gen.LiteDRAMCore(platform, core, integrated_rom_size=0xC000)
    if not args.sim:
        settings = soc.sdram.controller.settings
        settings.phy.rtt_nom = board["rtt_nom"]
        modes = {**MODES[family], 1: MODE_1[board["rtt_nom"]]}
        search = settings.phy.bitslips, settings.phy.delays
        if search != SEARCH[family]:
            sys.exit(f"ddr3: {args.config}: {search[0]} bit slips with {search[1]} delays, expected "
                     f"{SEARCH[family][0]} with {SEARCH[family][1]}")
        steps, _ = init.get_ddr3_phy_init_sequence(settings.phy, settings.timing)
        for name, value, bank, command, _ in steps:
            if command == init.cmds["MODE_REGISTER"] and value != modes[bank]:
                sys.exit(f"ddr3: {args.config}: {name}: mode register {bank} is {value:#x}, expected {modes[bank]:#x}")
    soc.finalize()
    found = {f"{name}_{register.name}": (region.origin + 4 * place) // 4
             for name, region in soc.csr_regions.items() for place, register in places(region.obj)}
    for name, address in {**ALWAYS, **({} if args.sim else TRAINING[family])}.items():
        if found.get(name) != address:
            sys.exit(f"ddr3: {args.config}: register {name} is at word {found.get(name)}, expected {address}")

    fragment = soc.get_fragment()
    platform.finalize(fragment)
    os.makedirs(args.folder, exist_ok=True)
    platform.get_verilog(fragment, name="litedram_core", regular_comb=False).write(
        os.path.join(args.folder, "litedram_core.v"))


if __name__ == "__main__":
    main()
