// SPDX-License-Identifier: Apache-2.0
// sm_fetch and sm_icache with an L2 that gives a block every 18 cycles: a warp that waits for its line to begin is
// passed by every other warp at most once, whatever they ask for (ICACHE-7, ICACHE-8). First warp 0 goes from one
// missing line to the next, 12 cycles behind each that it has, warp 3 between lines that are there, and warp 1 to a
// missing one now and then; then all warps anywhere; then most in three lines of a set, and a few where a line of that
// set is fetched ahead, or to another line of it.
//
//! test rtl
`default_nettype none

module tb_fetch_turns;
  localparam int STREAM = 0, STRAY = 1, HOT = 3;
  localparam int PART = 12000;           // cycles of each part

  logic        clk = 1'b0, rst = 1'b1;
  always #5 clk = !clk;
  integer      cyc = 0, seed = 11, errors = 0;
  wire  [1:0]  part = 2'(cyc / PART);

  logic        nk = 1'b0, br_valid = 1'b0;
  logic [4:0]  nk_wid = 5'd0, br_wid = 5'd0;
  logic [23:0] br_pc = 24'd0;
  wire  [31:0] have, slots;
  wire  [23:0] is_pc;
  wire  [3:0]  rf_word;
  wire         wr_valid, wr_slot, req, req_slot, ready, drop, drop_slot, filled, turn, rsp, rsp_slot;
  wire  [4:0]  wr_wid, req_wid, drop_wid, turn_wid, rsp_wid;
  wire  [23:6] req_addr;
  wire  [511:0] rsp_data;
  wire         l2_req, l2_id;
  wire  [24:6] l2_addr;
  sm_fetch u_fetch (
    .clk, .rst, .init_active(1'b0), .init_wid(5'd0), .cfg_entry(24'd0), .alive(32'hffffffff), .cm_wmask(32'd0),
    .is_wid(nk_wid), .is_pc, .adv_valid(1'b0), .adv_pc(24'd0), .nk_valid(nk), .br_valid, .br_wid, .br_pc,
    .br_known(1'b1), .rel_wmask(32'd0), .have_wmask(have), .slot_wmask(slots), .rf_wid(5'd0), .rf_word, .wr_valid,
    .wr_wid, .wr_slot, .if_req_valid(req), .if_req_addr(req_addr), .if_req_wid(req_wid), .if_req_slot(req_slot),
    .if_req_ready(ready), .drop_valid(drop), .drop_wid, .drop_slot, .if_filled(filled), .if_turn_valid(turn),
    .if_turn_wid(turn_wid), .if_rsp_valid(rsp), .if_rsp_wid(rsp_wid), .if_rsp_slot(rsp_slot));
  // the L2: a block at a time, the first of its 16 words two cycles behind the request
  logic [4:0]  left = 5'd0;
  logic        travels = 1'b0, id = 1'b0;
  logic [1:0]  block = 2'd0;
  sm_icache u_cache (
    .clk, .clk_p(1'b0), .phase(3'd0), .rst, .req_valid(req), .req_addr, .req_wid, .req_slot,
    .req_ready(ready), .drop_valid(drop), .drop_wid, .drop_slot, .filled, .turn_valid(turn), .turn_wid,
    .rsp_valid(rsp), .rsp_wid, .rsp_slot, .rsp_data, .l2_req_valid(l2_req), .l2_req_addr(l2_addr), .l2_req_id(l2_id),
    .l2_req_ready(l2_req && left == 5'd0), .l2_rsp_valid(left != 5'd0 && !travels), .l2_rsp_id(id),
    .l2_rsp_block(block), .l2_rsp_word(4'(16 - left)), .l2_rsp_data(32'd0));
  always @(posedge clk)
    if (left == 5'd0 && l2_req && !rst) {left, travels, id, block} <= {5'd16, 1'b1, l2_id, l2_addr[7:6]};
    else if (travels) travels <= 1'b0;
    else if (left != 5'd0) left <= left - 5'd1;

  // --- warps: RUN cycles with a line, then a jump, which takes four cycles ----------------------------------------
  integer      run [0:31], stream = 0, from, w, k;
  logic [28:0] jump [0:3];               // {warp, pc} on its way
  logic [3:0]  jumps = 4'd0;
  logic [31:0] away = 32'hffffffff;      // has jumped and is not there yet, or has not begun
  function automatic integer random(input integer n);
    random = $unsigned($random(seed)) % n;
  endfunction
  function automatic [23:0] target(input integer of);
    case (part)
      2'd0:    target = 24'(256 * (of == STREAM ? stream % 64 : of == HOT ? 256 + random(4) : 64 + random(64)));
      2'd1:    target = 24'(256 * (random(2) != 0 ? 1024 + random(8) : random(256)) + 64 * random(4));
      default: target = 24'(256 * (of > 5 ? 1024 + 4 * random(3) : of > 2 ? 2051 + 4 * (cyc / 100) : 4 * random(64))
                            + (of > 2 && of <= 5 ? 128 : 0));
    endcase
  endfunction
  function automatic integer time_at(input integer of);
    time_at = part != 2'd0 ? random(60) : of == STREAM ? 12 : of == HOT ? 4 : 8;
  endfunction

  always @(posedge clk) begin
    cyc <= cyc + 1;
    if (cyc == 5) rst <= 1'b0;
    {br_valid, nk} <= 2'b00;
    {br_wid, br_pc} <= jump[3];
    br_valid <= jumps[3];
    if (jumps[3]) away[jump[3][28:24]] = 1'b0;
    jump[1] <= jump[0];
    jump[2] <= jump[1];
    jump[3] <= jump[2];
    jumps   <= {jumps[2:0], 1'b0};
    for (w = 0; w < 32; w = w + 1) if (have[w] && run[w] != 0) run[w] = run[w] - 1;
    // one of those that are due, every other cycle
    from = random(32);
    if (cyc > 20 && cyc[0] && !rst) begin : choose
      for (k = 0; k < 32; k = k + 1) begin
        w = (from + k) % 32;
        if (part != 2'd0 || w == STREAM || w == STRAY || w == HOT)
          if (cyc < 400 ? away[w] && run[w] == 0 : have[w] && run[w] == 0 && !away[w]) begin
            nk       <= have[w];
            nk_wid   <= 5'(w);
            jump[0]  <= {5'(w), target(w)};
            jumps[0] <= 1'b1;
            away[w]  = 1'b1;
            run[w]   = time_at(w);
            if (w == STREAM) stream = stream + 1;
            disable choose;
          end
      end
    end
    // those that have not run yet begin with the second part
    if (cyc >= PART && cyc < PART + 256 && cyc % 8 == 0) begin
      w = (cyc - PART) / 8;
      if (w != STREAM && w != STRAY && w != HOT && jumps[0] == 1'b0) begin
        nk <= 1'b0;
        jump[0]  <= {5'(w), target(w)};
        jumps[0] <= 1'b1;
        run[w]   = time_at(w);
      end
    end
  end

  // --- who is passed ------------------------------------------------------------------------------------------------
  wire         begins = u_cache.demand_start || u_cache.claim;
  wire  [4:0]  by = u_cache.lk_for_q[4:0];
  logic        again_q = 1'b0;           // the claimed line begins: it has been counted
  logic [31:0] waits = 32'd0, by_whom [0:31];
  integer      lines [0:2], claims = 0, most = 0, v;
  initial for (v = 0; v < 32; v = v + 1) {run[v], by_whom[v]} = 64'd0;
  initial {lines[0], lines[1], lines[2]} = 96'd0;
  always @(negedge clk) if (!rst) begin
    if (begins && !again_q) begin
      lines[part] = lines[part] + 1;
      if (u_cache.claim) claims = claims + 1;
      waits[by] = 1'b0;
      for (v = 0; v < 32; v = v + 1)
        if (waits[v]) begin
          if (by_whom[v][by]) begin
            errors = errors + 1;
            if (errors < 10) $display("%0d: warp %0d, which waits, is passed twice by warp %0d", cyc, v, by);
          end
          by_whom[v][by] = 1'b1;
          if ($countones(by_whom[v]) > most) most = $countones(by_whom[v]);
        end
    end
    again_q = u_cache.claim_q && u_cache.replay;
    // its line is there or under way
    if (u_cache.lk_q && u_cache.hit) waits[by] = 1'b0;
    waits   = (waits | u_fetch.demand_q) & ~have & ~(32'(br_valid) << br_wid) & ~(32'(nk) << nk_wid);
    for (v = 0; v < 32; v = v + 1) if (!waits[v]) by_whom[v] = 32'd0;
  end

  initial begin
    wait (cyc == 3 * PART);
    if (lines[0] < 60 || lines[1] < 60 || lines[2] < 60 || claims < 5 || most < 20) begin
      errors = errors + 1;
      $display("too little happened");
    end
    $display("%0d, %0d, %0d lines, %0d of them claimed; one who waits is passed by %0d warps at most", lines[0],
      lines[1], lines[2], claims, most);
    if (errors == 0) $display("PASS tb_fetch_turns");
    else             $display("FAIL tb_fetch_turns: %0d errors", errors);
    $finish;
  end
endmodule
`default_nettype wire
