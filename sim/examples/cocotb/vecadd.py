# SPDX-License-Identifier: Apache-2.0
"""A TPC of one SM in a test bench of cocotb (docs/bench.md): what sim/examples/vecadd_tb.sv does, in Python. c[i] =
a[i] + b[i] in four blocks of 64 threads, with the memories that a TPC needs around it; run.py builds and runs it."""
import collections
import os

import cocotb
import rtl_fields
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

N, THREADS = 256, 64
BLOCKS = N // THREADS
BASE = 0x1000                           # of device memory: a, b, c
LINE, BLOCK = 256, 64                   # bytes of a line of the L2, of a block of it
WORD = (1 << 32) - 1
CONSTANTS = rtl_fields.CONSTANTS


class MemoryPort:
    """Device memory behind one port: an answer comes MEM_LATENCY cycles after its request."""

    def __init__(self, memory):
        self.memory = memory            # a bytearray from BASE on, of all ports
        self.answers = collections.deque()      # cycle and mem_rsp_t, the oldest first

    def request(self, cycle, request):
        """Takes a mem_req_t in a cycle."""
        at = request["addr"] - BASE
        if request["kind"] == rtl_fields.DEFINES["MEM_STORE"]:
            for i in range(32):
                if request["mask"] >> i & 1:
                    self.memory[at + i] = request["data"] >> 8 * i & 0xff
        if request["kind"] == rtl_fields.DEFINES["MEM_LOAD"]:
            data = int.from_bytes(self.memory[at:at + 32], "little")
            answer = rtl_fields.pack("mem_rsp_t", id=request["id"], data=data)
            self.answers.append((cycle + CONSTANTS["MEM_LATENCY"], answer))

    def answer(self, cycle):
        """What it answers in a cycle, or None."""
        return self.answers[0][1] if self.answers and self.answers[0][0] <= cycle else None

    def taken(self):
        """The answer was."""
        self.answers.popleft()


class Lines:
    """Instructions and constants: a line of 64 words for a request, from the block that was asked for on."""

    def __init__(self, code):
        self.code = code
        self.words = collections.deque()        # cycle from which on, and word

    def request(self, cycle, block):
        """Takes the number of a block (bits 24 to 6 of an address)."""
        line, first = block * BLOCK // LINE, block % (LINE // BLOCK)
        for i in range(LINE // 4):
            at = line * LINE // 4 + (first * BLOCK // 4 + i) % (LINE // 4)
            self.words.append((cycle + CONSTANTS["L3_LATENCY"], self.code[at] if at < len(self.code) else 0))

    def answer(self, cycle):
        """The word that comes in a cycle, or None."""
        return self.words.popleft()[1] if self.words and self.words[0][0] <= cycle else None


def launch():
    """launch_cfg_t: what gt200 config prints."""
    return rtl_fields.pack(
        "launch_cfg_t", nthreads=THREADS, nwarps=THREADS // 32, nregs=4, smem_bytes=64, nparam=3, ntid_x=THREADS,
        ntid_y=1, ntid_z=1, nctaid_x=BLOCKS, nctaid_y=1, slot_warps=THREADS // 32, slot_rows=4 * THREADS // 64,
        slot_smem=64, max_blocks=8, g_base=BASE, g_limit=BASE + 12 * N)


def quiet(dut):
    """Every input to what it is while nothing happens."""
    for name in ("clk_seldom", "clk_g", "start", "cyc_start", "param", "cfg_tex", "blk_valid", "blk", "mem_rsp_valid",
                 "mem_rsp", "l3_rsp"):
        getattr(dut, name).value = 0
    dut.clk_en.value = 1
    dut.rst.value = 1
    dut.cfg.value = launch()
    dut.place.value = rtl_fields.pack("sm_place_t", local_base=BASE + 12 * N)
    dut.cfg_params.value = BASE | BASE + 4 * N << 32 | BASE + 8 * N << 64
    dut.mem_req_ready.value = 3         # the SM's port and the texture unit's
    dut.l3_req_ready.value = 1


@cocotb.test()
async def vecadd(dut):
    """The sums, and as many cycles as the model takes (CYCLES)."""
    with open(os.environ["CODE"], encoding="ascii") as file:
        lines = Lines([int(word, 16) for word in file.read().split()])
    words = [i for i in range(N)] + [1000 * i for i in range(N)] + [0] * N
    memory = bytearray(b"".join(word.to_bytes(4, "little") for word in words))
    ports = [MemoryPort(memory), MemoryPort(memory)]
    quiet(dut)
    cocotb.start_soon(Clock(dut.clk, 2, "step").start())

    given = done = cycle = 0
    for step in range(100000):
        # Inputs change with the falling edge; what the rising one finds is looked at in between.
        await FallingEdge(dut.clk)
        dut.rst.value = step < 2
        dut.start.value = step == 2
        answers = [port.answer(cycle) for port in ports]
        dut.mem_rsp_valid.value = sum((a is not None) << i for i, a in enumerate(answers))
        dut.mem_rsp.value = sum((a or 0) << rtl_fields.bits("mem_rsp_t") * i for i, a in enumerate(answers))
        word = lines.answer(cycle) if step > 2 else None
        dut.l3_rsp.value = rtl_fields.pack("l3_rsp_t", valid=word is not None, data=word or 0)
        dut.blk_valid.value = step > 2 and given < BLOCKS
        dut.blk.value = rtl_fields.pack("block_t", x=given % BLOCKS)
        await ReadOnly()
        if step < 2:
            continue
        cycle = dut.cyc.value.integer
        requests, size = dut.mem_req_valid.value.integer, rtl_fields.bits("mem_req_t")
        if requests:
            fields = dut.mem_req.value.integer
            for i, port in enumerate(ports):
                if requests >> i & 1:
                    port.request(cycle, rtl_fields.unpack("mem_req_t", fields >> size * i & (1 << size) - 1))
        for i, port in enumerate(ports):
            if answers[i] is not None and dut.mem_rsp_ready.value.integer >> i & 1:
                port.taken()
        if dut.l3_req_valid.value.integer:
            lines.request(cycle, dut.l3_req_addr.value.integer)
        given += dut.blk_valid.value.integer and dut.blk_ready.value.integer
        done += dut.blk_done.value.integer
        fault = rtl_fields.unpack("fault_t", dut.fault.value.integer)
        assert not fault["valid"], fault
        if done == BLOCKS:
            break
        cycle += 1
    assert done == BLOCKS, f"{done} of {BLOCKS} blocks are done"

    sums = [int.from_bytes(memory[4 * (2 * N + i):][:4], "little") for i in range(N)]
    wrong = sum(s != 1001 * i for i, s in enumerate(sums))
    assert wrong == 0, f"{wrong} of {N} sums are wrong"
    cycles = cycle + 1                  # from cycle 0 on
    dut._log.info("%d cycles", cycles)
    assert cycles == int(os.environ.get("CYCLES", cycles)), f"{cycles} cycles, the model takes {os.environ['CYCLES']}"
