// SPDX-License-Identifier: Apache-2.0
// Commands of the host interface and its registers: docs/units/host-if.md.
`ifndef HOST_TYPES_SVH
`define HOST_TYPES_SVH
`define HOST_UPLOAD     4'd1
`define HOST_SET        4'd2
`define HOST_INVALIDATE 4'd3
`define HOST_FENCE      4'd4
`define HOST_LAUNCH     4'd5
`define HOST_BAD        4'd15

`define HOST_REG_CFG        0
`define HOST_REG_LOCAL_BASE 12'd16
`define HOST_REG_DIR_BASE   12'd17
`define HOST_REG_L3_BASE    12'd18
`define HOST_REG_TEX_DATA   24
`define HOST_REG_TEX_INDEX  12'd31
`define HOST_REG_PARAM      64
`endif
