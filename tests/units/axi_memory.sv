// SPDX-License-Identifier: Apache-2.0
// axi_memory: a memory of 256-bit beats behind AXI4 for benches: what it is asked for takes effect and is answered in
// any order that the bus allows: reads and writes each at a random time behind their request, whatever came before;
// only requests with the same id stay in order. All channels wait at random, from never to nearly always in turns; now
// and then an answer says that something went wrong, which is not so.
module axi_memory #(
  parameter int IW = 8,
  parameter int ADDR_W = 32,
  parameter int WORDS = 1024,                  // 32-bit words
  parameter int SLOTS = 24,
  parameter int SLOW = 4                       // mean clocks of a step
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               ar_valid,
  output reg                ar_ready,
  input  wire  [IW-1:0]     ar_id,
  input  wire  [ADDR_W-1:0] ar_addr,
  input  wire  [7:0]        ar_len,
  output reg                r_valid,
  input  wire               r_ready,
  output reg   [IW-1:0]     r_id,
  output reg   [255:0]      r_data,
  output reg                r_last,
  output reg   [1:0]        r_resp,
  input  wire               aw_valid,
  output reg                aw_ready,
  input  wire  [IW-1:0]     aw_id,
  input  wire  [ADDR_W-1:0] aw_addr,
  input  wire               w_valid,
  output reg                w_ready,
  input  wire  [31:0]       w_strb,
  input  wire  [255:0]      w_data,
  output reg                b_valid,
  input  wire               b_ready,
  output reg   [IW-1:0]     b_id,
  output reg   [1:0]        b_resp
);
  reg  [31:0]       mem [0:WORDS-1];
  // reads: asked for, taken effect (its beats are known), in the order of their coming
  reg  [SLOTS-1:0]  rd_used, rd_done;
  reg  [IW-1:0]     rd_id   [0:SLOTS-1];
  reg  [ADDR_W-1:0] rd_addr [0:SLOTS-1];
  reg  [7:0]        rd_len  [0:SLOTS-1];
  reg  [511:0]      rd_data [0:SLOTS-1];
  integer           rd_age  [0:SLOTS-1];
  reg  [SLOTS-1:0]  wr_used, wr_full, wr_done;
  reg  [IW-1:0]     wr_id   [0:SLOTS-1];
  reg  [ADDR_W-1:0] wr_addr [0:SLOTS-1];
  reg  [31:0]       wr_strb [0:SLOTS-1];
  reg  [255:0]      wr_data [0:SLOTS-1];
  integer           wr_age  [0:SLOTS-1], wb_age [0:SLOTS-1];
  integer           age = 0, data_age = 0, mood = 0, errors = 0, beat, i, j, slot;
  reg               older;
  reg               r_busy;                    // between the beats of a burst
  integer           r_slot;

  function integer lowest(input [SLOTS-1:0] free);
    integer k;
    begin
      lowest = -1;
      for (k = SLOTS - 1; k >= 0; k = k - 1) if (free[k]) lowest = k;
    end
  endfunction
  // one of them at random; -1: none
  function integer any(input [SLOTS-1:0] of);
    integer k, from;
    begin
      any = -1;
      from = {$random} % SLOTS;
      for (k = 0; k < SLOTS; k = k + 1) if (any < 0 && of[(from + k) % SLOTS]) any = (from + k) % SLOTS;
    end
  endfunction
  // how often something waits: in moods of 128 clocks
  function go(input integer what);
    case ((mood / 128 + what) % 4)
      0:       go = 1'b1;
      1:       go = {$random} % (2 * SLOW) == 0;
      2:       go = {$random} % 2 == 0;
      default: go = {$random} % SLOW != 0;
    endcase
  endfunction

  task fail(input [8*60-1:0] what);
    begin
      if (errors < 5) $display("FAIL axi_memory: %0s, time %0t", what, $time);
      errors = errors + 1;
    end
  endtask

  always @(posedge clk)
    if (rst) begin
      {rd_used, rd_done, wr_used, wr_full, wr_done} = 0;
      r_busy = 1'b0;
      {ar_ready, r_valid, aw_ready, w_ready, b_valid} <= 5'd0;
      {r_resp, b_resp} <= 4'd0;
    end else begin : step
      reg [SLOTS-1:0] can;
      mood = mood + 1;
      // requests
      if (ar_valid && ar_ready) begin
        slot = lowest(~rd_used);
        if (slot < 0) fail("too many reads");
        else begin
          if (ar_len > 8'd1 || ar_addr[4:0] != 0 || (ar_len == 8'd1 && ar_addr[5]))
            fail("not a read of a sector or block");
          rd_used[slot] = 1'b1;
          rd_done[slot] = 1'b0;
          rd_id[slot]   = ar_id;
          rd_addr[slot] = ar_addr;
          rd_len[slot]  = ar_len;
          rd_age[slot]  = age;
          age = age + 1;
        end
      end
      if (aw_valid && aw_ready) begin
        slot = lowest(~wr_used);
        if (slot < 0) fail("too many writes");
        else begin
          if (aw_addr[4:0] != 0) fail("not a write of a sector");
          wr_used[slot] = 1'b1;
          wr_full[slot] = 1'b0;
          wr_done[slot] = 1'b0;
          wr_id[slot]   = aw_id;
          wr_addr[slot] = aw_addr;
          wr_age[slot]  = age;
          age = age + 1;
        end
      end
      if (w_valid && w_ready) begin
        // of the oldest write without data
        slot = -1;
        for (i = 0; i < SLOTS; i = i + 1)
          if (wr_used[i] && !wr_full[i] && (slot < 0 || wr_age[i] < wr_age[slot])) slot = i;
        if (slot < 0) fail("data before their address");
        else begin
          wr_full[slot] = 1'b1;
          wr_strb[slot] = w_strb;
          wr_data[slot] = w_data;
        end
      end
      // effects: any that no older one of the same id stands before
      if (go(0)) begin
        can = 0;
        for (i = 0; i < SLOTS; i = i + 1) begin
          older = 1'b0;
          for (j = 0; j < SLOTS; j = j + 1)
            if (rd_used[j] && !rd_done[j] && rd_id[j] == rd_id[i] && rd_age[j] < rd_age[i]) older = 1'b1;
          can[i] = rd_used[i] && !rd_done[i] && !older;
        end
        slot = any(can);
        if (slot >= 0) begin
          rd_done[slot] = 1'b1;
          for (i = 0; i < 16; i = i + 1)
            rd_data[slot][32*i +: 32] = mem[(rd_addr[slot] / 4 + i) % WORDS];
        end
      end
      if (go(1)) begin
        can = 0;
        for (i = 0; i < SLOTS; i = i + 1) begin
          older = 1'b0;
          for (j = 0; j < SLOTS; j = j + 1)
            if (wr_used[j] && !wr_done[j] && wr_id[j] == wr_id[i] && wr_age[j] < wr_age[i]) older = 1'b1;
          can[i] = wr_used[i] && wr_full[i] && !wr_done[i] && !older;
        end
        slot = any(can);
        if (slot >= 0) begin
          wr_done[slot] = 1'b1;
          for (i = 0; i < 32; i = i + 1)
            if (wr_strb[slot][i])
              mem[(wr_addr[slot] / 4 + i / 4) % WORDS][8*(i % 4) +: 8] = wr_data[slot][8*i +: 8];
        end
      end
      // answers
      if (r_valid && r_ready) begin
        r_valid <= 1'b0;
        if (r_last) begin
          rd_used[r_slot] = 1'b0;
          r_busy = 1'b0;
        end else beat = beat + 1;
      end
      if ((!r_valid || r_ready) && go(2)) begin
        if (!r_busy) begin
          can = 0;
          for (i = 0; i < SLOTS; i = i + 1) begin
            older = 1'b0;
            for (j = 0; j < SLOTS; j = j + 1)
              if (rd_used[j] && rd_id[j] == rd_id[i] && rd_age[j] < rd_age[i]) older = 1'b1;
            can[i] = rd_used[i] && rd_done[i] && !older;
          end
          r_slot = any(can);
          beat   = 0;
          r_busy = r_slot >= 0;
        end
        if (r_busy) begin
          r_valid <= 1'b1;
          r_id    <= rd_id[r_slot];
          r_data  <= rd_data[r_slot][256*beat +: 256];
          r_last  <= beat == rd_len[r_slot];
          r_resp  <= {$random} % 32 == 0 ? 2'd2 : 2'd0;      // says that it went wrong
        end
      end
      if (b_valid && b_ready) b_valid <= 1'b0;
      if ((!b_valid || b_ready) && go(3)) begin
        can = 0;
        for (i = 0; i < SLOTS; i = i + 1) begin
          older = 1'b0;
          for (j = 0; j < SLOTS; j = j + 1)
            if (wr_used[j] && wr_id[j] == wr_id[i] && wr_age[j] < wr_age[i]) older = 1'b1;
          can[i] = wr_used[i] && wr_done[i] && !older;
        end
        slot = any(can);
        if (slot >= 0) begin
          b_valid <= 1'b1;
          b_id    <= wr_id[slot];
          b_resp  <= {$random} % 32 == 0 ? 2'd3 : 2'd0;
          wr_used[slot] = 1'b0;
        end
      end
      // data wait for their address here: a memory may take them before
      ar_ready <= go(4);
      aw_ready <= go(5);
      w_ready  <= 1'b0;
      if (go(6)) begin
        slot = -1;
        for (i = 0; i < SLOTS; i = i + 1) if (wr_used[i] && !wr_full[i]) slot = i;
        w_ready <= slot >= 0;
      end
    end
endmodule
