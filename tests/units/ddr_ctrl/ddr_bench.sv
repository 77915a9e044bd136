// SPDX-License-Identifier: Apache-2.0
// ddr_bench: ddr_ctrl on a model of the core with a window for each lane: what training finds (DDR-6, DDR-8, DDR-9),
// then random traffic against an array (DDR-1, DDR-2, DDR-3), with a reset of the side that asks in the midst of it
// (DDR-4); whether a machine is given the memory (DDR-10); how long what crosses stands still (DDR-11), and how far
// apart answers are when reads wait for each other (DDR-12). The model looks at the sequence (DDR-5) and at how lanes
// are chosen (DDR-7).
`timescale 1ns / 1ps
module ddr_bench #(
  parameter int REQUESTS = 300,
  parameter int SEED     = 1,
  parameter int PHY      = 1,            // as ddr_core
  parameter int LANES    = 2,
  parameter int PERIOD   = 20,           // of clk in ns
  parameter int MEM_PERIOD = 20,
  parameter logic [2*LANES-1:0] SLIPS = '0,
  parameter logic [3*LANES-1:0] LO    = '0,
  parameter logic [3*LANES-1:0] HI    = '1,
  parameter logic [LANES-1:0]   DEAF  = '0,
  parameter logic [7*LANES-1:0] EYE   = '0,
  parameter logic [5*LANES-1:0] OPEN  = '0,
  parameter logic [LANES-1:0]   BAD   = '0,          // what is to be told
  parameter logic [5*LANES-1:0] MIDDLE = '0,         // what is to be chosen; PHY = 1: the slip is that of SLIPS
  parameter logic [3*LANES-1:0] SLIP_2 = '0          // PHY = 2: the slip
) (
  output reg done,
  output int errors
);
  localparam int AW = 12;
  reg clk = 1'b0, mem_clk = 1'b0, rst = 1'b1, mem_rst = 1'b1;
  always #(PERIOD / 2.0) clk = ~clk;
  always #(MEM_PERIOD / 2.0) mem_clk = ~mem_clk;

  reg          req_valid = 1'b0, req_write;
  reg [AW-1:5] req_addr;
  reg [31:0]   req_mask;
  reg [255:0]  req_data;
  wire         req_ready, rsp_valid, init_done, init_good;
  wire [255:0] rsp_data;
  wire [LANES-1:0] lanes_bad, wb_dat_r;
  wire         wb_cyc, wb_we, wb_ack, cmd_valid, cmd_ready, cmd_we, wdata_valid, wdata_ready, rdata_valid;
  wire [11:0]  wb_adr;
  wire [15:0]  wb_dat_w, wdata_we;
  wire [AW-1:4] cmd_addr;
  wire [127:0] wdata_data, rdata_data;

  ddr_ctrl #(.TRAIN(PHY), .LANES(LANES), .AW(AW), .T_RESET(120), .T_STEP(80),
             .MR0(PHY == 2 ? 13'h930 : 13'h320)) u_ctrl (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data, .init_done,
    .init_good, .mem_clk, .mem_rst, .lanes_bad, .wb_cyc, .wb_we, .wb_adr, .wb_dat_w, .wb_ack, .wb_dat_r, .cmd_valid,
    .cmd_ready, .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready, .wdata_we, .wdata_data, .rdata_valid, .rdata_data);
  ddr_core #(.PHY(PHY), .LANES(LANES), .AW(AW), .SEED(SEED), .SLIPS(SLIPS), .LO(LO), .HI(HI), .DEAF(DEAF), .EYE(EYE),
             .OPEN(OPEN)) u_core (
    .clk(mem_clk), .rst(mem_rst), .wb_cyc, .wb_we, .wb_adr, .wb_dat_w, .wb_ack, .wb_dat_r, .cmd_valid, .cmd_ready,
    .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready, .wdata_we, .wdata_data, .rdata_valid, .rdata_data);

  task fail(input [8*40-1:0] what);
    begin
      errors = errors + 1;
      if (errors <= 5) $display("ddr_bench %0d: %0s at %0t", SEED, what, $time);
    end
  endtask

  localparam int SECTORS = 1 << (AW - 5);
  reg [255:0] want [0:SECTORS-1];
  reg [255:0] expected;
  reg         waiting = 1'b0;

  // DDR-11: since when a request has stood still when the core's side may look at it, a sector when clk's takes it.
  real         asked_at = 0, read_at = 0;
  reg          may_look = 1'b0;
  always @(u_ctrl.u_cross.write_q, u_ctrl.u_cross.addr_q, u_ctrl.u_cross.mask_q, u_ctrl.u_cross.data_q)
    asked_at = $realtime;
  always @(u_ctrl.u_cross.sector_q) read_at = $realtime;
  always @(posedge mem_clk) begin
    if (u_ctrl.u_cross.busy_q && !may_look && $realtime - asked_at < 3 * MEM_PERIOD)
      fail("a request is looked at too early");
    may_look <= u_ctrl.u_cross.busy_q;
  end
  always @(posedge clk)
    if (!rst && u_ctrl.u_cross.ask_q && u_ctrl.u_cross.over && $realtime - read_at < 2 * PERIOD)
      fail("a sector is taken too early");

  int          since = 100;              // clocks since an answer
  always @(posedge clk) begin
    since = since + 1;
    if (init_good && (!init_done || BAD != 0)) fail("a machine is given a bad memory");
    if (rsp_valid) begin
      if (since < 8) fail("an answer too soon");
      since = 0;
      if (!waiting) fail("an answer that nobody asked for");
      waiting = 1'b0;
      for (int i = 0; i < 32; i++)
        if (!BAD[i % LANES] && rsp_data[8*i +: 8] !== expected[8*i +: 8]) fail("a byte that was not written");
    end
    if (req_valid && req_ready && !init_done) fail("a request before the end of training");
  end

  task request(input write, input [AW-1:5] sector, input [31:0] mask, input [255:0] data);
    begin
      req_valid = 1'b1; req_write = write; req_addr = sector; req_mask = mask; req_data = data;
      #1;
      while (!req_ready) begin @(posedge clk); #1; end
      if (write) for (int i = 0; i < 32; i++) if (mask[i]) want[sector][8*i +: 8] = data[8*i +: 8];
      if (!write) begin expected = want[sector]; waiting = 1'b1; end
      @(posedge clk); #1;
      req_valid = 1'b0; req_addr = $urandom; req_data = {8{$urandom}}; req_mask = $urandom;
    end
  endtask

  int wait_left;
  initial begin
    done = 1'b0;
    errors = 0;
    #200 mem_rst = 1'b0;
    @(posedge clk) #1 rst = 1'b0;
    wait_left = PHY == 2 ? 3_000_000 : 400_000;
    while (!init_done && wait_left != 0) begin @(posedge clk); wait_left = wait_left - 1; end
    if (!init_done) fail("training does not end");
    #1;
    if (lanes_bad !== BAD) begin
      fail("lanes that cannot be read");
      $display("  lanes_bad %b, expected %b", lanes_bad, BAD);
    end
    if (init_good !== (BAD == 0)) fail("a machine is not given the memory");
    if (u_core.told !== 1'b1 || u_core.error !== (BAD != 0)) fail("the core is not told");
    for (int i = 0; i < LANES; i++) if (!BAD[i]) begin
      if (u_core.delay[i] !== MIDDLE[5*i +: 5]) begin
        fail("not the middle of the window");
        $display("  lane %0d delay %0d, expected %0d", i, u_core.delay[i], MIDDLE[5*i +: 5]);
      end
      if (PHY == 2 && u_core.slip[i] !== SLIP_2[3*i +: 3]) begin
        fail("not the slip of the longest run");
        $display("  lane %0d slip %0d, expected %0d", i, u_core.slip[i], SLIP_2[3*i +: 3]);
      end
    end
    if (u_core.steps != 5) fail("the sequence is not whole");
    for (int s = 0; s < SECTORS; s++) request(1'b1, s, '1, {8{$urandom}});
    for (int n = 0; n < REQUESTS; n++) begin
      request($urandom, $urandom, $urandom, {$urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom,
                                             $urandom});
      while (waiting && errors == 0) @(posedge clk);
      #1;
      repeat ($urandom % 3) @(posedge clk);
      #1;
      if (n % 16 == 15) begin
        // DDR-4: a read that is given up, and requests at once behind the reset
        request(1'b0, $urandom, '0, '0);
        repeat ($urandom % 24) @(posedge clk);
        #1 rst = 1'b1;
        repeat (16) @(posedge clk);
        #1 rst = 1'b0;
        waiting = 1'b0;
      end
    end
    for (int s = 0; s < SECTORS; s++) begin
      request(1'b0, s, '0, '0);
      while (waiting && errors == 0) @(posedge clk);
      #1;
    end
    errors = errors + u_core.broken;
    done = 1'b1;
  end
endmodule
