// SPDX-License-Identifier: Apache-2.0
// Structs that travel inside the texture unit of a TPC: docs/units/tex.md. Bit 4*slot + tap of an array of 16 belongs
// to a tap of a slot: of a lane of the quad, or of one of the two slots of a lane of a pair (TEX-16).
`ifndef TEX_TYPES_SVH
`define TEX_TYPES_SVH
`include "mem_types.svh"
`include "sm_enums.svh"

// What the address stages look at.
typedef struct packed {
  texop_t       op;
  tic_t         tic;     // all 0: no texture is bound
} texcfg_t;

// Of it, what one coordinate's stages look at.
typedef struct packed {
  logic         sample;  // f32 through the sampler; 0: texel number
  logic         bound;
  logic         norm;
  logic         linear;
  logic [1:0]   mode;
  logic [27:0]  size;    // texels
  logic [3:0]   off;
} texaxis_t;

// Where the components of a quad go, and how they come about.
typedef struct packed {
  logic [1:0]   sm;
  logic [5:0]   id;      // of the SM's request
  logic [3:0]   want;    // components: w,z,y,x
  logic [2:0]   kind;    // of the texture
  logic [1:0]   bytes;
  logic [1:0]   comps;
  logic         linear;  // filtered
  logic         pair;    // lanes of two slots
} texfmt_t;
`define TEXFMT_W 21

// The texels of a quad.
typedef struct packed {
  texfmt_t      fmt;
  logic [511:0] addr;
  logic [15:0]  need;    // of slots that fetch: has a weight
  logic [15:0]  lowest;  // the first of those
  logic [15:0]  is_in;   // in the texture
  logic [95:0]  weight;  // of each slot: {z, y, x}, in 1/256
} texels_t;

// One component of a lane on its way through the filter.
typedef struct packed {
  logic [1:0]   sm;
  logic [5:0]   id;
  logic [1:0]   word;
  logic         more;
  logic [1:0]   lane;
} textag_t;
`define TEXTAG_W 13

`endif
