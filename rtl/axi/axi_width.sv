// SPDX-License-Identifier: Apache-2.0
// axi_width: the 256-bit beats of axi_ports on a narrower bus: each is a burst of 256 / DATA_W. Bursts of one id come
// in order and do not mix, so all have the id 0 there, and whose they are is kept here (AXI-15). DATA_W = 256: wires.
// What is the same in every request (size, burst, cache, prot) is said here, too.
`default_nettype none

module axi_width #(
  parameter int DATA_W = 256,                        // 32, 64, 128, 256
  parameter int IW     = 8,
  parameter int READS  = 16,                         // under way: a power of two
  parameter int WRITES = 16
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               s_arvalid,
  output wire               s_arready,
  input  wire  [IW-1:0]     s_arid,
  input  wire  [7:0]        s_arlen,                 // 0, 1
  output wire               s_rvalid,
  input  wire               s_rready,
  output wire  [IW-1:0]     s_rid,
  output wire  [255:0]      s_rdata,
  output wire  [1:0]        s_rresp,
  input  wire               s_awvalid,
  output wire               s_awready,
  input  wire  [IW-1:0]     s_awid,
  input  wire               s_wvalid,
  output wire               s_wready,
  input  wire  [255:0]      s_wdata,
  input  wire  [31:0]       s_wstrb,
  output wire               s_bvalid,
  input  wire               s_bready,
  output wire  [IW-1:0]     s_bid,

  output wire               m_arvalid,
  input  wire               m_arready,
  output wire  [IW-1:0]     m_arid,
  output wire  [7:0]        m_arlen,
  output wire  [2:0]        m_arsize,
  output wire  [1:0]        m_arburst,
  output wire  [3:0]        m_arcache,
  output wire  [2:0]        m_arprot,
  input  wire               m_rvalid,
  output wire               m_rready,
  input  wire  [IW-1:0]     m_rid,
  input  wire  [DATA_W-1:0] m_rdata,
  input  wire  [1:0]        m_rresp,
  output wire               m_awvalid,
  input  wire               m_awready,
  output wire  [IW-1:0]     m_awid,
  output wire  [7:0]        m_awlen,
  output wire  [2:0]        m_awsize,
  output wire  [1:0]        m_awburst,
  output wire  [3:0]        m_awcache,
  output wire  [2:0]        m_awprot,
  output wire               m_wvalid,
  input  wire               m_wready,
  output wire  [DATA_W-1:0] m_wdata,
  output wire  [DATA_W/8-1:0] m_wstrb,
  output wire               m_wlast,
  input  wire               m_bvalid,
  output wire               m_bready,
  input  wire  [IW-1:0]     m_bid
);

  localparam int K = 256 / DATA_W, KW = K > 1 ? $clog2(K) : 1;
  if (DATA_W != 32 && DATA_W != 64 && DATA_W != 128 && DATA_W != 256) begin : g_bad
    axi_width_DATA_W_must_be_32_64_128_or_256 u();
  end

  // INCR, normal memory that is not cached, data
  assign m_arsize  = 3'($clog2(DATA_W / 8));
  assign m_awsize  = m_arsize;
  assign m_arburst = 2'd1;
  assign m_awburst = 2'd1;
  assign m_arcache = 4'b0011;
  assign m_awcache = 4'b0011;
  assign m_arprot  = 3'd0;
  assign m_awprot  = 3'd0;

  if (K == 1) begin : g_wires
    assign {m_arvalid, m_arid, m_arlen} = {s_arvalid, s_arid, s_arlen};
    assign s_arready = m_arready;
    assign {s_rvalid, s_rid, s_rresp} = {m_rvalid, m_rid, m_rresp};
    assign s_rdata   = 256'(m_rdata);
    assign m_rready  = s_rready;
    assign {m_awvalid, m_awid, m_awlen} = {s_awvalid, s_awid, 8'd0};
    assign s_awready = m_awready;
    assign {m_wvalid, m_wlast} = {s_wvalid, 1'b1};
    assign m_wdata   = s_wdata[DATA_W-1:0];
    assign m_wstrb   = s_wstrb[DATA_W/8-1:0];
    assign s_wready  = m_wready;
    assign {s_bvalid, s_bid} = {m_bvalid, m_bid};
    assign m_bready  = s_bready;
    wire unused = &{1'b0, clk, rst};
  end else begin : g_parts
    // --- reads: whose they are, one beat or two ------------------------------------------------------
    wire           read_room, read_some, two, read_done;
    logic          second_q;                         // of two
    logic [KW-1:0] got_q;                            // parts of the beat that have come
    logic [255-DATA_W:0] parts_q;                    // the last one highest
    logic [1:0]    resp_q;                           // the worst of them
    sync_fifo #(.WIDTH(IW + 1), .DEPTH(READS)) u_reads (
      .clk, .rst, .in_valid(s_arvalid && m_arready), .in_ready(read_room), .in_data({s_arid, s_arlen[0]}),
      .out_valid(read_some), .out_ready(read_done), .out_data({s_rid, two}));
    assign m_arvalid = s_arvalid && read_room;
    assign s_arready = m_arready && read_room;
    assign m_arid    = '0;
    assign m_arlen   = s_arlen[0] ? 8'(2 * K - 1) : 8'(K - 1);
    wire   whole     = got_q == KW'(K - 1);
    assign s_rvalid  = m_rvalid && whole;
    assign m_rready  = !whole || s_rready;
    assign s_rdata   = {m_rdata, parts_q};
    assign s_rresp   = m_rresp > resp_q ? m_rresp : resp_q;
    assign read_done = s_rvalid && s_rready && (second_q || !two);
    always_ff @(posedge clk)
      if (rst) begin
        second_q <= 1'b0;
        got_q    <= '0;
        resp_q   <= 2'd0;
      end else if (m_rvalid && m_rready) begin
        got_q  <= got_q + 1'b1;
        resp_q <= whole ? 2'd0 : s_rresp;
        if (whole) second_q <= two && !second_q;
      end
    if (K == 2) begin : g_two
      always_ff @(posedge clk) if (m_rvalid && m_rready) parts_q <= m_rdata;
    end else begin : g_more
      always_ff @(posedge clk) if (m_rvalid && m_rready) parts_q <= {m_rdata, parts_q[255-DATA_W:DATA_W]};
    end

    // --- writes --------------------------------------------------------------------------------------
    wire           write_room, write_some;
    logic [KW-1:0] put_q;                            // parts of the beat that have gone
    sync_fifo #(.WIDTH(IW), .DEPTH(WRITES)) u_writes (
      .clk, .rst, .in_valid(s_awvalid && m_awready), .in_ready(write_room), .in_data(s_awid),
      .out_valid(write_some), .out_ready(m_bvalid && m_bready), .out_data(s_bid));
    assign m_awvalid = s_awvalid && write_room;
    assign s_awready = m_awready && write_room;
    assign m_awid    = '0;
    assign m_awlen   = 8'(K - 1);
    assign m_wvalid  = s_wvalid;
    assign m_wlast   = put_q == KW'(K - 1);
    assign s_wready  = m_wready && m_wlast;
    assign m_wdata   = s_wdata[DATA_W*put_q +: DATA_W];
    assign m_wstrb   = s_wstrb[DATA_W/8*put_q +: DATA_W/8];
    assign s_bvalid  = m_bvalid;
    assign m_bready  = s_bready;
    always_ff @(posedge clk)
      if (rst) put_q <= '0;
      else if (m_wvalid && m_wready) put_q <= put_q + 1'b1;

    wire unused = &{1'b0, m_rid, m_bid, s_arlen, read_some, write_some};
  end

endmodule
`default_nettype wire
