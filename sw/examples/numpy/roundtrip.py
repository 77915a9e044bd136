# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays to the device, through a kernel and back, by ctypes and libcuda alone.

    nvcc -cubin sw/examples/driver/vecadd.cu -o vecadd.cubin
    LD_LIBRARY_PATH=~/gt200/lib python3 sw/examples/numpy/roundtrip.py vecadd.cubin
"""
import ctypes
import sys

import numpy as np

cuda = ctypes.CDLL("libcuda.so.1")
pointer = ctypes.c_uint64               # CUdeviceptr


def check(result):
    if result:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(result, ctypes.byref(text))
        sys.exit(text.value.decode())


def to_device(array):
    at = pointer()
    check(cuda.cuMemAlloc(ctypes.byref(at), ctypes.c_size_t(array.nbytes)))
    check(cuda.cuMemcpyHtoD(at, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes)))
    return at


def from_device(at, like):
    array = np.empty_like(like)
    check(cuda.cuMemcpyDtoH(array.ctypes.data_as(ctypes.c_void_p), at, ctypes.c_size_t(array.nbytes)))
    return array


context, module, add = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
check(cuda.cuInit(0))
check(cuda.cuCtxCreate(ctypes.byref(context), 0, 0))
check(cuda.cuModuleLoad(ctypes.byref(module), sys.argv[1].encode()))
check(cuda.cuModuleGetFunction(ctypes.byref(add), module, b"vecadd"))

a = np.linspace(-3, 3, 1000, dtype=np.float32).reshape(10, 100)
b = np.cos(a)
a_on, b_on, c_on, n = to_device(a), to_device(b), to_device(np.zeros_like(a)), ctypes.c_int(a.size)
arguments = (ctypes.c_void_p * 4)(*[ctypes.addressof(value) for value in (a_on, b_on, c_on, n)])
check(cuda.cuLaunchKernel(add, -(-a.size // 128), 1, 1, 128, 1, 1, 0, None, arguments, None))
c = from_device(c_on, a)
wrong = np.count_nonzero(c != a + b)
print(f"{wrong} of {c.size} wrong")
sys.exit(wrong != 0)
