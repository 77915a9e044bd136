// SPDX-License-Identifier: Apache-2.0
// mem_share: several users of one memory of sectors, the lowest number first. The memory takes requests in order and
// answers reads in order, as does each user of it.
//
// The memory (fpga/rtl/sdr_ctrl.sv): req_* with valid and ready; a write of the bytes in mask or a read of a sector of
// 32 bytes. rsp_valid gives the sectors read, without waiting.
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
  input  wire  [USERS-1:0]        user_write,
  input  wire  [(AW-5)*USERS-1:0] user_addr,
  input  wire  [32*USERS-1:0]     user_mask,
  input  wire  [256*USERS-1:0]    user_data,
  output wire  [USERS-1:0]        user_rsp,          // rsp_data is its
  output wire  [255:0]            user_rsp_data,

  output logic                    req_valid,
  input  wire                     req_ready,
  output logic                    req_write,
  output logic [AW-1:5]           req_addr,
  output logic [31:0]             req_mask,
  output logic [255:0]            req_data,
  input  wire                     rsp_valid,
  input  wire  [255:0]            rsp_data
);

  localparam int UW = $clog2(USERS);

  logic [UW-1:0] pick;
  always_comb begin
    pick = '0;
    for (int u = USERS - 1; u >= 0; u--) if (user_valid[u]) pick = UW'(u);
  end

  // A request is held in a register, so that it stays as it is until the memory takes it.
  wire           owners_ready;
  wire           take = (!req_valid || req_ready) && owners_ready && user_valid != '0;
  logic [USERS-1:0] pick_mask;
  always_comb begin
    pick_mask       = '0;
    pick_mask[pick] = 1'b1;
  end
  assign user_ready = take ? pick_mask : '0;

  wire  [UW-1:0] owner;
  wire           owned;
  sync_fifo #(.WIDTH(UW), .DEPTH(READS)) u_owners (
    .clk, .rst, .in_valid(take && !user_write[pick]), .in_ready(owners_ready), .in_data(pick),
    .out_valid(owned), .out_ready(rsp_valid), .out_data(owner));
  logic [USERS-1:0] owner_mask;
  always_comb begin
    owner_mask        = '0;
    owner_mask[owner] = 1'b1;
  end
  assign user_rsp      = rsp_valid ? owner_mask : '0;
  assign user_rsp_data = rsp_data;

  always_ff @(posedge clk)
    if (rst) req_valid <= 1'b0;
    else begin
      if (req_ready) req_valid <= 1'b0;
      if (take) begin
        req_valid <= 1'b1;
        req_write <= user_write[pick];
        req_addr  <= user_addr[(AW-5)*pick +: AW-5];
        req_mask  <= user_mask[32*pick +: 32];
        req_data  <= user_data[256*pick +: 256];
      end
    end

  // --- cannot happen ------------------------------------------------------------------------------
  `include "assert.svh"
  `ASSERT("an answer has an owner", rst || !rsp_valid || owned)

endmodule
`default_nettype wire
