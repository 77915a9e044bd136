# SPDX-License-Identifier: Apache-2.0
"""The core as a module of LiteX, and how it is put into a SoC."""
import math
import pathlib

from migen import ClockSignal, Instance, Module, ResetSignal, Signal
from litex.build.generic_platform import Pins, Subsignal
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import axi

REGISTERS = 0x1000                      # bytes
WIDTHS = (32, 64, 128, 256)

_here = pathlib.Path(__file__).resolve().parent


def home():
    """The folder with rtl/, fpga/rtl/ and sw/driver/: the package's copy, else the repository around it."""
    for folder in (_here / "_gt200", _here.parents[2]):
        if (folder / "rtl" / "files.f").exists():
            return folder
    raise FileNotFoundError(f"{_here}: expected rtl/ in _gt200 or in the repository around the package")


def sources(record=None):
    """Files of gt200_axi in the order in which they are read, and the folders of what they include. record: of another
    SM (docs/small.md)."""
    rtl = home() / "rtl"
    files, folders = [], []
    if record:
        files.append(rtl / "gen" / f"gpu_cfg_{record}.sv")
        if not files[0].exists():
            raise ValueError(f"record={record!r}: expected one of {records()}")
    for listed in (rtl / "files.f", rtl / "axi" / "files.f"):
        for line in listed.read_text(encoding="utf-8").splitlines():
            name = line.split("//", 1)[0].strip()
            if name.startswith("+incdir+"):
                folders.append((listed.parent / name[len("+incdir+"):]).resolve())
            elif name:
                files.append((listed.parent / name).resolve())
    return files, folders


def records():
    """Of SMs other than GT200's, by name."""
    return sorted(file.stem.removeprefix("gpu_cfg_") for file in (home() / "rtl" / "gen").glob("gpu_cfg_*.sv")
                  if file.stem != "gpu_cfg_pkg")


class _Line(Module):
    """An interrupt that a SoC asks for as it asks an EventManager; status and enable are registers of the core."""

    def __init__(self):
        self.irq = Signal()


class GT200(LiteXModule):
    """registers: AXI4-Lite slave; memory: AXI4 master; ev.irq: interrupt. All in the clock domain sys.

    sms: 1 to 3. dpu, tex: double precision, textures. data_width: of memory, 32 to 256. outstanding: requests under
    way, a power of two, 2 to 64. gate, timed: as GATE and TIMED of docs/bus.md. record: None, or "small", an SM that
    has neither double precision nor textures (docs/small.md). outside: the core is not in the design; its ports are
    pads, gt200_NAME, of a simulator, which has a model of it.
    """

    def __init__(self, platform, sms=1, dpu=True, tex=True, data_width=32, outstanding=16, gate=0, timed=False,
                 record=None, outside=False):
        if sms not in (1, 2, 3):
            raise ValueError(f"sms={sms}: expected 1, 2 or 3")
        if data_width not in WIDTHS:
            raise ValueError(f"data_width={data_width}: expected one of {WIDTHS}")
        if not 2 <= outstanding <= 64 or outstanding & (outstanding - 1):
            raise ValueError(f"outstanding={outstanding}: expected a power of two, 2 to 64")
        if gate not in (0, 1, 2, 3) or (timed and not gate):
            raise ValueError(f"gate={gate}, timed={timed}: expected gate 0 to 3, and 1 to 3 with timed")
        if record == "small" and (dpu or tex):
            raise ValueError(f"record='small', dpu={dpu}, tex={tex}: expected neither")
        id_width = 7 + math.ceil(math.log2(sms + 1))
        self.registers = s = axi.AXILiteInterface(data_width=32, address_width=32)
        self.memory = m = axi.AXIInterface(data_width=data_width, address_width=32, id_width=id_width)
        self.ev = _Line()

        ports = {"i_clk": ClockSignal(), "i_rst": ResetSignal(), "o_irq": self.ev.irq}
        for channel, names in (("aw", ("addr",)), ("w", ("data", "strb")), ("ar", ("addr",))):
            end = getattr(s, channel)
            ports[f"i_s_{channel}valid"] = end.valid
            ports[f"o_s_{channel}ready"] = end.ready
            for name in names:
                signal = getattr(end, name)
                ports[f"i_s_{channel}{name}"] = signal[:12] if name == "addr" else signal
        for channel, names in (("b", ("resp",)), ("r", ("data", "resp"))):
            end = getattr(s, channel)
            ports[f"o_s_{channel}valid"] = end.valid
            ports[f"i_s_{channel}ready"] = end.ready
            for name in names:
                ports[f"o_s_{channel}{name}"] = getattr(end, name)
        address = ("id", "addr", "len", "size", "burst", "cache", "prot")
        for channel, names in (("ar", address), ("aw", address), ("w", ("data", "strb", "last"))):
            end = getattr(m, channel)
            ports[f"o_m_{channel}valid"] = end.valid
            ports[f"i_m_{channel}ready"] = end.ready
            for name in names:
                ports[f"o_m_{channel}{name}"] = getattr(end, name)
        for channel, names in (("r", ("id", "data", "resp", "last")), ("b", ("id", "resp"))):
            end = getattr(m, channel)
            ports[f"i_m_{channel}valid"] = end.valid
            ports[f"o_m_{channel}ready"] = end.ready
            for name in names:
                ports[f"i_m_{channel}{name}"] = getattr(end, name)
        if outside:
            self._to_pads(platform, ports)
            return
        self.specials += Instance("gt200_axi", p_NSM=sms, p_DPU=int(dpu), p_TEX=int(tex), p_TIMED=int(timed),
                                  p_GATE=gate, p_ADDR_W=32, p_DATA_W=data_width, p_OUTSTANDING=outstanding, **ports)
        files, folders = sources(record)
        for folder in folders:
            platform.add_verilog_include_path(str(folder))
        for file in files:
            platform.add_source(str(file), "systemverilog")

    def _to_pads(self, platform, ports):
        del ports["i_clk"]
        platform.add_extension([("gt200", 0, *(Subsignal(port[2:], Pins(len(signal)))
                                               for port, signal in ports.items()))])
        pads = platform.request("gt200")
        for port, signal in ports.items():
            pad = getattr(pads, port[2:])
            self.comb += pad.eq(signal) if port[0] == "i" else signal.eq(pad)


def _dram_width(soc):
    """Of the core's port of LiteDRAM: as wide as it is, where the core can be so wide."""
    width = 2 ** int(math.log2(soc.sdram.crossbar.controller.data_width))
    return max(min(width, WIDTHS[-1]), WIDTHS[0])


def add_gt200(soc, name="gt200", memory=None, **kwargs):
    """Puts a core into a SoC: its registers as the region `name`, which no CPU caches; its interrupt; its memory.

    memory: "dram", a port of LiteDRAM of its own, or "bus", the SoC's bus, which all main memory is on but which does
    one word at a time. Default: "dram" where there is one. With "dram" a cache between bus and LiteDRAM (l2_size) would
    hide what the other side writes, and is refused. kwargs: of GT200.
    """
    if memory is None:
        memory = "dram" if hasattr(soc, "sdram") else "bus"
    if memory == "dram":
        from litedram.frontend.axi import LiteDRAMAXI2Native
        if not hasattr(soc, "sdram"):
            raise ValueError("memory='dram': the SoC has no LiteDRAM")
        if hasattr(soc, "l2_cache"):
            raise ValueError("memory='dram': the SoC has a cache before its DRAM; expected l2_size=0")
        kwargs.setdefault("data_width", _dram_width(soc))
    elif memory == "bus":
        kwargs.setdefault("data_width", soc.bus.data_width)
    else:
        raise ValueError(f"memory={memory!r}: expected 'dram' or 'bus'")

    core = GT200(soc.platform, **kwargs)
    soc.add_module(name=name, module=core)
    soc.bus.add_slave(name, core.registers, SoCRegion(size=REGISTERS, cached=False))
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    if memory == "bus":
        soc.bus.add_master(name, core.memory)
    else:
        port = soc.sdram.crossbar.get_port(data_width=core.memory.data_width)
        bridge = LiteDRAMAXI2Native(core.memory, port, base_address=soc.bus.regions["main_ram"].origin)
        soc.add_module(name=f"{name}_dram", module=bridge)
    return core
