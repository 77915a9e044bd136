// SPDX-License-Identifier: Apache-2.0
// axi_watch: what AXI4 and docs/units/axi.md ask of a master, for benches and proofs: a request stays until it is taken
// (AXI-1), no more are under way than OUTSTANDING (AXI-5), and of one sector none that writes is under way with another
// (AXI-4). `bad` in a clock in which one of these does not hold.
`ifndef AXI_WATCH_SVH
`define AXI_WATCH_SVH
module axi_watch #(
  parameter int IW = 8,
  parameter int ADDR_W = 32,
  parameter int OUTSTANDING = 16
) (
  input  wire               clk,
  input  wire               rst,
  input  wire  [ADDR_W-1:5] sector,        // the one that is watched
  input  wire               ar_valid,
  input  wire               ar_ready,
  input  wire  [IW-1:0]     ar_id,
  input  wire  [ADDR_W-1:0] ar_addr,
  input  wire  [7:0]        ar_len,
  input  wire               r_valid,
  input  wire               r_ready,
  input  wire  [IW-1:0]     r_id,
  input  wire               aw_valid,
  input  wire               aw_ready,
  input  wire  [IW-1:0]     aw_id,
  input  wire  [ADDR_W-1:0] aw_addr,
  input  wire               w_valid,
  input  wire               w_ready,
  input  wire  [31:0]       w_strb,
  input  wire  [255:0]      w_data,
  input  wire               b_valid,
  input  wire               b_ready,
  input  wire  [IW-1:0]     b_id,
  output wire               unstable,
  output wire               overtakes,
  output wire               too_many,
  output wire               twice          // an id that is under way is given again
);
  reg                       ar_waits, aw_waits, w_waits;
  reg  [IW+ADDR_W+7:0]      ar_was;
  reg  [IW+ADDR_W-1:0]      aw_was;
  reg  [287:0]              w_was;
  assign unstable = (ar_waits && (!ar_valid || {ar_id, ar_addr, ar_len} != ar_was)) ||
                    (aw_waits && (!aw_valid || {aw_id, aw_addr} != aw_was)) ||
                    (w_waits && (!w_valid || {w_strb, w_data} != w_was));

  // A request counts from the clock in which it is offered. Lines (id all ones) are counted by who asks for them.
  reg  [(1<<IW)-1:0]        reads, writes;             // under way, by id
  reg  [(1<<IW)-1:0]        reads_here, writes_here;   //  those of the sector
  reg  [7:0]                n;
  wire ar_new = ar_valid && !ar_waits && ar_id != {IW{1'b1}}, aw_new = aw_valid && !aw_waits;
  wire r_end  = r_valid && r_ready && r_id != {IW{1'b1}}, b_end = b_valid && b_ready;
  wire ar_here = ar_addr[ADDR_W-1:5] == sector, aw_here = aw_addr[ADDR_W-1:5] == sector;
  assign overtakes = (ar_new && ar_here && (writes_here != 0 || (aw_valid && aw_here))) ||
                     (aw_new && aw_here && (writes_here != 0 || reads_here != 0));
  assign twice     = (ar_new && reads[ar_id]) || (aw_new && writes[aw_id]);
  assign too_many  = n > OUTSTANDING;
  always @(posedge clk)
    if (rst) begin
      {ar_waits, aw_waits, w_waits} <= 3'd0;
      reads       <= 0;
      writes      <= 0;
      reads_here  <= 0;
      writes_here <= 0;
      n <= 8'd0;
    end else begin
      ar_waits <= ar_valid && !ar_ready;
      aw_waits <= aw_valid && !aw_ready;
      w_waits  <= w_valid && !w_ready;
      if (r_end) begin
        reads[r_id]      <= 1'b0;
        reads_here[r_id] <= 1'b0;
      end
      if (b_end) begin
        writes[b_id]      <= 1'b0;
        writes_here[b_id] <= 1'b0;
      end
      if (ar_new) begin
        reads[ar_id]      <= 1'b1;
        reads_here[ar_id] <= ar_here;
      end
      if (aw_new) begin
        writes[aw_id]      <= 1'b1;
        writes_here[aw_id] <= aw_here;
      end
      n <= n + {7'd0, ar_new} + {7'd0, aw_new} - {7'd0, r_end} - {7'd0, b_end};
    end
  always @(posedge clk) begin
    ar_was <= {ar_id, ar_addr, ar_len};
    aw_was <= {aw_id, aw_addr};
    w_was  <= {w_strb, w_data};
  end
endmodule
`endif
