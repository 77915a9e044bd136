// SPDX-License-Identifier: Apache-2.0
// load_lanes: the words of LANES lanes of a beat (load_data): from a sector, or as they came from shared memory.
//
// Combinational.
`default_nettype none

module load_lanes #(
  parameter int LANES = 16
) (
  input  wire           g_valid,         // there is a sector
  input  wire  [1:0]    g_beat,
  input  wire  [1:0]    g_esz,
  input  wire           g_esg,
  input  wire  [5*LANES-1:0]  g_off,      // of each lane in the sector
  input  wire  [255:0]  g_sector,
  input  wire           s_take,          // not the sector's, but s_data
  input  wire  [32*LANES-1:0] s_data,
  input  wire           any,
  input  wire           twice,           // the lower half in both
  output logic [32*LANES-1:0] data
);

  logic [32*LANES-1:0] g_word;
  logic [2*LANES-1:0]  g_low;
  logic [2:0]          g_sel;
  wire  [32*LANES-1:0] g_data;
  always_comb begin
    g_word = 'x;
    g_low  = 'x;
    g_sel  = 'x;
    if (g_valid)
      for (int i = 0; i < LANES; i++) begin
        g_sel              = g_off[5*i + 2 +: 3] | {1'b0, g_beat};
        g_word[32*i +: 32] = g_sector[32*g_sel +: 32];
        g_low[2*i +: 2]    = g_off[5*i +: 2];
      end
  end
  lane_extract #(.LANES(LANES)) u_extract (
    .valid(g_valid), .esz(g_esz), .esg(g_esg), .off(g_low), .word(g_word), .data(g_data));

  wire  [32*LANES-1:0] beat = s_take ? s_data : g_data;
  always_comb begin
    data = 'x;
    if (any) begin
      data = beat;
      if (twice)
        for (int i = 0; i < LANES; i++) data[32*i + 16 +: 16] = beat[32*i +: 16];
    end
  end

endmodule
`default_nettype wire
