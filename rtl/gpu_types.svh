// SPDX-License-Identifier: Apache-2.0
// Structs that cross unit boundaries. ctl_t is one decoded instruction; its fields are those of
// isa/insn.h under the same names (shortened where the C name is long).
`ifndef GPU_TYPES_SVH
`define GPU_TYPES_SVH

// Operand kinds: the values of enum gt_kind in isa/insn.h.
typedef struct packed {
  logic [3:0]  kind;
  logic [7:0]  idx;      // register; R16: {register, high half}
  logic        neg;
  logic        abs;
  logic        inv;
} src_t;                 // 15 bits

typedef struct packed {
  logic [6:0]  op;       // enum gt_op
  logic [2:0]  unit;     // enum gt_unit
  logic        len8;     // 8-byte instruction
  logic [3:0]  err;      // enum gt_decode_err
  logic        join_m;   // join marker
  logic        exit_m;   // exit marker
  logic [4:0]  cond;
  logic [1:0]  cread;
  logic        uses_carry;
  logic [3:0]  dst_kind;
  logic [7:0]  dst;
  logic        cdst_en;
  logic [1:0]  cdst;
  src_t        a;        // src[0]
  src_t        b;        // src[1]
  src_t        c;        // src[2]
  logic [31:0] imm;
  logic        has_s;
  logic        has_c;
  logic [1:0]  smode;
  logic [2:0]  areg;
  logic        ainc;
  logic        a_on_c;
  logic [16:0] mem_off;  // signed byte offset
  logic [3:0]  cseg;
  logic [15:0] c_off;
  logic [3:0]  gseg;
  logic [2:0]  mtype;
  logic [3:0]  aop;
  logic        w16;
  logic        sgn;
  logic        sgn2;
  logic        hi;
  logic        sat;
  logic [1:0]  k;
  logic [1:0]  rnd;
  logic [3:0]  cmp;
  logic [3:0]  lmask;
  logic        ssigned;
  logic        s8;
  logic        s32;
  logic        dsigned;
  logic        d8;
  logic        d32;
  logic        rint;
  logic        f64;
  logic [10:0] quad;
  logic [23:0] target;
  logic        lim;
  logic [3:0]  bar_id;
  logic        bar_inc;
  logic        bar_wait;
  logic        bar_all;
  logic [11:0] bar_count;
} ctl_t;

// Width of ctl_t as a constant, since $bits in a parameter is not portable. Checked by the decoder's test.
`define CTL_W 254

`endif
