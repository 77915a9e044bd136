# SPDX-License-Identifier: Apache-2.0
"""Where the toolkit is, and the C library by ctypes (sw/tools/shim/gt200_shim.h)."""
from __future__ import annotations

import ctypes
import functools
import os
import pathlib
from ctypes import POINTER, Structure, c_bool, c_char, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

from ._errors import LibraryError

VERSION = 1                     # of gt200_shim.h
LIBRARY = "lib/libgt200shim.so"


class Options(Structure):
    _fields_ = [("target", c_char_p), ("chip", c_char_p), ("memory", c_uint64), ("interleave", c_uint64),
                ("races", c_char_p), ("threads", c_uint32), ("jitter", c_uint32), ("stall", c_uint32),
                ("fold", c_uint32), ("memcheck", c_bool)]


class Param(Structure):
    _fields_ = [("offset", c_uint32), ("bytes", c_uint32), ("type", c_uint32), ("text", c_char * 48)]


class KernelInfo(Structure):
    _fields_ = [("name", c_char_p), ("text", c_char * 256), ("regs", c_uint32), ("shared", c_uint32),
                ("local", c_uint32), ("max_threads", c_uint32), ("code_bytes", c_uint32), ("nparams", c_uint32),
                ("has_params", c_bool)]


class Launch(Structure):
    _fields_ = [("grid", c_uint32 * 2), ("block", c_uint32 * 3), ("shared", c_uint32), ("param_bytes", c_uint32),
                ("params", c_void_p), ("max_cycles", c_uint64), ("counters", c_char_p), ("from_", c_uint64),
                ("to", c_uint64), ("trace", c_bool)]


class RunResult(Structure):
    _fields_ = [("status", c_uint32), ("cycles", c_uint64), ("warp_instructions", c_uint64),
                ("thread_instructions", c_uint64), ("fault", c_uint32), ("pc", c_uint32), ("warp", c_uint32),
                ("lane", c_uint32), ("addr", c_uint32), ("block", c_uint32 * 2), ("fault_name", c_char * 32),
                ("message", c_char * 8192), ("output", c_void_p), ("trace", c_void_p)]


class Column(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_uint32), ("bytes", c_uint32), ("count", c_uint32)]


_ERR = [c_char_p, c_size_t]
_FUNCTIONS = {
    "gts_version": (c_uint32, []),
    "gts_open": (c_void_p, [POINTER(Options), *_ERR]),
    "gts_close": (None, [c_void_p]),
    "gts_alloc": (c_uint32, [c_void_p, c_uint32]),
    "gts_release": (None, [c_void_p, c_uint32]),
    "gts_write": (c_bool, [c_void_p, c_uint32, c_void_p, c_uint32]),
    "gts_read": (c_bool, [c_void_p, c_uint32, c_void_p, c_uint32]),
    "gts_load": (c_void_p, [c_void_p, c_char_p, c_size_t, c_char_p, *_ERR]),
    "gts_unload": (None, [c_void_p]),
    "gts_kernels": (c_uint32, [c_void_p]),
    "gts_kernel": (c_bool, [c_void_p, c_uint32, POINTER(KernelInfo)]),
    "gts_param": (c_bool, [c_void_p, c_uint32, c_uint32, POINTER(Param)]),
    "gts_find": (c_int32, [c_void_p, c_char_p, *_ERR]),
    "gts_variable": (c_bool, [c_void_p, c_char_p, POINTER(c_uint32), *_ERR]),
    "gts_variable_write": (c_bool, [c_void_p, c_char_p, c_uint32, c_void_p, c_uint32, *_ERR]),
    "gts_variable_read": (c_bool, [c_void_p, c_char_p, c_uint32, c_void_p, c_uint32, *_ERR]),
    "gts_run": (c_uint32, [c_void_p, c_uint32, POINTER(Launch), POINTER(RunResult)]),
    "gts_free_text": (None, [c_void_p]),
    "gts_event_columns": (POINTER(Column), [POINTER(c_uint32), POINTER(c_uint32)]),
    "gts_insn_columns": (POINTER(Column), [POINTER(c_uint32), POINTER(c_uint32)]),
    "gts_event_name": (c_char_p, [c_uint32]),
    "gts_unit_name": (c_char_p, [c_uint32]),
    "gts_trace_events": (c_uint64, [c_void_p]),
    "gts_trace_insns": (c_uint64, [c_void_p]),
    "gts_trace_copy_events": (c_bool, [c_void_p, c_void_p, *_ERR]),
    "gts_trace_copy_insns": (c_bool, [c_void_p, c_void_p, *_ERR]),
    "gts_trace_text": (c_void_p, [c_void_p, c_char_p, *_ERR]),
    "gts_trace_free": (None, [c_void_p]),
}


class Message:
    """Room for what a function of the library has to say."""

    def __init__(self):
        self._text = ctypes.create_string_buffer(8192)
        self.room = (self._text, len(self._text))       # the last two arguments

    def __str__(self) -> str:
        return self._text.value.decode(errors="replace")


@functools.lru_cache(maxsize=None)
def home() -> pathlib.Path:
    """The toolkit folder: the build folder that GT200_HOME names, or the one that it named when the module was
    installed, or the one that was built with it."""
    wanted = os.environ.get("GT200_HOME")
    named_by = f"GT200_HOME={wanted}"
    if not wanted:
        try:
            from ._home import HOME as wanted   # type: ignore[import-not-found]
            named_by = f"{wanted}, the folder of GT200_HOME when gt200 was installed"
        except ImportError:
            wanted = pathlib.Path(__file__).parent / "_toolkit"
            named_by = str(wanted)
    folder = pathlib.Path(wanted)
    if not (folder / LIBRARY).exists():
        raise LibraryError(f"{named_by}: expected {LIBRARY} there (cmake --build FOLDER --target gt200-python)")
    return folder.resolve()


@functools.lru_cache(maxsize=None)
def program() -> str:
    """The program gt200: at the top of a build folder, in bin/ of an installation."""
    for path in (home() / "gt200", home() / "bin" / "gt200"):
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    raise LibraryError(f"{home()}: expected the program gt200 or bin/gt200 there "
                       "(cmake --build FOLDER --target gt200-python)")


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The C library."""
    path = home() / LIBRARY
    try:
        lib = ctypes.CDLL(str(path))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise LibraryError(f"{path}: {error}") from None
    if lib.gts_version() != VERSION:
        raise LibraryError(f"{path}: interface {lib.gts_version()}, this module needs {VERSION}; one of them is older")
    return lib
