// SPDX-License-Identifier: Apache-2.0
// sm_ccache, sm_icache and tpc_l2 together: three SMs ask for random constants and instruction blocks from more lines
// than fit; every word that comes must be the right one, every request must end. The memory behind is slow, irregular
// and holds words made of their addresses. Rules (docs/units): L2-1.
//
//! test rtl
`default_nettype none

module tb_caches;
  localparam int PORTS = 3;

  logic clk = 1'b0;
  logic rst = 1'b1;
  logic go  = 1'b0;                    // the tags are cleared
  integer errors = 0, seed = 7;
  always #5 clk = !clk;

  wire [PORTS-1:0]    c_req_valid, c_req_ready, c_rsp_valid, i_req_valid, i_req_id, i_req_ready, i_rsp_valid;
  wire [19*PORTS-1:0] c_req_addr, i_req_addr;
  wire                i_rsp_id;
  wire [1:0]          i_rsp_block;
  wire [3:0]          rsp_word;
  wire [31:0]         rsp_data;
  wire                l3_req_valid;
  wire [24:6]         l3_req_addr;
  logic               l3_req_ready = 1'b0;
  logic               l3_rsp_valid = 1'b0;
  logic [31:0]        l3_rsp_data  = 32'd0;

  tpc_l2 #(.PORTS(PORTS)) u_l2 (
    .clk, .rst, .c_req_valid, .c_req_addr, .c_req_ready, .i_req_valid, .i_req_addr, .i_req_id, .i_req_ready,
    .c_rsp_valid, .i_rsp_valid, .i_rsp_id, .i_rsp_block, .rsp_word, .rsp_data,
    .l3_req_valid, .l3_req_addr, .l3_req_ready, .l3_rsp_valid, .l3_rsp_data);

  function automatic [31:0] word(input [24:0] addr);
    word = {7'h55, addr} ^ {addr[12:2], 21'd0};
  endfunction

  // --- memory: lines asked for, answered in order ------------------------------------------------
  logic [24:6] asked [0:15];
  integer      a_wr = 0, a_rd = 0, k = 0, lines = 0;
  always @(negedge clk) begin
    l3_req_ready <= $unsigned($random(seed)) % 3 != 0;
    l3_rsp_valid <= 1'b0;
    if (a_rd != a_wr && $unsigned($random(seed)) % 4 != 0) begin
      l3_rsp_valid <= 1'b1;
      l3_rsp_data  <= word({asked[a_rd % 16][24:8], asked[a_rd % 16][7:6] + k[5:4], k[3:0], 2'b00});
      k = k + 1;
      if (k == 64) begin
        k    = 0;
        a_rd = a_rd + 1;
      end
    end
  end
  always @(posedge clk)
    if (!rst && l3_req_valid && l3_req_ready) begin
      asked[a_wr % 16] = l3_req_addr;
      a_wr  = a_wr + 1;
      lines = lines + 1;
    end

  // --- constants: one request held until it hits --------------------------------------------------
  integer c_done [0:PORTS-1];
  integer i_done [0:PORTS-1];
  integer i_dropped = 0;
  for (genvar p = 0; p < PORTS; p++) begin : g_sm
    logic        c_valid = 1'b0;
    logic [19:0] c_addr  = 20'd0;
    logic [31:0] c_want;
    logic        c_check = 1'b0;
    wire         c_hit, c_starts, c_filled;
    wire  [31:0] c_data;
    sm_ccache u_c (
      .clk, .rst, .req_valid(c_valid), .req_seg(c_addr[19:16]), .req_addr(c_addr[15:0]), .hit(c_hit), .starts(c_starts),
      .rsp_data(c_data), .filled(c_filled),
      .l2_req_valid(c_req_valid[p]), .l2_req_addr(c_req_addr[19*p +: 19]), .l2_req_ready(c_req_ready[p]),
      .l2_rsp_valid(c_rsp_valid[p]), .l2_rsp_word(rsp_word), .l2_rsp_data(rsp_data));
    initial c_done[p] = 0;
    always @(posedge clk) begin
      if (c_check && c_data !== c_want) begin
        errors = errors + 1;
        $display("SM %0d: constant %h, expected %h", p, c_data, c_want);
      end
      c_check <= c_valid && c_hit;
      c_want  <= word({5'b10000, c_addr & 20'hffffc});
      if (c_valid && c_hit) c_done[p] = c_done[p] + 1;
      if (!go) c_valid <= 1'b0;
      else if (!c_valid || c_hit) begin
        c_valid <= $unsigned($random(seed)) % 4 != 0;
        c_addr  <= ($unsigned($random(seed)) % 48) * 64 + ($unsigned($random(seed)) % 64) +
            (p << 16) * ($unsigned($random(seed)) % 2);
      end
    end

    // --- instructions: one request at a time, asked again after `filled` ---------------------------
    logic        i_valid = 1'b0, i_busy = 1'b0, i_wait = 1'b0;
    logic [23:6] i_addr  = 18'd0;
    logic [5:0]  i_for   = 6'd0;
    wire         i_ready, i_drop, i_drop_slot, i_filled, i_rsp, i_rsp_slot;
    wire  [4:0]  i_drop_wid, i_rsp_wid;
    wire [511:0] i_data;
    sm_icache u_i (
      .clk, .clk_p(1'b0), .phase(3'd0), .rst, .req_valid(i_valid), .req_addr(i_addr),
      .req_wid(i_for[4:0]), .req_slot(i_for[5]),
      .req_ready(i_ready),
      .drop_valid(i_drop), .drop_wid(i_drop_wid), .drop_slot(i_drop_slot), .filled(i_filled), .turn_valid(),
      .turn_wid(), .rsp_valid(i_rsp),
      .rsp_wid(i_rsp_wid), .rsp_slot(i_rsp_slot), .rsp_data(i_data),
      .l2_req_valid(i_req_valid[p]), .l2_req_addr(i_req_addr[19*p +: 19]), .l2_req_id(i_req_id[p]),
      .l2_req_ready(i_req_ready[p]), .l2_rsp_valid(i_rsp_valid[p]), .l2_rsp_id(i_rsp_id), .l2_rsp_block(i_rsp_block),
      .l2_rsp_word(rsp_word), .l2_rsp_data(rsp_data));
    integer w;
    initial i_done[p] = 0;
    always @(posedge clk)
      if (!go) begin
        i_valid <= 1'b0;
        i_busy  <= 1'b0;
        i_wait  <= 1'b0;
      end else begin
        if (i_valid && i_ready) i_valid <= 1'b0;
        if (i_drop) begin
          i_dropped = i_dropped + 1;
          if ({i_drop_slot, i_drop_wid} !== i_for) errors = errors + 1;
          i_wait <= 1'b1;
        end
        if ((i_wait || i_drop) && i_filled) begin
          i_wait  <= 1'b0;
          i_valid <= 1'b1;
        end
        if (i_rsp) begin
          i_done[p] = i_done[p] + 1;
          i_busy <= 1'b0;
          if ({i_rsp_slot, i_rsp_wid} !== i_for) errors = errors + 1;
          for (w = 0; w < 16; w = w + 1)
            if (i_data[32*w +: 32] !== word({1'b0, i_addr, w[3:0], 2'b00})) begin
              errors = errors + 1;
              $display("SM %0d: word %0d of block %h is %h", p, w, i_addr, i_data[32*w +: 32]);
            end
        end
        if (!i_busy) begin
          i_busy  <= 1'b1;
          i_valid <= 1'b1;
          i_for   <= i_for + 6'd1;
          // mostly straight on
          i_addr  <= $unsigned($random(seed)) % 8 != 0 ? i_addr + 18'd1 : $unsigned($random(seed)) % 160;
        end
      end
  end

  integer p;
  initial begin
    repeat (3) @(posedge clk);
    #1 rst = 1'b0;
    repeat (10) @(posedge clk);
    #1 go = 1'b1;
    repeat (20000) @(posedge clk);
    for (p = 0; p < PORTS; p = p + 1)
      if (c_done[p] < 80 || i_done[p] < 100) begin
        errors = errors + 1;
        $display("SM %0d: only %0d constants, %0d blocks", p, c_done[p], i_done[p]);
      end
    if (lines < 80 || i_dropped < 10) begin
      errors = errors + 1;
      $display("too little happened: %0d lines from memory, %0d drops", lines, i_dropped);
    end
    $display("%0d lines from memory, %0d drops, SM 0: %0d constants, %0d blocks", lines, i_dropped, c_done[0],
        i_done[0]);
    if (errors == 0) $display("PASS tb_caches");
    else             $display("FAIL tb_caches: %0d errors", errors);
    $finish;
  end
endmodule
`default_nettype wire
