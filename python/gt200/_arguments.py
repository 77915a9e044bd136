# SPDX-License-Identifier: Apache-2.0
"""Arguments of a kernel: which value goes where in the parameter space, and whether it may."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Optional

import numpy as np

if TYPE_CHECKING:
    from ._compile import Kernel, Parameter

MAX_BYTES = 256         # of all parameters

_NUMPY = {"float": "f4", "double": "f8", "char": "i1", "signed char": "i1", "unsigned char": "u1", "bool": "b1",
          "short": "i2", "unsigned short": "u2", "int": "i4", "unsigned int": "u4", "long long": "i8",
          "unsigned long long": "u8"}


class In:
    """An array that the kernel reads: it is not copied back."""

    def __init__(self, array: np.ndarray):
        self.array = array


class Out:
    """An array that the kernel writes: it is zeros on the machine at first, whatever the array holds."""

    def __init__(self, array: np.ndarray):
        self.array = array


def pointee(parameter: "Parameter") -> Optional[np.dtype]:
    """NumPy's type of what a pointer points at; None: it can be any."""
    name = re.sub(r"\b(const|volatile)\b|\*$", "", parameter.type).strip()
    return np.dtype(_NUMPY[name]) if name in _NUMPY else None


def is_const(parameter: Optional["Parameter"]) -> bool:
    """A pointer through which the kernel does not write."""
    return parameter is not None and bool(re.fullmatch(r"[^*]*\bconst\*", parameter.type))


def _what(kernel: "Kernel", i: int, p: Optional["Parameter"]) -> str:
    kind = p.type if p and p.type else f"of {p.bytes} bytes" if p else "of unknown type"
    return f"argument {i + 1} of {kernel.name}, {kind}"


def _integer(value: int, size: int, signed: bool, unsigned: bool, what: str) -> bytes:
    low = -(1 << (8 * size - 1)) if signed else 0
    high = (1 << 8 * size) - 1 if unsigned else (1 << (8 * size - 1)) - 1
    if not low <= value <= high:
        raise ValueError(f"{what}: {value} is not a number from {low} to {high}")
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def number(value: object, p: "Parameter", what: str) -> bytes:
    """A value for a parameter that is known."""
    if isinstance(value, (bytes, np.void)):
        data = bytes(value) if isinstance(value, bytes) else value.tobytes()
        if p.kind != "unknown":
            raise TypeError(f"{what}: a {type(value).__name__} (expected a number)")
        if len(data) != p.bytes:
            raise ValueError(f"{what}: {len(data)} bytes")
        return data
    integer = isinstance(value, (int, np.integer, np.bool_))
    real = isinstance(value, (float, np.floating))
    if not integer and not real:
        expected = {"pointer": "an array", "integer": "an integer", "unknown": "an array or a NumPy number"}
        raise TypeError(f"{what}: a {type(value).__name__} (expected {expected.get(p.kind, 'a number')})")
    if p.kind in ("float", "double"):
        return np.array(value, {4: "<f4", 8: "<f8"}[p.bytes]).tobytes()
    if p.kind == "pointer" and integer:
        return _integer(int(value), p.bytes, False, True, what)
    if p.kind == "integer" and integer:
        natural = p.type.startswith("unsigned") or p.type == "bool"
        return _integer(int(value), p.bytes, not natural, natural, what)
    if p.kind != "unknown":
        expected = "an array" if p.kind == "pointer" else "an integer"
        raise TypeError(f"{what}: a {type(value).__name__} (expected {expected})")
    if isinstance(value, np.generic):
        if value.dtype.itemsize != p.bytes:
            raise TypeError(f"{what}: {value.dtype} has {value.dtype.itemsize} bytes")
        return value.tobytes()
    if real:
        raise TypeError(f"{what}: a float, and the type is not known (expected np.float32(...) or np.float64(...))")
    return _integer(int(value), p.bytes, True, True, what)


def array_of(value: object, p: Optional["Parameter"], what: str) -> np.ndarray:
    """The array of an argument for a pointer, if it can be one."""
    array = value.array if isinstance(value, (In, Out)) else value
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what}: In and Out are of a NumPy array, not of a {type(array).__name__}")
    if p is not None and p.kind not in ("pointer", "unknown"):
        raise TypeError(f"{what}: an array (expected a number)")
    if p is not None and p.bytes not in (4, 8):
        raise TypeError(f"{what}: an array (expected a value of {p.bytes} bytes)")
    wanted = pointee(p) if p is not None and p.kind == "pointer" else None
    if array.dtype.hasobject or (array.dtype.byteorder == ">"):
        raise TypeError(f"{what}: an array of {array.dtype}, which the machine does not have")
    if wanted is not None and array.dtype != wanted:
        raise TypeError(f"{what}: an array of {array.dtype} (expected {wanted})")
    if not array.flags.c_contiguous:
        raise ValueError(f"{what}: the array is not contiguous (expected np.ascontiguousarray(...))")
    if array.nbytes == 0 or array.nbytes >= 1 << 32:
        raise ValueError(f"{what}: an array of {array.nbytes} bytes")
    return array


def lay_out(kernel: "Kernel", args: tuple, address: Callable[[object, Optional["Parameter"], str], Optional[int]]
            ) -> tuple[bytearray, int]:
    """The parameter space and how much of it is used. address(value, parameter, what): that of an array on the machine;
    None: the value is no array."""
    space, used = bytearray(MAX_BYTES), 0
    known = kernel.parameters
    if known is not None and len(args) != len(known):
        raise TypeError(f"{kernel.name} has {len(known)} parameters, {len(args)} were given")
    for i, value in enumerate(args):
        p = known[i] if known is not None else None
        what = _what(kernel, i, p)
        at = address(value, p, what)
        if p is not None:
            data = at.to_bytes(p.bytes, "little") if at is not None else number(value, p, what)
            offset = p.offset
        else:
            if at is not None:
                data = at.to_bytes(4, "little")
            elif isinstance(value, np.generic):
                data = value.tobytes()
            else:
                raise TypeError(f"{what}: a {type(value).__name__} (expected an array or a NumPy number, whose size "
                                "says that of the parameter)")
            offset = -(-used // len(data)) * len(data)
        if offset + len(data) > MAX_BYTES:
            raise ValueError(f"{kernel.name}: more than {MAX_BYTES} bytes of parameters")
        space[offset:offset + len(data)] = data
        used = max(used, offset + len(data))
    return space, used
