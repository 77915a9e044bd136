# SPDX-License-Identifier: Apache-2.0
"""Machines, their memory, and launches."""
from __future__ import annotations

import ctypes
import dataclasses
import os
import sys
import threading
import weakref
from typing import Optional, Sequence, Union

import numpy as np

from . import _arguments
from ._arguments import In, Out
from ._compile import Kernel, Module
from ._errors import DifferenceError, Error, FaultError, HangError, LaunchError, RaceError
from ._library import Launch, Message, Options, RunResult, library
from ._trace import Trace

_COUNTERS = np.dtype([("cycles", "u8"), ("warp_instructions", "u8"), ("thread_instructions", "u8")])
_OK, _BAD_LAUNCH, _FAULT, _HANG, _DIFFERENT, _RACE = range(6)
_HIGH = {32: (1 << 32) - 1, 64: (1 << 64) - 1}


def _natural(value: object, name: str, bits: int = 32, least: int = 0) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}={value!r} (expected a number)")
    if not least <= value <= _HIGH[bits]:
        raise ValueError(f"{name}={value} (expected {least} to {_HIGH[bits]})")
    return int(value)


def _variable(name: str) -> Optional[str]:
    return os.environ.get(f"GT200_{name}") or None


def _number(value: Optional[int], option: str, variable: Optional[str], bits: int = 32) -> int:
    """An option, or its variable, or 0."""
    text = _variable(variable) if value is None and variable else None
    if text is not None:
        try:
            return _natural(int(text, 0), f"GT200_{variable}", bits)
        except ValueError as error:
            raise ValueError(f"GT200_{variable}={text} (expected a number)") from error
    return 0 if value is None else _natural(value, option, bits)


def _size(value: object, most: int, name: str) -> list[int]:
    """A grid or block: missing dimensions are 1."""
    parts = list(value) if isinstance(value, (tuple, list)) else [value]
    if not 1 <= len(parts) <= most:
        raise ValueError(f"{name}={value!r} (expected a number or a tuple of up to {most})")
    parts = [_natural(n, name, least=1) for n in parts]
    return parts + [1] * (most - len(parts))


@dataclasses.dataclass(frozen=True, eq=False)
class Result:
    """What a launch has told: where it ran, what it took, what was printed, the trace."""
    kernel: str
    target: str
    chip: str
    counters: np.ndarray    #: one structured value: cycles (0 on func), warp_instructions, thread_instructions
    output: str             #: what the kernel printed; it has been written to sys.stdout
    trace: Optional[Trace]  #: of trace=True

    @property
    def cycles(self) -> int:
        """Shader clocks from the start to the end of the last block; 0 on func, which has no clock."""
        return int(self.counters["cycles"])

    @property
    def warp_instructions(self) -> int:
        return int(self.counters["warp_instructions"])

    @property
    def thread_instructions(self) -> int:
        return int(self.counters["thread_instructions"])


class _Machine:
    """The library's device and the modules on it, as long as anything needs them: the device, an array, a trace."""

    def __init__(self, options: Options):
        lib, error = library(), Message()
        self.handle = lib.gts_open(ctypes.byref(options), *error.room)
        if not self.handle:
            raise Error(str(error).removeprefix("--"))
        self.modules: dict[Module, int] = {}
        self.lock = threading.RLock()
        weakref.finalize(self, _Machine._close, lib, self.handle, self.modules)

    @staticmethod
    def _close(lib, handle: int, modules: dict[Module, int]) -> None:
        for module in modules.values():
            lib.gts_unload(module)
        lib.gts_close(handle)

    def module(self, module: Module) -> int:
        """The module on this device."""
        if module not in self.modules:
            text, error = module.cubin.encode(), Message()
            loaded = library().gts_load(self.handle, text, len(text), module.name.encode(), *error.room)
            if not loaded:
                raise LaunchError(str(error))
            self.modules[module] = loaded
        return self.modules[module]

    def alloc(self, nbytes: int) -> int:
        with self.lock:
            address = library().gts_alloc(self.handle, nbytes)
        if not address:
            raise Error(f"{nbytes} bytes do not fit in device memory (memory=)")
        return address

    def write(self, address: int, array: np.ndarray) -> None:
        if not library().gts_write(self.handle, address, array.ctypes.data, array.nbytes):
            raise Error(f"{array.nbytes} bytes at {address:#x} are outside of device memory")

    def read(self, address: int, array: np.ndarray) -> None:
        if not library().gts_read(self.handle, address, array.ctypes.data, array.nbytes):
            raise Error(f"{array.nbytes} bytes at {address:#x} are outside of device memory")


class DeviceArray:
    """Memory of a device with a shape and a type: Device.array(), Device.zeros(). address: as kernels see it."""

    def __init__(self, machine: _Machine, shape, dtype):
        self.dtype = np.dtype(dtype)
        self.shape = tuple(shape) if isinstance(shape, (tuple, list)) else (int(shape),)
        self.nbytes = self.dtype.itemsize * int(np.prod(self.shape, dtype=np.int64))
        if self.dtype.hasobject or not 0 < self.nbytes < 1 << 32:
            raise ValueError(f"an array of {self.dtype} and shape {self.shape} cannot be on a device")
        self._machine = machine
        self.address = machine.alloc(self.nbytes)
        self._end = weakref.finalize(self, DeviceArray._release, machine, self.address)

    @staticmethod
    def _release(machine: _Machine, address: int) -> None:
        with machine.lock:
            library().gts_release(machine.handle, address)

    def get(self) -> np.ndarray:
        """A copy of what it holds."""
        array = np.empty(self.shape, self.dtype)
        with self._machine.lock:
            self._machine.read(self.address, array)
        return array

    def set(self, array) -> None:
        """Writes values of the same shape."""
        array = np.asarray(array, self.dtype)
        if array.shape != self.shape:
            raise ValueError(f"an array of shape {array.shape} (expected {self.shape})")
        with self._machine.lock:
            self._machine.write(self.address, np.ascontiguousarray(array))

    def __repr__(self) -> str:
        return f"<gt200.DeviceArray {self.dtype} {self.shape} at {self.address:#x}>"


class Device:
    """A machine that keeps its memory from launch to launch. Also a context manager, which closes it.

    target: "func", "model", "rtl" or "lockstep". chip: one of gt200.CHIPS, "sm" (one SM) if not given; only the Verilog
    needs its machine built for each. memory: bytes, 64 MB if not given. threads: of the host, one per core if not given
    (not lockstep). jitter: seed of a memory that answers at random times (not func). stall: seed of stops of the clock,
    fold: 4 for the folded datapath (rtl, lockstep). interleave: seed of an order of warps and blocks; races: "all" or
    "shared", accesses that nothing orders are a RaceError; memcheck: accesses outside of arrays are faults (func).
    What the target does not have is refused by an Error that says which has it. Calls of several threads for one device
    wait for each other."""

    def __init__(self, target: Optional[str] = None, chip: Optional[str] = None, *, memory: Optional[int] = None,
                 threads: Optional[int] = None, jitter: Optional[int] = None, stall: Optional[int] = None,
                 fold: Optional[int] = None, interleave: Optional[int] = None, races: Optional[str] = None,
                 memcheck: Optional[bool] = None):
        target = target if target is not None else _variable("TARGET") or "func"
        chip = chip if chip is not None else _variable("CHIP")
        races = races if races is not None else _variable("RACES")
        for name, text in (("target", target), ("chip", chip), ("races", races)):
            if text is not None and not isinstance(text, str):
                raise TypeError(f"{name}={text!r} (expected text)")
        if memory is None:
            memory = _number(None, "memory", "MEMORY_MB") << 20
        elif memory == 0:
            raise ValueError("memory=0 (expected bytes of device memory)")
        if memcheck is None:
            memcheck = _variable("MEMCHECK") not in (None, "0")
        options = Options(
            target=target.encode(), chip=chip.encode() if chip else None, memory=_natural(memory, "memory", 64),
            interleave=_number(interleave, "interleave", "INTERLEAVE", 64), races=races.encode() if races else None,
            threads=_number(threads, "threads", "THREADS"), jitter=_number(jitter, "jitter", "JITTER"),
            stall=_number(stall, "stall", None), fold=_number(fold, "fold", None), memcheck=bool(memcheck))
        self.target, self.chip = target, chip or "sm"
        self._open: Optional[_Machine] = _Machine(options)

    @property
    def _machine(self) -> _Machine:
        if self._open is None:
            raise ValueError("the device is closed")
        return self._open

    def close(self) -> None:
        """No further calls. Its memory is freed when no array and no trace of it is left."""
        self._open = None

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *exc) -> None:
        self.close()

    def array(self, array) -> DeviceArray:
        """Device memory with a copy of the array."""
        array = np.ascontiguousarray(array)
        on_device = DeviceArray(self._machine, array.shape, array.dtype)
        on_device.set(array)
        return on_device

    def zeros(self, shape, dtype=np.float32) -> DeviceArray:
        """Device memory of zeros."""
        on_device = DeviceArray(self._machine, shape, dtype)
        on_device.set(np.zeros(on_device.shape, on_device.dtype))
        return on_device

    def read_variable(self, module: Module, name: str, dtype, shape=()) -> np.ndarray:
        """A __device__ or __constant__ variable of a module on this device."""
        array, error = np.empty(shape, dtype), Message()
        with self._machine.lock:
            if not library().gts_variable_read(self._machine.module(module), name.encode(), 0, array.ctypes.data,
                                               array.nbytes, *error.room):
                raise ValueError(str(error))
        return array

    def write_variable(self, module: Module, name: str, array) -> None:
        """Writes it from its start on."""
        array, error = np.ascontiguousarray(array), Message()
        if array.dtype.hasobject:
            raise TypeError(f"variable {name}: an array of {array.dtype}, which the machine does not have")
        with self._machine.lock:
            if not library().gts_variable_write(self._machine.module(module), name.encode(), 0, array.ctypes.data,
                                                array.nbytes, *error.room):
                raise ValueError(str(error))

    def launch(self, kernel: Kernel, grid, block, *args, shared: int = 0, trace: bool = False, trace_from: int = 0,
               trace_to: Optional[int] = None, counters: Optional[Union[str, Sequence[str]]] = None,
               max_cycles: Optional[int] = None) -> Result:
        """Launches a kernel on this device; arguments are those of Kernel.launch."""
        machine = self._machine
        if not isinstance(kernel, Kernel):
            raise TypeError(f"kernel is a {type(kernel).__name__} (expected module[\"name\"])")
        if not trace and (trace_from or trace_to is not None):
            raise ValueError("trace_from and trace_to are of a trace (expected trace=True)")
        if counters is None:
            counters = _variable("PM")
        elif not isinstance(counters, str):
            counters = ",".join(counters)
        asked = Launch(
            grid=(ctypes.c_uint32 * 2)(*_size(grid, 2, "grid")), block=(ctypes.c_uint32 * 3)(*_size(block, 3, "block")),
            shared=_natural(shared, "shared"), max_cycles=_number(max_cycles, "max_cycles", "MAX_CYCLES", 64),
            counters=counters.encode() if counters else None, trace=bool(trace),
            from_=_natural(trace_from, "trace_from", 64),
            to=0 if trace_to is None else _natural(trace_to, "trace_to", 64, least=1))
        with machine.lock:
            return self._launch(machine, kernel, args, asked)

    def _launch(self, machine: _Machine, kernel: Kernel, args: tuple, asked: Launch) -> Result:
        here: list[tuple[DeviceArray, np.ndarray]] = []      # arrays on the machine
        back: list[tuple[DeviceArray, np.ndarray]] = []      # those that are copied back

        def address(value, p, what) -> Optional[int]:
            if isinstance(value, DeviceArray):
                wanted = _arguments.pointee(p) if p is not None and p.kind == "pointer" else None
                if value._machine is not machine:
                    raise ValueError(f"{what}: an array of another device")
                if p is not None and (p.kind not in ("pointer", "unknown") or p.bytes not in (4, 8)):
                    raise TypeError(f"{what}: a DeviceArray (expected a number)")
                if wanted is not None and value.dtype != wanted:
                    raise TypeError(f"{what}: a DeviceArray of {value.dtype} (expected {wanted})")
                return value.address
            if not isinstance(value, (np.ndarray, In, Out)):
                return None
            array = _arguments.array_of(value, p, what)
            if isinstance(value, Out) and not array.flags.writeable:
                raise ValueError(f"{what}: Out of an array that cannot be written")
            on_device = DeviceArray(machine, array.shape, array.dtype)
            machine.write(on_device.address, np.zeros_like(array) if isinstance(value, Out) else array)
            here.append((on_device, array))
            if isinstance(value, Out) or (isinstance(value, np.ndarray) and array.flags.writeable and
                                          not _arguments.is_const(p)):
                back.append((on_device, array))
            return on_device.address

        try:
            return self._run(machine, kernel, asked, args, address, back)
        finally:
            for on_device, _ in here:
                on_device._end()

    def _run(self, machine: _Machine, kernel: Kernel, asked: Launch, args: tuple, address, back: list) -> Result:
        module = machine.module(kernel.module)
        space, asked.param_bytes = _arguments.lay_out(kernel, args, address)
        held = (ctypes.c_char * len(space)).from_buffer(space)
        asked.params = ctypes.addressof(held)
        done = RunResult()
        library().gts_run(module, kernel._index, ctypes.byref(asked), ctypes.byref(done))
        result = self._result(machine, kernel, done)
        if result.output:
            sys.stdout.write(result.output)
        if done.status != _OK:
            raise _failure(done, result)
        for on_device, array in back:
            machine.read(on_device.address, array)
        return result

    def _result(self, machine: _Machine, kernel: Kernel, done: RunResult) -> Result:
        counters = np.array((done.cycles, done.warp_instructions, done.thread_instructions), _COUNTERS)
        output = ""
        if done.output:
            output = ctypes.string_at(done.output).decode(errors="replace")
            library().gts_free_text(done.output)
        return Result(kernel.name, self.target, self.chip, counters, output,
                      Trace(done.trace, machine) if done.trace else None)


def _failure(done: RunResult, result: Result) -> LaunchError:
    message = done.message.decode(errors="replace").rstrip()
    if done.status == _FAULT:
        return FaultError(message, result, done.fault_name.decode(), done.pc, (done.block[0], done.block[1]), done.warp,
                          done.lane, done.addr)
    kind = {_HANG: HangError, _DIFFERENT: DifferenceError, _RACE: RaceError}.get(done.status, LaunchError)
    return kind(message, None if done.status == _BAD_LAUNCH else result)
