# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's GT200 from Python: compile CUDA C or PTX, run it on a functional model, a cycle model or the Verilog, with
NumPy arrays as arguments, and look at what each warp did in each cycle.

    import numpy as np
    import gt200

    module = gt200.compile('''
    __global__ void saxpy(int n, float a, const float *x, float *y)
    {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n)
            y[i] = a * x[i] + y[i];
    }''')
    x, y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
    result = module["saxpy"].launch(8, 128, 1000, 2.0, x, y, target="model", trace=True)
    print(y[:3], result.cycles)                 # y is what the kernel made of it
    issues = result.trace.events[result.trace.events["type"] == gt200.Event.ISSUE]

compile, load     source, or a cubin, to a Module; module["name"] is a Kernel
Kernel.launch     one launch on a machine of its own
Device            a machine that keeps its memory: arrays stay there from launch to launch
Result            cycles, instructions, what the kernel printed, the trace
Trace             events and micro-operations as structured arrays; pictures
In, Out           an array that the kernel only reads, or only writes

Targets: "func" (values only, fast), "model" (cycles), "rtl" (the Verilog; the folder of GT200_HOME must have its
machines), "lockstep" (Verilog and model side by side, compared in each cycle). Chips: CHIPS. What is not given is taken
from the variables of the command line: GT200_TARGET, GT200_CHIP, GT200_THREADS, GT200_JITTER, GT200_MAX_CYCLES,
GT200_MEMORY_MB, GT200_PM, GT200_INTERLEAVE, GT200_RACES, GT200_MEMCHECK.

Errors are exceptions below gt200.Error, with the text of the command line: CompileError, LaunchError and those below
it. A wrong argument is a TypeError or ValueError that says what was expected.
"""
from ._compile import Kernel, Module, Parameter, compile, load
from ._device import Device, DeviceArray, In, Out, Result
from ._errors import (CompileError, DifferenceError, Error, FaultError, HangError, LaunchError, LibraryError, LoadError,
                      RaceError)
from ._library import home
from ._trace import NEVER, Event, Trace, Unit

TARGETS = ("func", "model", "rtl", "lockstep")
CHIPS = ("sm", "tpc", "gpu1", "gpu2", "gtx280", "g80tpc", "g80", "small")

__all__ = ["CHIPS", "CompileError", "Device", "DeviceArray", "DifferenceError", "Error", "Event", "FaultError",
           "HangError", "In", "Kernel", "LaunchError", "LibraryError", "LoadError", "Module", "NEVER", "Out",
           "Parameter", "RaceError", "Result", "TARGETS", "Trace", "Unit", "compile", "home", "load"]
