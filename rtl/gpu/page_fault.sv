// SPDX-License-Identifier: Apache-2.0
// page_fault: the faults of a TPC's SMs, with those of its TLBs among them: an address that is not mapped is a limit's
// fault of the SM whose port it came from.
//
// From tpc_top     own: fault_t of each SM, SM 0 lowest
// From mem_system  pages: tlb_fault_t of the TLB of g[] and l[], and of that of textures above it
// To   gpu_top     faults: fault_t of each SM;  of_page: it is one of pages. In the same cycle; holds nothing.
`include "dp_types.svh"
`include "sm_enums.svh"
`include "sm_types.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module page_fault #(
  parameter int NSM = 3                              // 1 to TPC_SMS
) (
  input  wire  [2*`TLB_FAULT_W-1:0]  pages,
  input  wire  [`FAULT_W*NSM-1:0]    own,
  output wire  [`FAULT_W*NSM-1:0]    faults,
  output wire  [NSM-1:0]             of_page
);

  // TLB-6: one of g[] and l[] before one of textures, at the SM of the port; the texture unit's at SM 0
  tlb_fault_t page, first, second;
  assign first  = pages[0 +: `TLB_FAULT_W];
  assign second = pages[`TLB_FAULT_W +: `TLB_FAULT_W];
  assign page   = first.valid ? first : second;
  wire [1:0]  at    = page.port == `TPC_PORT_TEX ? 2'd0 : page.port;
  wire        write = page.kind == `MEM_STORE;
  logic [7:0] code;
  always_comb begin
    if (page.space == `SPACE_L)       code = write ? `F_LOCAL_LIMIT_WRITE : `F_LOCAL_LIMIT_READ;
    else if (page.kind == `MEM_ATOM)  code = `F_GLOBAL_LIMIT_ATOM;
    else if (page.kind == `MEM_RED)   code = `F_GLOBAL_LIMIT_RED;
    else                              code = write ? `F_GLOBAL_LIMIT_WRITE : `F_GLOBAL_LIMIT_READ;
  end

  fault_t     unmapped;
  always_comb begin
    unmapped       = '0;
    unmapped.valid = 1'b1;
    unmapped.code  = code;
    unmapped.addr  = page.addr;
  end

  for (genvar s = 0; s < NSM; s++) begin : g_sm
    assign of_page[s] = page.valid && at == 2'(s) && !own[`FAULT_W*s + `FAULT_VALID];
    assign faults[`FAULT_W*s +: `FAULT_W] = of_page[s] ? unmapped : own[`FAULT_W*s +: `FAULT_W];
  end

endmodule
`default_nettype wire
