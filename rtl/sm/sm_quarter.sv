// SPDX-License-Identifier: Apache-2.0
// sm_quarter: operand collection for the eight lanes of quarter Q.
//
// An operation issued at t arrives in cycle t+1+Q (stage 0) and leaves for the next quarter one cycle later, so
// that all four quarters together look like a pipeline across the warp. Stages, counted from the arrival:
//   0  reads slot 1 of the register file, $c and $a
//   1  slot 1, $c and $a arrive: predicate, operand a, address; reads slot 2
//   2  slot 2 arrives: operand b, store word 0; autoincrement written; reads slot 3
//   3  slot 3 arrives: operand c, store word 1
//   4, 5, 6  second round: words 2 and 3 of a store, the three high words of the DPU; each arrives one stage later
// The collected operands stay in small memories, indexed by queue entry, until SP dispatch (col_*, read one cycle
// ahead) or the load/store unit (ls_*, read at once) takes them.
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`default_nettype none

module sm_quarter #(
  parameter int Q = 0,
  parameter int DPU = 1
) (
  input  wire           clk,
  input  wire           rst,
  input  wire           init_active,
  input  wire  [8:0]    init_row,
  input  wire  [7:0]    cfg_physid_sm,
  input  wire  [14:0]   cfg_smem_bytes,
  input  wire  [15:0]   cfg_local_words,
  input  wire  [31:0]   cfg_g_base,
  input  wire  [31:0]   cfg_g_limit,

  // pipeline across the quarters
  input  wire           in_valid,
  input  op_t           in_op,
  output logic          out_valid,
  output op_t           out_op,

  // register file RAMs of this quarter, parity 0 and 1
  output wire  [1:0]    rd_en,
  output wire  [15:0]   rd_row,
  input  wire  [255:0]  rd_data0,
  input  wire  [255:0]  rd_data1,

  // SP results for $c and $a
  input  wire           cw_valid,
  input  wire  [1:0]    cw_idx,
  input  wire           aw_valid,
  input  wire  [2:0]    aw_idx,
  input  wire  [4:0]    w_wid,
  input  wire  [7:0]    w_mask,
  input  wire  [31:0]   cw_data,
  input  wire  [127:0]  aw_data,
  // $c of SFU and DPU, never together with cw_valid
  input  wire           xc_valid,
  input  wire  [4:0]    xc_wid,
  input  wire  [1:0]    xc_idx,
  input  wire  [7:0]    xc_mask,
  input  wire  [31:0]   xc_data,

  // SP dispatch: read in the cycle before
  input  wire           col_rd,
  input  wire  [1:0]    col_entry,
  output wire  [255:0]  col_a,
  output wire  [255:0]  col_b,
  output wire  [255:0]  col_c,
  output wire  [31:0]   col_cin,
  output wire  [7:0]    col_mask,

  // SFU and DPU: s[] operands of these lanes; lanes that enter
  input  wire           so_valid,
  input  wire  [3:0]    so_entry,
  input  wire  [7:0]    so_mask,
  input  wire  [255:0]  so_data,
  input  wire           sf_rd,
  input  wire           sf_four,
  input  wire  [1:0]    sf_pair,
  output wire  [127:0]  sf_a,
  output wire  [127:0]  sf_b,
  output wire  [7:0]    sf_mask,
  input  wire           dp_rd,
  input  wire           dp_ent,
  input  wire  [2:0]    dp_lane,
  output wire  [63:0]   dp_a,
  output wire  [63:0]   dp_b,
  output wire  [63:0]   dp_c,
  output wire  [7:0]    dp_mask,

  // load/store unit
  input  wire  [1:0]    ls_entry,
  output wire  [255:0]  ls_addr,
  output wire  [7:0]    ls_mask,
  output wire  [255:0]  ls_w0,
  output wire  [255:0]  ls_w1,
  output wire  [255:0]  ls_w2,
  output wire  [255:0]  ls_w3,

  // constant fetch: addresses in stage 1; buffer of fetched values
  output wire           cf_valid,
  output logic [127:0]  cf_addr,
  output wire  [7:0]    cf_mask,
  input  wire  [255:0]  cbuf,

  // predicate of the control operation, held
  output logic [7:0]    br_pred,
  // vote of this quarter's active lanes, held
  output logic          vote_any,
  output logic          vote_all,

  // fault found, in stage 2
  output logic          flt_valid,
  output logic [7:0]    flt_code,
  output logic [2:0]    flt_lane,
  output logic [31:0]   flt_addr,
  output wire  [4:0]    flt_wid,
  output wire  [23:0]   flt_pc
);

  // --- stages ------------------------------------------------------------------------------------
  wire  v0 = in_valid;
  logic v1, v2, v3;
  op_t  s1, s2;
  // what stages 3 to 6 still need
  logic        s3_sp, s3_lsu, s3_par, s3_wide, s3_rd;
  logic [1:0]  s3_spe, s3_lse;
  logic [2:0]  s3_csel;
  logic [31:0] s3_scal;
  logic [2:0]  s3_wen;
  logic [23:0] s3_wrow;
  logic        v4, v5, v6, v7, s4_par, s5_par, s6_par, s7_par, s5_rd, s6_rd, s7_rd;
  logic [1:0]  s4_lse, s5_lse, s6_lse;
  logic [2:0]  s4_wen;
  logic [23:0] s4_wrow;
  logic [1:0]  s5_wen;
  logic [15:0] s5_wrow;
  logic        s6_wen;
  logic [7:0]  s6_wrow;
  // second round of the DPU, else of a store
  logic        s3_dpu, s4_dpu, s5_dpu, s6_dpu, s7_dpu, s3_xe, s4_xe, s5_xe, s6_xe, s7_xe;

  always_ff @(posedge clk)
    if (rst) begin
      v1 <= 1'b0; v2 <= 1'b0; v3 <= 1'b0; v4 <= 1'b0; v5 <= 1'b0; v6 <= 1'b0; v7 <= 1'b0;
    end else begin
      v1 <= v0; v2 <= v1; v3 <= v2; v4 <= v3 & ((s3_lsu & s3_wide) | s3_dpu); v5 <= v4; v6 <= v5; v7 <= v6;
    end

  always_ff @(posedge clk) begin
    if (v0) s1 <= in_op;
    if (v1) s2 <= s1;
    if (v2) begin
      s3_sp   <= s2.sp;        s3_lsu <= s2.lsu & s2.store;
      s3_par  <= s2.wid[0];    s3_wide <= s2.wide;
      s3_rd   <= s2.r_en[2];   s3_spe <= s2.spe;  s3_lse <= s2.lse;
      s3_csel <= s2.c_sel;     s3_scal <= s2.scal;
      s3_wen  <= s2.r_en[5:3]; s3_wrow <= s2.r_row[47:24];
      s3_dpu  <= s2.dpu;       s3_xe <= s2.xe;
    end
    if (v3) begin
      s4_par <= s3_par; s4_lse <= s3_lse; s4_wen <= s3_wen; s4_wrow <= s3_wrow;
      s4_dpu <= s3_dpu; s4_xe <= s3_xe;
    end
    if (v4) begin
      s5_par <= s4_par; s5_lse <= s4_lse; s5_rd <= s4_wen[0]; s5_wen <= s4_wen[2:1]; s5_wrow <= s4_wrow[23:8];
      s5_dpu <= s4_dpu; s5_xe <= s4_xe;
    end
    if (v5) begin
      s6_par <= s5_par; s6_lse <= s5_lse; s6_rd <= s5_wen[0]; s6_wen <= s5_wen[1]; s6_wrow <= s5_wrow[15:8];
      s6_dpu <= s5_dpu; s6_xe <= s5_xe;
    end
    if (v6) begin
      s7_par <= s6_par; s7_rd <= s6_wen; s7_dpu <= s6_dpu; s7_xe <= s6_xe;
    end
  end

  assign out_valid = v1;
  assign out_op    = s1;

  wire unused = &{1'b0, s2};

  // --- register read -----------------------------------------------------------------------------
  // The bank rule of the issue stage keeps the reads of one parity apart, so the rows may be OR-ed.
  wire [5:0]  rd_go   = {v6 & s6_wen, v5 & s5_wen[0], v4 & s4_wen[0], v2 & s2.r_en[2], v1 & s1.r_en[1], v0 & in_op.r_en[0]};
  wire [5:0]  rd_par  = {s6_par, s5_par, s4_par, s2.wid[0], s1.wid[0], in_op.wid[0]};
  wire [47:0] rd_rows = {s6_wrow, s5_wrow[7:0], s4_wrow[7:0], s2.r_row[23:16], s1.r_row[15:8], in_op.r_row[7:0]};
  logic [7:0] row0, row1;
  always_comb begin
    row0 = '0;
    row1 = '0;
    if (rd_go != '0)
      for (int k = 0; k < 6; k++) begin
        if (rd_go[k] & ~rd_par[k]) row0 = row0 | rd_rows[8*k +: 8];
        if (rd_go[k] & rd_par[k])  row1 = row1 | rd_rows[8*k +: 8];
      end
  end
  assign rd_en  = {|(rd_go & rd_par), |(rd_go & ~rd_par)};
  assign rd_row = {row1, row0};

`ifdef VERILATOR
  always_ff @(posedge clk)
    if (!rst) begin
      assert($countones(rd_go & rd_par) <= 1);
      assert($countones(rd_go & ~rd_par) <= 1);
    end
`endif

  // --- $c and $a ---------------------------------------------------------------------------------
  wire  [127:0] c_row;
  wire  [511:0] a_row;
  logic         ai_valid;
  logic [127:0] ai_data;
  logic [7:0]   ai_mask;

  sm_creg u_creg (
    .clk, .init_active, .init_row, .rd_en(v0), .rd_wid(in_op.wid), .rd_data(c_row),
    .wr_valid(cw_valid | xc_valid), .wr_wid(cw_valid ? w_wid : xc_wid), .wr_idx(cw_valid ? cw_idx : xc_idx),
    .wr_mask(cw_valid ? w_mask : xc_mask), .wr_data(cw_valid ? cw_data : xc_data));

  sm_areg u_areg (
    .clk, .rst, .init_active, .init_row, .rd_en(v0 & in_op.need_a), .rd_wid(in_op.wid), .rd_data(a_row),
    .wr_valid(aw_valid), .wr_wid(w_wid), .wr_idx(aw_idx), .wr_mask(w_mask), .wr_data(aw_data),
    .ai_valid(ai_valid), .ai_wid(s2.wid), .ai_idx(s2.areg), .ai_mask(ai_mask), .ai_data(ai_data));

  // --- stage 1: predicate ------------------------------------------------------------------------
  logic [31:0] flags;
  always_comb
    for (int i = 0; i < 8; i++) flags[4*i +: 4] = c_row[16*i + 4*s1.cread +: 4];

  wire [7:0] pred;
  sm_pred u_pred (.cond(s1.cond), .flags, .pred);

  wire [7:0] active = s1.active[8*Q +: 8];
  wire [7:0] exec   = active & (pred | {8{s1.vote}}) & {2{s1.lmask}};

  always_ff @(posedge clk)
    if (v1 & s1.bru) br_pred <= pred;
  always_ff @(posedge clk)
    if (v1 & s1.vote) begin
      vote_any <= (active & pred) != '0;
      vote_all <= (active & ~pred) == '0;
    end

  // --- stage 1: operand a and address ------------------------------------------------------------
  wire [255:0] r1_data = s1.wid[0] ? rd_data1 : rd_data0;

  logic [255:0] opa;
  always_comb begin
    opa = r1_data;
    case (s1.a_sel)
      `OPD_AREG:
        for (int i = 0; i < 8; i++)
          case (s1.a_idx)
            3'd1:    opa[32*i +: 32] = {16'b0, a_row[64*i +: 16]};
            3'd2:    opa[32*i +: 32] = {16'b0, a_row[64*i + 16 +: 16]};
            3'd3:    opa[32*i +: 32] = {16'b0, a_row[64*i + 32 +: 16]};
            3'd4:    opa[32*i +: 32] = {16'b0, a_row[64*i + 48 +: 16]};
            default: opa[32*i +: 32] = '0;
          endcase
      `OPD_CREG:
        for (int i = 0; i < 8; i++) opa[32*i +: 32] = {28'b0, flags[4*i +: 4]};
      `OPD_SCAL: opa = {8{s1.scal}};
      `OPD_CBUF: opa = cbuf;
      `OPD_PHYS:
        for (int i = 0; i < 8; i++) opa[32*i +: 32] = {8'b0, cfg_physid_sm, 3'b0, s1.wid, 3'b0, 2'(Q), 3'(i)};
      default: if (!s1.r_en[0]) opa = '0;
    endcase
  end

  logic [127:0] a_next;            // $a + offset
  logic [255:0] addr;
  logic [15:0]  a_val, a_sum, a_eff;
  always_comb begin
    a_next  = '0;
    addr    = '0;
    cf_addr = '0;
    a_val   = '0;
    a_sum   = '0;
    a_eff   = '0;
    if (v1 & (s1.lsu | s1.cf)) begin
      for (int i = 0; i < 8; i++) begin
        case (s1.areg)
          3'd1:    a_val = a_row[64*i +: 16];
          3'd2:    a_val = a_row[64*i + 16 +: 16];
          3'd3:    a_val = a_row[64*i + 32 +: 16];
          3'd4:    a_val = a_row[64*i + 48 +: 16];
          default: a_val = '0;
        endcase
        a_sum = a_val + s1.moff;
        a_eff = s1.ainc ? a_val : a_sum;
        a_next[16*i +: 16]  = a_sum;
        cf_addr[16*i +: 16] = a_eff;
        addr[32*i +: 32]    = {16'b0, a_eff};
      end
      if (s1.space == `SPACE_G) addr = s1.r_en[0] ? r1_data : '0;
    end
  end

  assign cf_valid = v1 & s1.cf;
  assign cf_mask  = exec;

  // Autoincrement happens in stage 2.
  always_ff @(posedge clk) begin
    ai_valid <= ~rst & v1 & (s1.lsu | s1.cf) & s1.ainc & (exec != '0);
    if (v1 & s1.ainc) begin
      ai_mask <= exec;
      ai_data <= a_next;
    end
  end

  // --- stage 1: faults ---------------------------------------------------------------------------
  // Bytes that must lie below the limit, per space.
  logic [32:0] f_limit, f_end;
  logic [4:0]  f_size;
  logic [3:0]  f_amask;
  logic [7:0]  f_mis, f_lim;
  always_comb begin
    f_mis   = '0;
    f_lim   = '0;
    f_end   = '0;
    f_size  = 5'd1 << s1.szlog;
    f_amask = f_size[3:0] - 4'd1;
    case (s1.space)
      `SPACE_S: f_limit = {18'b0, cfg_smem_bytes};
      `SPACE_L: f_limit = {15'b0, cfg_local_words, 2'b0};
      default:  f_limit = {1'b0, cfg_g_limit};
    endcase
    if (v1 & s1.lsu)
      for (int i = 0; i < 8; i++) begin
        f_end    = {1'b0, addr[32*i +: 32]} + {28'b0, f_size};
        f_mis[i] = exec[i] & ((addr[32*i +: 4] & f_amask) != '0);
        f_lim[i] = exec[i] & ((f_end > f_limit) | ((s1.space == `SPACE_G) & (addr[32*i +: 32] < cfg_g_base)));
      end
  end

  logic [7:0]  f_code;
  logic [2:0]  f_lane;
  logic [31:0] f_addr;
  always_comb begin
    f_code = '0;
    f_lane = '0;
    f_addr = '0;
    if ((f_mis | f_lim) != '0)
      for (int i = 7; i >= 0; i--)
        if (f_mis[i] | f_lim[i]) begin
          f_lane = 3'(i);
          f_addr = addr[32*i +: 32];
          if (f_mis[i]) f_code = `F_MISALIGNED;
          else case (s1.space)
            `SPACE_S: f_code = `F_SHARED_LIMIT;
            `SPACE_L: f_code = `F_LOCAL_LIMIT_READ  + {7'b0, s1.store};
            default:  f_code = s1.rmw ? (s1.red ? `F_GLOBAL_LIMIT_RED : `F_GLOBAL_LIMIT_ATOM)
                                      : `F_GLOBAL_LIMIT_READ + {7'b0, s1.store};
          endcase
        end
  end

  always_ff @(posedge clk) begin
    flt_valid <= ~rst & ((f_mis | f_lim) != '0);
    if ((f_mis | f_lim) != '0) begin
      flt_code <= f_code;
      flt_lane <= f_lane;
      flt_addr <= f_addr;
    end
  end
  assign flt_wid = s2.wid;
  assign flt_pc  = s2.pc;

  // --- SP operands -------------------------------------------------------------------------------
  // Operands b and c differ from a only in having fewer sources.
  wire [255:0] r2_data = s2.wid[0] ? rd_data1 : rd_data0;
  wire [255:0] r3_data = s3_par ? rd_data1 : rd_data0;

  logic [255:0] opb, opc;
  always_comb
    case (s2.b_sel)
      `OPD_SCAL: opb = {8{s2.scal}};
      `OPD_CBUF: opb = cbuf;
      default:   opb = s2.r_en[1] ? r2_data : '0;
    endcase
  always_comb
    case (s3_csel)
      `OPD_SCAL: opc = {8{s3_scal}};
      `OPD_CBUF: opc = cbuf;
      default:   opc = s3_rd ? r3_data : '0;
    endcase

  sram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_opa (
    .clk, .rd_en(col_rd), .rd_addr(col_entry), .rd_data(col_a),
    .wr_en(v1 & s1.sp), .wr_addr(s1.spe), .wr_be(1'b1), .wr_data(opa));
  sram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_opb (
    .clk, .rd_en(col_rd), .rd_addr(col_entry), .rd_data(col_b),
    .wr_en(v2 & s2.sp), .wr_addr(s2.spe), .wr_be(1'b1), .wr_data(opb));
  sram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_opc (
    .clk, .rd_en(col_rd), .rd_addr(col_entry), .rd_data(col_c),
    .wr_en(v3 & s3_sp), .wr_addr(s3_spe), .wr_be(1'b1), .wr_data(opc));
  sram_1r1w #(.WIDTH(40), .DEPTH(4), .EN_BITS(40)) u_opm (
    .clk, .rd_en(col_rd), .rd_addr(col_entry), .rd_data({col_mask, col_cin}),
    .wr_en(v1 & s1.sp), .wr_addr(s1.spe), .wr_be(1'b1), .wr_data({exec, flags}));

  // --- second round ------------------------------------------------------------------------------
  wire [255:0] r5_data = s5_par ? rd_data1 : rd_data0;
  wire [255:0] r6_data = s6_par ? rd_data1 : rd_data0;
  wire [255:0] r7_data = s7_par ? rd_data1 : rd_data0;

  // --- SFU and DPU operands ----------------------------------------------------------------------
  sm_xopd #(.DPU(DPU)) u_xopd (
    .clk, .sf_wr({v2 & s2.sfu, v1 & s1.sfu}),
    .dp_wr({v7 & s7_dpu, v6 & s6_dpu, v5 & s5_dpu, v3 & s3_dpu, v2 & s2.dpu, v1 & s1.dpu}),
    .dp_ent1(s1.xe), .dp_ent2(s2.xe), .dp_ent3(s3_xe), .dp_ent5(s5_xe), .dp_ent6(s6_xe), .dp_ent7(s7_xe),
    .opa, .exec, .opb, .opc, .hi5(s5_rd ? r5_data : '0), .hi6(s6_rd ? r6_data : '0), .hi7(s7_rd ? r7_data : '0),
    .so_valid, .so_entry, .so_mask, .so_data, .sf_rd, .sf_four, .sf_pair, .sf_a, .sf_b, .sf_mask,
    .dp_rd, .dp_ent, .dp_lane, .dp_a, .dp_b, .dp_c, .dp_mask);

  // --- load/store operands -----------------------------------------------------------------------

  wire  [255:0] w0_data = s2.r_en[1] ? r2_data : '0;
  logic [255:0] w0;
  always_comb begin
    w0 = w0_data;
    if (s2.d16)
      for (int i = 0; i < 8; i++)
        w0[32*i +: 32] = {16'b0, s2.dhi ? w0_data[32*i + 16 +: 16] : w0_data[32*i +: 16]};
  end

  lutram_1r1w #(.WIDTH(264), .DEPTH(4), .EN_BITS(264)) u_addr (
    .clk, .rd_addr(ls_entry), .rd_data({ls_mask, ls_addr}),
    .wr_en(v1 & s1.lsu), .wr_addr(s1.lse), .wr_be(1'b1), .wr_data({exec, addr}));
  lutram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_w0 (
    .clk, .rd_addr(ls_entry), .rd_data(ls_w0),
    .wr_en(v2 & s2.lsu & s2.store), .wr_addr(s2.lse), .wr_be(1'b1), .wr_data(w0));
  lutram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_w1 (
    .clk, .rd_addr(ls_entry), .rd_data(ls_w1),
    .wr_en(v3 & s3_lsu), .wr_addr(s3_lse), .wr_be(1'b1), .wr_data(s3_rd ? r3_data : '0));
  lutram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_w2 (
    .clk, .rd_addr(ls_entry), .rd_data(ls_w2),
    .wr_en(v5 & ~s5_dpu), .wr_addr(s5_lse), .wr_be(1'b1), .wr_data(s5_rd ? r5_data : '0));
  lutram_1r1w #(.WIDTH(256), .DEPTH(4), .EN_BITS(256)) u_w3 (
    .clk, .rd_addr(ls_entry), .rd_data(ls_w3),
    .wr_en(v6 & ~s6_dpu), .wr_addr(s6_lse), .wr_be(1'b1), .wr_data(s6_rd ? r6_data : '0));

endmodule
`default_nettype wire
