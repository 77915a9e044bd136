// SPDX-License-Identifier: Apache-2.0
// tb_load_wb: loads that would complete in one cycle (MEM-19). Answers come in the order that the bench wants: of a
// load of one sector, of one whose sector has no lanes, of one of a sector again; warps 1, 2 and 3. The answer without
// lanes is taken with the last beat before it (MEM-17), or a cycle later; then nothing meets.
//
//! test rtl
`include "gpu_types.svh"
`include "dp_types.svh"
`include "mem_types.svh"
`include "isa_ops.svh"
`default_nettype none
module tb_load_wb;
  logic         clk = 0, rst = 1, init_active = 1;
  logic [8:0]   init_row = 0;
  logic         pd_valid = 0, rsp_valid = 0, rf_g_grant = 0;
  sector_t      pd_sector = '0;
  mem_rsp_t     rsp = '0;
  ldm_t         g_done_ldm;
  wire          rsp_ready, rf_g_valid, g_done;
  wire  [31:0]  rf_be;
  wire  [511:0] rf_data;

  load_wb dut (
    .clk, .clk_g(clk), .rst,
    .init_active, .init_row, .cfg_nregs(8'd16), .sb_valid(1'b0), .sb_beat(`BEAT_W'd0), .sb_mask(16'd0),
    .sb_data(512'd0), .sb_take(16'd0), .pd_valid, .pd_last(pd_valid), .pd_sector, .rsp_valid, .rsp_ready, .rsp,
    .rf_s_grant(1'b0), .rf_g_valid, .rf_g_grant, .rf_be, .rf_data, .g_done, .g_done_ldm);

  always #5 clk = ~clk;

  integer     bad = 0, i, apart;
  logic [5:0] in_g;                    // id of the answer taken last

  task offer(input logic [5:0] id);
    begin
      rsp_valid = 1;
      rsp.id    = id;
      rsp.data  = 256'(id);
    end
  endtask

  // What a cycle shows: an answer is taken, a beat is there, the warp whose load completes (0: none).
  task shows(input logic take, input logic beat, input integer warp);
    begin
      #1;
      if ((rsp_valid & rsp_ready) !== take || rf_g_valid !== beat || (g_done ? g_done_ldm.wid : 5'd0) !== warp) begin
        bad = 1;
        $display("time %0d: taken %b, beat %b, done %b of warp %0d; expected %b, %b, warp %0d", $time,
                 rsp_valid & rsp_ready, rf_g_valid, g_done, g_done_ldm.wid, take, beat, warp);
      end
      if (rf_g_grant && (rf_be !== 32'd3 || rf_data[31:0] !== 32'(in_g))) begin
        bad = 1;
        $display("time %0d: enables %h, data %h, expected 3, %h", $time, rf_be, rf_data[31:0], in_g);
      end
      if (bad != 0) begin
        $display("FAIL tb_load_wb");
        $finish;
      end
      if (rsp_ready) in_g = rsp.id;
      @(posedge clk); #1;
      rsp_valid  = 0;
      rf_g_grant = 0;
    end
  endtask

  initial begin
    for (i = 0; i < 64; i = i + 1) begin
      init_row = i;
      @(posedge clk); #1;
    end
    init_active = 0;
    rst = 0;
    pd_sector.ld.dst_kind = `KIND_R32;
    pd_sector.ld.esz = 2;
    for (apart = 0; apart < 2; apart = apart + 1) begin
      for (i = 0; i < 3; i = i + 1) begin
        pd_valid = 1;
        pd_sector.hit = i == 1 ? 16'd0 : 16'd1;
        pd_sector.ld.wid = i + 1;
        @(posedge clk); #1;
      end
      pd_valid = 0;
      offer(3 * apart);     shows(1, 0, 0);
      rf_g_grant = 1;
      if (apart == 0) begin
        offer(1);           shows(1, 1, 0);
        offer(2);           shows(0, 0, 1);
      end else begin
                            shows(0, 1, 0);
        offer(4);           shows(1, 0, 1);
      end
      offer(3 * apart + 2); shows(1, 0, 2);
      rf_g_grant = 1;       shows(0, 1, 0);
                            shows(0, 0, 3);
                            shows(0, 0, 0);
    end
    $display("PASS tb_load_wb");
    $finish;
  end
endmodule
`default_nettype wire
