// SPDX-License-Identifier: Apache-2.0
// What gt200_axi has besides rtl/files.f, which says how such lists are read: the machine on a bus (docs/bus.md).
axi_mem.sv
axi_due.sv
axi_ports.sv
axi_lines.sv
