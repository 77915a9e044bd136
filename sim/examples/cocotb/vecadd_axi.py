# SPDX-License-Identifier: Apache-2.0
"""gt200_axi in a test bench of cocotb (docs/bus.md): vector add, as in vecadd.py, with registers by name through
AXI4-Lite, code, data and results through AXI4. Host and memory are those of cocotbext-axi, which knows nothing of this
project; the memory pauses at random on all channels. run.py builds and runs it."""
import os
import random

import cocotb
import rtl_fields
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiRam

N, THREADS = 256, 64
BLOCKS = N // THREADS
TOP = "gt200_axi"
CODE, DATA = 0x10000, 0x20000           # bus addresses
DEVICE, MEMORY = 0x10000, 0x8000        # device memory, from the address on that the bus has as DATA; its bytes
MAGIC = int.from_bytes(b"GT2A", "little")
ENDED = rtl_fields.value(TOP, "status", ended=1)


def pauses(seed):
    """Whether a channel pauses in a clock: for a while never, sometimes or mostly."""
    rng = random.Random(seed)
    while True:
        share = rng.choice((0.0, 0.3, 0.9))
        for _ in range(rng.randrange(10, 100)):
            yield rng.random() < share


def launch(code_bytes):
    """Registers of a launch with their index and words; all else stays as a reset leaves it, 0."""
    return (
        ("grid", 0, dict(x=BLOCKS, y=1)), ("block", 0, dict(threads=THREADS, warps=THREADS // 32)),
        ("block_xy", 0, dict(x=THREADS, y=1)), ("block_z", 0, dict(z=1)),
        ("slots", 0, dict(blocks=8, warps=THREADS // 32, rows=4 * THREADS // 64)),
        ("shared", 0, dict(slot=64, block=64)), ("thread", 0, dict(regs=4, params=3)),
        ("g_base", 0, dict(value=DEVICE)), ("g_limit", 0, dict(value=DEVICE + MEMORY)),
        ("mem_base", 0, dict(value=DEVICE)), ("mem_limit", 0, dict(value=DEVICE + MEMORY)),
        ("mem_offset", 0, dict(value=DATA - DEVICE)),
        ("code_base", 0, dict(value=CODE)), ("code_bytes", 0, dict(value=code_bytes)),
        *(("param", i, dict(value=DEVICE + 4 * N * i if i < 3 else 0))
          for i in range(rtl_fields.BUS_REGISTERS[TOP]["param"]["words"])),
        ("irq_enable", 0, dict(ended=1)))


async def reset(dut):
    """A host on the slave's side and a memory on the master's, behind a reset."""
    cocotb.start_soon(Clock(dut.clk, 2, "step").start())
    dut.rst.value = 1
    await ClockCycles(dut.clk, 8)
    # By name first, then as cocotbext-axi finds them: what Verilator lists are copies; what is written there is lost.
    for port in os.environ["PORTS"].split():
        getattr(dut, port)
    host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), dut.clk, dut.rst)
    memory = AxiRam(AxiBus.from_prefix(dut, "m"), dut.clk, dut.rst, size=1 << 18)
    dut.rst.value = 0
    await ClockCycles(dut.clk, 4)
    for seed, channel in enumerate((memory.write_if.aw_channel, memory.write_if.w_channel, memory.write_if.b_channel,
                                    memory.read_if.ar_channel, memory.read_if.r_channel)):
        channel.set_pause_generator(pauses(seed))
    return host, memory


@cocotb.test(timeout_time=100000, timeout_unit="step")
async def vecadd_axi(dut):
    """The sums, and as many cycles as the model takes (CYCLES)."""
    with open(os.environ["CODE"], encoding="ascii") as file:
        code = b"".join(int(word, 16).to_bytes(4, "little") for word in file.read().split())
    host, memory = await reset(dut)
    memory.write(CODE, code + bytes(64))
    for i in range(N):
        for array, word in enumerate((i, 1000 * i, 0)):
            memory.write_dword(DATA + 4 * (N * array + i), word)

    async def read(name, index=0):
        return await host.read_dword(rtl_fields.address(TOP, name, index))

    async def write(name, index, **fields):
        await host.write_dword(rtl_fields.address(TOP, name, index), rtl_fields.value(TOP, name, **fields))

    assert await read("magic") == MAGIC, "not the registers of gt200_axi"
    assert await read("version") >> 8 == 1, "another major version of the registers"
    for name, index, fields in launch(len(code)):
        await write(name, index, **fields)
    await write("control", 0, start=1)
    await RisingEdge(dut.irq)
    assert await read("status") == ENDED, "it has not ended well"
    assert await read("blocks_done") == BLOCKS
    await write("irq_status", 0, ended=1, fault=1, bus_error=1)
    await RisingEdge(dut.clk)
    assert dut.irq.value == 0, "irq is still there"

    wrong = sum(memory.read_dword(DATA + 4 * (2 * N + i)) != 1001 * i for i in range(N))
    assert wrong == 0, f"{wrong} of {N} sums are wrong"
    cycles = await read("end_cycle")
    dut._log.info("%d cycles", cycles)
    assert cycles == int(os.environ.get("CYCLES", cycles)), f"{cycles} cycles, the model takes {os.environ['CYCLES']}"
