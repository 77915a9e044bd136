// SPDX-License-Identifier: Apache-2.0
// ecp5_ddr: ECP5 boards with the memory test (fpga/rtl/mem_test.sv) on their DDR3: what is inside the pins of
// ecpix5.sv and orangecrab.sv. LiteDRAM's core (fpga/flow/ddr3.py writes it) runs in its own clock, user_clk, of a PLL
// of its own; all else in clk, of the PLL of ecp5_shell.sv.
//
// Lights: 0 blinks, 1: all that was read was right, 2: something was not, or a byte lane has no window (DDR-9). The
// memory test runs in any case: the data pins that it names tell the lane. Before training has ended nothing is told.
`default_nettype none

module ecp5_ddr #(
  parameter int CLK_KHZ = 50_000,
  parameter int MEM_KHZ = 50_000,                    // user_clk: sys_khz of the board's .ddr
  parameter int PLL_IN  = 2,
  parameter int CLK_DIV = 12,
  parameter int BAUD    = 115_200,
  parameter int ROWS    = 15,                        // address pins of the core
  parameter logic [12:0] MR1 = 13'h006               // rtt_nom of the board's .ddr: 006 60ohm, 002 disabled
) (
  input  wire             clk_in,
  input  wire             reset_n,                   // button
  input  wire             rx,
  output wire             tx,
  output wire  [2:0]      led,
  output wire  [ROWS-1:0] ddram_a,
  output wire  [2:0]      ddram_ba,
  output wire             ddram_ras_n,
  output wire             ddram_cas_n,
  output wire             ddram_we_n,
  output wire             ddram_cs_n,
  output wire  [1:0]      ddram_dm,
  inout  wire  [15:0]     ddram_dq,
  inout  wire  [1:0]      ddram_dqs_p,
  output wire             ddram_clk_p,
  output wire             ddram_cke,
  output wire             ddram_odt,
  output wire             ddram_reset_n
);

  localparam int AW = ROWS + 14;                     // of a byte: 8 banks, 1024 columns, 2 bytes
  localparam int UART_CLOCKS = (CLK_KHZ * 1000 + BAUD / 2) / BAUD;
  // A line that is off by more than 3 % is not understood.
  localparam int OFF = UART_CLOCKS * BAUD - CLK_KHZ * 1000;
  if (OFF > CLK_KHZ * 30 || OFF < -CLK_KHZ * 30) begin : g_bad_line
    ecp5_ddr_CLK_KHZ_gives_no_clock_for_BAUD u();
  end
  if (CLK_KHZ * CLK_DIV < 400_000 || CLK_KHZ * CLK_DIV > 800_000) begin : g_bad
    ecp5_ddr_CLK_KHZ_times_CLK_DIV_must_be_400_to_800_MHz u();
  end

  // --- clock and reset -----------------------------------------------------------------------------
  wire clk, locked;
  wire [1:0] clk_none;
  (* ICP_CURRENT="12", LPF_RESISTOR="8", MFG_ENABLE_FILTEROPAMP="1", MFG_GMCREF_SEL="2" *)
  EHXPLLL #(
    .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"),
    .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"), .OUTDIVIDER_MUXD("DIVD"),
    .FEEDBK_PATH("CLKOP"), .CLKI_DIV(PLL_IN), .CLKFB_DIV(1),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(CLK_DIV), .CLKOP_CPHASE(CLK_DIV / 2 - 1), .CLKOP_FPHASE(0)
  ) u_pll (
    .CLKI(clk_in), .CLKFB(clk), .CLKOP(clk), .CLKOS(clk_none[0]), .CLKOS2(clk_none[1]), .RST(1'b0),
    .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
    .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .LOCK(locked));

  logic [1:0]  up_q = '0;                            // against metastability
  logic [24:0] count_q = '0;                         // 16 clocks of reset, then a light
  logic        run_q = 1'b0;
  wire         rst = !run_q;
  always_ff @(posedge clk) begin
    up_q    <= {up_q[0], locked && reset_n};
    count_q <= up_q[1] ? count_q + 1'b1 : '0;
    run_q   <= up_q[1] && (run_q || count_q[4]);
  end

  // --- memory test, controller -----------------------------------------------------------------------
  wire         running, active, req_valid, req_ready, req_write, rsp_valid, mem_ready;
  wire [AW-1:5] req_addr;
  wire [31:0]  req_mask;
  wire [255:0] req_data, rsp_data;
  wire         user_clk, user_rst, wb_cyc, wb_we, wb_ack, cmd_valid, cmd_ready, cmd_we, wdata_valid, wdata_ready,
               rdata_valid, pll_locked, init_done, init_error, wb_err;
  wire [1:0]   lanes_bad;
  wire [11:0]  wb_adr;
  wire [15:0]  wb_dat_w, wdata_we;
  wire [31:0]  wb_dat_r;
  wire [AW-1:4] cmd_addr;
  wire [127:0] wdata_data, rdata_data;

  mem_test #(.MEM_BYTES(1 << AW), .UART_CLOCKS(UART_CLOCKS)) u_test (
    .clk, .rst, .rx, .tx, .running, .active, .mem_req_valid(req_valid), .mem_req_ready(req_ready),
    .mem_req_write(req_write), .mem_req_addr(req_addr), .mem_req_mask(req_mask), .mem_req_data(req_data),
    .mem_rsp_valid(rsp_valid), .mem_rsp_data(rsp_data), .mem_ready);

  ddr_ctrl #(.LANES(2), .AW(AW), .CLK_KHZ(MEM_KHZ), .MR1(MR1)) u_ctrl (
    .clk, .rst, .req_valid, .req_ready, .req_write, .req_addr, .req_mask, .req_data, .rsp_valid, .rsp_data,
    .init_done(mem_ready), .mem_clk(user_clk), .mem_rst(user_rst), .lanes_bad, .wb_cyc, .wb_we, .wb_adr, .wb_dat_w,
    .wb_ack, .wb_dat_r(wb_dat_r[1:0]), .cmd_valid, .cmd_ready, .cmd_we, .cmd_addr, .wdata_valid, .wdata_ready,
    .wdata_we, .wdata_data, .rdata_valid, .rdata_data);

  // Its ports of pads are declared as inputs, also those that are driven; the pads are inside.
  litedram_core u_core (
    .clk(clk_in), .rst(!reset_n), .pll_locked, .init_done, .init_error, .user_clk, .user_rst,
    .ddram_a, .ddram_ba, .ddram_ras_n, .ddram_cas_n, .ddram_we_n, .ddram_cs_n, .ddram_dm, .ddram_dq, .ddram_dqs_p,
    .ddram_dqs_n(2'd0), .ddram_clk_p, .ddram_clk_n(1'b0), .ddram_cke, .ddram_odt, .ddram_reset_n,
    .wb_ctrl_cyc(wb_cyc), .wb_ctrl_stb(wb_cyc), .wb_ctrl_we(wb_we), .wb_ctrl_adr({18'd0, wb_adr}),
    .wb_ctrl_dat_w({16'd0, wb_dat_w}), .wb_ctrl_dat_r(wb_dat_r), .wb_ctrl_ack(wb_ack), .wb_ctrl_sel(4'hf),
    .wb_ctrl_bte(2'd0), .wb_ctrl_cti(3'd0), .wb_ctrl_err(wb_err),
    .user_port_0_cmd_valid(cmd_valid), .user_port_0_cmd_ready(cmd_ready), .user_port_0_cmd_we(cmd_we),
    .user_port_0_cmd_addr(cmd_addr), .user_port_0_wdata_valid(wdata_valid), .user_port_0_wdata_ready(wdata_ready),
    .user_port_0_wdata_we(wdata_we), .user_port_0_wdata_data(wdata_data), .user_port_0_rdata_valid(rdata_valid),
    .user_port_0_rdata_ready(1'b1), .user_port_0_rdata_data(rdata_data));

  logic [1:0] bad_q;                                 // against metastability
  always_ff @(posedge clk) bad_q <= {bad_q[0], mem_ready && lanes_bad != '0};
  assign led = {active || bad_q[1], running, count_q[24]};
  wire unused = &{1'b0, clk_none, pll_locked, init_done, init_error, wb_err, wb_dat_r[31:2]};

endmodule
`default_nettype wire
