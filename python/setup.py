# SPDX-License-Identifier: Apache-2.0
"""Builds what the module needs of the repository around it, or notes the toolkit folder that has it: the one that
GT200_HOME names, or that which this folder is installed in."""
import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:                     # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
LIBRARY = "lib/libgt200shim.so"


class Build(build_py):
    """The package, and in it the toolkit or where that is."""

    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "gt200"
        home = os.environ.get("GT200_HOME") or ((ROOT / LIBRARY).exists() and str(ROOT))
        if home:
            if not (pathlib.Path(home) / LIBRARY).exists():
                sys.exit(f"GT200_HOME={home}: expected {LIBRARY} there (cmake --build {home} --target gt200-python)")
            (package / "_home.py").write_text(f"HOME = {str(pathlib.Path(home).resolve())!r}\n")
        else:
            self.toolkit(package / "_toolkit")

    def toolkit(self, to: pathlib.Path):
        """Builds and copies it."""
        made = HERE / "build" / "cmake"
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        subprocess.check_call(["cmake", "-S", str(ROOT), "-B", str(made), "-DGT200_RTL=OFF", *generator])
        subprocess.check_call(["cmake", "--build", str(made), "-j", str(os.cpu_count() or 1),
                               "--target", "gt200-python"])
        shutil.rmtree(to, ignore_errors=True)
        for name, folder in (("gt200", "bin"), ("lib/gt200ir.so", "lib"), (LIBRARY, "lib")):
            (to / folder).mkdir(parents=True, exist_ok=True)
            shutil.copy2(made / name, to / folder)
        for name in ("bin/gt200", "lib/gt200ir.so", LIBRARY):
            subprocess.check_call(["strip", "-g", str(to / name)])
        shutil.copytree(made / "include", to / "include")


class Wheel(bdist_wheel):
    """For this machine, and any Python."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class Binary(Distribution):
    """Has parts that only this machine can use."""

    def has_ext_modules(self):
        return True


setup(version=(ROOT / "VERSION").read_text().strip(), cmdclass={"build_py": Build, "bdist_wheel": Wheel},
      distclass=Binary)
