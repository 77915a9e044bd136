// SPDX-License-Identifier: Apache-2.0
// tb_axi_width: 256-bit beats on a narrower bus (AXI-15): random reads of one beat or two and writes with random bytes,
// a memory of that width that has them in order; ids and data come back as they were given, and memory is what it
// should be. An answer of which one part went wrong went wrong.
//
//! test rtl DATA_W=64
//! test narrow: rtl DATA_W=32
//! test wide: rtl DATA_W=128
//! test wires: rtl DATA_W=256
module tb_axi_width;
  parameter int DATA_W = 64;
  localparam int K = 256 / DATA_W, BYTES = DATA_W / 8, SECTORS = 16, MANY = 1500, ADDR_W = 9;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  integer errors = 0;
  task fail(input [8*60-1:0] what);
    begin
      if (errors < 5) $display("FAIL tb_axi_width: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  reg               s_arvalid = 1'b0, s_rready = 1'b0, s_awvalid = 1'b0, s_wvalid = 1'b0, s_bready = 1'b0;
  reg  [7:0]        s_arid = 8'd0, s_arlen = 8'd0, s_awid = 8'd0;
  reg  [3:0]        ar_at = 4'd0, aw_at = 4'd0;                  // sectors
  reg  [255:0]      s_wdata = '0;
  reg  [31:0]       s_wstrb = '0;
  wire              s_arready, s_rvalid, s_awready, s_wready, s_bvalid;
  wire [7:0]        s_rid, s_bid;
  wire [255:0]      s_rdata;
  wire [1:0]        s_rresp;
  wire              m_arvalid, m_rready, m_awvalid, m_wvalid, m_wlast, m_bready;
  wire [7:0]        m_arid, m_arlen, m_awid, m_awlen;
  wire [2:0]        m_arsize, m_awsize, m_arprot, m_awprot;
  wire [1:0]        m_arburst, m_awburst;
  wire [3:0]        m_arcache, m_awcache;
  wire [DATA_W-1:0] m_wdata;
  wire [BYTES-1:0]  m_wstrb;
  reg               m_arready = 1'b0, m_rvalid = 1'b0, m_awready = 1'b0, m_wready = 1'b0, m_bvalid = 1'b0;
  reg  [DATA_W-1:0] m_rdata = '0;
  reg  [1:0]        m_rresp = 2'd0;
  reg  [7:0]        m_rid = 8'd0, m_bid = 8'd0;
  axi_width #(.DATA_W(DATA_W), .READS(4), .WRITES(2)) dut (
    .clk, .rst, .s_arvalid, .s_arready, .s_arid, .s_arlen, .s_rvalid, .s_rready, .s_rid, .s_rdata, .s_rresp,
    .s_awvalid, .s_awready, .s_awid, .s_wvalid, .s_wready, .s_wdata, .s_wstrb, .s_bvalid, .s_bready, .s_bid,
    .m_arvalid, .m_arready, .m_arid, .m_arlen, .m_arsize, .m_arburst, .m_arcache, .m_arprot, .m_rvalid, .m_rready,
    .m_rid, .m_rdata, .m_rresp, .m_awvalid, .m_awready, .m_awid, .m_awlen, .m_awsize, .m_awburst, .m_awcache,
    .m_awprot, .m_wvalid, .m_wready, .m_wdata, .m_wstrb, .m_wlast, .m_bvalid, .m_bready, .m_bid);

  // Reads are of constants: what is written lies elsewhere, so no order between the two matters.
  function [255:0] held(input [3:0] sector);
    integer i;
    for (i = 0; i < 8; i = i + 1) held[32*i +: 32] = {24'h0abcde, sector, 4'(i)} * 32'd2654435761;
  endfunction
  reg  [255:0] mem [0:SECTORS-1], ref_mem [0:SECTORS-1], row;
  // what is under way: id, sector, two; then parts that the memory owes
  reg  [12:0]  want [0:63];
  reg  [7:0]   want_b [0:63];
  reg          bad [0:63];
  reg  [3:0]   rd_at [0:63], wr_at [0:63];
  reg          rd_two [0:63];
  reg  [7:0]   rd_id [0:63], wr_id [0:63];
  integer      want_put = 0, want_get = 0, b_put = 0, b_get = 0, rd_put = 0, rd_get = 0, wr_put = 0, wr_get = 0;
  integer      wd_get = 0, part = 0, beat = 0, wpart = 0, reads = 0, writes = 0, wrong = 0, i;
  reg          second = 1'b0, some_bad = 1'b0, two;
  reg          w_given = 1'b1, aw_given = 1'b1;
  initial for (i = 0; i < SECTORS; i = i + 1) {mem[i], ref_mem[i]} = 512'd0;
  always @(posedge clk) begin
    rst <= $time < 30;
    if (!rst) begin
      // upstream
      if (s_arvalid && s_arready) begin
        want[want_put % 64] = {s_arid, ar_at, s_arlen[0]};
        want_put = want_put + 1;
        s_arvalid <= 1'b0;
      end
      if ((!s_arvalid || s_arready) && reads < MANY && want_put - want_get < 8 && {$random} % 3 == 0) begin
        reads = reads + 1;
        s_arvalid <= 1'b1;
        s_arid    <= $random;
        two = $random;
        s_arlen   <= {7'd0, two};
        ar_at     <= two ? {3'($random), 1'b0} : $random;
      end
      s_rready <= $random;
      if (s_rvalid && s_rready) begin
        if (want_get == want_put) fail("an answer that was not asked for");
        if (s_rid !== want[want_get % 64][12:5]) fail("an answer has another id");
        if (s_rdata !== held(want[want_get % 64][4:1] + {3'd0, second})) fail("an answer is not what memory holds");
        if ((s_rresp != 2'd0) !== bad[want_get % 64]) fail("what went wrong is not told");
        if (s_rresp != 2'd0) wrong = wrong + 1;
        bad[want_get % 64] = 1'b0;
        if (want[want_get % 64][0] && !second) second = 1'b1;
        else begin
          second   = 1'b0;
          want_get = want_get + 1;
        end
      end
      if (s_awvalid && s_awready) begin
        want_b[b_put % 64] = s_awid;
        b_put = b_put + 1;
        s_awvalid <= 1'b0;
        aw_given = 1'b1;
      end
      if (s_wvalid && s_wready) begin
        s_wvalid <= 1'b0;
        w_given = 1'b1;
      end
      if (aw_given && w_given && writes < MANY && {$random} % 3 == 0) begin
        writes = writes + 1;
        s_awvalid <= 1'b1;
        s_wvalid  <= 1'b1;
        aw_given = 1'b0;
        w_given  = 1'b0;
        s_awid <= $random;
        i = {$random} % SECTORS;
        aw_at <= i;
        row = {$random, $random, $random, $random, $random, $random, $random, $random};
        s_wdata <= row;
        s_wstrb <= $random;
      end
      s_bready <= $random;
      if (s_bvalid && s_bready) begin
        if (b_get == b_put || s_bid !== want_b[b_get % 64]) fail("the answer of a write has another id");
        b_get = b_get + 1;
      end
      // the memory: one id, in order
      m_arready <= $random;
      if (m_arvalid && m_arready) begin
        two = m_arlen == 2 * K - 1;
        if (!two && m_arlen != K - 1) fail("a burst of another length");
        rd_at[rd_put % 64]  = ar_at;
        rd_two[rd_put % 64] = two;
        rd_id[rd_put % 64]  = m_arid;
        if (K > 1 && m_arid != 8'd0) fail("an id that is not 0");
        if (8 << m_arsize != DATA_W || m_arburst != 2'd1 || m_arcache != 4'b0011 || m_arprot != 3'd0)
          fail("a read of another kind");
        rd_put = rd_put + 1;
      end
      if (m_rvalid && m_rready) begin
        part = part + 1;
        if (part == K) begin
          part = 0;
          beat = beat + 1;
          if (beat == (rd_two[rd_get % 64] ? 2 : 1)) begin
            beat   = 0;
            rd_get = rd_get + 1;
          end
        end
        m_rvalid <= 1'b0;
      end
      if ((!m_rvalid || m_rready) && rd_get != rd_put && {$random} % 3 != 0) begin
        row = held(rd_at[rd_get % 64] + 4'(beat));
        m_rvalid <= 1'b1;
        m_rid    <= rd_id[rd_get % 64];
        m_rdata  <= row[DATA_W*part +: DATA_W];
        some_bad = {$random} % 16 == 0;
        m_rresp  <= some_bad ? 2'd2 : 2'd0;
        if (part == 0) bad[rd_get % 64] = some_bad;
        else           bad[rd_get % 64] = bad[rd_get % 64] || some_bad;
      end
      m_awready <= $random;
      if (m_awvalid && m_awready) begin
        if (m_awlen != K - 1) fail("a burst of another length");
        if (8 << m_awsize != DATA_W || m_awburst != 2'd1 || m_awcache != 4'b0011 || m_awprot != 3'd0)
          fail("a write of another kind");
        wr_at[wr_put % 64] = aw_at;
        wr_id[wr_put % 64] = m_awid;
        wr_put = wr_put + 1;
      end
      m_wready <= {$random} % 2 == 0 && wd_get != wr_put;
      if (m_wvalid && m_wready) begin
        if (wd_get == wr_put) fail("data before their address");
        for (i = 0; i < BYTES; i = i + 1)
          if (m_wstrb[i]) mem[wr_at[wd_get % 64]][DATA_W*wpart + 8*i +: 8] = m_wdata[8*i +: 8];
        if (m_wlast !== (wpart == K - 1)) fail("the last part is another");
        if (wpart == 0)
          for (i = 0; i < 32; i = i + 1)
            if (s_wstrb[i]) ref_mem[wr_at[wd_get % 64]][8*i +: 8] = s_wdata[8*i +: 8];
        wpart = wpart + 1;
        if (wpart == K) begin
          wpart  = 0;
          wd_get = wd_get + 1;
          m_wready <= 1'b0;
        end
      end
      if (m_bvalid && m_bready) m_bvalid <= 1'b0;
      if ((!m_bvalid || m_bready) && wr_get != wd_get && {$random} % 2 == 0) begin
        m_bvalid <= 1'b1;
        m_bid    <= wr_id[wr_get % 64];
        wr_get = wr_get + 1;
      end
    end
    if (reads == MANY && writes == MANY && want_get == want_put && b_get == b_put && !s_arvalid && !s_awvalid &&
        !s_wvalid && want_put == MANY && b_put == MANY) begin
      for (i = 0; i < SECTORS; i = i + 1) if (mem[i] !== ref_mem[i]) fail("memory is not as it should be");
      if (wrong < MANY / 50) fail("too little has happened");
      if (errors == 0) $display("PASS tb_axi_width: %0d reads, %0d writes, %0d wrong", reads, writes, wrong);
      $finish;
    end
    if ($time > 2000000) begin
      $display("FAIL tb_axi_width: it does not end: %0d of %0d, %0d of %0d", want_get, reads, b_get, writes);
      $finish;
    end
  end
endmodule
