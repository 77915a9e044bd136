// SPDX-License-Identifier: Apache-2.0
// sm_opdec: from the issued instruction to what the datapath needs of it.
//
// From sm_issue, sm_head   is_*, ctl: the micro-operation of this cycle;  sm_start where its warp lives,
//                          sm_const its constant
// To   sm_collect          op: operands and how to collect them;  to lsu lsm, to the SP queue, SFU and DPU spm: what is
//                          needed to the end of the instruction
//
// Combinational, in the issue cycle t; without an issue op, spm and lsm mean nothing. Registers at or above nregs are
// not read (they give 0).
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_opdec (
  input  wire  [7:0]   cfg_nregs,
  input  wire          is_sp,
  input  wire          is_lsu,
  input  wire          is_sfu,
  input  wire          is_dpu,
  input  wire          is_bru,
  input  wire          is_cf,
  input  wire  [4:0]   is_wid,
  input  wire  [23:0]  is_pc,
  input  ctl_t         ctl,
  input  wire  [31:0]  is_active,
  input  wire  [7:0]   is_row_base,
  input  wire  [13:0]  is_smem_base,
  input  wire  [2:0]   is_blk,
  input  wire  [31:0]  is_const,
  input  wire  [30:0]  is_clock,
  input  wire  [127:0] is_pm,           // performance counters
  input  wire  [1:0]   sp_entry,
  input  wire          dpu_entry,

  output op_t          op,
  output lsm_t         lsm,
  output spm_t         spm,
  output logic         to_lsu,      // enters the LSU queue
  output logic [1:0]   cmode        // extraction of a c[] operand: a value of smode
);

  // RF-3
  // Row of a register operand and whether it is read: {read, row}. word: offset of a store's data word.
  function automatic [8:0] reg_row(input [3:0] kind, input [7:0] idx, input [1:0] word,
                                   input [7:0] base, input [7:0] nregs);
    logic [7:0] r;
    logic       is_reg;
    begin
      is_reg  = (kind == `KIND_R32) || (kind == `KIND_R16) || (kind == `KIND_R64) || (kind == `KIND_R128)
                || (kind == `KIND_T2);
      r       = ((kind == `KIND_R16) ? {1'b0, idx[7:1]} : idx) + {6'b0, word};
      reg_row = {is_reg && (r < nregs), base + r};
    end
  endfunction

  // The addressed part of a constant word, extended by mode (enum gt_smode).
  function automatic [31:0] extract(input [31:0] word, input [1:0] off, input [1:0] mode);
    logic [15:0] half;
    logic [7:0]  bits;
    begin
      half = off[1] ? word[31:16] : word[15:0];
      bits = off[0] ? half[15:8] : half[7:0];
      case (mode)
        `SM_U8:  extract = {24'b0, bits};
        `SM_U16: extract = {16'b0, half};
        `SM_S16: extract = {{16{half[15]}}, half};
        default: extract = word;
      endcase
    end
  endfunction

  // --- class of the access -----------------------------------------------------------------------
  logic       l_store, l_esg;
  logic [1:0] l_space, l_esz;
  logic [2:0] l_size;
  always_comb begin
    l_store = 1'b0;
    l_space = `SPACE_S;
    case (ctl.op)
      `OP_ST_S: l_store = 1'b1;
      `OP_LD_L: l_space = `SPACE_L;
      `OP_ST_L: begin l_space = `SPACE_L; l_store = 1'b1; end
      `OP_LD_G: l_space = `SPACE_G;
      `OP_ST_G, `OP_RED: begin l_space = `SPACE_G; l_store = 1'b1; end
      `OP_ATOM: l_space = `SPACE_G;
      `OP_TEXFETCH, `OP_TEXAUTO: l_space = `SPACE_T;
      `OP_ST_UNLOCK: l_store = 1'b1;
      default: ;                        // ld s[], s[] operand
    endcase
    l_esg = 1'b0;
    if ((l_space == `SPACE_S) && !l_store)
      case (ctl.smode)
        `SM_U8:  l_size = 3'd0;
        `SM_U16: l_size = 3'd1;
        `SM_S16: begin l_size = 3'd1; l_esg = 1'b1; end
        default: l_size = 3'd2;
      endcase
    else if (l_space == `SPACE_T)
      l_size = 3'd2;
    else
      case (ctl.mtype)
        `MT_U8:   l_size = 3'd0;
        `MT_S8:   begin l_size = 3'd0; l_esg = 1'b1; end
        `MT_U16:  l_size = 3'd1;
        `MT_S16:  begin l_size = 3'd1; l_esg = 1'b1; end
        `MT_B64:  l_size = 3'd3;
        `MT_B128: l_size = 3'd4;
        default:  l_size = 3'd2;
      endcase
    l_esz = (l_size > 3'd2) ? 2'd2 : l_size[1:0];
  end

  // --- operands ----------------------------------------------------------------------------------
  wire        alu    = is_sp || is_sfu || is_dpu;
  wire        body   = alu || is_lsu;
  wire        rmw    = is_lsu && ((ctl.op == `OP_ATOM) || (ctl.op == `OP_RED));
  wire        cas    = rmw && (ctl.c.kind != `KIND_NONE);
  wire        second = (l_space == `SPACE_T) && (ctl.b.kind != `KIND_NONE);       // coordinate of a texture fetch
  wire        third  = (l_space == `SPACE_T) && (ctl.b.kind == `KIND_T2);
  wire        store  = is_lsu && (l_store || rmw || second);        // has data words
  wire        lock   = (ctl.op == `OP_LD_LOCK) || (ctl.op == `OP_ST_UNLOCK);
  wire        more   = store && ((l_size == 3'd4) || (cas && (l_size == 3'd3)));
  wire        cindir = ctl.has_c && ctl.a_on_c;
  wire        a_is_c = (ctl.op == `OP_LD_C);
  wire        b_is_c = (ctl.b.kind == `KIND_CMEM);
  wire        c_is_c = (ctl.c.kind == `KIND_CMEM);
  wire [2:0]  c_from = cindir ? `OPD_CBUF : `OPD_SCAL;

  assign cmode  = a_is_c ? ctl.smode : (b_is_c && ctl.w16) ? `SM_U16 : `SM_B32;
  assign to_lsu = is_lsu || (alu && ctl.has_s);

  wire        any = is_sp || is_lsu || is_sfu || is_dpu || is_bru || is_cf;
  logic [8:0] r0, r1, r2, r3, r4, r5;

  always_comb begin
    op  = 'x;
    spm = 'x;
    lsm = 'x;
    {r0, r1, r2, r3, r4, r5} = 'x;
    if (any) begin
      r0 = reg_row(ctl.a.kind, ctl.a.idx, 2'd0, is_row_base, cfg_nregs);
      r1 = reg_row(ctl.b.kind, ctl.b.idx, 2'd0, is_row_base, cfg_nregs);
      r2 = store && !(cas && (l_size == 3'd2)) ? reg_row(ctl.b.kind, ctl.b.idx, 2'd1, is_row_base, cfg_nregs)
           : reg_row(ctl.c.kind, ctl.c.idx, 2'd0, is_row_base, cfg_nregs);
      // second round: words 2 and 3 of a store, the new value of a long cas, high words of the DPU's operands
      r3 = is_dpu ? reg_row(ctl.a.kind, ctl.a.idx, 2'd1, is_row_base, cfg_nregs)
           : cas ? reg_row(ctl.c.kind, ctl.c.idx, 2'd0, is_row_base, cfg_nregs)
           : reg_row(ctl.b.kind, ctl.b.idx, 2'd2, is_row_base, cfg_nregs);
      r4 = is_dpu ? reg_row(ctl.b.kind, ctl.b.idx, 2'd1, is_row_base, cfg_nregs)
           : cas ? reg_row(ctl.c.kind, ctl.c.idx, 2'd1, is_row_base, cfg_nregs)
           : reg_row(ctl.b.kind, ctl.b.idx, 2'd3, is_row_base, cfg_nregs);
      r5 = reg_row(ctl.c.kind, ctl.c.idx, 2'd1, is_row_base, cfg_nregs);
      op           = '0;
      op.sp        = is_sp;
      op.lsu       = to_lsu;
      op.sfu       = is_sfu;
      op.dpu       = is_dpu;
      op.dpu_entry = dpu_entry;
      op.bru       = is_bru;
      op.cf        = is_cf;
      // SPQ-4
      op.vote      = is_sp && ((ctl.op == `OP_VOTE_ANY) || (ctl.op == `OP_VOTE_ALL));
      op.any       = (ctl.op == `OP_VOTE_ANY);
      op.wid       = is_wid;
      op.pc        = is_pc;
      op.active    = is_active;
      op.sp_entry  = sp_entry;
      op.cond      = ctl.cond;
      op.cread     = ctl.cread;
      op.lmask     = (ctl.op == `OP_MOV) ? ctl.lmask : 4'hf;
      op.areg      = ctl.areg;
      op.ainc      = ctl.ainc && (is_cf || to_lsu);
      op.moff      = ctl.mem_off[15:0];
      op.need_a    = (ctl.areg != '0) || (ctl.a.kind == `KIND_AREG);
      op.a_idx     = ctl.a.idx[2:0];

      op.a_sel = `OPD_REG;
      op.scal  = ctl.imm;
      case (ctl.a.kind)
        `KIND_AREG: op.a_sel = `OPD_AREG;
        `KIND_CREG: op.a_sel = `OPD_CREG;
        `KIND_IMM:  op.a_sel = `OPD_SCAL;
        `KIND_SREG: begin
          op.a_sel = (ctl.a.idx == '0) ? `OPD_PHYS : `OPD_SCAL;
          case (ctl.a.idx)
            // ISSUE-13
            8'd1:    op.scal = {1'b0, is_clock};
            8'd3:    op.scal = 32'h20;           // $vstride
            8'd4, 8'd5, 8'd6, 8'd7: op.scal = is_pm[{ctl.a.idx[1:0], 5'b0} +: 32];
            default: op.scal = '0;
          endcase
        end
        default: ;
      endcase
      if (a_is_c) op.a_sel = c_from;
      op.b_sel = b_is_c ? c_from : (ctl.b.kind == `KIND_IMM) ? `OPD_SCAL : `OPD_REG;
      op.c_sel = c_is_c ? c_from : `OPD_REG;
      if (ctl.has_c) op.scal = extract(is_const, ctl.c_off[1:0], cmode);

      op.r_en  = {is_dpu && (ctl.c.kind == `KIND_R64) && r5[8],
                  (is_dpu ? ctl.b.kind == `KIND_R64 : more) && r4[8],
                  (is_dpu ? ctl.a.kind == `KIND_R64 : more) && r3[8],
                  body && (!store || (l_size > 3'd2) || cas || third) && (alu || store) && r2[8],
                  body && (alu || store) && r1[8], body && r0[8]};
      op.r_row = {r5[7:0], r4[7:0], r3[7:0], r2[7:0], r1[7:0], r0[7:0]};
      op.space = l_space;
      op.store = store;
      op.wide  = more;
      op.rmw   = rmw;
      op.red   = l_store;
      op.szlog = l_size;
      op.d16   = (ctl.b.kind == `KIND_R16);
      op.dhi   = ctl.b.idx[0];

      spm = {is_wid, is_pc, is_blk, is_row_base, ctl.dst_kind, ctl.dst, ctl.cdst_en, ctl.cdst};
      lsm = {is_wid, is_pc, is_blk, is_row_base, ctl.dst_kind, ctl.dst, is_lsu && ctl.cdst_en, ctl.cdst, l_esz, l_esg,
             l_space, l_store && is_lsu, is_lsu && lock, rmw, cas, ctl.aop, ctl.mtype, alu,
             is_dpu ? {`SOP_DPU, 1'b0, dpu_entry} : {`SOP_SP, sp_entry},
             l_size, is_smem_base[13:6]};
    end
  end

  wire unused = &{1'b0, ctl, is_smem_base[5:0]};

endmodule
`default_nettype wire
