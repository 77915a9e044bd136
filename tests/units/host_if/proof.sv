// SPDX-License-Identifier: Apache-2.0
// host_if with short times, any traffic of uploads of one or two words, fences and launches, in front of a chip that
// moves as long as it likes behind stores and launches: answers come in the order of their commands, of each kind as
// many words as it has and none to nothing; words of uploads are stored once and in order; a launch is asked for while
// nothing moves or runs, and one that was commanded.
// Rules (docs/units): HOST-1, HOST-2, HOST-4, HOST-7, HOST-8.
//
//! proves host interface: answers in order, none lost or made; words of uploads once; a launch begins while nothing
//! proves moves
//! by abc:14
//! set GPU_RESET_CYCLES=4 GPU_PREPARE_CYCLES=2 GPU_FENCE_CYCLES=2
//! test long
`include "formal.svh"
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "gpu/packet_types.svh"
`include "gpu/host_types.svh"
`default_nettype none

module proof (input wire clk, step, offers, out_ready, mem_req_ready, moves, ends, starts,
                  input wire [1:0] kind, input wire [2:0] place, input wire two);
  `F_RESET
  // --- the host: commands one after the other, tags and words count ---------------------------------------
  reg  [1:0] part;                       // 0 a command, 1 an address, 2 and 3 words left: one, two
  reg        pair;
  reg  [3:0] told, heard;                // commands with an answer; answered
  reg  [3:0] sent, stored;               // words
  reg  [15:0] launch;                    // of the last sixteen commands with an answer: which are launches
  wire       is_launch = kind == 2'd1;
  wire       in_valid = offers && told - heard != 4'd15 && sent - stored < 4'd12;
  wire       in_ready, out_valid, launch_valid, mem_req_valid;
  wire [31:0] in_data = part == 2'd1 ? {27'd0, place, 2'd0} : part[1] ? {28'd0, sent} :
                        kind == 2'd0 ? {`HOST_FENCE, 24'd0, told} : is_launch ? {`HOST_LAUNCH, 24'd0, told} :
                        {`HOST_UPLOAD, 26'd0, two, !two};
  wire       push = in_valid && in_ready;

  // --- the chip -------------------------------------------------------------------------------------------
  reg        running, accepted, may;     // accepted: a store in the cycle before; may: something may move
  reg  [1:0] since;                      // cycles without a launch, 2 at most
  wire       moving = accepted || (may && moves);
  wire       launch_ready = step && !running && !moving && starts;
  wire       begins = launch_valid && launch_ready;
  wire       store = mem_req_valid && mem_req_ready && step;

  wire [31:0] out_data;
  wire [`GPU_REQ_W-1:0] mem_req;
  (* keep *) host_if #(.QUEUE(4), .ANSWERS(2)) dut (
    .clk, .rst, .step, .in_valid, .in_ready, .in_data, .out_valid, .out_ready, .out_data, .running, .moving,
    .launch_valid, .launch_ready, .next_tpc(4'd0), .fault(`FAULT_W'd0), .fault_sm(5'd0), .fault_page(1'b0),
    .mem_req_valid, .mem_req_ready, .mem_req);

  // --- what comes -------------------------------------------------------------------------------------------
  reg  [1:0] word;                       // of the answer
  wire       take = out_valid && out_ready;
  wire       whole = !launch[heard] || word == 2'd2;
  reg  [3:0] running_sum;
  reg        in_order;
  integer i;
  always @* begin
    running_sum = stored;
    in_order    = 1'b1;
    for (i = 0; i < 8; i = i + 1)
      if (mem_req[256 + 4*i]) begin
        if (mem_req[32*i +: 4] != running_sum) in_order = 1'b0;
        running_sum = running_sum + 4'd1;
      end
  end
  reg  [3:0] asked, begun;               // launches

  always @(posedge clk)
    if (rst) begin
      part <= 2'd0; told <= 4'd0; heard <= 4'd0; sent <= 4'd0; stored <= 4'd0; word <= 2'd0;
      running <= 1'b0; accepted <= 1'b0; may <= 1'b0; since <= 2'd2; asked <= 4'd0; begun <= 4'd0;
    end else begin
      if (push)
        case (part)
          2'd0: if (kind[1]) begin
            part <= 2'd1;
            pair <= two;
          end else begin
            told <= told + 4'd1;
            launch[told] <= is_launch;
            if (is_launch) asked <= asked + 4'd1;
          end
          2'd1: part <= pair ? 2'd3 : 2'd2;
          default: begin
            part <= part == 2'd3 ? 2'd2 : 2'd0;
            sent <= sent + 4'd1;
          end
        endcase
      if (take) begin
        word <= whole ? 2'd0 : word + 2'd1;
        if (whole) heard <= heard + 4'd1;
      end
      if (store) stored <= running_sum;
      accepted <= store;
      if (begins) begun <= begun + 4'd1;
      running <= begins || (running && !ends);
      since   <= running ? 2'd0 : since == 2'd2 ? 2'd2 : since + 2'd1;
      may     <= store || running || begins || (may && (moving || since != 2'd2));
    end

  always @* if (!rst) begin
    if (out_valid) begin
      assert(heard != told);
      if (word == 2'd0) assert(out_data[15:0] == {12'd0, heard});
      if (word == 2'd0) assert(out_data[31:28] == (launch[heard] ? `HOST_LAUNCH : `HOST_FENCE));
    end
    if (mem_req_valid) assert(in_order && running_sum != stored);
    if (mem_req_valid) assert(running_sum - stored <= sent - stored);
    if (launch_valid) assert(!moving && !running && !mem_req_valid && asked != begun);
  end
endmodule
`default_nettype wire
