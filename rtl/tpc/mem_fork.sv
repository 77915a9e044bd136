// SPDX-License-Identifier: Apache-2.0
// mem_fork: the memory port of an SM forks to the memory and to the texture unit of its TPC.
//
// Requests go where their kind says. Of two answers that are there in one cycle the one of the side goes that was not
// last; an answer that was offered is offered until it is taken. Rules: docs/units/mem-port.md.
`include "mem_types.svh"
`default_nettype none

module mem_fork (
  input  wire      clk,
  input  wire      rst,

  input  wire      sm_req_valid,       // the request itself goes to the memory as it is
  output wire      sm_req_ready,
  input  mem_req_t sm_req,
  output wire      sm_rsp_valid,
  input  wire      sm_rsp_ready,
  output mem_rsp_t sm_rsp,

  output wire      mem_req_valid,
  input  wire      mem_req_ready,
  input  wire      mem_rsp_valid,
  output wire      mem_rsp_ready,
  input  mem_rsp_t mem_rsp,

  output wire      tex_req_valid,
  input  wire      tex_req_ready,
  output texquad_t tex_req,
  input  wire      tex_rsp_valid,
  output wire      tex_rsp_ready,
  input  mem_rsp_t tex_rsp
);

  assign tex_req_valid = sm_req_valid && (sm_req.kind == `MEM_QUAD);
  always_comb begin
    tex_req = 'x;
    if (tex_req_valid) tex_req = {sm_req.id, sm_req.mask[3:0], sm_req.addr[`TEXOP_W-1:0], sm_req.data};
  end
  assign mem_req_valid = sm_req_valid && (sm_req.kind != `MEM_QUAD);
  assign sm_req_ready  = tex_req_valid ? tex_req_ready : mem_req_ready;

  // MEM-24, MEM-2
  logic  side_q, held_q;               // texture: the answer offered last; it has not been taken
  wire   side = (mem_rsp_valid && tex_rsp_valid) ? side_q ^ !held_q : tex_rsp_valid;
  assign sm_rsp_valid  = mem_rsp_valid || tex_rsp_valid;
  always_comb begin
    sm_rsp = 'x;
    if (sm_rsp_valid) sm_rsp = side ? tex_rsp : mem_rsp;
  end
  assign mem_rsp_ready = sm_rsp_ready && !side;
  assign tex_rsp_ready = sm_rsp_ready && side;
  always_ff @(posedge clk)
    if (rst) begin
      side_q <= 1'b0;
      held_q <= 1'b0;
    end else if (sm_rsp_valid) begin             // an answer that is held stays
      held_q <= !sm_rsp_ready;
      side_q <= side;
    end

  wire unused = &{1'b0, sm_req};

endmodule
`default_nettype wire
