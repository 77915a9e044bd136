// SPDX-License-Identifier: Apache-2.0
// What gt200_axi has besides rtl/files.f, which says how such lists are read: the machine on a bus (docs/bus.md).
axi_mem.sv
axi_due.sv
axi_ports.sv
axi_lines.sv
axi_width.sv
axi_lite.sv
axi_regs.sv
../gpu/distributor.sv
../../fpga/rtl/launcher.sv
../../fpga/rtl/slot_blocks.sv
gt200_axi.sv
