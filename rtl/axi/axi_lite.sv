// SPDX-License-Identifier: Apache-2.0
// axi_lite: an AXI4-Lite slave of 4 KB in front of registers of 32 bits (AXI-12): one access at a time, writes before
// reads. Address and data of a write may come in any order.
`default_nettype none

module axi_lite (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_awvalid,
  output wire         s_awready,
  input  wire  [11:0] s_awaddr,
  input  wire         s_wvalid,
  output wire         s_wready,
  input  wire  [31:0] s_wdata,
  input  wire  [3:0]  s_wstrb,
  output logic        s_bvalid,
  input  wire         s_bready,
  output logic [1:0]  s_bresp,
  input  wire         s_arvalid,
  output wire         s_arready,
  input  wire  [11:0] s_araddr,
  output logic        s_rvalid,
  input  wire         s_rready,
  output logic [31:0] s_rdata,
  output logic [1:0]  s_rresp,

  output wire         we,
  output wire         full,                          // all bytes are written
  output wire  [9:0]  word,
  output logic [31:0] wdata,
  input  wire  [31:0] rdata,
  input  wire         wrong_write,                   // of word
  input  wire         wrong_read
);

  localparam logic [1:0] OKAY = 2'd0, SLVERR = 2'd2;

  logic        aw_q, w_q, ar_q;                      // one is held
  logic [11:2] aw_addr_q, ar_addr_q;
  logic [3:0]  strb_q;
  wire         re = ar_q && !(aw_q && w_q) && (!s_rvalid || s_rready);
  assign we        = aw_q && w_q && (!s_bvalid || s_bready);
  assign full      = strb_q == '1;
  assign word      = aw_q && w_q ? aw_addr_q : ar_addr_q;
  assign s_awready = !aw_q;
  assign s_wready  = !w_q;
  assign s_arready = !ar_q;

  always_ff @(posedge clk)
    if (rst) begin
      aw_q     <= 1'b0;
      w_q      <= 1'b0;
      ar_q     <= 1'b0;
      s_bvalid <= 1'b0;
      s_rvalid <= 1'b0;
    end else begin
      if (s_bready)  s_bvalid <= 1'b0;
      if (s_rready)  s_rvalid <= 1'b0;
      if (s_awvalid && s_awready) aw_q <= 1'b1;
      if (s_wvalid && s_wready)   w_q  <= 1'b1;
      if (s_arvalid && s_arready) ar_q <= 1'b1;
      if (we) begin
        aw_q     <= 1'b0;
        w_q      <= 1'b0;
        s_bvalid <= 1'b1;
      end
      if (re) begin
        ar_q     <= 1'b0;
        s_rvalid <= 1'b1;
      end
    end
  always_ff @(posedge clk) begin
    if (s_awready) aw_addr_q <= s_awaddr[11:2];
    if (s_arready) ar_addr_q <= s_araddr[11:2];
    if (s_wready) begin
      wdata  <= s_wdata;
      strb_q <= s_wstrb;
    end
    if (we) s_bresp <= wrong_write ? SLVERR : OKAY;
    if (re) begin
      s_rdata <= rdata;
      s_rresp <= wrong_read ? SLVERR : OKAY;
    end
  end

  wire unused = &{1'b0, s_awaddr[1:0], s_araddr[1:0]};

endmodule
`default_nettype wire
