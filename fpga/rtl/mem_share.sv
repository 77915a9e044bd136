// SPDX-License-Identifier: Apache-2.0
// mem_share: several users of one memory of sectors, the lowest number first. The memory takes requests in order and
// answers reads in order, as does each user of it. To the users data are words of 32 bits, so that a sector stands in
// one place, here (BOARD-13, BOARD-14).
//
// A user  valid, until ready: its request is taken. A write gives its words from the lowest on, `take` says that the
//         present one has gone; the eighth goes with ready. Answers: rsp, eight clocks one after the other, with the
//         words from the lowest on; rsp_last with the eighth.
// Memory  (fpga/rtl/sdr_ctrl.sv): req_* with valid and ready; a write of the bytes in mask or a read of a sector of 32
//         bytes. rsp_valid gives the sectors read, without waiting, eight clocks or more after each other.
`default_nettype none

module mem_share #(
  parameter int USERS = 3,
  parameter int AW    = 25,          // of a byte address
  parameter int READS = 16           // under way; a power of two
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire  [USERS-1:0]        user_valid,
  output wire  [USERS-1:0]        user_ready,
  output wire  [USERS-1:0]        user_take,
  input  wire  [USERS-1:0]        user_write,
  input  wire  [(AW-5)*USERS-1:0] user_addr,
  input  wire  [32*USERS-1:0]     user_mask,
  input  wire  [32*USERS-1:0]     user_data,
  output wire  [USERS-1:0]        user_rsp,          // rsp_data is its
  output wire  [31:0]             user_rsp_data,
  output wire                     user_rsp_last,

  output logic                    req_valid,
  input  wire                     req_ready,
  output logic                    req_write,
  output logic [AW-1:5]           req_addr,
  output logic [31:0]             req_mask,
  output logic [255:0]            req_data,
  input  wire                     rsp_valid,
  input  wire  [255:0]            rsp_data
);

  localparam int UW = USERS > 1 ? $clog2(USERS) : 1;

  logic [UW-1:0] pick;
  always_comb begin
    pick = '0;
    for (int u = USERS - 1; u >= 0; u--) if (user_valid[u]) pick = UW'(u);
  end

  // Who is next is chosen in a clock of its own, so that what users are told comes from registers. A request is held in
  // one, so that it stays as it is until the memory takes it. Words of a write go into it from above, one after the
  // other; who has begun is not overtaken.
  logic          chosen_q;           // from_q is next
  logic          load_q;             // words are taken
  logic [2:0]    word_q;             // the next of them
  logic [UW-1:0] from_q;
  wire           owners_ready;
  wire           begins = chosen_q && (!req_valid || req_ready) && owners_ready;
  wire           writes = user_write[from_q];
  wire           last   = load_q && word_q == 3'd7;
  logic [USERS-1:0] from_mask;
  always_comb begin
    from_mask         = '0;
    from_mask[from_q] = 1'b1;
  end
  assign user_ready = (begins && !writes) || last ? from_mask : '0;
  assign user_take  = load_q ? from_mask : '0;

  always_ff @(posedge clk)
    if (rst) begin
      req_valid <= 1'b0;
      chosen_q  <= 1'b0;
      load_q    <= 1'b0;
    end else begin
      if (!chosen_q && !load_q) begin
        chosen_q <= user_valid != '0;
        from_q   <= pick;
      end
      if (req_ready) req_valid <= 1'b0;
      if (begins) begin
        chosen_q  <= 1'b0;
        req_valid <= !writes;
        load_q    <= writes;
        word_q    <= 3'd0;
        req_write <= writes;
        req_addr  <= user_addr[(AW-5)*from_q +: AW-5];
        req_mask  <= user_mask[32*from_q +: 32];
      end
      if (load_q) begin
        word_q   <= word_q + 3'd1;
        req_data <= {user_data[32*from_q +: 32], req_data[255:32]};
      end
      if (last) begin
        load_q    <= 1'b0;
        req_valid <= 1'b1;
      end
    end

  // --- answers: a sector that has come, word by word --------------------------------------------------
  logic [255:0]  out_q;
  logic [3:0]    left_q;             // its words
  wire           some = left_q != 4'd0;
  wire  [UW-1:0] owner;
  wire           owned;
  assign user_rsp_last = left_q == 4'd1;
  sync_fifo #(.WIDTH(UW), .DEPTH(READS)) u_owners (
    .clk, .rst, .in_valid(begins && !writes), .in_ready(owners_ready), .in_data(from_q),
    .out_valid(owned), .out_ready(user_rsp_last), .out_data(owner));
  logic [USERS-1:0] owner_mask;
  always_comb begin
    owner_mask        = '0;
    owner_mask[owner] = 1'b1;
  end
  assign user_rsp      = some ? owner_mask : '0;
  assign user_rsp_data = out_q[31:0];

  always_ff @(posedge clk) begin
    out_q <= rsp_valid ? rsp_data : {32'd0, out_q[255:32]};
    if (rst)            left_q <= 4'd0;
    else if (rsp_valid) left_q <= 4'd8;
    else if (some)      left_q <= left_q - 4'd1;
  end

  // --- cannot happen ------------------------------------------------------------------------------
  `include "assert.svh"
  `ASSERT("an answer has an owner", rst || !some || owned)
  `ASSERT("an answer comes when the one before has gone", rst || !rsp_valid || !some || user_rsp_last)
  `ASSERT("who was chosen goes on", rst || !(chosen_q || load_q) || user_valid[from_q])

endmodule
`default_nettype wire
