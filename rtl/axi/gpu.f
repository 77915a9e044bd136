// SPDX-License-Identifier: Apache-2.0
// What gpu_axi_top has besides rtl/files.f and rtl/gpu/files.f: a whole chip on a bus (docs/bus_chip.md).
axi_dram.sv
axi_join.sv
axi_width.sv
axi_lite.sv
axi_gpu_regs.sv
gpu_axi_top.sv
