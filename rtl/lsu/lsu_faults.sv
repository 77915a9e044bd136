// SPDX-License-Identifier: Apache-2.0
// lsu_faults: of LANES lanes the lowest whose address is not aligned, or outside the space. Combinational.
//
// An aligned access ends above the limit when it starts above the limit minus its size; one that is not aligned is
// reported as such.
`default_nettype none

module lsu_faults #(
  parameter int LANES = 8
) (
  input  wire  [3:0]            amask,      // address bits that are 0
  input  wire  [31:0]           base,       // where the space begins
  input  wire  [32:0]           last,       // where the last access begins; bit 32: no access fits
  input  wire  [LANES-1:0]      exec,
  input  wire  [32*LANES-1:0]   addr,

  output logic                  found,
  output logic                  misaligned, // the last three count if found
  output logic [2:0]            lane,
  output logic [31:0]           at
);

  // LSU-5
  logic [LANES-1:0] mis, lim;
  always_comb begin
    mis        = '0;
    lim        = '0;
    misaligned = 1'b0;
    lane       = '0;
    at         = addr[31:0];
`ifdef VERILATOR
    if (exec != '0)                           // changes nothing: tests/rtl_lib/verilator_bodies.sh
`endif
    for (int i = 0; i < LANES; i++) begin
      mis[i] = exec[i] && ((addr[32*i +: 4] & amask) != '0);
      lim[i] = exec[i] && (last[32] || (addr[32*i +: 32] > last[31:0]) || (addr[32*i +: 32] < base));
    end
    found = (mis | lim) != '0;
    if (found)
      for (int i = LANES - 1; i >= 0; i--)
        if (mis[i] || lim[i]) begin
          misaligned = mis[i];
          lane       = 3'(i);
          at         = addr[32*i +: 32];
        end
  end

endmodule
`default_nettype wire
