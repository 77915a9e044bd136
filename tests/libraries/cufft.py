# SPDX-License-Identifier: Apache-2.0
"""cufft.py HOME [--seed N] [--rounds N]: CUFFT of the toolkit folder HOME against FFTW: all six types, 1 to 3 axes, in
place and not, batches, strides and embedding arrays; lengths of the factors 2, 3, 5, 7 and others (Bluestein).

NaN stands in gaps of strided arrays, which must stay, and must not spread. Bound: an element differs from FFTW's by at
most 2 eps (1 + log2 N) R, eps 2^-23 or 2^-52, N the number of elements of a transform, R the root of the mean square of
the result; twice that where a length has another prime factor.
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
    FFTW = {np.float32: (ctypes.CDLL("libfftw3f.so.3"), "fftwf_"), np.float64: (ctypes.CDLL("libfftw3.so.3"), "fftw_")}
except OSError as error:
    print(f"no FFTW (./setup installs it): {error}")
    sys.exit(77)
toolkit = Toolkit(options.home, "cufft")
cufft = toolkit.library
rng = np.random.default_rng(options.seed)
report = Report()

TYPES = {"C2C": 0x29, "R2C": 0x2a, "C2R": 0x2c, "Z2Z": 0x69, "D2Z": 0x6a, "Z2D": 0x6c}
ESTIMATE = 64


def ints(values):
    return (ctypes.c_int * len(values))(*values)


def fftw(real, kind, n, batch, source, inembed, istride, idist, target, onembed, ostride, odist, sign):
    """A transform of `source` into `target`."""
    library, prefix = FFTW[real]
    plan = getattr(library, prefix + "plan_many_dft" + kind)
    plan.restype = ctypes.c_void_p
    arguments = [len(n), ints(n), batch, ctypes.c_void_p(source.ctypes.data), ints(inembed), istride, idist,
                 ctypes.c_void_p(target.ctypes.data), ints(onembed), ostride, odist]
    made = plan(*arguments, *([] if kind else [sign]), ctypes.c_uint(ESTIMATE))
    assert made, f"FFTW has no plan for {kind} {n}"
    # a plan of ESTIMATE leaves the arrays as they are
    getattr(library, prefix + "execute")(ctypes.c_void_p(made))
    getattr(library, prefix + "destroy_plan")(ctypes.c_void_p(made))


def filled(size, dtype):
    """NaN everywhere."""
    return np.full(size, complex(np.nan, np.nan) if np.dtype(dtype).kind == "c" else np.nan, dtype)


def places(n, embed, stride, distance, batch):
    """Where the elements of an array of the lengths n are."""
    index = np.zeros([1] * len(n), np.int64)
    for axis, length in enumerate(n):
        step = stride * int(np.prod(embed[axis + 1:]))
        index = index + (np.arange(length) * step).reshape([-1 if a == axis else 1 for a in range(len(n))])
    return (np.arange(batch).reshape([-1] + [1] * len(n)) * distance + index).ravel()


def smooth(length):
    for factor in 2, 3, 5, 7:
        while length % factor == 0:
            length //= factor
    return length == 1


def compare(name, n, batch, in_place=False, many=False, inverse=False):
    real = np.float32 if name in ("C2C", "R2C", "C2R") else np.float64
    whole = np.complex64 if real is np.float32 else np.complex128
    r2c, c2r = name in ("R2C", "D2Z"), name in ("C2R", "Z2D")
    half = list(n[:-1]) + [n[-1] // 2 + 1]
    sides = []
    for kept, dtype, padded in ((half if c2r else list(n), real if r2c else whole, r2c),
                                (half if r2c else list(n), real if c2r else whole, c2r)):
        embed = list(kept)
        if padded and in_place:
            embed[-1] = 2 * half[-1]
        stride = 1
        if many:
            embed = [e + int(rng.integers(0, 3)) for e in embed]
            stride = int(rng.integers(1, 4))
        distance = stride * int(np.prod(embed)) + (int(rng.integers(0, 5)) if many else 0)
        sides.append((kept, dtype, embed, stride, distance))
    (kept, dtype, inembed, istride, idist), (okept, odtype, onembed, ostride, odist) = sides
    source = filled(batch * idist, dtype)
    at = places(kept, inembed, istride, idist, batch)
    values = rng.uniform(-1, 1, at.size)
    source[at] = values if r2c else values + 1j * rng.uniform(-1, 1, at.size)
    target = filled(batch * odist, odtype)

    handle = ctypes.c_uint()
    if many:
        rc = cufft.cufftPlanMany(ctypes.byref(handle), len(n), ints(n), ints(inembed), istride, idist, ints(onembed),
                                 ostride, odist, TYPES[name], batch)
    elif len(n) == 1:
        rc = cufft.cufftPlan1d(ctypes.byref(handle), n[0], TYPES[name], batch)
    else:
        rc = getattr(cufft, f"cufftPlan{len(n)}d")(ctypes.byref(handle), *n, TYPES[name])
    case = f"{name} {n} x {batch}{' in place' * in_place}{' inverse' * inverse} {sides if many else ''}"
    report.expect(case, rc == 0, f"plan: {rc}")
    given = toolkit.upload(source)
    taken = given if in_place else toolkit.upload(target)
    direction = [] if r2c or c2r else [1 if inverse else -1]
    rc = getattr(cufft, "cufftExec" + name)(handle, given.pointer, taken.pointer, *direction)
    report.expect(case, rc == 0, f"execution: {rc}")
    report.expect(case, cufft.cufftDestroy(handle) == 0, "the plan was not destroyed")
    if not in_place:
        report.expect(case, (given.download().view(np.uint8) == source.view(np.uint8)).all(), "its input changed")
    want = target.copy()
    fftw(real, "_r2c" if r2c else "_c2r" if c2r else "", n, batch, source.copy(), inembed, istride, idist, want,
         onembed, ostride, odist, *(direction or [0]))
    if in_place:                        # the same bytes, and of these the elements of the result
        got = filled(batch * odist, odtype)
        on = places(okept, onembed, ostride, odist, batch)
        got[on] = taken.download().view(odtype)[on]
    else:
        got = taken.download()
    scale = np.sqrt(np.nanmean(np.abs(want) ** 2))
    bound = 2 * np.finfo(real).eps * (1 + np.log2(np.prod(n))) * scale
    others = not all(smooth(length) for length in n)
    report.near(case, f"{name}{', other factors' if others else ''}", got, want,
                np.full(want.shape, bound * (2 if others else 1) + 1e-300))


def every(n, batch=1, **more):
    for name in TYPES:
        for inverse in (False, True) if name in ("C2C", "Z2Z") else (False,):
            compare(name, n, batch, inverse=inverse, **more)


for round_ in range(options.rounds):
    for length in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 25, 26, 49, 64, 97, 210, 315, 512, 1024):
        every([length], int(rng.integers(1, 4)), in_place=bool(rng.integers(0, 2)))
    for _ in range(4):
        length = int(rng.integers(1, 700))
        every([length], int(rng.integers(1, 4)), in_place=False)
        every([length], int(rng.integers(1, 4)), in_place=True)
    for n in ([8, 8], [16, 6], [5, 11], [1, 12], [9, 1], [64, 32], [4, 4, 4], [3, 5, 7], [2, 13, 10], [1, 1, 6]):
        every(n, in_place=False)
        every(n, in_place=True)
    for _ in range(5):
        n = [int(v) for v in rng.integers(1, 14, rng.integers(1, 4))]
        every(n, int(rng.integers(1, 4)), many=True)
    compare("C2C", [int(2 ** rng.integers(13, 15))], 1)
    compare("D2Z", [int(rng.integers(2000, 4000))], 2)

# What is refused.
handle = ctypes.c_uint()
for want, plan in ((8, lambda: cufft.cufftPlan1d(ctypes.byref(handle), 0, TYPES["C2C"], 1)),
                   (8, lambda: cufft.cufftPlan1d(ctypes.byref(handle), 8, TYPES["C2C"], 0)),
                   (3, lambda: cufft.cufftPlan1d(ctypes.byref(handle), 8, 77, 1)),
                   (1, lambda: cufft.cufftDestroy(ctypes.c_uint(4000)))):
    report.expect("refused", plan() == want, f"not with {want}")
assert cufft.cufftPlan1d(ctypes.byref(handle), 8, TYPES["C2C"], 1) == 0
place = toolkit.upload(np.zeros(32, np.float32))
odd = ctypes.c_void_p(place.pointer.value + 4)
for want, run in ((3, lambda: cufft.cufftExecR2C(handle, place.pointer, place.pointer)),
                  (4, lambda: cufft.cufftExecC2C(handle, place.pointer, place.pointer, 0)),
                  (4, lambda: cufft.cufftExecC2C(handle, None, place.pointer, 1)),
                  (9, lambda: cufft.cufftExecC2C(handle, odd, place.pointer, 1)),
                  (1, lambda: cufft.cufftExecC2C(ctypes.c_uint(77), place.pointer, place.pointer, 1))):
    report.expect("refused", run() == want, f"not with {want}")
report.expect("refused", cufft.cufftDestroy(handle) == 0 and cufft.cufftDestroy(handle) == 1, "destroyed twice")
report.end("cufft")
