// SPDX-License-Identifier: Apache-2.0
// load_wb with any beats of shared memory, any answers, any grants of the register file: each beat of shared memory is
// written once, in order; each answer with lanes once for each of its words, in order, each in its registers and lanes,
// of its warp's parity and half, with its data; one without lanes never, and it waits for one cycle at most. A load
// completes when the answer that mem_pending calls its last one has gone, once, and only then, one in a cycle. Who
// waits for a grant says so after STARVE_CYCLES.
//
// For mem_pending stands one that gives any records, and calls any answer the last one of its load; for load_data one
// that hands on what tells the answers apart. Rules (docs/units): LDWB-1 to LDWB-4, MEM-17, MEM-19, MEM-23.
//
//! proves loaded data: each beat and each word of an answer written once, in order, in its lanes; a load completes once
//! by pdr:14
//! set STARVE_CYCLES=2
`include "formal.svh"
`include "isa_ops.svh"
`include "gpu_types.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`default_nettype none

module mem_pending (
  input  wire clk, rst, init_active, input wire [8:0] init_row, output wire pd_full, output wire [5:0] pd_id,
  input  wire pd_valid, pd_last, input sector_t pd_sector, input wire rsp_valid, rsp_take, rsp_more,
  input  wire [5:0] rsp_id, output reg rs_new, output wire rs_last, output reg rs_some, output sector_t rs_sector);
  wire [1:0] hit = $anyseq, words = $anyseq, word = $anyseq, kind = $anyseq;
  wire [2:0] dst = $anyseq;
  wire       half = $anyseq, wid = $anyseq, tag = $anyseq, last = $anyseq;
  reg        end_q;
  always @(posedge clk) begin
    rs_new <= rsp_take && !rst;
    end_q  <= rsp_take && !rst && !rsp_more;
    if (rsp_take) begin
      rs_some   <= hit != 2'd0;
      rs_sector <= {hit[1], 14'd0, hit[0], 80'd0, half, words, word, 4'd0, wid, 23'd0, tag, 11'd0,
                    kind == 2'd0 ? `KIND_NONE : kind == 2'd1 ? `KIND_R16 : `KIND_R32, 5'd0, dst, 6'd0};
    end
  end
  assign rs_last = end_q && last;
  assign {pd_full, pd_id} = 7'd0;
endmodule

module load_data #(parameter int LANES = 8) (
  input  wire clk_p, input wire [2:0] phase, input wire g_valid, input wire [1:0] g_beat, g_esz, input wire g_esg,
  input  wire [79:0] g_off, input wire [255:0] g_sector, input wire s_take, input wire [511:0] s_data,
  input  wire any, twice, output wire [511:0] data);
  assign data = {508'd0, s_take ? {3'd0, s_data[0]} : {1'b1, g_beat, g_sector[0]}};
endmodule

module proof (input wire clk, s_go, s_wid, s_half, s_last, s_data, s_grant, g_grant, come, more, data,
                  input wire [1:0] word);
  `F_RESET
  // beats of shared memory, numbered; four places for them (SMEM's limit on passes)
  reg  [2:0]  sent, seen;
  wire        sb_valid = s_go && !rst && sent - seen != 3'd4;
  wire        sb_written, rsp_ready, s_valid, s_par, s_h, lock, g_valid, g_par, g_half, s_done, g_done;
  wire [7:0]  row;
  wire [31:0] be;
  wire [511:0] rf_data;
  wire [1:0]  starve;
  wire [57:0] s_ldm, g_ldm;
  wire        rsp_valid = come && !rst;
  wire        s_ok = s_valid && s_grant, g_ok = g_valid && g_grant && !s_ok;
  wire [57:0] s_ld = {4'd0, s_wid, 21'd0, sent, 11'd0, `KIND_R32, 5'd0, sent, 6'd0};
  (* keep *) load_wb #(.TRACE(0)) dut (
    .clk, .clk_g(clk), .clk_p(clk), .phase(3'd0), .rst, .init_active(1'b0), .init_row(9'd0), .cfg_nregs(8'd6),
    .sb_valid, .sb_beat({s_ld, s_half, s_last}), .sb_mask(16'h8001), .sb_data({511'd0, s_data}), .sb_take(16'd0),
    .sb_written, .pd_full(), .pd_id(), .pd_valid(1'b0), .pd_last(1'b0), .pd_sector(159'd0), .rsp_valid, .rsp_ready,
    .rsp({more, word, 6'd0, 255'd0, data}), .rf_s_valid(s_valid), .rf_s_par(s_par), .rf_s_half(s_h),
    .rf_s_grant(s_ok), .rf_s_lock(lock), .rf_g_valid(g_valid), .rf_g_par(g_par), .rf_g_half(g_half),
    .rf_g_grant(g_ok), .rf_row(row), .rf_be(be), .rf_data, .starve, .s_done, .s_done_ldm(s_ldm), .g_done,
    .g_done_ldm(g_ldm));

  `F_INSIDE         \dut.u_pending.rs_new ;
  `F_INSIDE         \dut.u_pending.rs_last ;
  `F_INSIDE [158:0] \dut.u_pending.rs_sector ;
  wire        is_new = \dut.u_pending.rs_new ;
  wire [158:0] rec   = \dut.u_pending.rs_sector ;
  wire        lanes  = rec[158:143] != 16'd0;
  wire [1:0]  words  = rec[61:60], first = rec[59:58];
  wire [3:0]  kind   = rec[17:14];
  wire [7:0]  dst    = rec[13:6];

  // reference: an answer is there, what it brought, words of it that were written, whether it is the last of its load
  reg         full, a_data, last_q, now_q, s_last_q, s_was;
  reg  [1:0]  a_word, beat;
  reg  [57:0] ld_q;
  reg  [1:0]  held;                      // cycles of an answer without lanes
  reg  [3:0]  s_wait, g_wait;
  reg  [23:0] info;                      // of beats 0 to 7: {wid, half, data}
  reg  [7:0]  lasts;
  wire        last  = is_new ? \dut.u_pending.rs_last : last_q;
  wire        ends  = g_ok && beat == words;
  wire        gone  = full && !lanes && !(last && now_q);
  wire        take  = rsp_valid && rsp_ready;
  always @(posedge clk)
    if (rst) begin
      {sent, seen, full, now_q, s_was, held, s_wait, g_wait} <= '0;
    end else begin
      sent <= sent + {2'd0, sb_valid};
      seen <= seen + {2'd0, s_ok};
      if (sb_valid) begin
        info[3*sent +: 3] <= {s_wid, s_half, s_data};
        lasts[sent]       <= s_last;
      end
      full   <= take || (full && !ends && !gone);
      last_q <= last;
      if (take) {a_data, a_word, beat} <= {data, word, 2'd0};
      else if (g_ok) beat <= beat + 2'd1;
      now_q  <= ends && last;
      if (ends) ld_q <= rec[57:0];
      held   <= !full || lanes || gone ? 2'd0 : held + 2'd1;
      s_was    <= s_ok;
      s_last_q <= lasts[seen];
      s_wait <= !s_valid || s_ok ? 4'd0 : s_wait == 4'd15 ? 4'd15 : s_wait + 4'd1;
      g_wait <= !g_valid || g_ok ? 4'd0 : g_wait == 4'd15 ? 4'd15 : g_wait + 4'd1;
    end

  wire [1:0]  w    = first | beat | a_word;
  wire        r16  = kind == `KIND_R16;
  wire [7:0]  reg_g = r16 ? {1'b0, dst[7:1]} : dst + {6'd0, w};
  reg  [31:0] be_g;
  always @* begin
    be_g = 32'd0;
    if (kind != `KIND_NONE && reg_g < 8'd6)
      for (int i = 0; i < 16; i++)
        if (rec[143 + i]) be_g[2*i +: 2] = !r16 ? 2'b11 : dst[0] ? 2'b10 : 2'b01;
  end
  wire s_hungry = s_valid && s_wait >= 4'(gpu_cfg::STARVE_CYCLES);
  wire g_hungry = g_valid && g_wait >= 4'(gpu_cfg::STARVE_CYCLES);
  always @* if (!rst) begin
    // shared memory
    assert(s_valid == (sent != seen) && sb_written == s_ok);
    if (s_valid) assert({s_par, s_h} == info[3*seen + 1 +: 2]);
    if (s_ok) assert(row == {5'd0, seen} && rf_data[3:0] == {3'd0, info[3*seen]} &&
                     be == (seen < 3'd6 ? 32'hc000_0003 : 32'd0));
    assert(s_done == (s_was && s_last_q));
    if (s_done) assert(s_ldm[31:29] == seen - 3'd1);
    // answers
    assert(g_valid == (full && lanes) && rsp_ready == (!full || ends || gone));
    if (g_valid) assert(g_par == rec[53] && g_half == rec[62]);
    if (g_ok) assert(row == reg_g && be == be_g && rf_data[3:0] == {1'b1, beat, a_data});
    if (!s_ok && !g_ok) assert(be == 32'd0);
    assert(held <= 2'd1);
    // loads
    assert(g_done == (now_q || (gone && last)));
    if (g_done) assert(g_ldm == (now_q ? ld_q : rec[57:0]));
    assert(!(now_q && gone && last));
    assert(starve[0] == ((s_hungry && !s_par) || (g_hungry && !g_par)));
    assert(starve[1] == ((s_hungry && s_par) || (g_hungry && g_par)));
  end
endmodule
`default_nettype wire
