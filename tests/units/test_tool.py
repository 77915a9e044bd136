#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools of this folder tell what is wrong: test_tool.py [Class ...] (unittest)."""
import shutil
import tempfile
import unittest
from pathlib import Path

import assertion
import faults
import proof
import rtl
from faults import Wrong


class Folder(unittest.TestCase):
    """A folder of its own for what is wrong."""
    def setUp(self):
        self.dir = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.dir)

    def wrong(self, text, call, *arguments):
        with self.assertRaises(Wrong) as caught:
            call(*arguments)
        self.assertIn(text, str(caught.exception))


class Faults(Folder):
    def entry(self, *lines):
        path = self.dir / "faults.txt"
        path.write_text("# a remark\n\n" + "\n".join(lines) + "\n")
        return faults.read(path)

    def test_an_entry(self):
        fault, = self.entry("bench two: all is wrong", "in unit.sv", "- a", "- b", "+ c", "says FAIL", "says it")
        self.assertEqual((fault.kind, fault.name, fault.slug, fault.file), ("bench", "two", "all_is_wrong", "unit.sv"))
        self.assertEqual(fault.keys["says"], "FAIL it")
        self.assertEqual(fault.plant("1 a\nb 2", "x"), "1 c 2")

    def test_no_new_text(self):
        fault, = self.entry("proof: gone", "- a;", "+")
        self.assertEqual(fault.plant("a;b", "x"), "b")

    def test_words_of_a_file(self):
        fault, = self.entry("let one = tick(1);", "", "let two = $one", "$one", "", "assertion: late",
                            "steps a = 1; $two")
        self.assertEqual(fault.keys["steps"], "a = 1; tick(1); tick(1);")

    def test_text_that_is_not_there_once(self):
        fault, = self.entry("proof: gone", "- a", "+ b")
        self.wrong("in x, once expected, 0 times there: a", fault.plant, "b", "x")
        self.wrong("in x, once expected, 2 times there: a", fault.plant, "a a", "x")

    def test_lines_that_are_none(self):
        self.wrong("faults.txt:3: expected 'KIND", self.entry, "all is wrong")
        self.wrong("expected '- OLD'", self.entry, "proof: gone", "+ b")
        self.wrong("expected '- OLD'", self.entry, "proof: gone", "file x.sv")
        self.wrong("without new text", self.entry, "proof: gone", "- a")
        self.wrong("without new text", self.entry, "proof: gone", "- a", "+ a")


class Files(Folder):
    def test_closure(self):
        path = self.dir / "bench.sv"
        path.write_text("module bench; // sm_top top (\n  sync_fifo #(.WIDTH(1)) u ();\n  own x ();\nendmodule\n"
                        "module own; endmodule\n")
        self.assertEqual([p.name for p in rtl.closure([path])], ["gpu_cfg_pkg.sv", "lutram_1r1w.sv", "sync_fifo.sv"])


class Names(Folder):
    """What `prove --names` finds, on copies of proofs."""
    def copy(self, unit, file, old, new):
        folder = self.dir / unit
        shutil.copytree(rtl.UNITS / unit, folder)
        text = (folder / file).read_text()
        self.assertIn(old, text)
        (folder / file).write_text(text.replace(old, new))
        return proof.job(proof.read(folder / "proof.sv"), None, "names", self.dir)

    def test_a_register(self):
        said = self.copy("sm_icache", "proof.sv", "dut.u_data.g_whole.u_data.rd_en", "dut.u_data.u_data.rd_en")
        self.assertEqual(said, "ERROR no register \\dut.u_data.u_data.rd_en")

    def test_a_fault(self):
        said = self.copy("sync_fifo", "faults.txt", "- in_ready  =", "- in_ready_y  =")
        self.assertIn("once expected, 0 times there: in_ready_y", said)

    def test_a_file(self):
        said = self.copy("sync_fifo", "faults.txt", "- in_ready  =", "in no_such_unit.sv\n- in_ready  =")
        self.assertIn("no_such_unit.sv is no file of ", said)

    def test_smaller(self):
        said = self.copy("sm_icache", "proof.sv", "- 16 - SW", "- 16 - SX")
        self.assertIn("not made smaller, sm_icache.sv lacks: 16 - SX", said)

    def test_a_port(self):
        self.assertIn("ERROR yosys", self.copy("lsu", "proof.sv", "output wire [55:0] st_at, ", ""))


class Assertions(Folder):
    """What is said of assertions, on a copy of the RTL."""
    WAITS = "one constant fetch at a time"

    def setUp(self):
        super().setUp()
        for part in ("rtl", "fpga"):
            shutil.copytree(rtl.ROOT / part, self.dir / part)
        self.root, rtl.ROOT = rtl.ROOT, self.dir
        rtl.known.cache_clear()

    def tearDown(self):
        rtl.ROOT = self.root
        rtl.known.cache_clear()

    def edit(self, file, old, new):
        path = self.dir / "rtl" / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def condition(self, new):
        text = (self.dir / "rtl/sm/sm_const.sv").read_text()
        line = next(line for line in text.split("\n") if self.WAITS in line)
        self.edit("sm/sm_const.sv", line, f'  `ASSERT("{self.WAITS}", {new})')

    def seen(self):
        return "\n".join(assertion.check("sm_const", self.dir / "out"))

    def test_all_is_right(self):
        self.assertEqual(assertion.complete()[0], [])
        self.assertEqual(self.seen(), "")

    def test_cases_and_assertions(self):
        self.edit("sm/sm_const.sv", "endmodule", '`ASSERT("the new", 1)\nendmodule')
        self.assertEqual(assertion.complete()[0],
                         ["nobody has seen it fail (tests/units/UNIT/faults.txt): sm_const: the new"])
        self.edit("sm/sm_const.sv", "the new", self.WAITS)
        self.assertEqual(assertion.complete()[0], ["two assertions: sm_const: " + self.WAITS])
        self.edit("sm/sm_const.sv", self.WAITS, "another")
        self.assertIn("no such assertion: sm_const: " + self.WAITS, assertion.complete()[0])

    def test_one_that_does_not_fail(self):
        self.condition("1'b1")
        self.assertIn(f"sm_const: '{self.WAITS}' is not seen to fail", self.seen())

    def test_one_that_fails_always(self):
        self.condition("even")
        self.assertIn("sm_const: while nothing happens", self.seen())

    def test_one_of_a_unit_within(self):
        self.condition("1'b1")
        self.edit("lib/lutram_1r1w.sv", "endmodule", f'`ASSERT("{self.WAITS}", !wr_en)\nendmodule')
        self.edit("lib/lutram_1r1w.sv", "module lutram", '`include "assert.svh"\nmodule lutram')
        self.assertIn(f"sm_const: '{self.WAITS}' is not seen to fail", self.seen())

    def test_a_fault_that_cannot_be_planted(self):
        self.edit("sm/sm_icache.sv", "!on_ahead : !on_demand;", "~on_ahead : !on_demand;")
        self.wrong("once expected, 0 times there", assertion.check, "sm_icache", self.dir / "out")


if __name__ == "__main__":
    unittest.main()
