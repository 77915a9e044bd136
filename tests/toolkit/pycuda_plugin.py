# SPDX-License-Identifier: Apache-2.0
"""PyCUDA that was built without NVIDIA's CURAND lacks a function that its module of random numbers asks for the version
of that library. With a version from before CURAND the module has its own generator (MD5), and nothing of CURAND's."""
import pycuda._driver

if not hasattr(pycuda._driver, "get_curand_version"):
    pycuda._driver.get_curand_version = lambda: (0, 0, 0)
