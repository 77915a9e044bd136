// SPDX-License-Identifier: Apache-2.0
// The pair between an SM and what stands behind its memory port: docs/units/mem-port.md.
`ifndef MEM_TYPES_SVH
`define MEM_TYPES_SVH

// Bit 0: no answer comes; bit 1: the memory computes; bit 2: for the texture unit of the TPC, not for the memory.
`define MEM_LOAD  3'd0
`define MEM_STORE 3'd1
`define MEM_ATOM  3'd2
`define MEM_RED   3'd3
`define MEM_QUAD  3'd4

typedef struct packed {
  logic [2:0]   kind;
  logic [5:0]   id;      // of a request that is answered
  logic [1:0]   space;   // SPACE_L, _G, _T
  logic [3:0]   aop;     // atom, red
  logic [2:0]   mtype;
  logic [31:0]  addr;    // texture: texop_t, in the low bits
  logic [31:0]  mask;    // store: bytes that are written; texture: lanes of the quad or pair
  logic [255:0] data;    // store: the sector; atom, red: operand, new value of cas, two words each;
                         // texture: the first coordinate of four lanes, then the second (MEM-22)
} mem_req_t;
`define MEM_REQ_W 338

typedef struct packed {
  logic         more;    // texture: another answer with this id follows; memory: 0
  logic [1:0]   word;    // texture: which of the components asked for; memory: 0
  logic [5:0]   id;
  logic [255:0] data;    // load, atom: the sector; texture: the component of four lanes, in the low words
} mem_rsp_t;
`define MEM_RSP_W 265

// What a texture fetch asks for.
typedef struct packed {
  logic [7:0]   unit;    // texture number
  logic [3:0]   comps;   // w,z,y,x
  logic [3:0]   off;     // of x, signed
  logic [3:0]   off_y;
  logic [3:0]   off_z;
  logic         sample;  // texauto: f32 coordinates through the sampler
  logic [1:0]   coords;  // - 1; three: of a pair of lanes
} texop_t;
`define TEXOP_W 27

// A texture request behind the port: id, lanes, what is fetched, coordinates.
typedef struct packed {
  logic [5:0]   id;
  logic [3:0]   lanes;
  texop_t       op;
  logic [255:0] coord;
} texquad_t;
`define TEXQUAD_W 293

`endif
