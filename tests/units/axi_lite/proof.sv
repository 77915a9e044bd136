// SPDX-License-Identifier: Apache-2.0
// axi_lite between any master that keeps to AXI4-Lite and any registers behind it. What AXI asks of a slave: an answer
// stays until it is taken, there is one for each access and none without; and AXI-12: each write is done once, with its
// own address, data and strobes, each read sees its own register, errors are those of the register. Nothing waits for
// more than what stands before it.
//
//! proves axi_lite: an answer stays until it is taken, one for each access and none without; a write is done once, with
//! proves its address, data and strobes; a read has its register's value; errors are the register's; none starves
//! by pdr:40
//! test
`include "formal.svh"
`default_nettype none

module proof (
  input wire        clk,
  input wire        s_awvalid, s_wvalid, s_bready, s_arvalid, s_rready,
  input wire [11:0] s_awaddr, s_araddr,
  input wire [31:0] s_wdata, rdata,
  input wire [3:0]  s_wstrb,
  input wire        wrong_write, wrong_read
);
  `F_RESET
  wire        s_awready, s_wready, s_bvalid, s_arready, s_rvalid, we, full;
  wire [1:0]  s_bresp, s_rresp;
  wire [31:0] s_rdata, wdata;
  wire [9:0]  word;
  (* keep *) axi_lite dut (.clk, .rst, .s_awvalid, .s_awready, .s_awaddr, .s_wvalid, .s_wready, .s_wdata, .s_wstrb,
    .s_bvalid, .s_bready, .s_bresp, .s_arvalid, .s_arready, .s_araddr, .s_rvalid, .s_rready, .s_rdata, .s_rresp, .we,
    .full, .word, .wdata, .rdata, .wrong_write, .wrong_read);

  // --- the master: what it offers stays ------------------------------------------------------------------------------
  reg         aw_waits, w_waits, ar_waits;
  reg  [11:0] aw_was, ar_was;
  reg  [35:0] w_was;
  always @(posedge clk) begin
    aw_waits <= !rst && s_awvalid && !s_awready;
    w_waits  <= !rst && s_wvalid && !s_wready;
    ar_waits <= !rst && s_arvalid && !s_arready;
    aw_was   <= s_awaddr;
    w_was    <= {s_wdata, s_wstrb};
    ar_was   <= s_araddr;
  end
  always @* begin
    assume(!rst || !(s_awvalid || s_wvalid || s_arvalid));
    assume(!aw_waits || (s_awvalid && s_awaddr == aw_was));
    assume(!w_waits || (s_wvalid && {s_wdata, s_wstrb} == w_was));
    assume(!ar_waits || (s_arvalid && s_araddr == ar_was));
  end

  // --- what has been taken and is not done: an address, data, an address of a read -----------------------------------
  reg         aw, w, ar, b, waited;                  // b: a write is done and not answered
  reg  [9:0]  aw_of, ar_of;
  reg  [31:0] w_of;
  reg  [3:0]  strb;
  reg  [1:0]  b_want;
  reg         b_waits, r_waits;
  reg  [1:0]  b_was;
  reg  [33:0] r_was;
  // of the clock before
  reg         was_ar, was_we;
  reg  [9:0]  was_word;
  reg  [33:0] was_read;
  wire        r_new = s_rvalid && !r_waits;          // a read was done in the clock before
  wire        free  = (!s_bvalid || s_bready) && (!s_rvalid || s_rready);
  always @(posedge clk)
    if (rst) begin
      {aw, w, ar, b, waited, b_waits, r_waits, was_ar, was_we} <= '0;
    end else begin
      if (we) {aw, w} <= 2'b00;
      if (s_awvalid && s_awready) begin
        aw    <= 1'b1;
        aw_of <= s_awaddr[11:2];
      end
      if (s_wvalid && s_wready) begin
        w    <= 1'b1;
        w_of <= s_wdata;
        strb <= s_wstrb;
      end
      if (s_bvalid && s_bready) b <= 1'b0;
      if (we) begin
        b      <= 1'b1;
        b_want <= wrong_write ? 2'd2 : 2'd0;
      end
      if (r_new) ar <= 1'b0;
      if (s_arvalid && s_arready) begin
        ar    <= 1'b1;
        ar_of <= s_araddr[11:2];
      end
      b_waits <= s_bvalid && !s_bready;
      r_waits <= s_rvalid && !s_rready;
      was_ar  <= ar && !r_new;
      was_we  <= we;
      waited  <= ar && !r_new && free && we;
    end
  always @(posedge clk) begin
    b_was    <= s_bresp;
    r_was    <= {s_rdata, s_rresp};
    was_word <= word;
    was_read <= {rdata, wrong_read ? 2'd2 : 2'd0};
  end
  reg was_free;
  always @(posedge clk) was_free <= !rst && free;

  always @* if (!rst) begin
    // answers
    if (b_waits) assert(s_bvalid && s_bresp == b_was);
    if (r_waits) assert(s_rvalid && {s_rdata, s_rresp} == r_was);
    assert(s_bvalid == b);
    if (s_bvalid) assert(s_bresp == b_want);
    if (r_new) assert(was_ar && !was_we && was_word == ar_of && {s_rdata, s_rresp} == was_read);
    // nothing is taken over what waits
    if (s_awready) assert(!aw);
    if (s_wready)  assert(!w);
    if (s_arready) assert(!ar || r_new);
    // a write is done when both are there and the answer before it has gone, a read in such a clock without a write
    assert(we == (aw && w && (!s_bvalid || s_bready)));
    if (we) assert(word == aw_of && wdata == w_of && full == (strb == 4'hf));
    if (was_ar && was_free && !was_we) assert(r_new);
    // nothing else is waited for
    assert(s_awready == !aw && s_wready == !w && s_arready == (!ar || r_new));
    if (waited) assert(!we);
  end
endmodule
