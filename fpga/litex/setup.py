# SPDX-License-Identifier: Apache-2.0
"""Copies the Verilog of gt200_axi and the driver for firmware from the repository around it into the package."""
import pathlib
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = {
    "rtl": ("*.sv", "*.svh", "files.f"),
    "fpga/rtl": ("launcher.sv", "slot_blocks.sv"),
    "sw/driver": ("*.c", "*.h"),
}


class Build(build_py):
    def run(self):
        super().run()
        to = pathlib.Path(self.build_lib) / "gt200_litex" / "_gt200"
        shutil.rmtree(to, ignore_errors=True)
        for folder, patterns in PARTS.items():
            for pattern in patterns:
                for file in (ROOT / folder).rglob(pattern):
                    copy = to / file.relative_to(ROOT)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(file, copy)


setup(version=(ROOT / "VERSION").read_text().strip(), cmdclass={"build_py": Build})
