// SPDX-License-Identifier: Apache-2.0
// smem_xbar: shared memory's crossbar, eight words of sixteen, each with its bytes where they belong.
//
// Combinational. LANES below 8: in phases (docs/units/fold.md); what goes to the lanes is complete in the last one.
`default_nettype none

module smem_xbar #(
  parameter int LANES = 8
) (
  input  wire           clk_p,
  input  wire  [2:0]    phase,

  // as smem_words
  input  wire           valid,
  input  wire           store,
  input  wire           lock,
  input  wire  [1:0]    size,
  input  wire  [1:0]    esz,
  input  wire           esg,
  input  wire  [511:0]  lane_data,       // LANES 8
  input  wire  [32*LANES-1:0] lane_words, // LANES below 8: those that go where `from` says, of the phase
  input  wire  [511:0]  bank_data,
  input  wire  [31:0]   off,
  input  wire           upper,           // destinations 8 to 15
  input  wire  [63:0]   from,            // of all 16
  input  wire  [31:0]   lane_off,

  output wire  [32*LANES-1:0] st_data,  // of the phase
  output wire  [4*LANES-1:0]  st_be,
  output wire  [255:0]  ld_data,
  output wire  [32*LANES-1:0] ld_part,  // of the phase
  output wire  [7:0]    held
);

  localparam int FOLD = 8 / LANES;
  localparam int WORDS = LANES;

  if (FOLD == 1) begin : g_words
    smem_words #(.WORDS(8)) u_words (
      .valid, .store, .lock, .size, .esz, .esg, .lane_data, .lane_words, .bank_data, .off,
      .from(upper ? from[63:32] : from[31:0]),
      .lane_off(upper ? lane_off[31:16] : lane_off[15:0]), .st_data, .st_be, .ld_data, .held);
    assign ld_part = ld_data;
    wire unused = &{1'b0, clk_p, phase};
  end else begin : g_words
    wire [WORDS-1:0]    h;
    wire [4*WORDS-1:0]  ph_from;
    wire [2*WORDS-1:0]  ph_off;
    fold_part #(.FOLD(FOLD), .WIDTH(4 * WORDS)) u_from (
      .clk_p, .phase, .all(upper ? from[63:32] : from[31:0]), .part(ph_from));
    fold_part #(.FOLD(FOLD), .WIDTH(2 * WORDS)) u_off (
      .clk_p, .phase, .all(upper ? lane_off[31:16] : lane_off[15:0]), .part(ph_off));
    smem_words #(.WORDS(WORDS), .APART(1)) u_words (
      .valid, .store, .lock, .size, .esz, .esg, .lane_data, .lane_words, .bank_data, .off,
      .from(ph_from), .lane_off(ph_off), .st_data, .st_be,
      .ld_data(ld_part), .held(h));
    fold_gather #(.FOLD(FOLD), .WIDTH(32 * WORDS)) u_ld (.clk_p, .take(1'b1), .part(ld_part), .all(ld_data));
    fold_gather #(.FOLD(FOLD), .WIDTH(WORDS)) u_held (.clk_p, .take(1'b1), .part(h), .all(held));
  end

endmodule
`default_nettype wire
