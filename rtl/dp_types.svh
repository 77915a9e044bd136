// SPDX-License-Identifier: Apache-2.0
// Structs that travel inside sm_datapath.
`ifndef DP_TYPES_SVH
`define DP_TYPES_SVH
`include "sm_enums.svh"

// Where an SP operand comes from.
`define OPD_REG  3'd0    // register (0 when not read); also: none
`define OPD_AREG 3'd1
`define OPD_CREG 3'd2
`define OPD_SCAL 3'd3    // op_t.scal in every lane
`define OPD_CBUF 3'd4    // buffer of the indirect constant
`define OPD_PHYS 3'd5    // $physid

`define SPACE_S 2'd0
`define SPACE_L 2'd1
`define SPACE_G 2'd2
`define SPACE_T 2'd3    // texture

// One issued operation on its way through the four quarters.
typedef struct packed {
  logic        sp;
  logic        lsu;
  logic        bru;
  logic        cf;
  logic        vote;
  logic        any;      // vote.any
  logic        sfu;
  logic        dpu;
  logic        dpu_entry;    // its DPU operand entry
  logic [4:0]  wid;
  logic [23:0] pc;
  logic [31:0] active;
  logic [1:0]  sp_entry;     // its SP queue entry
  logic [4:0]  cond;
  logic [1:0]  cread;
  logic [3:0]  lmask;    // lanes of a quad that are written (mov), else f
  logic        need_a;
  logic [2:0]  areg;
  logic        ainc;
  logic [15:0] moff;
  logic [2:0]  a_sel;
  logic [2:0]  b_sel;
  logic [2:0]  c_sel;
  logic [2:0]  a_idx;    // register number of an AREG operand
  logic [31:0] scal;
  logic [5:0]  r_en;     // register reads: slots 1, 2, 3, second round of three (store words 2, 3; high words)
  logic [47:0] r_row;
  logic [1:0]  space;
  logic        store;    // reads data words: stores, atomics
  logic        wide;     // of them more than two
  logic        rmw;      // atom or red
  logic        red;
  logic [2:0]  szlog;    // log2 of the access size in bytes
  logic        d16;      // store data is a half register
  logic        dhi;
} op_t;

// What the load/store unit collects for an operation that enters its queue.
typedef struct packed {
  logic [4:0]  wid;
  logic [23:0] pc;
  logic [4:0]  r_en;         // as in op_t
  logic [1:0]  space;
  logic        store;
  logic        wide;
  logic        rmw;
  logic        red;
  logic [2:0]  szlog;
  logic        d16;
  logic        dhi;
} lsop_t;

// Whose s[] operand a shared-memory pass serves: high bit of an operand's place. The low bits are the entry.
`define SOP_SP  1'd0
`define SOP_DPU 1'd1

// Destination of an SP, SFU or DPU instruction.
typedef struct packed {
  logic [4:0]  wid;
  logic [23:0] pc;
  logic [2:0]  blk;
  logic [7:0]  row_base;
  logic [3:0]  dst_kind;
  logic [7:0]  dst;
  logic        cdst_en;
  logic [1:0]  cdst;
} spm_t;
`define SPM_W 55

// Destination of a load.
typedef struct packed {
  logic [4:0]  wid;
  logic [23:0] pc;
  logic [2:0]  blk;
  logic [7:0]  row_base;
  logic [3:0]  dst_kind;
  logic [7:0]  dst;
  logic        cdst_en;  // ld.lock: the lanes that took a lock
  logic [1:0]  cdst;
  logic [1:0]  esz;      // element: 0 byte, 1 half, 2 word
  logic        esg;      // sign-extended
} ldm_t;
`define LDM_W 58

// One entry of the LSU queue, without lanes.
typedef struct packed {
  ldm_t        ld;
  logic [1:0]  space;
  logic        store;    // nothing comes back: stores, red, st.unlock
  logic        lock;     // ld.lock, st.unlock
  logic        rmw;      // atom, red
  logic        cas;
  logic [3:0]  aop;
  logic [2:0]  mtype;
  logic        sopd;     // s[] operand
  logic [2:0]  sop_entry;    // where it goes: unit, entry
  logic [2:0]  szlog;
  logic [7:0]  smem_row; // block's first shared-memory row
} lsm_t;
`define LSM_W 86

// One pass of the shared-memory pipe, or one beat of the S FIFO, without lanes.
typedef struct packed {
  ldm_t        ld;
  logic        half;
  logic        last;     // last pass of the instruction
} beat_t;
`define BEAT_W 60

// What is asked for with one id, a sector or a quad of texture coordinates: its lanes, where they lie in the answer,
// where they go.
typedef struct packed {
  logic [15:0] hit;      // lanes
  logic [79:0] off;      // byte of each in the answer
  logic        half;
  logic [1:0]  words;    // beats - 1
  logic [1:0]  word;     // first register, counted from the destination
  ldm_t        ld;
} sector_t;
`define SECTOR_W 159

`endif
