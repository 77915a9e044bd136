# SPDX-License-Identifier: Apache-2.0
"""errors.py HOME: what the libraries of the toolkit folder HOME say to wrong arguments (as the manuals of CUDA 4.0 have
it), what sizes of 0 do, and that what is destroyed leaves no memory on the device."""
import ctypes
import sys

import numpy as np

from device import Report, Toolkit

report = Report()
blas = Toolkit(sys.argv[1], "cublas")
fft, rand = (ctypes.CDLL(f"{sys.argv[1]}/lib/lib{name}.so.4") for name in ("cufft", "curand"))
OK, NOT_INITIALIZED, INVALID_VALUE = 0, 1, 7
N, UPPER, LEFT, NON_UNIT = 0, 1, 0, 0
INT_MAX = 2 ** 31 - 1
NULL = None
cublas = blas.library


def expect(case, want, got):
    report.expect(case, got == want, f"status {got}, expected {want}")


def free():
    left, total = ctypes.c_size_t(), ctypes.c_size_t()
    blas.cuda(blas.cudart.cudaMemGetInfo(ctypes.byref(left), ctypes.byref(total)))
    return left.value


# ---- CUBLAS, with a handle -------------------------------------------------------------------------------------------

handle = ctypes.c_void_p()
expect("cublasCreate", INVALID_VALUE, cublas.cublasCreate_v2(None))
expect("cublasCreate", OK, cublas.cublasCreate_v2(ctypes.byref(handle)))
numbers = np.arange(1, 65, dtype=np.float32)
x, y, a, b, c = (blas.upload(numbers).pointer for _ in range(5))
keep = [blas.upload(numbers) for _ in range(5)]         # what belongs to the pointers, as long as this runs
x, y, a, b, c = (one.pointer for one in keep)
one, zero, result, index = ctypes.c_float(1), ctypes.c_float(0), ctypes.c_float(9), ctypes.c_int(9)
p1, p0, pr, pi = (ctypes.byref(v) for v in (one, zero, result, index))

# each: arguments behind the handle; then what is wrong in place of one of them
GOOD = {
    "cublasSaxpy_v2": [8, p1, x, 1, y, 1],
    "cublasSscal_v2": [8, p1, x, 1],
    "cublasSgemv_v2": [N, 4, 4, p1, a, 4, x, 1, p0, y, 1],
    "cublasSgbmv_v2": [N, 4, 4, 1, 1, p1, a, 4, x, 1, p0, y, 1],
    "cublasSsbmv_v2": [UPPER, 4, 1, p1, a, 4, x, 1, p0, y, 1],
    "cublasSspmv_v2": [UPPER, 4, p1, a, x, 1, p0, y, 1],
    "cublasStrsv_v2": [UPPER, N, NON_UNIT, 4, a, 4, x, 1],
    "cublasSger_v2": [4, 4, p1, x, 1, y, 1, a, 4],
    "cublasSsyr2_v2": [UPPER, 4, p1, x, 1, y, 1, a, 4],
    "cublasSgemm_v2": [N, N, 4, 4, 4, p1, a, 4, b, 4, p0, c, 4],
    "cublasSsyrk_v2": [UPPER, N, 4, 4, p1, a, 4, p0, c, 4],
    "cublasSsymm_v2": [LEFT, UPPER, 4, 4, p1, a, 4, b, 4, p0, c, 4],
    "cublasStrsm_v2": [LEFT, UPPER, N, NON_UNIT, 4, 4, p1, a, 4, b, 4],
}
WRONG = {
    "cublasSaxpy_v2": {1: [NULL]},
    "cublasSscal_v2": {1: [NULL]},
    "cublasSgemv_v2": {0: [3, -1], 1: [-1], 2: [-1], 3: [NULL], 5: [3, 0, -4], 7: [0], 8: [NULL], 10: [0]},
    "cublasSgbmv_v2": {0: [7], 1: [-1], 3: [-1, INT_MAX], 4: [-1, INT_MAX], 7: [2], 9: [0], 12: [0]},
    "cublasSsbmv_v2": {0: [2], 1: [-1], 2: [-1, INT_MAX], 5: [1], 7: [0], 10: [0]},
    "cublasSspmv_v2": {0: [2], 1: [-1], 5: [0], 8: [0]},
    "cublasStrsv_v2": {0: [5], 1: [5], 2: [5], 3: [-1], 5: [3], 7: [0]},
    "cublasSger_v2": {0: [-1], 1: [-1], 2: [NULL], 4: [0], 6: [0], 8: [3]},
    "cublasSsyr2_v2": {0: [2], 1: [-1], 4: [0], 6: [0], 8: [3]},
    "cublasSgemm_v2": {0: [3], 1: [-1], 2: [-1], 3: [-1], 4: [-1], 5: [NULL], 7: [3], 9: [3], 10: [NULL], 12: [3]},
    "cublasSsyrk_v2": {0: [9], 1: [9], 2: [-1], 3: [-1], 6: [3], 9: [3]},
    "cublasSsymm_v2": {0: [2], 1: [2], 2: [-1], 3: [-1], 6: [3], 8: [3], 11: [3]},
    "cublasStrsm_v2": {0: [2], 1: [2], 2: [3], 3: [2], 4: [-1], 5: [-1], 8: [3], 10: [3]},
}
SIZES = {"cublasSaxpy_v2": [0], "cublasSscal_v2": [0], "cublasSgemv_v2": [1, 2], "cublasSgbmv_v2": [1, 2],
         "cublasSsbmv_v2": [1], "cublasSspmv_v2": [1], "cublasStrsv_v2": [3], "cublasSger_v2": [0, 1],
         "cublasSsyr2_v2": [1], "cublasSgemm_v2": [2, 3], "cublasSsyrk_v2": [2], "cublasSsymm_v2": [2, 3],
         "cublasStrsm_v2": [4, 5]}
for name, good in GOOD.items():
    function = getattr(cublas, name)
    expect(f"{name} without a handle", NOT_INITIALIZED, function(None, *good))
    for at, values in WRONG[name].items():
        for value in values:
            expect(f"{name}, argument {at} {value}", INVALID_VALUE,
                   function(handle, *good[:at], value, *good[at + 1:]))
for name, good in GOOD.items():
    for at in SIZES[name]:
        for buffer in keep:
            blas.cuda(blas.cudart.cudaMemcpy(buffer.pointer, numbers.ctypes.data, numbers.nbytes, 1))
        expect(f"{name}, size {at} 0", OK, getattr(cublas, name)(handle, *good[:at], 0, *good[at + 1:]))
        for buffer in keep:
            report.expect(f"{name}, size {at} 0", (buffer.download() == numbers).all(), "something is written")
for name in "cublasSdot_v2", "cublasSnrm2_v2", "cublasSasum_v2", "cublasIsamax_v2", "cublasIsamin_v2":
    vectors = [x, 1, y, 1] if "dot" in name else [x, 1]
    function, to = getattr(cublas, name), index if "Is" in name else result
    expect(name, NOT_INITIALIZED, function(None, 8, *vectors, ctypes.byref(to)))
    expect(name, INVALID_VALUE, function(handle, 8, *vectors, None))
    for n in 0, -3:
        to.value = 9
        expect(f"{name}, {n} elements", OK, function(handle, n, *vectors, ctypes.byref(to)))
        report.expect(f"{name}, {n} elements", to.value == 0, f"result {to.value}")
for call, want in ((lambda: cublas.cublasSetPointerMode_v2(handle, 2), INVALID_VALUE),
                   (lambda: cublas.cublasGetPointerMode_v2(handle, None), INVALID_VALUE),
                   (lambda: cublas.cublasGetStream_v2(handle, None), INVALID_VALUE),
                   (lambda: cublas.cublasGetVersion_v2(handle, None), INVALID_VALUE),
                   (lambda: cublas.cublasSetStream_v2(None, None), NOT_INITIALIZED),
                   (lambda: cublas.cublasDestroy_v2(None), NOT_INITIALIZED),
                   (lambda: cublas.cublasSetMatrix(4, 4, 4, numbers.ctypes.data_as(ctypes.c_void_p), 3, a, 4),
                    INVALID_VALUE),
                   (lambda: cublas.cublasSetVector(4, 0, numbers.ctypes.data_as(ctypes.c_void_p), 1, x, 1),
                    INVALID_VALUE),
                   (lambda: cublas.cublasSetVector(4, 4, numbers.ctypes.data_as(ctypes.c_void_p), 0, x, 1),
                    INVALID_VALUE),
                   (lambda: cublas.cublasSetVector(0, 4, None, 1, None, 1), OK),
                   (lambda: cublas.cublasGetVector(4, 4, None, 1, None, 1), 11)):
    expect("helpers", want, call())
blas.cudart.cudaGetLastError()

# ---- CUBLAS without one ----------------------------------------------------------------------------------------------

letter = ctypes.c_char
gemm = [letter(b"N"), letter(b"N"), 4, 4, 4, ctypes.c_float(1), a, 4, b, 4, ctypes.c_float(0), c, 4]
cublas.cublasSgemm(*gemm)
expect("before cublasInit", NOT_INITIALIZED, cublas.cublasGetError())
expect("before cublasInit", NOT_INITIALIZED, cublas.cublasShutdown())
expect("before cublasInit", NOT_INITIALIZED, cublas.cublasAlloc(1, 4, ctypes.byref(ctypes.c_void_p())))
expect("cublasInit", OK, cublas.cublasInit() | cublas.cublasInit())
cublas.cublasSgemm(*gemm)
expect("cublasSgemm", OK, cublas.cublasGetError())
cublas.cublasSgemm(letter(b"X"), *gemm[1:])
expect("letter X", INVALID_VALUE, cublas.cublasGetError())
expect("the error is forgotten", OK, cublas.cublasGetError())
cublas.cublasSgemm(*gemm[:2], -1, *gemm[3:])
expect("m below 0", INVALID_VALUE, cublas.cublasGetError())
for n, size in (0, 4), (4, 0), (-1, 4):
    expect("cublasAlloc", INVALID_VALUE, cublas.cublasAlloc(n, size, ctypes.byref(ctypes.c_void_p())))
expect("cublasShutdown", OK, cublas.cublasShutdown())
expect("cublasDestroy", OK, cublas.cublasDestroy_v2(handle))

# ---- CUFFT -----------------------------------------------------------------------------------------------------------

C2C, R2C = 0x29, 0x2a
plan = ctypes.c_uint(77)
to = ctypes.byref(plan)
lengths = (ctypes.c_int * 3)(4, 4, 4)
bad = (ctypes.c_int * 3)(4, 0, 4)
for want, call in ((4, lambda: fft.cufftPlan1d(None, 8, C2C, 1)), (8, lambda: fft.cufftPlan1d(to, -8, C2C, 1)),
                   (8, lambda: fft.cufftPlan1d(to, 8, C2C, -1)), (3, lambda: fft.cufftPlan1d(to, 8, 0, 1)),
                   (8, lambda: fft.cufftPlan1d(to, INT_MAX, C2C, 2)), (8, lambda: fft.cufftPlan2d(to, 0, 8, C2C)),
                   (8, lambda: fft.cufftPlan2d(to, 8, 0, C2C)), (8, lambda: fft.cufftPlan3d(to, 8, 8, -1, C2C)),
                   (8, lambda: fft.cufftPlan3d(to, 4096, 4096, 4096, C2C)),
                   (8, lambda: fft.cufftPlanMany(to, 0, lengths, None, 1, 1, None, 1, 1, C2C, 1)),
                   (8, lambda: fft.cufftPlanMany(to, 4, lengths, None, 1, 1, None, 1, 1, C2C, 1)),
                   (4, lambda: fft.cufftPlanMany(to, 3, None, None, 1, 1, None, 1, 1, C2C, 1)),
                   (4, lambda: fft.cufftPlanMany(to, 3, lengths, lengths, -1, 64, lengths, 1, 64, C2C, 1)),
                   (4, lambda: fft.cufftPlanMany(to, 3, lengths, lengths, 0, 64, lengths, 1, 64, C2C, 1)),
                   (4, lambda: fft.cufftPlanMany(to, 3, lengths, lengths, 1, -64, lengths, 1, 64, C2C, 1)),
                   (4, lambda: fft.cufftPlanMany(to, 3, lengths, lengths, 1, 64, bad, 1, 64, C2C, 1)),
                   (2, lambda: fft.cufftPlan1d(to, 4096, C2C, 1 << 18)), (4, lambda: fft.cufftGetVersion(None)),
                   (1, lambda: fft.cufftSetStream(ctypes.c_uint(9), None)),
                   (1, lambda: fft.cufftSetCompatibilityMode(ctypes.c_uint(9), 0)),
                   (1, lambda: fft.cufftDestroy(ctypes.c_uint(2 ** 32 - 1)))):
    expect("CUFFT", want, call())
report.expect("CUFFT", plan.value == 77, "a plan that failed has written its handle")
blas.cudart.cudaGetLastError()

# ---- nothing is left -------------------------------------------------------------------------------------------------

kind = ctypes.c_void_p()


def round_of_all():
    expect("cublasCreate", OK, cublas.cublasCreate_v2(ctypes.byref(handle)))
    expect("cublasSsymm", OK, cublas.cublasSsymm_v2(handle, *GOOD["cublasSsymm_v2"]))
    expect("cublasDestroy", OK, cublas.cublasDestroy_v2(handle))
    expect("cublasInit", OK, cublas.cublasInit())
    expect("cublasShutdown", OK, cublas.cublasShutdown())
    for n in 64, 97, 4096:
        expect("cufftPlan1d", OK, fft.cufftPlan1d(to, n, R2C, 2))
        expect("cufftDestroy", OK, fft.cufftDestroy(plan))
    for number in 101, 121, 201:
        expect("curandCreateGenerator", OK, rand.curandCreateGenerator(ctypes.byref(kind), number))
        expect("curandGenerate", OK, rand.curandGenerate(kind, x, ctypes.c_size_t(4)))
        expect("curandSetGeneratorOffset", OK, rand.curandSetGeneratorOffset(kind, ctypes.c_ulonglong(3)))
        expect("curandGenerate", OK, rand.curandGenerate(kind, x, ctypes.c_size_t(4)))
        expect("curandDestroyGenerator", OK, rand.curandDestroyGenerator(kind))


round_of_all()          # tables that stay
before = free()
for _ in range(3):
    round_of_all()
report.expect("memory", free() == before, f"{before - free()} bytes of the device are not given back")
report.end("errors")
