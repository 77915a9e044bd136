# SPDX-License-Identifier: Apache-2.0
"""The installed module gt200: values, cycles and events against the command line, errors by their text."""
import contextlib
import inspect
import io
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import numpy as np

import gt200
from gt200._library import library, program

SAXPY = """\
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
"""
N = 300
RTL = (gt200.home() / "lib/sm_fast.so").exists()


def vectors():
    return np.arange(-N, N, 2, dtype=np.float32) / 16, np.arange(N, dtype=np.float32)


class Launches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = gt200.compile(SAXPY)
        cls.saxpy = cls.module["saxpy"]

    def run_saxpy(self, **options):
        x, y = vectors()
        result = self.saxpy.launch(3, 128, N, 2, x, y, **options)
        self.assertTrue(np.array_equal(x, vectors()[0]))
        return y, result

    def command(self, command, *more):
        """gt200 run or trace of the same launch."""
        with tempfile.TemporaryDirectory() as folder:
            self.module.save(f"{folder}/k.cubin")
            for name, array in zip("xy", vectors()):
                array.tofile(f"{folder}/{name}")
            return subprocess.run(
                [program(), command, "k.cubin", "-k", "saxpy", "-g", "3", "-b", "128", "-a", f"s32:{N}", "-a", "f32:2",
                 "-a", "in:x", "-a", "in:y", *more], cwd=folder, check=True, capture_output=True, text=True).stdout

    def test_values_on_each_target(self):
        x, y = vectors()
        for target in ("func", "model", "rtl", "lockstep") if RTL else ("func", "model"):
            got, result = self.run_saxpy(target=target)
            self.assertTrue(np.array_equal(got, np.float32(2) * x + y), target)
            self.assertEqual(result.target, target)

    def test_counters_are_those_of_the_command(self):
        for chip in "sm", "gtx280":
            said = self.command("run", "--target", "model", "--chip", chip)
            result = self.run_saxpy(target="model", chip=chip)[1]
            expected = tuple(int(re.search(rf"^{what}: (\d+)$", said, re.MULTILINE)[1])
                             for what in ("cycles", "warp instructions", "thread instructions"))
            self.assertGreater(expected[0], 500)
            self.assertEqual(tuple(result.counters.tolist()), expected)
            self.assertEqual(result.counters.dtype.names, ("cycles", "warp_instructions", "thread_instructions"))
            self.assertEqual((result.cycles, result.warp_instructions, result.thread_instructions), expected)

    @unittest.skipUnless(RTL, "no machine sm_fast")
    def test_lockstep_and_verilog_have_the_cycles_of_the_model(self):
        cycles = {self.run_saxpy(target=t)[1].cycles for t in ("model", "rtl", "lockstep")}
        self.assertEqual(len(cycles), 1)

    #: Columns of the log's fields that have other names.
    COLUMNS = {"next pc": "next_pc", "micro-op": "micro_op", "byte mask": "byte_mask", "block y:x": "block",
               "type": "mtype", "result": "values", "data": "values", "operand": "values", "$c": "cc"}
    FIELD = re.compile(r"(block y:x|[^ :\d][^:\d]*?)((?: \d+:[0-9a-f]+)+| [0-9a-f]+)(?: |$)")

    def row(self, line, dtype):
        """An event of the text log as a row."""
        row = np.zeros((), dtype)
        cycle, rest = line.split(" ", 1)
        sm = re.match(r"SM (\d+) ", rest)
        row["sm"] = int(sm[1]) if sm else 0
        kind, rest = rest[sm.end() if sm else 0:].split(" ", 1)
        row["cycle"], row["type"] = int(cycle), gt200.Event[kind]
        self.assertEqual(self.FIELD.sub("", rest), "")
        for field in self.FIELD.finditer(rest):
            name, values = field[1], field[2].split()
            column = self.COLUMNS.get(name, name)
            if ":" not in values[0]:
                row[column] = int(values[0], 16)
                continue
            for value in values:
                lane, word = value.split(":")
                row["addresses" if name == "address" else column][int(lane)] = int(word, 16)
        return row

    def test_events_are_those_of_the_command(self):
        for chip in "sm", "tpc":
            log = self.command("trace", "--target", "model", "--chip", chip, "--events", "-")
            trace = self.run_saxpy(target="model", chip=chip, trace=True)[1].trace
            self.assertEqual(trace.text("events"), log)
            self.assertGreater(len(trace.events), 500)
            self.same_rows(trace)

    def same_rows(self, trace):
        """The rows are those of the text."""
        lines = trace.text("events").splitlines()
        self.assertEqual(len(trace.events), len(lines))
        for got, line in zip(trace.events, lines):
            row = self.row(line, trace.events.dtype)
            self.assertEqual([c for c in row.dtype.names if not np.array_equal(got[c], row[c])], [], line)

    def test_events_of_every_type(self):
        kernel = gt200.compile("""__global__ void k(unsigned *p, float *q)
            {
                __shared__ float s[32];
                unsigned old = atomicCAS(p + 1, atomicAdd(p, threadIdx.x), 5);
                s[31 - threadIdx.x] = __sinf(q[threadIdx.x]);
                __syncthreads();
                q[threadIdx.x] = s[threadIdx.x] + (old > 3 ? 1 : __expf(q[threadIdx.x]));
            }""")["k"]
        trace = kernel.launch(1, 32, np.zeros(2, np.uint32), np.ones(32, np.float32), target="model", trace=True).trace
        self.same_rows(trace)
        events = trace.events
        self.assertEqual(np.unique(events["type"]).tolist(), [e for e in gt200.Event if e != gt200.Event.FAULT])
        atomics = events[(events["type"] == gt200.Event.MEMREQ) & (events["kind"] & 2 != 0)]
        self.assertEqual(len(np.unique(atomics["operation"])), 2)
        self.assertEqual(np.unique(events["active"][events["type"] == gt200.Event.ISSUE])[-1], 0xffffffff)

    def test_micro_operations(self):
        trace = self.run_saxpy(target="model", trace=True)[1].trace
        issues = trace.events[trace.events["type"] == gt200.Event.ISSUE]
        rows = trace.instructions
        self.assertTrue(np.array_equal(rows["issue"], np.sort(issues["cycle"])))
        sp = rows[(rows["unit"] == gt200.Unit.SP) & (rows["start"] != gt200.NEVER)]
        self.assertGreater(len(sp), 20)
        self.assertTrue((sp["issue"] < sp["start"]).all() and (sp["start"] < sp["done"]).all())
        self.assertIn("<svg", trace.text("lanes"))

    def test_part_of_a_trace(self):
        events = self.run_saxpy(target="model", trace=True)[1].trace.events
        part = self.run_saxpy(target="model", trace=True, trace_from=800, trace_to=900)[1].trace.events
        self.assertTrue(np.array_equal(part, events[(events["cycle"] >= 800) & (events["cycle"] <= 900)]))

    @unittest.skipUnless(RTL, "no machine sm_fast")
    def test_verilog_has_the_events_of_the_model(self):
        model, rtl = (self.run_saxpy(target=t, trace=True)[1].trace for t in ("model", "rtl"))
        self.assertTrue(np.array_equal(model.events, rtl.events))

    def test_trace_outlives_its_device(self):
        with gt200.Device("model") as device:
            x, y = vectors()
            trace = device.launch(self.saxpy, 3, 128, N, 2.0, x, y, trace=True).trace
        with self.assertRaisesRegex(ValueError, "device is closed"):
            device.zeros(3)
        self.assertTrue(trace.text("events").startswith(f"{trace.events['cycle'][0]} BLOCK"))

    def test_device_memory_stays(self):
        x, y = vectors()
        with gt200.Device("model") as device:
            x_on, y_on = device.array(x), device.array(y)
            for _ in range(2):
                device.launch(self.saxpy, 3, 128, N, 2.0, x_on, y_on)
            self.assertTrue(np.array_equal(y_on.get(), np.float32(4) * x + y))
            with gt200.Device("model") as other:
                with self.assertRaisesRegex(ValueError, "argument 3 .* array of another device"):
                    other.launch(self.saxpy, 3, 128, N, 2.0, x_on, y_on)

    def test_in_and_out(self):
        kernel = gt200.compile("__global__ void add(int *in, int *out) { out[threadIdx.x] += ++in[threadIdx.x]; }")
        a, b = np.arange(32, dtype=np.int32), np.full(32, 77, np.int32)
        kernel["add"].launch(1, 32, gt200.In(a), gt200.Out(b))
        self.assertEqual((a.tolist(), b.tolist()), (list(range(32)), list(range(1, 33))))

    def test_variables(self):
        module = gt200.compile("""__constant__ int c[4]; __device__ int d = 5;
            __global__ void k(int *out) { out[threadIdx.x] = c[threadIdx.x & 3] + d; if (threadIdx.x == 0) d = 9; }""")
        other = gt200.compile("__constant__ int c[4] = { 7, 7, 7, 7 }; __global__ void k(int *o) { *o = c[*o]; }")
        out = np.zeros(4, np.int32)
        with gt200.Device() as device:
            device.write_variable(module, "c", np.arange(4, dtype=np.int32))
            device.launch(other["k"], 1, 1, np.zeros(1, np.int32))
            device.launch(module["k"], 1, 4, out)
            self.assertEqual(out.tolist(), [5, 6, 7, 8])
            self.assertEqual(device.read_variable(module, "d", np.int32), 9)
            self.assertEqual(device.read_variable(module, "c", np.int32, 4).tolist(), [0, 1, 2, 3])
            with self.assertRaisesRegex(ValueError, "no variable 'e'"):
                device.read_variable(module, "e", np.int32)
            with self.assertRaisesRegex(ValueError, "variable c has 16 bytes, not 20 from 0 on"):
                device.write_variable(module, "c", np.zeros(5, np.int32))

    def test_output(self):
        module = gt200.compile('#include <stdio.h>\n__global__ void k() { printf("block %d\\n", blockIdx.x); }')
        with contextlib.redirect_stdout(io.StringIO()) as said:
            result = module["k"].launch(2, 1)
        self.assertEqual((result.output, said.getvalue()), ("block 0\nblock 1\n",) * 2)

    def test_ptx_and_types_that_are_not_known(self):
        source = 'extern "C" __global__ void k(float *p, float a, short s, long long b) { p[s] = a + b; }'
        module, out = gt200.compile(source, pointers=8), np.zeros(3, np.float32)
        self.assertEqual([p.bytes for p in module["k"].parameters], [8, 4, 2, 8])
        module["k"].launch(1, 1, out, np.float32(1.5), np.int16(2), 3)
        self.assertEqual(out.tolist(), [0, 0, 4.5])
        with self.assertRaisesRegex(TypeError, r"argument 2 of k, of 4 bytes: a float, and the type is not known"):
            module["k"].launch(1, 1, out, 1.5, np.int16(2), 3)
        ptx = gt200.compile(".version 1.4\n.target sm_13\n.entry k (.param .u32 p)\n{ .reg .u32 %r;\n"
                            "ld.param.u32 %r, [p]; st.global.u32 [%r], 42; exit; }")
        out = np.zeros(1, np.uint32)
        ptx["k"].launch(1, 1, out)
        self.assertEqual(out[0], 42)


class Errors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.saxpy = gt200.compile(SAXPY)["saxpy"]
        cls.x = np.zeros(32, np.float32)

    def refused(self, kind, text, *arguments, **options):
        grid, block, *rest = arguments or (1, 32, 32, 2.0, self.x, self.x)
        with self.assertRaises(kind) as caught:
            self.saxpy.launch(grid, block, *rest, **options)
        self.assertIn(text, str(caught.exception))
        return caught.exception

    def test_compiler(self):
        with self.assertRaises(gt200.CompileError) as caught:
            gt200.compile("__global__ void k(int *p)\n{\n    *p = q;\n}", name="my.cu")
        self.assertIn("my.cu:3:10: error: use of undeclared identifier 'q'", str(caught.exception))
        with self.assertRaises(gt200.CompileError) as caught:
            gt200.compile(".version 1.4\n.target sm_13\n.entry k () { add.u33 %r; }")
        self.assertIn("source.ptx:3: instruction add.u33: '.u33' is not legal here; expected", str(caught.exception))
        for text, options in ((r"pointers=5 \(expected 4 or 8\)", {"pointers": 5}),
                              (r"max_registers=2 \(expected 4 to 124\)", {"max_registers": 2}),
                              (r"language 'c' \(expected 'cuda' or 'ptx'\)", {"language": "c"}),
                              ("fast_math is an option of CUDA C", {"language": "ptx", "fast_math": True})):
            with self.assertRaisesRegex(ValueError, text):
                gt200.compile(SAXPY, **options)

    def test_cubin(self):
        with self.assertRaises(gt200.LoadError) as caught:
            gt200.Module("architecture {sm_13}\nabiversion {1}\ncode {\n\tname = k\n\toops\n}", "bad.cubin")
        self.assertRegex(str(caught.exception), r"^bad.cubin:\d: expected .* found 'oops'$")
        with self.assertRaisesRegex(KeyError, "no kernel 'sax'; there is saxpy"):
            self.saxpy.module["sax"]

    def test_arguments(self):
        x = self.x
        self.refused(TypeError, "argument 3 of saxpy(int, float, float const*, float*), float const*: an array of "
                     "float64 (expected float32)", 1, 32, 32, 2.0, np.zeros(32), x)
        self.refused(TypeError, "int: a float (expected an integer)", 1, 32, 32.5, 2.0, x, x)
        self.refused(TypeError, "float: a str (expected a number)", 1, 32, 32, "2", x, x)
        self.refused(TypeError, "int: an array (expected a number)", 1, 32, x, 2.0, x, x)
        self.refused(TypeError, "float*: a list (expected an array)", 1, 32, 32, 2.0, x, [1.0])
        self.refused(TypeError, "has 4 parameters, 3 were given", 1, 32, 32, 2.0, x)
        self.refused(ValueError, "2147483648 is not a number from -2147483648 to 2147483647", 1, 32, 2**31, 2.0, x, x)
        self.refused(ValueError, "the array is not contiguous", 1, 32, 32, 2.0, np.zeros(64, np.float32)[::2], x)
        self.refused(ValueError, "grid=(1, 1, 1) (expected a number or a tuple of up to 2)", (1, 1, 1), 32, 1, 2.0, x,
                     x)
        self.refused(ValueError, "block=0 (expected 1 to", 1, 0, 1, 2.0, x, x)
        self.refused(gt200.LaunchError, "block size in x is 1024, allowed are 1 to 512", 1, 1024, 32, 2.0, x, x)

    def test_options(self):
        self.refused(gt200.Error, "unknown target 'fast' (expected func, model, rtl or lockstep)", target="fast")
        self.refused(gt200.Error, "unknown chip", target="model", chip="gtx999")
        self.refused(gt200.Error, "jitter: target func has no memory of random latency", jitter=3)
        self.refused(gt200.Error, "races: target model looks for no races (expected func)", target="model", races="all")
        self.refused(gt200.LaunchError, "target func has no trace (expected model or rtl)", trace=True)
        self.refused(ValueError, "trace_from and trace_to are of a trace", trace_from=5)
        self.refused(gt200.LaunchError, "target func counts prof_trigger_00 to _07 alone", counters=["branch"])
        self.refused(TypeError, "max_cycles='9' (expected a number)", max_cycles="9")
        self.refused(gt200.Error, "fold 3: there are 1 phase and 4", target="model", fold=3)
        os.environ["GT200_DEVICES"] = "2"
        try:
            self.refused(gt200.Error, "GT200_DEVICES: a device of this library has no such setting")
        finally:
            del os.environ["GT200_DEVICES"]

    def test_variables_of_the_environment(self):
        os.environ["GT200_TARGET"] = "model"
        try:
            self.assertGreater(self.saxpy.launch(1, 32, 32, 2.0, self.x, self.x.copy()).cycles, 500)
            self.assertEqual(self.saxpy.launch(1, 32, 32, 2.0, self.x, self.x.copy(), target="func").cycles, 0)
        finally:
            del os.environ["GT200_TARGET"]

    def test_failures_leave_arrays_as_they_were(self):
        y = np.arange(32, dtype=np.float32)
        fault = self.refused(gt200.FaultError, "source.cu:5: kernel", 1, 32, 32, 2.0, 0, y)
        self.assertEqual((fault.name, fault.block, fault.warp, fault.lane, fault.address),
                         ("GLOBAL_LIMIT_READ", (0, 0), 0, 0, 0))
        self.refused(gt200.HangError, "", 1, 32, 32, 2.0, self.x, y, target="model", max_cycles=100)
        self.assertEqual(y.tolist(), list(range(32)))

    def test_races(self):
        race = gt200.compile("__global__ void k(int *p) { p[0] = threadIdx.x; }")["k"]
        with self.assertRaisesRegex(gt200.RaceError, "source.cu:1"):
            race.launch(1, 64, np.zeros(1, np.int32), races="all")

    def test_names_are_those_of_the_library(self):
        lib = library()
        for names, of in ((gt200.Event, lib.gts_event_name), (gt200.Unit, lib.gts_unit_name)):
            self.assertEqual([of(i).decode().upper() for i in range(len(names))], [n.name for n in names])
            self.assertIsNone(of(len(names)))
        self.assertIn(", ".join(gt200.CHIPS), str(self.refused(gt200.Error, "gtx999", target="model", chip="gtx999")))

    def test_documentation(self):
        for name in gt200.__all__:
            self.assertTrue(inspect.getdoc(getattr(gt200, name)), name)


if __name__ == "__main__":
    unittest.main()
