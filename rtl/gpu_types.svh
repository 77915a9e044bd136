// SPDX-License-Identifier: Apache-2.0
// Structs that cross unit boundaries: ctl_t, one decoded instruction, whose fields are those of isa/insn.def.
`ifndef GPU_TYPES_SVH
`define GPU_TYPES_SVH
`include "ctl_types.svh"
`endif
