# SPDX-License-Identifier: Apache-2.0
"""Compiles the firmware for a SoC, with clang and lld."""
import os
import pathlib
import shutil
import subprocess

import litex

from .core import home

FOLDER = pathlib.Path(__file__).resolve().parent / "firmware"
ARCHITECTURES = {"vexriscv": "rv32im", "serv": "rv32i"}
# In main memory: below what main.c uses.
LOADED_BYTES = 0x80000


def _tool(*names):
    for name in names:
        if shutil.which(name):
            return shutil.which(name)
    raise FileNotFoundError(f"{names[0]} is missing (run ./setup --litex)")


def _arithmetic(software):
    """What a compiler calls for products and quotients where the CPU has none: LiteX's, and that of LLVM's library."""
    builtins = pathlib.Path(litex.get_data_mod("software", "compiler_rt").data_location) / "lib" / "builtins"
    return [software / "libcompiler_rt" / "mulsi3.c",
            *(builtins / f"{name}.c" for name in ("muldi3", "udivsi3", "umodsi3"))]


def build(soc, include, out, cubin, loaded):
    """FIRMWARE.bin in the folder out, with cubin inside. include: the folder with generated/. loaded: it is put into
    main memory by LiteX's BIOS; else it is in the ROM and starts the CPU."""
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    software = pathlib.Path(litex.__file__).parent / "soc"
    driver = home() / "sw" / "driver"
    regions = soc.mem_regions
    code = regions["main_ram" if loaded else "rom"]
    code_size = LOADED_BYTES if loaded else code.size
    data = regions["sram"]
    traps = soc.irq.enabled
    flags = ["--target=riscv32-unknown-elf", f"-march={ARCHITECTURES[soc.cpu_type]}", "-mabi=ilp32", "-std=gnu11",
             "-Os", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-builtin", "-fno-pic", "-ffunction-sections",
             "-nostdlib", f"--ld-path={_tool('ld.lld-19', 'ld.lld')}", f"-T{FOLDER / 'firmware.ld'}",
             f'-DCUBIN="{pathlib.Path(cubin).resolve()}"', *(["-DTRAPS"] if traps else []),
             *(["-DWITH_BIOS"] if loaded else []), f"-I{driver}",
             *(f"-isystem{folder}" for folder in (include, software / "software" / "include",
                                                  software / "software", software / "cores" / "cpu" / soc.cpu_type)),
             "-Wl,--gc-sections", *(f"-Wl,--defsym={name}={value:#x}" for name, value in
                                    (("CODE_BASE", code.origin), ("CODE_SIZE", code_size), ("DATA_BASE", data.origin),
                                     ("DATA_SIZE", data.size)))]
    files = [FOLDER / "main.c", FOLDER / "start.c",
             *(driver / f"gt200_{name}.c" for name in ("driver", "chip", "cubin"))]
    if "m" not in ARCHITECTURES[soc.cpu_type].removeprefix("rv32i"):
        files += _arithmetic(software / "software")
        flags += ["-D_YUGA_LITTLE_ENDIAN=1", "-D_YUGA_BIG_ENDIAN=0"]
    elf = out / "firmware.elf"
    env = {**os.environ, "LC_ALL": "C"}
    subprocess.run([_tool("clang-19", "clang"), *flags, *map(str, files), "-o", str(elf)], check=True, env=env)
    binary = out / "firmware.bin"
    subprocess.run([_tool("llvm-objcopy-19", "llvm-objcopy"), "-O", "binary", str(elf), str(binary)], check=True)
    return binary
