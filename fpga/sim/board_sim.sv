// SPDX-License-Identifier: Apache-2.0
// board_sim: a board with its SDRAM chip, or (DDR = 1) with a model of LiteDRAM's core of a DDR3, which runs in a clock
// of its own, for board.cpp: all of it but the serial line.
`default_nettype none

module board_sim #(
  parameter int NSM = 1, DPU = gpu_cfg::DPU, TEX = gpu_cfg::TEX, FOLD = 1, SIGNATURE = 1, TRACE = 256, DDR = 0,
  // BOARD-17: what the machine is given comes as late as it may, what it gives is right where a cycle ends only
  parameter int SETTLE = FOLD == 1 ? 1 : 2, LATE_IN = SETTLE - 1, AT_ENDS = 1,
  parameter int UART_CLOCKS = 4,
  parameter logic [63:0] DIGEST = 64'd0
) (
  input  wire  clk,
  input  wire  rst,                  // DDR: 16 clocks
  input  wire  ref_extra,            // the SDRAM is refreshed though it need not be
  input  wire  mem_clk,              // of the DDR3's core
  input  wire  lane_bad,             // a byte lane of the DDR3 reads zeros
  input  wire  rx,
  output wire  tx,
  output wire  running,
  output wire  active,
  output int   broken                // rules of the SDRAM, of the DDR3's core
);

  localparam int CLK_KHZ = 50_000, INIT_US = 2, ROW_BITS = 13;

  if (DDR != 0) begin : g_memory
    localparam int AW = 26;          // more than the machine has (BOARD-15)

    wire         wb_cyc, wb_we, wb_ack, cmd_valid, cmd_ready, cmd_we, wdata_valid, wdata_ready, rdata_valid;
    wire [1:0]   wb_dat_r;
    wire [11:0]  wb_adr;
    wire [15:0]  wb_dat_w, wdata_we;
    wire [AW-1:4] cmd_addr;
    wire [127:0] wdata_data, rdata_data;
    logic [3:0]  mem_rst = '1;
    always_ff @(posedge mem_clk) mem_rst <= {mem_rst[2:0], rst};

    fpga_top_ddr #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(1), .FOLD(FOLD), .SETTLE(SETTLE), .LATE_IN(LATE_IN),
                   .AT_ENDS(AT_ENDS), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
                   .CLK_KHZ(CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .AW(AW), .T_RESET(120), .T_STEP(80),
                   .DIGEST(DIGEST), .BOARD("noitalumis")) u_top (
      .clk, .rst, .rx, .tx, .running, .active, .mem_clk, .mem_rst(mem_rst[3]), .wb_cyc, .wb_we, .wb_adr, .wb_dat_w,
      .wb_ack, .wb_dat_r, .cmd_valid, .cmd_ready, .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready, .wdata_we,
      .wdata_data, .rdata_valid, .rdata_data(lane_bad ? rdata_data & {8{16'h00ff}} : rdata_data));

    ddr_core #(.AW(AW), .SLIPS(4'b10_01), .LO({3'd2, 3'd3}), .HI({3'd5, 3'd7})) u_chip (
      .clk(mem_clk), .rst(mem_rst[3]), .wb_cyc, .wb_we, .wb_adr, .wb_dat_w, .wb_ack, .wb_dat_r, .cmd_valid, .cmd_ready,
      .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready, .wdata_we, .wdata_data, .rdata_valid, .rdata_data);
    assign broken = u_chip.broken;

  end else begin : g_memory
    wire        cke, cs_n, ras_n, cas_n, we_n, dq_oe, chip_oe;
    wire [1:0]  ba, dqm;
    wire [ROW_BITS-1:0] a;
    wire [15:0] dq_out, chip_dq;

    fpga_top #(.NSM(NSM), .DPU(DPU), .TEX(TEX), .GATE(1), .FOLD(FOLD), .SETTLE(SETTLE), .LATE_IN(LATE_IN),
               .AT_ENDS(AT_ENDS), .SIGNATURE(SIGNATURE), .TRACE(TRACE),
               .CLK_KHZ(CLK_KHZ), .UART_CLOCKS(UART_CLOCKS), .ROW_BITS(ROW_BITS), .T_INIT(CLK_KHZ * INIT_US / 1000),
               .DIGEST(DIGEST), .BOARD("noitalumis")) u_top (
      .clk, .rst, .rx, .tx, .running, .active, .ref_extra, .sd_cke(cke), .sd_cs_n(cs_n), .sd_ras_n(ras_n),
      .sd_cas_n(cas_n), .sd_we_n(we_n), .sd_ba(ba), .sd_a(a), .sd_dqm(dqm), .sd_dq_out(dq_out), .sd_dq_oe(dq_oe),
      .sd_dq_in(chip_oe ? chip_dq : 16'hdead));

    sdr_chip #(.PERIOD_PS(1_000_000_000 / CLK_KHZ), .ROW_BITS(ROW_BITS), .INIT_US(INIT_US)) u_chip (
      .clk, .cke, .cs_n, .ras_n, .cas_n, .we_n, .ba, .a, .dqm, .dq_in(dq_out), .dq_drive(dq_oe), .dq_out(chip_dq),
      .dq_oe(chip_oe), .broken);
  end

endmodule
`default_nettype wire
