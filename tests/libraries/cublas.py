# SPDX-License-Identifier: Apache-2.0
"""cublas.py HOME [--seed N] [--rounds N]: CUBLAS of the toolkit folder HOME against OpenBLAS: every function, both
interfaces, random sizes, increments, leading dimensions, transpositions, triangles, sides and diagonals.

NaN stands where a routine must not look: gaps of vectors, rows beyond the matrix, the other triangle, outside of a
band, the diagonal of a unit triangle, a result with beta 0. A result that has NaN elsewhere, or lacks one, fails.

Bounds: with eps 2^-23 or 2^-52 (a product of the chip's multiply-add is truncated) and k the number of terms of an
element, an element differs from OpenBLAS's by at most 2 (k + 4) eps M (complex numbers: twice that), M being what
OpenBLAS makes of the sizes of all numbers. A solution, of a well conditioned triangle: M is its largest element.
"""
import argparse
import ctypes
import sys

import numpy as np

from device import Report, Toolkit

parser = argparse.ArgumentParser()
parser.add_argument("home")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--rounds", type=int, default=1)
options = parser.parse_args()

try:
    blas = ctypes.CDLL("libopenblas.so.0")
except OSError as error:
    print(f"no OpenBLAS (./setup installs it): {error}")
    sys.exit(77)
toolkit = Toolkit(options.home, "cublas")
cublas = toolkit.library
rng = np.random.default_rng(options.seed)
report = Report()

LETTERS = {"S": np.float32, "D": np.float64, "C": np.complex64, "Z": np.complex128}
CBLAS = {"N": 111, "T": 112, "C": 113, "U": 121, "L": 122, "non-unit": 131, "unit": 132, "left": 141, "right": 142}
ENUM = {"N": 0, "T": 1, "C": 2, "L": 0, "U": 1, "non-unit": 0, "unit": 1, "left": 0, "right": 1}
CHARACTER = {"N": "N", "T": "t", "C": "C", "U": "u", "L": "L", "non-unit": "N", "unit": "U", "left": "l", "right": "R"}


class Scalar:
    """A number that CUBLAS's first interface has by value, the other by pointer, OpenBLAS either way."""

    def __init__(self, value, dtype):
        self.value, self.dtype = value, np.dtype(dtype)

    def array(self):
        return np.array([self.value], self.dtype)


class Letter(str):
    """A transposition, triangle, diagonal or side."""


class ComplexFloat(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]


class ComplexDouble(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double)]


def by_value(scalar):
    value = scalar.array()[0]
    if scalar.dtype.kind == "c":
        kind = ComplexFloat if scalar.dtype == np.complex64 else ComplexDouble
        return kind(value.real, value.imag)
    return (ctypes.c_float if scalar.dtype == np.float32 else ctypes.c_double)(value)


RESULT = {np.float32: ctypes.c_float, np.float64: ctypes.c_double, np.complex64: ComplexFloat,
          np.complex128: ComplexDouble, np.int32: ctypes.c_int}


class Interface:
    """A way of calling CUBLAS."""

    def __init__(self):
        self.handle = ctypes.c_void_p()
        self.keep = []

    def argument(self, value):
        if isinstance(value, Scalar):
            return self.scalar(value)
        if isinstance(value, Letter):
            return self.letter(value)
        return ctypes.c_void_p(value.pointer.value) if hasattr(value, "pointer") else ctypes.c_int(value)


class Legacy(Interface):
    name = "legacy"

    def __enter__(self):
        assert cublas.cublasInit() == 0
        return self

    def __exit__(self, *_):
        assert cublas.cublasShutdown() == 0

    def scalar(self, value):
        return by_value(value)

    def letter(self, value):
        return ctypes.c_char(CHARACTER[value].encode())

    def call(self, name, *arguments, result=None):
        function = getattr(cublas, "cublas" + name)
        function.restype = RESULT[result] if result else None
        value = function(*[self.argument(a) for a in arguments])
        status = cublas.cublasGetError()
        if isinstance(value, (ComplexFloat, ComplexDouble)):
            value = complex(value.x, value.y)
        return status, value


class Handle(Interface):
    """cublas_v2.h. device: scalars and results in device memory; and a stream."""

    def __init__(self, device):
        super().__init__()
        self.device, self.name = device, "v2, device scalars" if device else "v2"
        self.stream = ctypes.c_void_p()

    def __enter__(self):
        assert cublas.cublasCreate_v2(ctypes.byref(self.handle)) == 0
        assert cublas.cublasSetPointerMode_v2(self.handle, int(self.device)) == 0
        if self.device:
            toolkit.cuda(toolkit.cudart.cudaStreamCreate(ctypes.byref(self.stream)))
            assert cublas.cublasSetStream_v2(self.handle, self.stream) == 0
        return self

    def __exit__(self, *_):
        assert cublas.cublasDestroy_v2(self.handle) == 0

    def scalar(self, value):
        self.keep.append(toolkit.upload(value.array()) if self.device else value.array())
        return self.keep[-1].pointer if self.device else ctypes.c_void_p(self.keep[-1].ctypes.data)

    def letter(self, value):
        return ctypes.c_int(ENUM[value])

    def call(self, name, *arguments, result=None):
        converted = [self.argument(a) for a in arguments]
        if result:
            room = np.zeros(1, result)
            place = toolkit.upload(room) if self.device else room
            converted.append(place.pointer if self.device else ctypes.c_void_p(place.ctypes.data))
        status = getattr(cublas, f"cublas{name}_v2")(self.handle, *converted)
        self.keep.clear()
        return status, (place.download() if self.device else place)[0] if result else None


def reference(name, *arguments, result=None):
    """OpenBLAS's cblas_NAME; arrays are NumPy's. Complex results come by a pointer."""
    converted = []
    for a in arguments:
        if isinstance(a, Scalar):
            if a.dtype.kind == "c":
                reference.keep = a.array()
                converted.append(ctypes.c_void_p(reference.keep.ctypes.data))
                reference.all.append(reference.keep)
            else:
                converted.append(by_value(a))
        elif isinstance(a, Letter):
            converted.append(ctypes.c_int(CBLAS[a]))
        elif isinstance(a, np.ndarray):
            converted.append(ctypes.c_void_p(a.ctypes.data))
        else:
            converted.append(ctypes.c_int(a))
    pointer = result in (np.complex64, np.complex128)
    function = getattr(blas, "cblas_" + name + ("_sub" if pointer else ""))
    function.restype = RESULT[result] if result and not pointer else None
    if pointer:
        room = np.zeros(1, result)
        converted.append(ctypes.c_void_p(room.ctypes.data))
    value = function(*converted)
    reference.all.clear()
    return room[0] if pointer else value


reference.all = []


def epsilon(dtype):
    return np.finfo(dtype).eps


def sizes_of(array):
    """What the bound is made of: |re| + |im| of every number."""
    if array.dtype.kind == "c":
        return (np.abs(array.real) + np.abs(array.imag)).astype(array.dtype)
    return np.abs(array)


def size_of(value):
    if isinstance(value, np.ndarray):
        return sizes_of(value)
    return Scalar(sizes_of(value.array())[0], value.dtype) if isinstance(value, Scalar) else value


class Cases:
    """The routines of one type by one interface."""

    def __init__(self, interface, letter):
        self.interface, self.x, self.t = interface, letter, LETTERS[letter]
        self.complex = letter in "CZ"
        self.r = {"C": np.float32, "Z": np.float64}.get(letter, self.t)
        self.real_letter = {"C": "S", "Z": "D"}.get(letter)

    # ---- operands ----

    def random(self, *shape):
        values = rng.uniform(-1, 1, shape)
        if self.complex:
            values = values + 1j * rng.uniform(-1, 1, shape)
        return values.astype(self.t)

    def holes(self, *shape):
        return np.full(shape, complex(np.nan, np.nan) if self.complex else np.nan, self.t, order="F")

    def vector(self, n, inc):
        array = self.holes(max(1 + (n - 1) * abs(inc), 1) + 2)
        array[:n * abs(inc):abs(inc)] = self.random(n)
        return array

    def matrix(self, m, n, fill=None, unit=False, dominant=0):
        """(m + some rows) x n. fill: a triangle; dominant: the size of its rows beside a diagonal near 1."""
        array = self.holes(m + int(rng.integers(0, 4)) + (m == 0), max(n, 1))
        array[:m, :n] = self.random(m, n)
        if dominant:
            array[:m, :n] /= dominant
            array[np.arange(m), np.arange(m)] = (1 + rng.uniform(0, 1, m)).astype(self.t)
        if fill:
            i, j = np.indices(array.shape)
            array[((i > j) if fill == "U" else (i < j)) | (unit & (i == j))] = self.holes(1)[0]
        return array

    def band(self, m, n, kl, ku, fill=None, unit=False, dominant=0):
        array = self.holes(kl + ku + 1 + int(rng.integers(0, 3)), max(n, 1))
        for j in range(n):
            for i in range(max(0, j - ku), min(m, j + kl + 1)):
                value = self.random(1)[0] / self.t(dominant or 1)
                if i == j and dominant:
                    value = self.t(1 + rng.uniform(0, 1))
                if not (unit and i == j):
                    array[ku + i - j, j] = value
        return array

    def packed(self, n, fill, unit=False, dominant=0):
        full = self.matrix(n, n, fill, unit, dominant)[:n, :n]
        i, j = np.indices((n, n))
        keep = (i <= j) if fill == "U" else (i >= j)
        return np.concatenate([full[keep[:, c], c] for c in range(n)] + [self.holes(1)])

    def number(self, real=False):
        dtype = self.r if real else self.t
        kind = rng.integers(0, 6)
        value = 0 if kind == 0 else 1 if kind == 1 else rng.uniform(-2, 2)
        if self.complex and not real and kind > 1:
            value = value + 1j * rng.uniform(-2, 2)
        return Scalar(value, dtype)

    @staticmethod
    def pick(*words):
        return Letter(words[rng.integers(0, len(words))])

    def size(self, most):
        return int(rng.integers(0, 3)) if rng.integers(0, 8) == 0 else int(rng.integers(1, most))

    @staticmethod
    def increment():
        return int(rng.choice([1, 1, 2, 3, -1, -2]))

    # ---- comparisons ----

    def run(self, name, arguments, terms, group, legacy_arguments=None, v2_arguments=None, solution=False,
            cblas_name=None):
        """Calls the routine with arrays in the arguments in CUBLAS and OpenBLAS and compares all arrays."""
        case = f"{self.interface.name} {name} " + " ".join(
            f"{a.value:.3g}" if isinstance(a, Scalar) else "array" + str(a.shape) if isinstance(a, np.ndarray)
            else str(a) for a in arguments)
        order = () if group == "level 1" else (101 + 1,)
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        buffers = {id(a): toolkit.upload(a) for a in arrays}
        given = (legacy_arguments if self.interface.name == "legacy" else v2_arguments) or arguments
        for a in given:
            if isinstance(a, np.ndarray) and id(a) not in buffers:
                buffers[id(a)] = toolkit.upload(a)
        status, _ = self.interface.call(name, *[buffers[id(a)] if isinstance(a, np.ndarray) else a for a in given])
        report.expect(case, status == 0, f"status {status}")
        want = [a.copy(order="F") if isinstance(a, np.ndarray) else a for a in arguments]
        reference(cblas_name or name.lower(), *order, *want)
        most = [size_of(a) for a in arguments]
        if not solution:
            reference(cblas_name or name.lower(), *order, *most)
        factor = 2 * (terms + 4) * epsilon(self.r) * (2 if self.complex else 1)
        for before, after, size in zip(arguments, want, most):
            if isinstance(before, np.ndarray):
                bound = factor * np.abs(size)
                if solution:
                    bound = factor * np.full(after.shape, np.nanmax(np.abs(after), initial=0))
                report.near(case, group, self.last(buffers, before, given).download(), after, bound)

    @staticmethod
    def last(buffers, array, given):
        """Where the result of this array is: trmm of the new interface has one of its own, which is the last."""
        extra = [a for a in given if isinstance(a, np.ndarray) and getattr(a, "base", None) is array]
        return buffers[id(extra[-1])] if extra else buffers[id(array)]

    def result(self, name, arguments, want, bound, result):
        case = f"{self.interface.name} {name} " + " ".join(str(a) for a in arguments if isinstance(a, int))
        buffers = [toolkit.upload(a) if isinstance(a, np.ndarray) else a for a in arguments]
        status, value = self.interface.call(name, *buffers, result=result)
        report.expect(case, status == 0, f"status {status}")
        report.near(case, "level 1", np.array([value]), np.array([want]), np.array([bound]))

    # ---- level 1 ----

    def level1(self, n):
        x, t = self.x, self.t
        incx, incy = self.increment(), self.increment()
        self.run(x + "copy", [n, self.vector(n, incx), incx, self.vector(n, incy), incy], 0, "level 1")
        self.run(x + "swap", [n, self.vector(n, incx), incx, self.vector(n, incy), incy], 0, "level 1")
        self.run(x + "axpy", [n, self.number(), self.vector(n, incx), incx, self.vector(n, incy), incy], 1, "level 1")
        up = abs(incx)
        # 0 times NaN is no matter of the comparison: OpenBLAS writes zeros
        alpha = Scalar(self.random(1)[0], t)
        self.run(x + "scal", [n, alpha, self.vector(n, up), up], 1, "level 1")
        if self.complex:
            alpha = Scalar(rng.uniform(-2, 2), self.r)
            self.run(x + self.real_letter.lower() + "scal", [n, alpha, self.vector(n, up), up], 1, "level 1")
        self.rotations(n, incx, incy)
        self.results(n, incx, incy)

    def rotations(self, n, incx, incy):
        x = self.x
        angle = rng.uniform(0, 7)
        name = x + self.real_letter.lower() + "rot" if self.complex else x + "rot"
        a, b = self.vector(n, incx), self.vector(n, incy)
        self.rotated(name, n, a, incx, b, incy, Scalar(np.cos(angle), self.r), Scalar(np.sin(angle), self.r))
        if self.complex:            # OpenBLAS of Debian 12 has no cblas_crot
            self.rotated(x + "rot", n, a, incx, b, incy, Scalar(np.cos(angle), self.r),
                         Scalar(np.sin(angle) * self.random(1)[0], self.t))
            return
        param = np.append(rng.integers(-2, 2), rng.uniform(-1, 1, 4)).astype(self.t)
        place = toolkit.upload(param) if getattr(self.interface, "device", False) else None
        host = ctypes.c_void_p(param.ctypes.data)
        buffers = toolkit.upload(a), toolkit.upload(b)
        holder = type("Place", (), {"pointer": place.pointer if place else host})
        status, _ = self.interface.call(x + "rotm", n, buffers[0], incx, buffers[1], incy, holder)
        report.expect(x + "rotm", status == 0, f"status {status}")
        want = a.copy(), b.copy()
        reference(x.lower() + "rotm", n, want[0], incx, want[1], incy, param)
        for buffer, expected in zip(buffers, want):
            report.near(f"{self.interface.name} {x}rotm {param}", "level 1", buffer.download(), expected,
                        np.full(expected.shape, 12 * epsilon(self.r)))

    def rotated(self, name, n, a, incx, b, incy, c, s):
        """Against NumPy: elements that meet, with negative increments from the end."""
        buffers = toolkit.upload(a), toolkit.upload(b)
        status, _ = self.interface.call(name, n, buffers[0], incx, buffers[1], incy, c, s)
        report.expect(name, status == 0, f"status {status}")
        want = a.copy(), b.copy()
        views = [v[:n * abs(i):abs(i)][::1 if i > 0 else -1] for v, i in zip(want, (incx, incy))]
        p, q = views[0].copy(), views[1].copy()
        cosine, sine = c.array()[0], s.array()[0]
        views[0][:] = cosine * p + sine * q
        views[1][:] = cosine * q - np.conj(sine) * p
        for buffer, expected in zip(buffers, want):
            report.near(f"{self.interface.name} {name} {n} {incx} {incy}", "level 1", buffer.download(), expected,
                        np.full(expected.shape, 24 * epsilon(self.r)))

    def results(self, n, incx, incy):
        x, t, r = self.x, self.t, self.r
        up = abs(incx)
        a, b, c = self.vector(n, incx), self.vector(n, incy), self.vector(n, up)
        terms = 2 * (n + 4) * epsilon(r) * (2 if self.complex else 1)
        sums = {"C": "Sc", "Z": "Dz"}.get(x, x)
        for name in "asum", "nrm2":
            want = reference(sums.lower() + name, n, c, up, result=r)
            self.result(sums + name, [n, c, up], want, terms * want + 1e-45, r)
        for name in ("dotu", "dotc") if self.complex else ("dot",):
            want = reference(x.lower() + name, n, a, incx, b, incy, result=t)
            most = reference(x.lower() + name, n, sizes_of(a), incx, sizes_of(b), incy, result=t)
            self.result(x + name, [n, a, incx, b, incy], want, terms * np.abs(most) + 1e-45, t)
        size = np.abs(c[:n * up:up].real) + np.abs(c[:n * up:up].imag)
        if n > 4:                   # equal ones: the first
            c[(n // 2) * up], c[(n - 1) * up] = 7, -7
            c[(n // 3) * up] = c[(n - 2) * up] = 0
            size = np.abs(c[:n * up:up].real) + np.abs(c[:n * up:up].imag)
        self.result(f"I{x.lower()}amax", [n, c, up], np.argmax(size) + 1 if n else 0, 0, np.int32)
        self.result(f"I{x.lower()}amin", [n, c, up], np.argmin(size) + 1 if n else 0, 0, np.int32)

    def rotg(self):
        """Rotations made of two numbers."""
        for _ in range(4):
            a, b = self.random(2)
            self.givens(a, b)
        self.givens(self.t(0), self.random(1)[0])
        self.givens(self.random(1)[0], self.t(0))
        if not self.complex:
            for _ in range(12):
                self.rotmg(np.array([rng.uniform(-0.2, 2) * 10.0 ** rng.integers(-9, 9),
                                     rng.uniform(-1, 2) * 10.0 ** rng.integers(-9, 9),
                                     rng.uniform(-2, 2), rng.uniform(-2, 2)], self.t))

    def in_place(self, name, arrays, by_value_at=None):
        """Calls with small arrays of scalars on the side of the interface's scalars; gives them back."""
        device = getattr(self.interface, "device", False)
        places = [toolkit.upload(a) if device else a for a in arrays]
        given = []
        for i, place in enumerate(places):
            if i == by_value_at and self.interface.name == "legacy":
                given.append(Scalar(arrays[i][0], arrays[i].dtype))
            else:
                given.append(place if device else type("Place", (), {"pointer": ctypes.c_void_p(place.ctypes.data)}))
        status, _ = self.interface.call(name, *given)
        report.expect(name, status == 0, f"status {status}")
        return [p.download() if device else p for p in places]

    def givens(self, a, b):
        x = self.x
        arrays = [np.array([a], self.t), np.array([b], self.t), np.zeros(1, self.r), np.zeros(1, self.t)]
        want = [v.copy() for v in arrays]
        function = getattr(blas, "cblas_" + x.lower() + "rotg")
        function(*[ctypes.c_void_p(v.ctypes.data) for v in want])
        got = self.in_place(x + "rotg", arrays, 1 if self.complex else None)
        for i, word in enumerate(("r", "z", "c", "s")):
            if not (self.complex and word == "z"):
                report.near(f"{self.interface.name} {x}rotg({a}, {b}): {word}", "level 1", got[i], want[i],
                            16 * epsilon(self.r) * np.abs(want[i]))

    def rotmg(self, v):
        x = self.x
        arrays = [v[0:1].copy(), v[1:2].copy(), v[2:3].copy(), v[3:4].copy(), np.full(5, np.nan, self.t)]
        want = [a.copy() for a in arrays]
        function = getattr(blas, "cblas_" + x.lower() + "rotmg")
        y1 = by_value(Scalar(v[3], self.t))
        function(*[ctypes.c_void_p(a.ctypes.data) for a in want[:3]], y1, ctypes.c_void_p(want[4].ctypes.data))
        got = self.in_place(x + "rotmg", arrays)
        for i, word in ((0, "d1"), (1, "d2"), (2, "x1"), (4, "param")):
            report.near(f"{self.interface.name} {x}rotmg({v}): {word}", "level 1", got[i], want[i],
                        32 * epsilon(self.r) * np.abs(want[i]))

    # ---- level 2 ----

    def level2(self):
        x, most = self.x, 90
        m, n, incx, incy = self.size(most), self.size(most), self.increment(), self.increment()
        op = self.pick("N", "T", "C")
        to, by = (m, n) if op == "N" else (n, m)
        beta = self.number()

        def result(size):
            y = self.vector(size, incy)
            return self.holes(*y.shape) if beta.value == 0 and size and m and n else y
        self.run(x + "gemv", [op, m, n, self.number(), *self.leading(self.matrix(m, n)), self.vector(by, incx), incx,
                              beta, result(to), incy], by, "level 2")
        kl, ku = int(rng.integers(0, 5)), int(rng.integers(0, 5))
        self.run(x + "gbmv", [op, m, n, kl, ku, self.number(), *self.leading(self.band(m, n, kl, ku)),
                              self.vector(by, incx), incx, beta, result(to), incy], kl + ku + 1, "level 2")
        for name in ("geru", "gerc") if self.complex else ("ger",):
            self.run(x + name, [m, n, self.number(), self.vector(m, incx), incx, self.vector(n, incy), incy,
                                *self.leading(self.matrix(m, n))], 1, "level 2")
        self.symmetric(n, incx, incy, beta)
        for fill in "U", "L":
            for op in "N", "T", "C":
                for diag in "unit", "non-unit":
                    self.triangular(self.size(40), self.increment(), Letter(fill), Letter(op), Letter(diag))

    @staticmethod
    def leading(array):
        return array, array.shape[0]

    def symmetric(self, n, incx, incy, beta):
        x = self.x
        full, band, packed = ("hemv", "hbmv", "hpmv") if self.complex else ("symv", "sbmv", "spmv")
        rank = [("her", "hpr"), ("her2", "hpr2")] if self.complex else [("syr", "spr"), ("syr2", "spr2")]
        for fill in (Letter("U"), Letter("L")):
            def result():
                y = self.vector(n, incy)
                return self.holes(*y.shape) if beta.value == 0 and n else y
            k = int(rng.integers(0, 6))
            wide = self.band(n, n, 0, k) if fill == "U" else self.band(n, n, k, 0)
            tail = [self.vector(n, incx), incx, beta]
            self.run(x + full, [fill, n, self.number(), *self.leading(self.matrix(n, n, fill)), *tail, result(),
                                incy], n, "level 2")
            self.run(x + band, [fill, n, k, self.number(), *self.leading(wide), *tail, result(), incy], 2 * k + 1,
                     "level 2")
            self.run(x + packed, [fill, n, self.number(), self.packed(n, fill), *tail, result(), incy], n, "level 2")
            one, two = [self.vector(n, incx), incx], [self.vector(n, incx), incx, self.vector(n, incy), incy]
            self.run(x + rank[0][0], [fill, n, self.number(True), *one, *self.leading(self.hermitian(n, fill))], 1,
                     "level 2")
            self.run(x + rank[0][1], [fill, n, self.number(True), *one, self.packed(n, fill)], 1, "level 2")
            self.run(x + rank[1][0], [fill, n, self.number(), *two, *self.leading(self.hermitian(n, fill))], 2,
                     "level 2")
            self.run(x + rank[1][1], [fill, n, self.number(), *two, self.packed(n, fill)], 2, "level 2")

    def hermitian(self, n, fill):
        return self.matrix(n, n, fill)

    def triangular(self, n, incx, fill, op, diag):
        x, unit, k = self.x, diag == "unit", int(rng.integers(0, 6))
        for solution, suffix in ((False, "mv"), (True, "sv")):
            near = 2.0 * (n + 1) if solution else 0
            wide = self.band(n, n, 0, k, fill, unit, near) if fill == "U" else self.band(n, n, k, 0, fill, unit, near)
            self.run(x + "tr" + suffix, [fill, op, diag, n, *self.leading(self.matrix(n, n, fill, unit, near)),
                                         self.vector(n, incx), incx], n, "level 2", solution=solution)
            self.run(x + "tb" + suffix, [fill, op, diag, n, k, *self.leading(wide), self.vector(n, incx), incx], k + 1,
                     "level 2", solution=solution)
            self.run(x + "tp" + suffix, [fill, op, diag, n, self.packed(n, fill, unit, near), self.vector(n, incx),
                                         incx], n, "level 2", solution=solution)

    # ---- level 3 ----

    def level3(self):
        x, most = self.x, 80
        for opa in "N", "T", "C":
            for opb in "N", "T", "C":
                m, n, k = self.size(most), self.size(most), self.size(most)
                beta = self.number()
                a = self.matrix(*((m, k) if opa == "N" else (k, m)))
                b = self.matrix(*((k, n) if opb == "N" else (n, k)))
                self.run(x + "gemm", [Letter(opa), Letter(opb), m, n, k, self.number(), *self.leading(a),
                                      *self.leading(b), beta, *self.leading(self.target(m, n, beta))], k, "level 3")
        for fill in (Letter("U"), Letter("L")):
            for side in (Letter("left"), Letter("right")):
                m, n = self.size(most), self.size(most)
                order = m if side == "left" else n
                for name in ("symm", "hemm") if self.complex else ("symm",):
                    beta = self.number()
                    self.run(x + name, [side, fill, m, n, self.number(), *self.leading(self.matrix(order, order, fill)),
                                        *self.leading(self.matrix(m, n)), beta,
                                        *self.leading(self.target(m, n, beta))], order, "level 3")
                for op in "N", "T", "C":
                    for diag in (Letter("unit"), Letter("non-unit")):
                        self.sided(self.size(60), self.size(60), side, fill, Letter(op), diag)
            for op in (Letter("N"), Letter("T"), Letter("C")):
                self.ranks(self.size(most), self.size(most), fill, op)

    def target(self, m, n, beta, fill=None):
        array = self.matrix(m, n, fill)
        return self.holes(*array.shape) if beta.value == 0 and m and n else array

    def ranks(self, n, k, fill, op):
        x = self.x
        a, b = (self.matrix(*((n, k) if op == "N" else (k, n))) for _ in range(2))
        b = np.asfortranarray(np.vstack([b[:(n if op == "N" else k)], self.holes(1, b.shape[1])]))
        if not (self.complex and op == "C"):
            beta = self.number()
            self.run(x + "syrk", [fill, op, n, k, self.number(), *self.leading(a), beta,
                                  *self.leading(self.target(n, n, beta, fill))], k, "level 3")
            self.run(x + "syr2k", [fill, op, n, k, self.number(), *self.leading(a), *self.leading(b), beta,
                                   *self.leading(self.target(n, n, beta, fill))], 2 * k, "level 3")
        if self.complex and op != "T":
            beta = self.number(True)
            self.run(x + "herk", [fill, op, n, k, self.number(True), *self.leading(a), beta,
                                  *self.leading(self.target(n, n, beta, fill))], k, "level 3")
            self.run(x + "her2k", [fill, op, n, k, self.number(), *self.leading(a), *self.leading(b), beta,
                                   *self.leading(self.target(n, n, beta, fill))], 2 * k, "level 3")

    def sided(self, m, n, side, fill, op, diag):
        x, order, unit = self.x, m if side == "left" else n, diag == "unit"
        b = self.matrix(m, n)
        front = [side, fill, op, diag, m, n, self.number(), *self.leading(self.matrix(order, order, fill, unit))]
        c = b[:] if rng.integers(0, 2) else None        # in place, or a result of its own
        if c is None:
            v2 = [*front, *self.leading(b), *self.leading(b)]
        else:
            c = np.ndarray.view(b)
            v2 = [*front, *self.leading(b.copy(order="F")), *self.leading(c)]
        self.run(x + "trmm", [*front, *self.leading(b)], order, "level 3", v2_arguments=v2)
        front[7] = self.matrix(order, order, fill, unit, 2.0 * (order + 1))
        front[8] = front[7].shape[0]
        self.run(x + "trsm", [*front, *self.leading(self.matrix(m, n))], order, "level 3", solution=True)


blas.openblas_set_num_threads(1)
for round_ in range(options.rounds):
    for make in (Legacy, lambda: Handle(False), lambda: Handle(True)):
        with make() as interface:
            for letter in LETTERS:
                cases = Cases(interface, letter)
                for n in (0, 1, cases.size(200), 20000 if interface.name == "v2" else cases.size(400)):
                    cases.level1(n)
                cases.rotg()
                cases.level2()
                cases.level3()
report.end("cublas")
