#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools of this folder tell what is wrong: test_tool.py [Class ...] (unittest)."""
import shutil
import tempfile
import unittest
from pathlib import Path

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
        said = self.copy("sm_icache", "proof.sv", "dut.g_whole.u_data.rd_en", "dut.u_data.rd_en")
        self.assertEqual(said, "ERROR no register \\dut.u_data.rd_en")

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


if __name__ == "__main__":
    unittest.main()
