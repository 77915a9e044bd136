// SPDX-License-Identifier: Apache-2.0
// dram_ctrl: memory controller of a partition: requests for sectors to commands of its GDDR3 chips, first ready first
// come; a row is closed behind an access that no other follows.
//
// From the partition  req_* in steps; rsp_* is taken in the step in which rsp_valid is high
// To   the chips      cmd, and WL clocks behind a write two halves of the sector; dq_in: two halves CL clocks behind a
//                     read. All change at the end of a cycle with mstep
//
// A decision is made of registers in a cycle with mstep and is on the pins in the next memory clock.
// Rules: DRAM-1 to DRAM-12 (docs/units).
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`include "assert.svh"
`default_nettype none

module dram_ctrl (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire          mstep,

  input  wire          req_valid,
  output wire          req_ready,
  input  wire dram_req_t req,
  output logic         rsp_valid,
  output dram_rsp_t    rsp,

  output dram_cmd_t    cmd,
  output logic         dq_drive,
  output logic [15:0]  dq_mask,       // bytes that are written
  output logic [127:0] dq_out,
  input  wire  [127:0] dq_in,
  output wire          idle           // nothing is read or written
);

  localparam int N     = gpu_cfg::DRAM_QUEUE;
  localparam int AW    = $clog2(N);
  localparam int BANKS = 8;
  // of a sector's number: row, bank, place in the row from bit 0 on (DRAM-9)
  localparam int BANK_AT = 7, BANK_W = 3, ROW_AT = BANK_AT + BANK_W, ROW_W = 12;
  localparam int PASSES_W = $clog2(gpu_cfg::DRAM_PASSES + 1);
  localparam int CL    = gpu_cfg::DRAM_CL;
  localparam int WL    = gpu_cfg::DRAM_WL;
  localparam int CCD   = gpu_cfg::DRAM_CCD;
  localparam int RTW   = CL + gpu_cfg::DRAM_BURST + 2 - WL;
  localparam int WTR   = WL + gpu_cfg::DRAM_BURST + gpu_cfg::DRAM_WTR;

  // --- the queue -------------------------------------------------------------------------------------
  logic [2:0]          op;            // the command that is decided
  logic [2:0]          bank;
  logic [11:0]         row;
  logic                closing;
  wire [BANKS-1:0]     open, open_ok, read_ok, write_ok, close_ok;
  wire [BANKS*12-1:0]  rows;
  logic                push_hit;
  wire                 full, none, col, at_first, at_write, followed, opener, first_hit, any_hit;
  wire [5:0]           at_id;
  wire [BANK_AT-1:0]   at_col;
  wire [BANK_W-1:0]    at_bank;
  wire [AW-1:0]        slot_in, at_slot;
  wire [BANK_W-1:0]    oldest_bank;
  wire [BANK_W+ROW_W-1:0] open_row;
  wire                 push   = step && req_valid && req_ready;
  wire                 serve  = mstep && col;
  wire                 opens  = mstep && op == `DRAM_OPEN;
  wire                 closes = mstep && (op == `DRAM_CLOSE || closing);

  assign req_ready = !full;

  // what each bank allows now
  logic [3:0] to_open_q;
  logic [4:0] to_read_q, to_write_q;
  logic [PASSES_W-1:0] passes_q;
  logic       due_q;
  wire        alone = passes_q == PASSES_W'(gpu_cfg::DRAM_PASSES);
  wire [BANKS-1:0] may_open  = {BANKS{to_open_q == '0 && !due_q}} & ~open & open_ok;
  wire [BANKS-1:0] may_read  = {BANKS{to_read_q == '0 && !due_q}} & read_ok;
  wire [BANKS-1:0] may_write = {BANKS{to_write_q == '0 && !due_q}} & write_ok;

  dram_queue #(.N(N), .COL_W(BANK_AT), .BANK_W(BANK_W), .ROW_W(ROW_W)) u_queue (
    .clk, .rst, .full, .none, .push, .push_write(req.write), .push_hit, .push_id(req.id), .push_sector(req.sector),
    .push_slot(slot_in), .may_read, .may_write, .alone, .serve(col), .pop(serve), .at_first, .at_write, .at_id,
    .at_col, .at_bank, .at_slot, .followed, .may_open, .opener, .open_row, .opens, .closes, .close_bank(bank),
    .first_hit, .first_bank(oldest_bank), .any_hit);

  wire [287:0]   at_data;
  lutram_1r1w #(.WIDTH(288), .DEPTH(N), .EN_BITS(288)) u_data (
    .clk, .rd_addr(at_slot), .rd_data(at_data), .wr_en(push && req.write), .wr_addr(slot_in), .wr_be(1'b1),
    .wr_data({req.mask, req.data}));

  // Whether the row of a request that is pushed is open from the next cycle on.
  always_comb begin
    push_hit = opens && open_row == req.sector[BANK_AT +: BANK_W + ROW_W];
    for (int b = 0; b < BANKS; b++)
      push_hit = push_hit || (req.sector[BANK_AT +: BANK_W] == 3'(b) && open[b] && !(closes && bank == 3'(b)) &&
                              rows[ROW_W*b +: ROW_W] == req.sector[ROW_AT +: ROW_W]);
  end

  // --- the banks -------------------------------------------------------------------------------------
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    wire mine = bank == 3'(b);
    dram_bank u_bank (
      .clk, .rst, .mstep, .open(mine && op == `DRAM_OPEN), .open_row(row), .read(mine && op == `DRAM_READ),
      .write(mine && op == `DRAM_WRITE), .closing, .close(mine && op == `DRAM_CLOSE), .refresh(op == `DRAM_REF),
      .open_q(open[b]), .row_q(rows[12*b +: 12]), .open_ok(open_ok[b]), .read_ok(read_ok[b]), .write_ok(write_ok[b]),
      .close_ok(close_ok[b]));
  end

  // Between banks: memory clocks that must pass.
  wire [4:0]  to_read  = to_read_q == '0 ? '0 : to_read_q - 5'd1;
  wire [4:0]  to_write = to_write_q == '0 ? '0 : to_write_q - 5'd1;
  always_ff @(posedge clk)
    if (rst) begin
      to_open_q  <= '0;
      to_read_q  <= '0;
      to_write_q <= '0;
    end else if (mstep) begin
      to_open_q  <= op == `DRAM_OPEN ? 4'(gpu_cfg::DRAM_RRD - 1) : to_open_q == '0 ? '0 : to_open_q - 4'd1;
      to_read_q  <= op == `DRAM_READ ? 5'(CCD - 1) : op == `DRAM_WRITE ? 5'(WTR - 1) : to_read;
      to_write_q <= op == `DRAM_WRITE ? 5'(CCD - 1) : op == `DRAM_READ ? 5'(RTW - 1) : to_write;
    end

  // --- refresh; how many have passed the oldest request ------------------------------------------------
  logic [12:0] refresh_q;             // clocks until the next one is due
  always_ff @(posedge clk)
    if (rst) begin
      refresh_q <= 13'(gpu_cfg::DRAM_REFI - 1);
      due_q     <= 1'b0;
      passes_q  <= '0;
    end else if (mstep) begin
      refresh_q <= refresh_q == '0 ? 13'(gpu_cfg::DRAM_REFI - 1) : refresh_q - 13'd1;
      due_q     <= refresh_q == '0 || (due_q && op != `DRAM_REF);
      if (col)  passes_q <= at_first ? '0 : passes_q + 1'b1;
    end

  // --- the decision --------------------------------------------------------------------------------------
  wire [BANKS-1:0] in_the_way = alone && !first_hit ? 8'd1 << oldest_bank : '0;
  wire [BANKS-1:0] can_close  = close_ok & open & (due_q ? '1 : in_the_way);

  function automatic logic [2:0] first_bank(input logic [BANKS-1:0] m);
    first_bank = '0;
    for (int i = BANKS - 1; i >= 0; i--)
      if (m[i]) first_bank = 3'(i);
  endfunction

  always_comb begin
    row     = '0;
    closing = 1'b0;
    if (col) begin
      op      = at_write ? `DRAM_WRITE : `DRAM_READ;
      bank    = at_bank;
      closing = !followed;
    end else if (opener) begin
      op = `DRAM_OPEN;
      {row, bank} = open_row;
    end else if (can_close != '0) begin
      op   = `DRAM_CLOSE;
      bank = first_bank(can_close);
    end else begin
      op   = due_q && open == '0 && (&open_ok) ? `DRAM_REF : `DRAM_NOP;
      bank = '0;
    end
  end

  always_ff @(posedge clk)
    if (rst)        cmd <= '0;
    else if (mstep) cmd <= {op, bank, row, col ? at_col : '0, closing};

  // --- data written: WL clocks behind the command's --------------------------------------------------------
  logic [WL:0]  wr_q;
  wire  [287:0] wr_data;
  wire          wr_room, wr_there;
  sync_fifo #(.WIDTH(288), .DEPTH(8)) u_wr (
    .clk, .rst, .in_valid(mstep && op == `DRAM_WRITE), .in_ready(wr_room), .in_data(at_data), .out_valid(wr_there),
    .out_ready(mstep && wr_q[WL]), .out_data(wr_data));
  always_ff @(posedge clk)
    if (rst) begin
      wr_q     <= '0;
      dq_drive <= 1'b0;
      dq_mask  <= '0;
      dq_out   <= '0;
    end else if (mstep) begin
      wr_q     <= {wr_q[WL-1:0], op == `DRAM_WRITE};
      dq_drive <= wr_q[WL-1] || wr_q[WL];
      dq_mask  <= wr_q[WL] ? wr_data[287:272] : wr_q[WL-1] ? wr_data[271:256] : '0;
      dq_out   <= wr_q[WL] ? wr_data[255:128] : wr_q[WL-1] ? wr_data[127:0] : '0;
    end

  // --- data read -------------------------------------------------------------------------------------------
  logic [CL+1:0] rd_q;
  logic [127:0]  low_q;
  wire  [5:0]    rd_id;
  wire           rd_room, rd_there;
  wire           answer = mstep && rd_q[CL+1];
  sync_fifo #(.WIDTH(6), .DEPTH(16)) u_rd (
    .clk, .rst, .in_valid(mstep && op == `DRAM_READ), .in_ready(rd_room), .in_data(at_id),
    .out_valid(rd_there), .out_ready(answer), .out_data(rd_id));
  always_ff @(posedge clk) begin
    if (mstep)  rd_q <= rst ? '0 : {rd_q[CL:0], op == `DRAM_READ};
    if (mstep)  low_q <= dq_in;
    if (answer) rsp <= {rd_id, dq_in, low_q};
    if (rst)         begin rsp_valid <= 1'b0; rd_q <= '0; end
    else if (answer) rsp_valid <= 1'b1;
    else if (step)   rsp_valid <= 1'b0;
  end

  assign idle = none && wr_q == '0 && !dq_drive && rd_q == '0 && !rsp_valid;

  // --- cannot happen -----------------------------------------------------------------------------------------
  `ASSERT("there is room for what is written and for ids of reads",
    rst || !serve || (at_write ? wr_room : rd_room))
  `ASSERT("data and ids are there when their clock comes",
    rst || !mstep || ((!wr_q[WL] || wr_there) && (!rd_q[CL+1] || rd_there)))
  `ASSERT("an answer has been taken when the next one comes", rst || !answer || !rsp_valid || step)
  `ASSERT("an open row is wanted by a request", rst || !mstep || open == '0 || any_hit)

endmodule
`default_nettype wire
