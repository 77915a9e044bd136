# SPDX-License-Identifier: Apache-2.0
"""gt200_axi between the master and the memory of cocotbext-axi, which know nothing of this project: registers through
AXI4-Lite, code, data and results through AXI4, pauses at random on all channels. Vector add, in four blocks of 64."""
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiRam

N, BLOCK, BLOCKS = 256, 64, 4
CODE, DATA, DEVICE, MEMORY = 0x10000, 0x20000, 0x10000, 0x8000


def pauses(seed):
    rng = random.Random(seed)
    while True:
        mood = rng.choice((0.0, 0.3, 0.9))
        for _ in range(rng.randrange(10, 100)):
            yield rng.random() < mood


@cocotb.test()
async def vector_add(dut):
    cocotb.start_soon(Clock(dut.clk, 10, units="ns").start())
    dut.rst.value = 1
    await ClockCycles(dut.clk, 8)
    host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), dut.clk, dut.rst)
    memory = AxiRam(AxiBus.from_prefix(dut, "m"), dut.clk, dut.rst, size=1 << 18)
    dut.rst.value = 0
    await ClockCycles(dut.clk, 4)
    for seed, channel in enumerate((memory.write_if.aw_channel, memory.write_if.w_channel, memory.write_if.b_channel,
                                    memory.read_if.ar_channel, memory.read_if.r_channel)):
        channel.set_pause_generator(pauses(seed))

    code = bytearray()
    for line in open(os.environ["CODE"]):
        for word in line.split():
            code += int(word, 16).to_bytes(4, "little")
    memory.write(CODE, bytes(code) + bytes(64))
    for i in range(N):
        memory.write_dword(DATA + 4 * i, i)
        memory.write_dword(DATA + 4 * (N + i), 1000 * i)
        memory.write_dword(DATA + 4 * (2 * N + i), 0)

    assert await host.read_dword(0x000) == 0x41325447
    assert await host.read_dword(0x004) >> 8 == 1, "another major version of the registers"
    regs, shared = 4, 64
    values = {
        0x080: 1 << 16 | BLOCKS, 0x084: 2 << 16 | BLOCK, 0x088: 1 << 16 | BLOCK, 0x08c: 1,
        0x090: (regs * 2 // 2) << 16 | 2 << 8 | 8, 0x094: shared << 16 | shared, 0x098: 3 << 8 | regs, 0x09c: 0,
        0x0a0: DEVICE, 0x0a4: DEVICE + MEMORY, 0x0d0: CODE, 0x0d8: len(code), 0x0e8: DEVICE, 0x0ec: DEVICE + MEMORY,
        0x0f0: DATA - DEVICE, 0x200: DEVICE, 0x204: DEVICE + 4 * N, 0x208: DEVICE + 8 * N}
    for at, value in values.items():
        await host.write_dword(at, value & 0xffffffff)
    for i in range(3, 64):
        await host.write_dword(0x200 + 4 * i, 0)
    await host.write_dword(0x01c, 1)
    await host.write_dword(0x010, 1)
    await with_timeout(RisingEdge(dut.irq), 2, "ms")
    assert await host.read_dword(0x014) == 2, "it has not ended well"
    assert await host.read_dword(0x02c) == BLOCKS
    await host.write_dword(0x018, 7)
    await RisingEdge(dut.clk)
    assert dut.irq.value == 0
    for i in range(N):
        assert memory.read_dword(DATA + 4 * (2 * N + i)) == 1001 * i, f"sum {i}"
    cycles = await host.read_dword(0x038)
    dut._log.info("%d cycles", cycles)
    assert cycles == int(os.environ["CYCLES"]), "the model takes another number"
