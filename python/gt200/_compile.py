# SPDX-License-Identifier: Apache-2.0
"""Source to modules, and what is known of their kernels."""
from __future__ import annotations

import ctypes
import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile
import weakref
from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union

from ._errors import CompileError, LoadError
from ._library import KernelInfo, Message, Options, Param, home, library, program

if TYPE_CHECKING:
    from ._device import Device, Result

_TYPES = ("unknown", "integer", "float", "double", "pointer")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel, as far as the cubin and the kernel's name in C++ tell."""
    offset: int             #: in the parameter space
    bytes: int
    kind: str               #: "integer", "float", "double", "pointer" or "unknown" (no name in C++: extern "C", PTX)
    type: str               #: in C++, "float const*"; "" if not known


class Kernel:
    """A kernel of a module: module["name"], module.kernels.

    name: in the source, with the types of its parameters where the cubin has them; symbol: in the cubin;
    parameters: a tuple of Parameter, None where the cubin does not tell (NVIDIA's); registers of a thread; shared and
    local: static bytes of a block and bytes of a thread; code_bytes; max_threads of a block, 0 if not said."""

    def __init__(self, module: "Module", index: int):
        lib, info = library(), KernelInfo()
        lib.gts_kernel(module._handle, index, ctypes.byref(info))
        self.module, self._index = module, index
        self.name, self.symbol = info.text.decode(), info.name.decode()
        self.registers, self.shared, self.local = info.regs, info.shared, info.local
        self.code_bytes, self.max_threads = info.code_bytes, info.max_threads
        self.parameters: Optional[tuple[Parameter, ...]] = None
        if info.has_params:
            self.parameters = tuple(self._parameter(i) for i in range(info.nparams))

    def _parameter(self, i: int) -> Parameter:
        p = Param()
        library().gts_param(self.module._handle, self._index, i, ctypes.byref(p))
        return Parameter(p.offset, p.bytes, _TYPES[p.type], p.text.decode())

    def launch(self, grid, block, *args, device: Optional["Device"] = None, shared: int = 0, trace: bool = False,
               trace_from: int = 0, trace_to: Optional[int] = None, counters: Optional[Sequence[str]] = None,
               max_cycles: Optional[int] = None, **machine) -> "Result":
        """Launches the kernel and returns a Result; arrays that it may write have then what it wrote.

        grid and block: a number, or a tuple of up to two and three. args: one for each parameter; for a pointer a NumPy
        array (copied to the machine and back), In(array), Out(array), a DeviceArray of `device`, or an address as a
        number; for a number a Python or NumPy number, for a structure a NumPy record or bytes.

        device: where it runs; without it a new one made of `machine`, the arguments of Device (target=, chip=, ...).
        shared: bytes of dynamic shared memory. trace: keep what each warp did (targets model and rtl), in cycles
        trace_from to trace_to. counters: what $pm0 to $pm3 count, up to four names of `gt200 run --pm`. max_cycles: a
        longer run is a HangError (func: warp instructions)."""
        from ._device import Device
        launch = dict(shared=shared, trace=trace, trace_from=trace_from, trace_to=trace_to, counters=counters,
                      max_cycles=max_cycles)
        if device is not None:
            if machine:
                raise TypeError(f"{', '.join(machine)}: the machine is that of device= already")
            return device.launch(self, grid, block, *args, **launch)
        with Device(**machine) as own:
            return own.launch(self, grid, block, *args, **launch)

    def __repr__(self) -> str:
        return f"<gt200.Kernel {self.name}: {self.registers} registers, {self.shared} bytes shared>"


class Module:
    """Native code: the text of a cubin with its kernels. compile() and load() make it; it belongs to no device.

    cubin: its text; messages: warnings of the compiler; kernels: all of them; module["name"]: one of them, by its name
    in the source or in the cubin (KeyError: the message says which there are)."""

    def __init__(self, cubin: Union[str, bytes], name: str = "cubin", messages: str = ""):
        lib, error = library(), Message()
        text = cubin.encode() if isinstance(cubin, str) else bytes(cubin)
        device = lib.gts_open(ctypes.byref(Options(target=b"func")), *error.room)
        if not device:
            raise LoadError(str(error))
        self._handle = lib.gts_load(device, text, len(text), name.encode(), *error.room)
        if not self._handle:
            lib.gts_close(device)
            raise LoadError(str(error))
        self._end = weakref.finalize(self, _close, lib, device, self._handle)
        self.cubin, self.name, self.messages = text.decode(), name, messages
        self.kernels = tuple(Kernel(self, i) for i in range(lib.gts_kernels(self._handle)))

    def __getitem__(self, name: str) -> Kernel:
        error = Message()
        index = library().gts_find(self._handle, name.encode(), *error.room)
        if index < 0:
            raise KeyError(str(error))
        return self.kernels[index]

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the cubin, for the commands of gt200."""
        pathlib.Path(path).write_text(self.cubin)

    def disassemble(self) -> str:
        """The native instructions, as `gt200 dis` prints them."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "module.cubin").write_text(self.cubin)
            return _run(["dis", "module.cubin"], folder)[0]

    def __repr__(self) -> str:
        return f"<gt200.Module {self.name}: {', '.join(k.name for k in self.kernels) or 'no kernels'}>"


def _close(lib, device, module):
    lib.gts_unload(module)
    lib.gts_close(device)


def _run(arguments: Sequence[str], folder: str) -> tuple[str, str]:
    """gt200 with these arguments: what it prints and what it says beside that."""
    # its headers are those of the same folder, not of one further up
    done = subprocess.run([program(), *arguments], cwd=folder, env={**os.environ, "GT200_HOME": str(home())},
                          capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise CompileError(done.stderr.strip() or f"gt200 {arguments[0]} ended with {done.returncode}")
    return done.stdout, done.stderr.strip()


def compile(source: Union[str, os.PathLike], *, name: Optional[str] = None, language: Optional[str] = None,
            pointers: int = 4, max_registers: Optional[int] = None, fast_math: bool = False, fmad: bool = True,
            line_info: bool = True, defines: Optional[Mapping[str, object]] = None,
            include: Sequence[Union[str, os.PathLike]] = (), options: Sequence[str] = ()) -> Module:
    """Compiles CUDA C or PTX to native code of the GT200.

    source: text, or the path (os.PathLike) of a file. name: of the source in messages. language: "cuda" or "ptx";
    without it PTX is known by its line .version, or the file by its name. pointers: bytes of a pointer of CUDA C, 4 or
    8. max_registers: of a thread, 4 to 124. fast_math, fmad: -use_fast_math, -fmad. line_info: source lines in messages
    of faults and in traces. defines: {"N": 32} is -DN=32, a value of None -DN. include: folders of headers. options:
    further ones of `gt200 cc` or `gt200 ptxas`. CompileError has what the compiler said."""
    folders = [os.path.abspath(f) for f in ([include] if isinstance(include, (str, os.PathLike)) else include)]
    if isinstance(source, os.PathLike):
        path = pathlib.Path(source)
        text = path.read_text()
        folders.insert(0, str(path.resolve().parent))
        name = name or path.name
        if language is None and path.suffix == ".ptx":
            language = "ptx"
    elif isinstance(source, str):
        text = source
    else:
        raise TypeError(f"source is a {type(source).__name__} (expected text, or a path as pathlib.Path)")
    if language is None:
        language = "ptx" if re.search(r"^\s*\.version\s+\d", text, re.MULTILINE) else "cuda"
    if language not in ("cuda", "ptx"):
        raise ValueError(f"language {language!r} (expected 'cuda' or 'ptx')")
    if pointers not in (4, 8):
        raise ValueError(f"pointers={pointers!r} (expected 4 or 8)")
    if max_registers is not None and not 4 <= max_registers <= 124:
        raise ValueError(f"max_registers={max_registers!r} (expected 4 to 124)")
    name = name or ("source.ptx" if language == "ptx" else "source.cu")
    if os.path.basename(name) != name or name.startswith("-") or name in ("", ".", ".."):
        raise ValueError(f"name {name!r} (expected the name of a file without a folder)")
    if language == "ptx":
        only_cuda = {"pointers": pointers != 4, "fast_math": fast_math, "fmad": not fmad, "defines": defines,
                     "include": bool(include), "line_info": not line_info}
        for option, given in only_cuda.items():
            if given:
                raise ValueError(f"{option} is an option of CUDA C, the source is PTX")
        command = ["ptxas"]
    else:
        command = ["cc", "--cubin", "-x", "cu", *(["-m64"] if pointers == 8 else [])]
        command += ["-lineinfo"] if line_info else []
        command += ["-use_fast_math"] if fast_math else []
        command += [] if fmad else ["-fmad", "false"]
        for macro, value in (defines or {}).items():
            if not re.fullmatch(r"[A-Za-z_]\w*", macro):
                raise ValueError(f"defines: {macro!r} is not a name of a macro")
            command.append(f"-D{macro}" if value is None else f"-D{macro}={value}")
        for folder in folders:
            command += ["-I", folder]
    if max_registers is not None:
        command += ["-maxrregcount", str(max_registers)]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, name).write_text(text)
        output = "gt200-output.cubin"
        messages = _run([*command, *options, name, "-o", output], folder)[1]
        return Module(pathlib.Path(folder, output).read_text(), re.sub(r"\.(cu|ptx)$", "", name) + ".cubin", messages)


def load(path: Union[str, os.PathLike]) -> Module:
    """A cubin in a file, of `gt200 cc` or of NVIDIA's CUDA 1.x to 2.x. LoadError says what is wrong in it."""
    return Module(pathlib.Path(path).read_bytes(), os.fspath(path))
