// SPDX-License-Identifier: Apache-2.0
// The pair between an SM and what stands behind its memory port: docs/units/mem-port.md.
`ifndef MEM_TYPES_SVH
`define MEM_TYPES_SVH

// Bit 0: no answer comes; bit 1: the memory computes.
`define MEM_LOAD  2'd0
`define MEM_STORE 2'd1
`define MEM_ATOM  2'd2
`define MEM_RED   2'd3

typedef struct packed {
  logic [1:0]   kind;
  logic [5:0]   id;      // of a request that is answered
  logic [1:0]   space;   // SPACE_L, _G, _T
  logic [3:0]   aop;     // atom, red
  logic [2:0]   mtype;
  logic [31:0]  addr;
  logic [31:0]  mask;    // store: bytes that are written
  logic [255:0] data;    // store: the sector; atom, red: operand, new value of cas, two words each
} mem_req_t;
`define MEM_REQ_W 337

typedef struct packed {
  logic [5:0]   id;
  logic [255:0] data;
} mem_rsp_t;
`define MEM_RSP_W 262

`endif
