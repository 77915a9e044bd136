# SPDX-License-Identifier: Apache-2.0
"""What can go wrong."""
from __future__ import annotations


class Error(Exception):
    """All errors of this module that are not wrong arguments."""


class LibraryError(Error):
    """The C library, or the program gt200, is missing or was not made for this module."""


class CompileError(Error):
    """What the compiler said: file, line, what was expected."""


class LoadError(Error):
    """A cubin that cannot be loaded: line, what was expected."""


class LaunchError(Error):
    """A launch that was refused or has failed; result, if it ran, is a Result with what is known of it."""

    def __init__(self, message: str, result=None):
        super().__init__(message)
        self.result = result


class FaultError(LaunchError):
    """A thread did what the machine does not allow. name: "GLOBAL_LIMIT_READ", ... (docs/errors.md); pc: of the
    instruction; block: (x, y); warp: inside its block; lane: the lowest one; address: of its access."""

    def __init__(self, message: str, result, name: str, pc: int, block: tuple[int, int], warp: int, lane: int,
                 address: int):
        super().__init__(message, result)
        self.name, self.pc, self.block, self.warp, self.lane, self.address = name, pc, block, warp, lane, address


class HangError(LaunchError):
    """A deadlock, or more cycles than max_cycles."""


class RaceError(LaunchError):
    """races=...: accesses to the same bytes that nothing orders."""


class DifferenceError(LaunchError):
    """Lockstep: the Verilog and the model are not equal."""
