// SPDX-License-Identifier: Apache-2.0
// gpu_axi_top: a whole chip on a bus: its queue of commands behind an AXI4-Lite slave, its memory behind an AXI4
// master, an interrupt (docs/bus_chip.md).
//
//    s_* --> axi_lite <--> axi_gpu_regs --> queue --> gpu_host_top --> pins of each partition --> axi_dram
//    irq <--------------------------------- queue <--                                             |  ...
//    m_* <-- axi_width <------------------- axi_join <--------------------------------------------+--+
//
// The chip's clock stands while data that are due on its pins have not come, so its cycles are those of gpu_host_top
// with GDDR3 chips, whatever the bus does. Rules: docs/units/gpu-axi.md.
`include "gpu/dram_types.svh"
`default_nettype none

module gpu_axi_top #(
  parameter int TPCS       = 10,                     // as of gpu_top
  parameter int NSM        = 3,
  parameter int PARTITIONS = 8,
  parameter int DPU        = gpu_cfg::DPU,
  parameter int TEX        = gpu_cfg::TEX,
  parameter int GATE       = 1,                      // of the chip's clock (docs/units/clock.md); not 0
  parameter int ADDR_W     = 32,                     // of a bus address: 32 to 64
  parameter int DATA_W     = 256,                    // of the bus: 32, 64, 128, 256
  parameter int QUEUE      = 16                      // words of commands and of answers here: a power of two
) (
  input  wire                    clk,
  input  wire                    rst,
  output wire                    irq,

  input  wire                    s_awvalid,
  output wire                    s_awready,
  input  wire  [11:0]            s_awaddr,
  input  wire                    s_wvalid,
  output wire                    s_wready,
  input  wire  [31:0]            s_wdata,
  input  wire  [3:0]             s_wstrb,
  output wire                    s_bvalid,
  input  wire                    s_bready,
  output wire  [1:0]             s_bresp,
  input  wire                    s_arvalid,
  output wire                    s_arready,
  input  wire  [11:0]            s_araddr,
  output wire                    s_rvalid,
  input  wire                    s_rready,
  output wire  [31:0]            s_rdata,
  output wire  [1:0]             s_rresp,

  output wire                    m_arvalid,
  input  wire                    m_arready,
  output wire  [2:0]             m_arid,
  output wire  [ADDR_W-1:0]      m_araddr,
  output wire  [7:0]             m_arlen,
  output wire  [2:0]             m_arsize,
  output wire  [1:0]             m_arburst,
  output wire  [3:0]             m_arcache,
  output wire  [2:0]             m_arprot,
  input  wire                    m_rvalid,
  output wire                    m_rready,
  input  wire  [2:0]             m_rid,
  input  wire  [DATA_W-1:0]      m_rdata,
  input  wire  [1:0]             m_rresp,
  input  wire                    m_rlast,
  output wire                    m_awvalid,
  input  wire                    m_awready,
  output wire  [2:0]             m_awid,
  output wire  [ADDR_W-1:0]      m_awaddr,
  output wire  [7:0]             m_awlen,
  output wire  [2:0]             m_awsize,
  output wire  [1:0]             m_awburst,
  output wire  [3:0]             m_awcache,
  output wire  [2:0]             m_awprot,
  output wire                    m_wvalid,
  input  wire                    m_wready,
  output wire  [DATA_W-1:0]      m_wdata,
  output wire  [DATA_W/8-1:0]    m_wstrb,
  output wire                    m_wlast,
  input  wire                    m_bvalid,
  output wire                    m_bready,
  input  wire  [2:0]             m_bid,
  input  wire  [1:0]             m_bresp
);

  if (GATE == 0 || ADDR_W < 32 || ADDR_W > 64) begin : g_bad
    gpu_axi_top_needs_a_gate_and_32_to_64_bits_of_address u();
  end

  // --- registers -------------------------------------------------------------------------------------
  wire         we, full, wrong_write, wrong_read, reset, take, command_we, error, room, some, resets;
  wire  [9:0]  word;
  wire  [31:0] wdata, rdata, command, answer, mem_bytes;
  wire  [63:0] mem_offset;
  wire         irq_answer, irq_error, en_answer, en_error, answered;
  logic        bus_error_q;
  axi_lite u_lite (
    .clk, .rst, .s_awvalid, .s_awready, .s_awaddr, .s_wvalid, .s_wready, .s_wdata, .s_wstrb, .s_bvalid, .s_bready,
    .s_bresp, .s_arvalid, .s_arready, .s_araddr, .s_rvalid, .s_rready, .s_rdata, .s_rresp,
    .we, .full, .word, .wdata, .rdata, .wrong_write, .wrong_read);
  axi_gpu_regs u_regs (
    .clk, .rst, .locked(!room || resets), .we, .full, .word, .wdata, .rdata, .wrong_write, .wrong_read,
    .capability_tpcs(4'(TPCS)), .capability_sms(4'(NSM)), .capability_partitions(4'(PARTITIONS)),
    .capability_dpu(DPU != 0), .capability_tex(TEX != 0), .capability_addr_bits(8'(ADDR_W)),
    .limits_warps(6'(gpu_cfg::WARPS_PER_SM)), .limits_blocks(4'(gpu_cfg::BLOCKS)),
    .limits_rows(9'(gpu_cfg::REGS_PER_SM / 64)), .limits_block_warps(5'(gpu_cfg::THREADS_PER_BLOCK / 32)),
    .control_reset(reset), .control_take(take), .status_room(room && !resets), .status_answer(some),
    .status_resets(resets), .status_bus_error(bus_error_q), .set_irq_status_answer(answered),
    .irq_status_answer(irq_answer), .set_irq_status_bus_error(error), .irq_status_bus_error(irq_error),
    .irq_enable_answer(en_answer), .irq_enable_bus_error(en_error), .command, .command_written(command_we), .answer,
    .mem_bytes, .mem_offset);
  assign irq = (irq_answer && en_answer) || (irq_error && en_error);

  // --- reset, and the chip's clock -------------------------------------------------------------------
  logic        asked_q;                              // a reset is to come
  logic [3:0]  resets_q;                             // clocks of it that are left
  wire         chip_rst = rst || resets_q != '0;
  wire  [PARTITIONS-1:0] lates, idles;
  assign resets = reset || asked_q || resets_q != '0;
  wire         clk_en = chip_rst || (!resets && lates == '0);
  wire         tick   = clk_en && !chip_rst;         // a cycle of the chip ends
  always_ff @(posedge clk)
    if (rst) begin
      asked_q  <= 1'b0;
      resets_q <= '1;
    end else begin
      asked_q <= reset || (asked_q && idles != '1);
      if (asked_q && idles == '1 && !reset) resets_q <= '1;
      else if (resets_q != '0)              resets_q <= resets_q - 1'b1;
    end
  always_ff @(posedge clk)
    if (chip_rst)   bus_error_q <= 1'b0;
    else if (error) bus_error_q <= 1'b1;

  // --- queues, the chip --------------------------------------------------------------------------------
  wire         in_valid, in_ready, out_valid, out_ready, out_room, mstep;
  wire  [31:0] in_data, out_data;
  wire  [`DRAM_CMD_W*PARTITIONS-1:0] cmd;
  wire  [PARTITIONS-1:0]     drive;
  wire  [16*PARTITIONS-1:0]  mask;
  wire  [128*PARTITIONS-1:0] to_pins, of_pins;
  // What was written before an answer is in memory when the host sees it (BUS-9).
  assign out_ready = out_room && idles == '1;
  assign answered  = out_valid && out_ready && tick;
  sync_fifo #(.WIDTH(32), .DEPTH(QUEUE)) u_commands (
    .clk, .rst(chip_rst), .in_valid(command_we), .in_ready(room), .in_data(command), .out_valid(in_valid),
    .out_ready(in_ready && tick), .out_data(in_data));
  sync_fifo #(.WIDTH(32), .DEPTH(QUEUE)) u_answers (
    .clk, .rst(chip_rst), .in_valid(answered), .in_ready(out_room), .in_data(out_data), .out_valid(some),
    .out_ready(take), .out_data(answer));
  gpu_host_top #(.TPCS(TPCS), .NSM(NSM), .PARTITIONS(PARTITIONS), .DPU(DPU), .TEX(TEX), .GATE(GATE)) u_chip (
    .clk, .clk_en, .rst(chip_rst), .cyc_start(32'd0), .first_tpc(4'd0), .in_valid, .in_ready, .in_data, .out_valid,
    .out_ready, .out_data, .mstep, .dram_cmd(cmd), .dram_drive(drive), .dram_mask(mask), .dram_out(to_pins),
    .dram_in(of_pins));

  // --- its memory ----------------------------------------------------------------------------------------
  wire  [PARTITIONS-1:0]     rd_valid, rd_ready, rd_done, wr_valid, wr_ready, wr_done;
  wire  [25*PARTITIONS-1:0]  rd_sector, wr_sector;
  wire  [32*PARTITIONS-1:0]  wr_strb;
  wire  [256*PARTITIONS-1:0] wr_data;
  wire  [255:0]              rd_data;
  for (genvar p = 0; p < PARTITIONS; p++) begin : g_partition
    dram_cmd_t of_p;
    assign of_p = cmd[`DRAM_CMD_W*p +: `DRAM_CMD_W];
    axi_dram #(.PARTITIONS(PARTITIONS)) u_dram (
      .clk, .rst(chip_rst), .clk_en(tick), .late(lates[p]), .idle(idles[p]), .number(3'(p)), .limit(mem_bytes[31:5]),
      .mstep, .cmd(of_p), .dq_drive(drive[p]), .dq_mask(mask[16*p +: 16]), .dq_in(to_pins[128*p +: 128]),
      .dq_out(of_pins[128*p +: 128]), .rd_valid(rd_valid[p]), .rd_ready(rd_ready[p]),
      .rd_sector(rd_sector[25*p +: 25]), .r_valid(rd_done[p]), .r_data(rd_data), .wr_valid(wr_valid[p]),
      .wr_ready(wr_ready[p]), .wr_sector(wr_sector[25*p +: 25]), .wr_strb(wr_strb[32*p +: 32]),
      .wr_data(wr_data[256*p +: 256]), .b_valid(wr_done[p]));
  end
  wire         ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;
  wire  [2:0]  ar_id, r_id, aw_id, b_id;
  wire  [255:0] r_data, w_data;
  wire  [31:0] w_strb;
  wire  [1:0]  r_resp;
  axi_join #(.PARTITIONS(PARTITIONS), .ADDR_W(ADDR_W)) u_join (
    .clk, .rst(chip_rst), .offset(mem_offset[ADDR_W-1:5]), .error, .rd_valid, .rd_ready, .rd_sector, .rd_done,
    .rd_data, .wr_valid, .wr_ready, .wr_sector, .wr_strb, .wr_data, .wr_done,
    .ar_valid, .ar_ready, .ar_id, .ar_addr(m_araddr), .r_valid, .r_ready, .r_id, .r_data, .r_resp, .aw_valid,
    .aw_ready, .aw_id, .aw_addr(m_awaddr), .w_valid, .w_ready, .w_strb, .w_data, .b_valid, .b_ready, .b_id,
    .b_resp(m_bresp));
  axi_width #(.DATA_W(DATA_W), .IW(3), .READS(64), .WRITES(64)) u_width (
    .clk, .rst(chip_rst), .s_arvalid(ar_valid), .s_arready(ar_ready), .s_arid(ar_id), .s_arlen(8'd0),
    .s_rvalid(r_valid), .s_rready(r_ready), .s_rid(r_id), .s_rdata(r_data), .s_rresp(r_resp), .s_awvalid(aw_valid),
    .s_awready(aw_ready), .s_awid(aw_id), .s_wvalid(w_valid), .s_wready(w_ready), .s_wdata(w_data),
    .s_wstrb(w_strb), .s_bvalid(b_valid), .s_bready(b_ready), .s_bid(b_id),
    .m_arvalid, .m_arready, .m_arid, .m_arlen, .m_arsize, .m_arburst, .m_arcache, .m_arprot, .m_rvalid, .m_rready,
    .m_rid, .m_rdata, .m_rresp, .m_awvalid, .m_awready, .m_awid, .m_awlen, .m_awsize, .m_awburst, .m_awcache,
    .m_awprot, .m_wvalid, .m_wready, .m_wdata, .m_wstrb, .m_wlast, .m_bvalid, .m_bready, .m_bid);

  wire unused = &{1'b0, m_rlast, m_bresp, mem_bytes, mem_offset};

endmodule
`default_nettype wire
