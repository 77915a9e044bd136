// SPDX-License-Identifier: Apache-2.0
// Structs at the border of an SM and of its datapath. Widths are in TYPE_W, since $bits in a parameter or a port is not
// portable; sim/fields.awk compares them and tells the simulator's C++ where each field lies.
`ifndef SM_TYPES_SVH
`define SM_TYPES_SVH
`include "gpu_types.svh"
`include "trace_types.svh"
`include "sm_enums.svh"

// --- a launch ----------------------------------------------------------------------------------------
// CTA-3. The same for all SMs; stable in the cycle of start. What is used in every cycle lies within words of 32 bits.
typedef struct packed {
  logic [9:0]   nthreads;    // of a block
  logic [4:0]   nwarps;
  logic [6:0]   nparam;      // words of parameters
  logic [15:0]  ntid_x;      // threads of a block, blocks of the grid
  logic [15:0]  ntid_y;
  logic [15:0]  ntid_z;
  logic [15:0]  nctaid_x;
  logic [15:0]  nctaid_y;
  logic [15:0]  gridid;
  logic [3:0]   max_blocks;  // block slots in use
  logic [5:0]   slot_warps;  // warp slots, register rows, shared memory of a block slot
  logic [8:0]   slot_rows;
  logic [14:0]  slot_smem;
  logic [19:0]  pm_sel;      // what $pm0 to $pm3 count, 5 bits each: enum gt_pm_event (cmodel/gsim.h)
  logic [14:0]  smem_bytes;  // shared memory of a block
  logic [15:0]  local_words; // local memory of a thread
  logic [23:0]  entry;       // pc
  logic [7:0]   nregs;       // register rows of a warp
  logic [31:0]  g_base;      // first valid g[] byte
  logic [31:0]  g_limit;     // first invalid g[] byte
} launch_cfg_t;
`define LAUNCH_CFG_W 299

// What differs from SM to SM (DIST-6).
typedef struct packed {
  logic [31:0]  local_base;  // byte address of its local memory (slot 0), multiple of 128
  logic [7:0]   physid;      // $physid[23:16]: TPC, SM within it
} sm_place_t;
`define SM_PLACE_W 40

// A word of the parameters, written one per edge of a clock.
typedef struct packed {
  logic         we;
  logic [5:0]   at;
  logic [31:0]  data;
} param_write_t;

// A texture descriptor, written one per cycle while no kernel runs.
typedef struct packed {
  logic         we;
  logic [6:0]   idx;
  tic_t         data;
} tex_write_t;

// A block to run: %ctaid.
typedef struct packed {
  logic [15:0]  y;
  logic [15:0]  x;
} block_t;
`define BLOCK_W 32

// --- L2 of the TPC: blocks of 64 bytes, sixteen words one per cycle ------------------------------------
typedef struct packed {
  logic         c_valid;     // constants
  logic [24:6]  c_addr;
  logic         i_valid;     // instructions
  logic [24:6]  i_addr;
  logic         i_id;
} l2_req_t;

typedef struct packed {
  logic         c;
  logic         i;
} l2_ready_t;

typedef struct packed {
  logic         c_valid;
  logic         i_valid;
  logic         i_id;
  logic [1:0]   i_block;     // which of the line
  logic [3:0]   word;
  logic [31:0]  data;
} l2_rsp_t;

// A word of the line that was asked for first, from the memory behind the L2.
typedef struct packed {
  logic         valid;
  logic [31:0]  data;
} l3_rsp_t;

// --- faults --------------------------------------------------------------------------------------------
typedef struct packed {
  logic         valid;
  logic [7:0]   code;        // enum gt_fault_code
  logic [3:0]   derr;        // enum gt_decode_err
  logic [4:0]   warp;        // warp slot
  logic [23:0]  pc;
  logic [4:0]   lane;        // of a memory access
  logic [31:0]  addr;
} fault_t;
`define FAULT_W 79
`define FAULT_VALID 78     // where valid is, for vectors of them

// --- trace: what happens in this cycle (isa/events.def; EVENT-1) ------------------------------------------
typedef struct packed {
  tr_spwb_t     sp;          // result of the SPs
  tr_xwb_t      x;           // of SFU or DPU
  tr_lsaddr_t   ls;          // addresses
  tr_ldwb_t     lw;          // loads
} tr_data_t;
`define TR_DATA_W 1856

typedef struct packed {
  tr_issue_t    issue;
  tr_bru_t      control;
  tr_bru_t      bar;         // in one cycle with control, perhaps
  tr_block_t    block;       // accepted
} trace_t;
`define TRACE_W 288

// --- the datapath ----------------------------------------------------------------------------------------
// Micro-operation that issues, cycle t. At most one of the units, but for an SP or DPU body with an s[] operand, which
// enters the load/store queue besides.
typedef struct packed {
  logic         sp;
  logic         lsu;
  logic         sfu;
  logic         dpu;
  logic         bru;         // control operation that needs br_mask
  logic         cf;          // constant-fetch micro-operation
  logic [4:0]   wid;
  logic [2:0]   blk;         // where the warp lives
  logic [7:0]   row_base;
  logic [13:0]  smem_base;
  logic [23:0]  pc;
  logic [31:0]  active;
  logic [31:0]  cword;       // aligned word of a direct c[] operand or ld c[]
  logic [30:0]  clock;       // cyc[31:1]
  logic [127:0] pm;          // $pm3..$pm0
} issue_t;

// Completions: pulses in the cycle whose end clears the scoreboard bits and counts the block's instructions in flight.
// ls: four sources that may all pulse in one cycle, source i in slice i of each vector: 0 ld s[]; 1 ld l[], g[]; 2 st
// s[]; 3 st l[], g[] and any access to them without lanes. Stores have dst_kind NONE.
typedef struct packed {
  logic         sp_valid;    // cycle D_1+11
  logic [2:0]   sp_blk;
  logic [1:0]   x_valid;     // SFU, DPU
  logic [5:0]   x_blk;
  logic [3:0]   ls_valid;
  logic [19:0]  ls_wid;
  logic [11:0]  ls_blk;
  logic [15:0]  ls_dst_kind;
  logic [31:0]  ls_dst;
  logic         ld_sent;     // ld l[], g[]: last sector of the oldest one has left
  logic         cf_done;     // constant-fetch micro-operation: its body is eligible in the next cycle
} done_t;

// What has room for one more in this cycle.
typedef struct packed {
  logic         sp;          // at most 2 in the queue
  logic         lsu;         // at most 2 in the queue
  logic         sfu;
  logic         dpu;
} room_t;

// Writes of the block launcher, with la_smem_data and la_rf_data. Shared memory and lock bits are taken in a cycle
// with valid and ready; $r0 of a pair of warps is held until the cycle of rf_done, in which the last of its eight
// (four) RAM writes happens.
typedef struct packed {
  logic         smem_valid;
  logic [7:0]   smem_row;
  logic         lock_valid;
  logic [8:0]   lock_addr;   // banks 8 to 15, row
  logic [1:0]   rf_valid;    // warp of parity 0, 1 present
  logic [7:0]   rf_row;
} la_t;

typedef struct packed {
  logic         smem;
  logic         lock;
  logic         rf_done;
} la_ready_t;

// Indirect constants: requests from t+6 on of the constant-fetch micro-operation until served; the aligned word exactly
// CONST_LATENCY cycles later.
typedef struct packed {
  logic         valid;
  logic         none;
  logic [3:0]   seg;
  logic [15:0]  addr;        // of the byte
} cf_req_t;

typedef struct packed {
  logic         served;
  logic [31:0]  data;
} cf_rsp_t;

`endif
