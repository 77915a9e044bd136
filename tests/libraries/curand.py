# SPDX-License-Identifier: Apache-2.0
"""curand.py HOME JUMP: CURAND's host interface of the toolkit folder HOME: published numbers, both generators against
the recurrences in Python, order, offsets, distributions. JUMP is jump.py of sw/libraries/curand, whose polynomials
must be those of the header."""
import ctypes
import hashlib
import importlib.util
import statistics
import sys

import numpy as np

from device import Report, Toolkit

spec = importlib.util.spec_from_file_location("jump", sys.argv[2])
jump = importlib.util.module_from_spec(spec)
spec.loader.exec_module(jump)
with open(f"{sys.argv[1]}/include/curand_xorwow.h", encoding="ascii") as header:
    assert header.read() == jump.text(), "include/curand_xorwow.h is not what jump.py writes"

toolkit = Toolkit(sys.argv[1], "curand")
curand = toolkit.library
report = Report()
XORWOW, MRG, SOBOL = 101, 121, 201
STATES = 4096
KINDS = {"": np.uint32, "Uniform": np.float32, "UniformDouble": np.float64, "Normal": np.float32,
         "NormalDouble": np.float64, "LogNormal": np.float32, "LogNormalDouble": np.float64}
M1, M2 = 2 ** 32 - 209, 2 ** 32 - 22853


class Generator:
    def __init__(self, kind, seed=0, offset=0, host=False):
        self.handle, self.host = ctypes.c_void_p(), host
        create = curand.curandCreateGeneratorHost if host else curand.curandCreateGenerator
        assert create(ctypes.byref(self.handle), kind) == 0
        assert kind == SOBOL or curand.curandSetPseudoRandomGeneratorSeed(self.handle, ctypes.c_ulonglong(seed)) == 0
        assert curand.curandSetGeneratorOffset(self.handle, ctypes.c_ulonglong(offset)) == 0

    def __call__(self, kind, n, mean=None, deviation=None):
        array = np.zeros(n, KINDS[kind])
        place = array if self.host else toolkit.upload(array)
        real = ctypes.c_double if "Double" in kind else ctypes.c_float
        more = [] if mean is None else [real(mean), real(deviation)]
        pointer = ctypes.c_void_p(array.ctypes.data) if self.host else place.pointer
        rc = getattr(curand, "curandGenerate" + kind)(self.handle, pointer, ctypes.c_size_t(n), *more)
        report.expect(f"curandGenerate{kind}", rc == 0, f"status {rc}")
        return array if self.host else place.download()

    def __del__(self):
        curand.curandDestroyGenerator(self.handle)


def xorwow(seed):
    low = 1099087573 * ((seed & jump.WORD) ^ 0xaad26b49) & jump.WORD
    high = 2591861531 * ((seed >> 32) ^ 0xf7dcefdd) & jump.WORD
    return ([123456789 + low & jump.WORD, 362436069 ^ low, 521288629 + high & jump.WORD, 88675123 ^ high,
             5783321 + low & jump.WORD], 6615241 + low + high & jump.WORD)


def xorwow_numbers(seed, sequences, count):
    """count numbers of each of the first sequences, in the order of the host interface."""
    every = jump.powers()
    for _ in range(jump.SEQUENCE):
        next(every)
    far, (v, d) = next(every), xorwow(seed)
    rows = []
    for _ in range(sequences):
        row, w = [], v
        for i in range(count):
            w = jump.step(w)
            row.append(w[4] + d + 362437 * (i + 1) & jump.WORD)
        rows.append(row)
        v = jump.jump(v, far)
    return np.array(rows, np.uint32).T


def matrix_power(a, n, m):
    result = [[int(i == j) for j in range(3)] for i in range(3)]
    while n:
        if n & 1:
            result = [[sum(x * y for x, y in zip(row, column)) % m for column in zip(*a)] for row in result]
        a = [[sum(x * y for x, y in zip(row, column)) % m for column in zip(*a)] for row in a]
        n >>= 1
    return result


def mrg_numbers(seed, sequences, count):
    """Integers from 1 to M1, as P. L'Ecuyer defines them."""
    words = seed & jump.WORD ^ 0x55555555, seed >> 32 ^ 0xaaaaaaaa
    s = [12345 * words[i & 1] % M1 if seed else 12345 for i in range(3)]
    r = [12345 * words[1 - (i & 1)] % M2 if seed else 12345 for i in range(3)]
    far1 = matrix_power([[0, 1, 0], [0, 0, 1], [-810728, 1403580, 0]], 2 ** 76, M1)
    far2 = matrix_power([[0, 1, 0], [0, 0, 1], [-1370589, 0, 527612]], 2 ** 76, M2)
    # published in RngStreams as A1p76
    assert far1[0] == [82758667, 1871391091, 4127413238]
    rows = []
    for _ in range(sequences):
        row, a, b = [], s, r
        for _ in range(count):
            a = a[1:] + [(1403580 * a[1] - 810728 * a[0]) % M1]
            b = b[1:] + [(527612 * b[2] - 1370589 * b[0]) % M2]
            row.append((a[2] - b[2]) % M1 or M1)
        rows.append(row)
        s = [sum(x * y for x, y in zip(line, s)) % M1 for line in far1]
        r = [sum(x * y for x, y in zip(line, r)) % M2 for line in far2]
    return np.array(rows, np.uint64).T


def equal(case, got, want):
    report.expect(case, got.shape == want.shape and (got == want).all(), "differs")


# https://forums.developer.nvidia.com/t/44909: what NVIDIA's CURAND gives for seed 0
equal("xorwow, published", Generator(XORWOW)("", 10), np.array(
    [3179217846, 3955638199, 167591721, 4161663997, 3973448494, 1917059131, 2866113984, 472148682, 2019573489,
     2204150021], np.uint32))
# RngStreams: the first numbers of the first stream are every 4096th
equal("MRG32k3a, published", Generator(MRG)("UniformDouble", 4 * STATES + 1)[::STATES], np.array(
    [0.12701112204657714, 0.3185275653967945, 0.3091860155832701, 0.8258468629271136, 0.2216299157820229]))

for seed in 1, 0xfedcba9876543210:
    want = xorwow_numbers(seed, 40, 3)
    got = Generator(XORWOW, seed)("", 3 * STATES).reshape(3, STATES)
    equal(f"xorwow, seed {seed}", got[:, :40], want)
    equal("xorwow, uniform", Generator(XORWOW, seed)("Uniform", 40),
          (want[0].astype(np.float32) * np.float32(2 ** -32) + np.float32(2 ** -33)))
    equal("xorwow, uniform double", Generator(XORWOW, seed)("UniformDouble", 40),
          (want[0] ^ (want[1].astype(np.uint64) << np.uint64(21))).astype(np.float64) * 2.0 ** -53 + 2.0 ** -54)
    u, v = ((want[i].astype(np.float32) * np.float32(2 ** -32) + np.float32(2 ** -33)).astype(float) for i in (0, 1))
    pairs = np.sqrt(-2 * np.log(u)) * np.array([np.sin(2 * np.pi * v), np.cos(2 * np.pi * v)])
    normal = Generator(XORWOW, seed)("Normal", 80, 3, 2)
    report.near("xorwow, normal", "normal", normal, 3 + 2 * pairs.T.ravel(), np.full(80, 2e-5))
    want = mrg_numbers(seed, 40, 3)
    got = Generator(MRG, seed)("UniformDouble", 3 * STATES).reshape(3, STATES)
    equal(f"MRG32k3a, seed {seed}", got[:, :40], want.astype(float) * 2.328306549295727688e-10)
    equal("MRG32k3a, integers", Generator(MRG, seed)("", 40),
          (want[0].astype(float) * 1.000000048662).astype(np.uint32))

for kind in XORWOW, MRG:
    whole = Generator(kind, 9)("", 3 * STATES)
    for offset in 1, 4095, 4096, 5001:
        equal(f"{kind}: offset {offset}", Generator(kind, 9, offset)("", 2000), whole[offset:offset + 2000])
    parts = Generator(kind, 9)
    equal(f"{kind}: in parts", np.concatenate([parts("", n) for n in (1, 4000, 777, 3)]), whole[:4781])
    on_host = Generator(kind, 9, host=True)
    equal(f"{kind}: on the host", on_host("", 5000), whole[:5000])
    equal(f"{kind}: on the host, then uniform", on_host("Uniform", 5000),
          np.concatenate([g("Uniform", 5000) for g in [Generator(kind, 9, 5000)]]))
    report.near(f"{kind}: on the host, normal", "normal", Generator(kind, 4, host=True)("NormalDouble", 400, 0, 1),
                Generator(kind, 4)("NormalDouble", 400, 0, 1), np.full(400, 1e-12))

    # Kolmogorov and Smirnov at 0.1 %, and moments
    n = 20000
    for name, low in (("Uniform", 0), ("UniformDouble", 0)):
        x = np.sort(Generator(kind, 77)(name, n).astype(float))
        distance = np.abs(x - (np.arange(n) + 0.5) / n).max()
        report.expect(f"{kind}: {name}", low < x[0] and x[-1] <= 1 and distance < 1.95 / n ** 0.5, f"{distance}")
    for name in "Normal", "NormalDouble":
        x = Generator(kind, 77)(name, n, -1, 3).astype(float)
        y = (x + 1) / 3
        report.expect(f"{kind}: {name}", abs(y.mean()) < 4 / n ** 0.5 and abs(y.var() - 1) < 6 / n ** 0.5 and
                      abs((y ** 3).mean()) < 0.15 and abs((y ** 4).mean() - 3) < 0.4, f"{y.mean()} {y.var()}")
        z = Generator(kind, 77)("Log" + name, n, -1, 3).astype(float)
        report.near(f"{kind}: Log{name}", "log-normal", z, np.exp(x), 2e-5 * np.exp(x))

# Sobol: all direction vectors (the sum is of those that the published table gives, by another program), published
# points of the first two dimensions, the order of dimensions, parts, offsets, the host, distributions.
vectors = ctypes.c_void_p()
assert curand.curandGetDirectionVectors32(ctypes.byref(vectors), 101) == 0
table = np.ctypeslib.as_array(ctypes.cast(vectors, ctypes.POINTER(ctypes.c_uint32)), (1024, 32)).copy()
report.expect("Sobol, vectors", hashlib.sha256(table.astype("<u4").tobytes()).hexdigest() ==
              "e9f8c7de7b80c13fce58dd4f8fed873a0c11205fd4d70609faf5f9468945d9ab", "differ")
# of every dimension, the first 1024 points are one in each of as many intervals
numbers = np.arange(1024, dtype=np.uint32)
gray = numbers ^ numbers >> 1
every = np.zeros((1024, 1024), np.uint32)
for bit in range(10):
    every ^= np.where(gray >> bit & 1, table[:, bit:bit + 1], np.uint32(0)).astype(np.uint32)
report.expect("Sobol, intervals", (np.sort(every >> 22, axis=1) == numbers).all(), "differ")


def sobol(dimensions, offset=0, host=False):
    g = Generator(SOBOL, 0, offset, host)
    assert curand.curandSetQuasiRandomGeneratorDimensions(g.handle, dimensions) == 0
    return g


equal("Sobol, published", sobol(2)("UniformDouble", 16).reshape(2, 8) - 2.0 ** -33, np.array(
    [[0, .5, .75, .25, .375, .875, .625, .125], [0, .5, .25, .75, .375, .875, .125, .625]]))
for dimensions, n in (1, 1000), (7, 300), (1024, 5):
    want = every[:dimensions, :n].ravel()
    equal(f"Sobol, {dimensions} dimensions", sobol(dimensions)("", dimensions * n), want)
    equal(f"Sobol, {dimensions} dimensions, host", sobol(dimensions, host=True)("", dimensions * n), want)
equal("Sobol, offset", sobol(3, 17)("", 300).reshape(3, 100), every[:3, 17:117])
parts = sobol(3)
equal("Sobol, in parts", np.concatenate([parts("", 3 * n).reshape(3, n) for n in (1, 70, 29)], axis=1), every[:3, :100])
x = every[:3, :100].ravel().astype(float) * 2.0 ** -32 + 2.0 ** -33
equal("Sobol, uniform", sobol(3)("Uniform", 300), (every[:3, :100].ravel().astype(np.float32) * np.float32(2.0 ** -32) +
                                                   np.float32(2.0 ** -33)))
quantiles = np.array([statistics.NormalDist().inv_cdf(p) for p in x])
report.near("Sobol, normal", "normal", sobol(3)("NormalDouble", 300, 0, 1), quantiles, np.full(300, 1e-13))
report.near("Sobol, normal, host", "normal", sobol(3, host=True)("NormalDouble", 300, 0, 1), quantiles,
            np.full(300, 1e-13))
report.near("Sobol, normal float", "normal", sobol(3)("Normal", 300, -1, 2), 2 * quantiles - 1, np.full(300, 2e-6))
report.near("Sobol, log-normal", "log-normal", sobol(3)("LogNormal", 300, 0, 1), np.exp(quantiles),
            1e-5 * np.exp(quantiles))
generator = sobol(3)
place = toolkit.upload(np.zeros(8, np.float32))
for want, rc in ((105, curand.curandGenerate(generator.handle, place.pointer, ctypes.c_size_t(4))),
                 (103, curand.curandSetPseudoRandomGeneratorSeed(generator.handle, ctypes.c_ulonglong(1))),
                 (104, curand.curandSetQuasiRandomGeneratorDimensions(generator.handle, 0)),
                 (104, curand.curandSetQuasiRandomGeneratorDimensions(generator.handle, 1025)),
                 (101, curand.curandSetQuasiRandomGeneratorDimensions(None, 2)),
                 (104, curand.curandSetGeneratorOrdering(generator.handle, 101)),
                 (0, curand.curandSetGeneratorOrdering(generator.handle, 201)),
                 (104, curand.curandGetDirectionVectors32(ctypes.byref(vectors), 102)),
                 (104, curand.curandGetDirectionVectors32(None, 101))):
    report.expect("Sobol, refused", rc == want, f"{rc} instead of {want}")

# What is refused.
handle = ctypes.c_void_p()
for kind in 141, 202, 203, 204, 7:
    report.expect("refused", curand.curandCreateGenerator(ctypes.byref(handle), kind) == 103, f"type {kind}")
generator = Generator(XORWOW)
place = toolkit.upload(np.zeros(8, np.float32))
for want, rc in ((105, curand.curandGenerateNormal(generator.handle, place.pointer, ctypes.c_size_t(3),
                                                   ctypes.c_float(0), ctypes.c_float(1))),
                 (101, curand.curandGenerate(None, place.pointer, ctypes.c_size_t(3))),
                 (104, curand.curandGenerate(generator.handle, None, ctypes.c_size_t(3))),
                 (103, curand.curandGenerateLongLong(generator.handle, place.pointer, ctypes.c_size_t(1))),
                 (103, curand.curandSetQuasiRandomGeneratorDimensions(generator.handle, 2)),
                 (104, curand.curandSetGeneratorOrdering(generator.handle, 102)),
                 (0, curand.curandSetGeneratorOrdering(generator.handle, 101))):
    report.expect("refused", rc == want, f"{rc} instead of {want}")
report.end("curand")
