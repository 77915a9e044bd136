// SPDX-License-Identifier: Apache-2.0
// tb_litedram: ddr_ctrl on the controller that LiteDRAM writes, with LiteDRAM's model of pads and a chip of 32 MB
// (fpga/flow/ddr3.py --sim; it has no delays, so nothing is trained). Random traffic on sectors all over rows, banks
// and columns for many refresh intervals (7.8 us each), against an array: DDR-1 to DDR-3; told if the last look
// (DDR-9) finds a lane wrong.
`timescale 1ns / 1ps
module tb_litedram #(parameter int REQUESTS = 20000);
  localparam int AW = 25, SECTORS = 1024;
  reg clk = 1'b0, mem_clk = 1'b0, rst = 1'b1;
  always #11 clk = ~clk;
  always #10 mem_clk = ~mem_clk;

  reg          req_valid = 1'b0, req_write = 1'b0;
  reg [AW-1:5] req_addr = '0;
  reg [31:0]   req_mask = '0;
  reg [255:0]  req_data = '0;
  wire         req_ready, rsp_valid, init_done;
  wire [255:0] rsp_data;
  wire [1:0]   lanes_bad;
  wire         user_clk, user_rst, wb_cyc, wb_we, wb_ack, cmd_valid, cmd_ready, cmd_we, wdata_valid, wdata_ready,
               rdata_valid, told, error, wb_err;
  wire [11:0]  wb_adr;
  wire [15:0]  wb_dat_w, wdata_we;
  wire [31:0]  wb_dat_r;
  wire [AW-1:4] cmd_addr;
  wire [127:0] wdata_data, rdata_data;

  ddr_ctrl #(.TRAIN(0), .LANES(2), .AW(AW), .T_RESET(100)) u_ctrl (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data, .init_done,
    .mem_clk(user_clk), .mem_rst(user_rst), .lanes_bad, .wb_cyc, .wb_we, .wb_adr, .wb_dat_w, .wb_ack,
    .wb_dat_r(wb_dat_r[1:0]), .cmd_valid, .cmd_ready, .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready, .wdata_we,
    .wdata_data, .rdata_valid, .rdata_data);
  litedram_core u_core (
    .clk(mem_clk), .sim_trace(1'b0), .init_done(told), .init_error(error), .user_clk, .user_rst,
    .wb_ctrl_cyc(wb_cyc), .wb_ctrl_stb(wb_cyc), .wb_ctrl_we(wb_we), .wb_ctrl_adr({18'd0, wb_adr}),
    .wb_ctrl_dat_w({16'd0, wb_dat_w}), .wb_ctrl_dat_r(wb_dat_r), .wb_ctrl_ack(wb_ack), .wb_ctrl_sel(4'hf),
    .wb_ctrl_bte(2'd0), .wb_ctrl_cti(3'd0), .wb_ctrl_err(wb_err),
    .user_port_0_cmd_valid(cmd_valid), .user_port_0_cmd_ready(cmd_ready), .user_port_0_cmd_we(cmd_we),
    .user_port_0_cmd_addr(cmd_addr), .user_port_0_wdata_valid(wdata_valid), .user_port_0_wdata_ready(wdata_ready),
    .user_port_0_wdata_we(wdata_we), .user_port_0_wdata_data(wdata_data), .user_port_0_rdata_valid(rdata_valid),
    .user_port_0_rdata_ready(1'b1), .user_port_0_rdata_data(rdata_data));

  // Sector 0 and the next 20 differ in one bit of the address each, so that a bit that is lost puts two in one place;
  // of the others each bit of the number is in several bits.
  function automatic [AW-1:5] place(input [9:0] n);
    if (n <= AW - 5) place = n == 0 ? '0 : (AW-5)'(1) << (n - 1);
    else             place = {n, 10'd0} ^ {10'd0, n ^ {n[6:0], n[9:7]}};
  endfunction
  reg [255:0] want [0:SECTORS-1];
  reg [255:0] data;
  reg [31:0]  mask;
  reg [9:0]   sector = '0;
  int         n = 0, errors = 0, reads = 0, clocks = 0;
  reg         waiting = 1'b0;

  task finish;
    begin
      if (errors == 0) $display("PASS tb_litedram: %0d requests, %0d reads, %0d us", n, reads, clocks * 22 / 1000);
      else $display("FAIL tb_litedram: %0d errors", errors);
      $finish;
    end
  endtask

  always @(posedge clk) begin
    clocks <= clocks + 1;
    rst <= clocks < 20;
    if (clocks == 4_000_000) begin
      $display("FAIL tb_litedram: no end; init_done %b, requests %0d", init_done, n);
      $finish;
    end
    if (init_done && (!told || error || lanes_bad != 0)) begin
      $display("FAIL tb_litedram: lanes_bad %b", lanes_bad);
      $finish;
    end
    if (rsp_valid) begin
      reads <= reads + 1;
      waiting = 1'b0;
      if (rsp_data !== want[sector]) begin
        errors = errors + 1;
        $display("tb_litedram: sector %h is %h, expected %h", place(sector), rsp_data, want[sector]);
        if (errors == 5) finish();
      end
      if (n == REQUESTS + 2 * SECTORS) finish();
    end
    if (req_valid && req_ready) begin
      if (req_write) begin
        for (int i = 0; i < 32; i++) if (req_mask[i]) want[sector][8*i +: 8] = req_data[8*i +: 8];
      end else waiting = 1'b1;
      req_valid <= 1'b0;
    end else if (!req_valid && !waiting && init_done && n < REQUESTS + 2 * SECTORS) begin
      // all written, then at random, then all read
      sector = n < SECTORS || n >= REQUESTS + SECTORS ? 10'(n - (n < SECTORS ? 0 : REQUESTS + SECTORS)) : 10'($urandom);
      for (int i = 0; i < 8; i++) data[32*i +: 32] = $urandom;
      mask = n < SECTORS ? '1 : $urandom;
      req_valid <= 1'b1;
      req_write <= n < SECTORS || (n < REQUESTS + SECTORS && 1'($urandom));
      req_addr  <= place(sector);
      req_mask  <= mask;
      req_data  <= data;
      n         <= n + 1;
    end
  end
  wire unused = &{1'b0, wb_err, wb_dat_r};
endmodule
