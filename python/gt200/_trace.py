# SPDX-License-Identifier: Apache-2.0
"""What each warp did, as arrays."""
from __future__ import annotations

import ctypes
import enum
import functools
import os
import weakref
from typing import Union

import numpy as np

from ._errors import Error
from ._library import Message, library

#: In Trace.instructions: the cycle of a stage that there was not.
NEVER = np.uint64(2**64 - 1)


class Event(enum.IntEnum):
    """Column type of Trace.events (docs/trace.md)."""
    ISSUE = 0       #: a micro-operation is issued: warp, pc, micro_op, active
    SPWB = 1        #: a quarter of an SP result is written: warp, pc, quarter, lanes, writes, register, row, values, cc
    LSADDR = 2      #: addresses of a half-warp: warp, pc, half, lanes, addresses
    LDWB = 3        #: loaded words are written: warp, pc, half, lanes, register, values
    XWB = 4         #: a quarter of an SFU or DPU result is written: as SPWB
    BRU = 5         #: a control operation ends: warp, next_pc, active, depth, finished
    MEMREQ = 6      #: a sector is asked for: kind, mtype and operation (atomics), space, id, address, byte_mask, values
    BLOCK = 7       #: a block comes (done 0: slot, block y << 16 | x) or ends (done 1)
    FAULT = 8


class Unit(enum.IntEnum):
    """Column unit of Trace.instructions."""
    SP = 0
    SFU = 1
    DPU = 2
    LSU = 3
    BRU = 4
    CONST = 5


@functools.lru_cache(maxsize=None)
def _dtype(which: str) -> np.dtype:
    """The rows of the library, as it lays them out."""
    lib, n, size = library(), ctypes.c_uint32(), ctypes.c_uint32()
    columns = getattr(lib, which)(ctypes.byref(n), ctypes.byref(size))
    rows = [columns[i] for i in range(n.value)]
    return np.dtype({
        "names": [c.name.decode() for c in rows],
        "formats": [(f"u{c.bytes}", (c.count,)) if c.count > 1 else f"u{c.bytes}" for c in rows],
        "offsets": [c.offset for c in rows], "itemsize": size.value})


class Trace:
    """What each warp did in each cycle: Result.trace of a launch with trace=True. Model and Verilog give the same.

    events: a structured array, a row for each event in the order of the text log: cycle, type (gt200.Event), sm, and
    the columns that Event names for the type; those that the type does not have are 0.
    instructions: a row for each micro-operation in the order of issue: cycles issue, start (of its unit), write (of the
    first result), done, NEVER where there was none; pc, active lanes, block (y << 16 | x), warp (32 * SM + slot),
    micro_op, unit (gt200.Unit)."""

    def __init__(self, handle: int, machine: object):
        self._handle, self._machine = handle, machine       # which must outlive it
        self._end = weakref.finalize(self, library().gts_trace_free, handle)
        self._texts: dict[str, str] = {}

    def _rows(self, count: str, copy: str, columns: str) -> np.ndarray:
        lib, error = library(), Message()
        rows = np.zeros(getattr(lib, count)(self._handle), _dtype(columns))
        if not getattr(lib, copy)(self._handle, rows.ctypes.data, *error.room):
            raise Error(str(error))
        return rows

    @functools.cached_property
    def events(self) -> np.ndarray:
        return self._rows("gts_trace_events", "gts_trace_copy_events", "gts_event_columns")

    @functools.cached_property
    def instructions(self) -> np.ndarray:
        return self._rows("gts_trace_insns", "gts_trace_copy_insns", "gts_insn_columns")

    def text(self, format: str = "events") -> str:
        """As `gt200 trace` writes it: "events" (the text log), "konata", "perfetto" (JSON), "lanes" (SVG: time across,
        threads down)."""
        if format not in self._texts:
            lib, error = library(), Message()
            text = lib.gts_trace_text(self._handle, format.encode(), *error.room)
            if not text:
                raise ValueError(str(error))
            self._texts[format] = ctypes.string_at(text).decode()
            lib.gts_free_text(text)
        return self._texts[format]

    def save(self, path: Union[str, os.PathLike], format: str = "events") -> None:
        """Writes text(format) to a file."""
        text = self.text(format)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)

    def _repr_svg_(self) -> str:
        return self.text("lanes")

    def __repr__(self) -> str:
        return f"<gt200.Trace of {len(self.events)} events>"
