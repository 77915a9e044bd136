# SPDX-License-Identifier: Apache-2.0
"""The CUDA runtime and the libraries of a toolkit folder by ctypes, for tests that compare them with the CPU's."""
import ctypes
import sys

import numpy as np


class Toolkit:
    """The libraries of lib/ of the folder HOME; NAME is the one under test."""

    def __init__(self, home, name):
        self.cudart = ctypes.CDLL(f"{home}/lib/libcudart.so.4")
        self.library = ctypes.CDLL(f"{home}/lib/lib{name}.so.4")
        for function in (self.cudart.cudaMalloc, self.cudart.cudaMemcpy, self.cudart.cudaFree):
            function.restype = ctypes.c_int
        self.cudart.cudaMalloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        self.cudart.cudaMemcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self.cudart.cudaFree.argtypes = [ctypes.c_void_p]

    def cuda(self, rc):
        if rc:
            self.cudart.cudaGetErrorString.restype = ctypes.c_char_p
            sys.exit(f"CUDA: {self.cudart.cudaGetErrorString(rc).decode()}")

    def upload(self, array):
        return Buffer(self, array)


class Buffer:
    """Device memory with the content of a NumPy array."""

    def __init__(self, toolkit, array):
        self.toolkit, self.shape, self.dtype, self.pointer = toolkit, array.shape, array.dtype, None
        self.order = "F" if array.flags.f_contiguous else "C"
        pointer = ctypes.c_void_p()
        toolkit.cuda(toolkit.cudart.cudaMalloc(ctypes.addressof(pointer), max(array.nbytes, 1)))
        self.pointer = pointer
        toolkit.cuda(toolkit.cudart.cudaMemcpy(pointer, array.ctypes.data, array.nbytes, 1))

    def download(self):
        array = np.empty(self.shape, self.dtype, order=self.order)
        self.toolkit.cuda(self.toolkit.cudart.cudaMemcpy(array.ctypes.data, self.pointer, array.nbytes, 2))
        return array

    def __del__(self):
        self.toolkit.cudart.cudaFree(self.pointer)


class Report:
    """Counts comparisons; the first failures are printed with their case."""

    def __init__(self):
        self.checked, self.failed, self.worst = 0, 0, {}

    def fail(self, case, text):
        self.failed += 1
        if self.failed <= 10:
            print(f"{case}: {text}")

    def expect(self, case, condition, text):
        self.checked += 1
        if not condition:
            self.fail(case, text)

    def near(self, case, group, got, want, bound):
        """got within bound of want, element by element; NaN stands where want has it, and nowhere else."""
        self.checked += 1
        got, want, bound = (np.atleast_1d(v) for v in (got, want, bound))
        holes = np.isnan(want)
        if (np.isnan(got) != holes).any():
            where = tuple(np.argwhere(np.isnan(got) != holes)[0])
            return self.fail(case, f"element {where}: {got[where]}, expected {want[where]}")
        with np.errstate(all="ignore"):
            excess = np.where(holes | (got == want), 0, np.abs(got - want) / bound)
        worst = np.unravel_index(np.argmax(excess), excess.shape)
        self.worst[group] = max(self.worst.get(group, 0), float(excess[worst]))
        if not excess[worst] <= 1:
            self.fail(case, f"element {worst}: {got[worst]}, expected {want[worst]} within {bound[worst]}")

    def end(self, name):
        for group, worst in sorted(self.worst.items()):
            print(f"  {group}: at most {worst:.2f} of the bound")
        print(f"{name}: {self.checked} comparisons, {self.failed} failed")
        sys.exit(self.failed != 0)
