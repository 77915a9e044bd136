// SPDX-License-Identifier: Apache-2.0
// tb_mem_fork: an SM's memory port forks. Random requests, answers and readies: a request goes to the side that its
// kind says, with that side's ready, and a quad carries what it was asked for (MEM-4, MEM-22, MEM-24). Of answers of
// both sides the one goes that was not offered last, the texture unit's after reset; one that was offered and not taken
// is offered again, unchanged (MEM-2); each arrives once and in its side's order.
//
//! test rtl
`include "mem_types.svh"

module tb_mem_fork;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg                    sm_req_valid = 1'b0, sm_rsp_ready = 1'b0, mem_req_ready = 1'b0, tex_req_ready = 1'b0;
  reg                    mem_rsp_valid = 1'b0, tex_rsp_valid = 1'b0;
  reg  [`MEM_REQ_W-1:0]  request = '0;
  wire                   sm_req_ready, sm_rsp_valid, mem_req_valid, mem_rsp_ready, tex_req_valid, tex_rsp_ready;
  wire [`MEM_RSP_W-1:0]  answer;
  wire [`TEXQUAD_W-1:0]  quad;
  reg  [31:0]            mem_n = 0, tex_n = 0;                   // answers that were taken, of each side
  wire [`MEM_RSP_W-1:0]  of_mem = {3'd0, 6'd5, 223'd0, 1'b0, mem_n}, of_tex = {3'd6, 6'd9, 223'd0, 1'b1, tex_n};

  mem_fork dut (
    .clk, .rst, .sm_req_valid, .sm_req_ready, .sm_req(request), .sm_rsp_valid, .sm_rsp_ready, .sm_rsp(answer),
    .mem_req_valid, .mem_req_ready, .mem_rsp_valid, .mem_rsp_ready, .mem_rsp(of_mem),
    .tex_req_valid, .tex_req_ready, .tex_req(quad), .tex_rsp_valid, .tex_rsp_ready, .tex_rsp(of_tex));

  integer errors = 0, both = 0, again = 0, quads = 0;
  task check(input ok, input [8*60-1:0] what);
    if (ok !== 1'b1) begin
      if (errors < 5) $display("FAIL tb_mem_fork: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  wire [2:0] kind = request[`MEM_REQ_W-1 -: 3];
  wire       is_quad = kind == `MEM_QUAD;
  reg        last = 1'b0, held = 1'b0, side;                     // texture: offered last, and not taken
  always @(negedge clk) if (!rst) begin
    check(mem_req_valid === (sm_req_valid && !is_quad) && tex_req_valid === (sm_req_valid && is_quad),
          "a request goes to the wrong side");
    if (sm_req_valid) check(sm_req_ready === (is_quad ? tex_req_ready : mem_req_ready), "ready of the wrong side");
    if (sm_req_valid && is_quad) begin
      quads = quads + 1;
      // id, lanes, what is fetched, coordinates
      check(quad === {request[334:329], request[259:256], request[288 +: `TEXOP_W], request[255:0]},
            "a quad is not what was asked for");
    end
    side = held ? last : mem_rsp_valid && tex_rsp_valid ? !last : tex_rsp_valid;
    check(sm_rsp_valid === (mem_rsp_valid || tex_rsp_valid), "an answer is lost or invented");
    if (mem_rsp_valid || tex_rsp_valid) begin
      check(answer === (side ? of_tex : of_mem), "the answer of the wrong side");
      both  = both + (mem_rsp_valid && tex_rsp_valid && !held);
      again = again + held;
    end
    check((mem_rsp_valid && mem_rsp_ready) === (mem_rsp_valid && !side && sm_rsp_ready) &&
          (tex_rsp_valid && tex_rsp_ready) === (tex_rsp_valid && side && sm_rsp_ready), "an answer is taken twice");
  end

  always @(posedge clk) begin
    rst <= $time < 20;
    if (!rst) begin
      if (mem_rsp_valid || tex_rsp_valid) begin
        last <= side;
        held <= !sm_rsp_ready;
      end
      if (mem_rsp_valid && !side && sm_rsp_ready) mem_n <= mem_n + 1;
      if (tex_rsp_valid && side && sm_rsp_ready)  tex_n <= tex_n + 1;
      mem_rsp_valid <= mem_rsp_valid && !(!side && sm_rsp_ready) || $random % 3 == 0;
      tex_rsp_valid <= tex_rsp_valid && !(side && sm_rsp_ready)  || $random % 3 == 0;
      sm_rsp_ready  <= $random;
      {mem_req_ready, tex_req_ready} <= $random;
      if (!sm_req_valid || sm_req_ready) begin
        sm_req_valid <= $random;
        for (int i = 0; i < `MEM_REQ_W; i = i + 26) request[i +: 26] <= $random;
        request[`MEM_REQ_W-1 -: 3] <= {$random} % 5;
      end
    end
    if ($time > 200000) begin
      check(both > 1000 && again > 1000 && quads > 1000 && mem_n > 1000 && tex_n > 1000, "too little has happened");
      if (errors == 0) $display("PASS tb_mem_fork: %0d answers, %0d times of both sides", mem_n + tex_n, both);
      $finish;
    end
  end
endmodule
