// SPDX-License-Identifier: Apache-2.0
// mmu with queues of four between three L1 TLBs, two of g[] and l[] and one of textures, that ask for any pages, TLBs
// that find what they like, and a memory that answers with anything, in any order. Each question is in one place at a
// time and answered once, at its source with its id; it makes two reads at most; each queue has a place for what comes;
// an entry of the page table that has come waits for two questions at most (MMU-3 lets them go before it).
//
// A TLB has one question under way (MMU-1), and its next one comes four steps behind the one before at the earliest,
// more than there are others: so the others leave steps in which no question comes. Rules (docs/units): MMU-1, MMU-3 to
// MMU-6, MMU-9.
//
//! proves turns of the MMU: each question in one place, answered once, two reads at most; a place for each; no entry
//! proves starves
//! by step:14:4
//! test long
`include "formal.svh"
`include "mem_types.svh"
`include "gpu/packet_types.svh"
`default_nettype none

module tlb_l2 #(parameter int WAYS = 2, parameter int SETS = 2) (
  input wire clk, rst, step, inv, lk_valid, touch, put, input wire [19:0] lk_page, input wire [21:0] put_entry,
  output wire clearing, hit, output wire [21:0] entry);
  wire any = $anyseq;
  assign clearing = 1'b0;
  assign hit      = any;
  assign entry    = 22'd0;
endmodule

module proof_turns (input wire clk, go, rsp_ready, mem_req_ready, mem_go, input wire [1:0] who, mem_who,
                    input wire [19:0] page, input wire [255:0] sector);
  `F_RESET
  // of each TLB its question: none; decided; a read waits; is under way; its entry waits; decided; the answer waits
  localparam bit [2:0] NONE = 3'd0, ASKS = 3'd1, READ = 3'd2, OUT = 3'd3, ENTRY = 3'd4, DECIDED = 3'd5, ANSWER = 3'd6;
  reg  [8:0]   st;
  reg  [2:0]   dir, second;              // the read is of the directory; it is the second
  reg  [8:0]   age, waits;               // steps since its last question, four at most; of an entry
  function automatic [4:0] key(input [1:0] k);
    key = {k == 2'd2, 3'd0, k == 2'd1};
  endfunction
  function automatic [7:0] id(input [1:0] k);
    id = {k == 2'd2 ? `TPC_PORT_TEX : 2'd0, 4'd0, k};
  endfunction

  wire         req_ready, rsp_valid, mem_req_valid;
  wire         req_valid = go && !rst && who != 2'd3 && st[3*who +: 3] == NONE && age[3*who +: 3] == 3'd4;
  gpu_req_t    req, mem_req;
  gpu_rsp_t    rsp, mem_rsp;
  always @* begin
    req       = '0;
    req.src   = {3'd0, who == 2'd1};
    req.id    = id(who);
    req.kind  = `MEM_LOAD;
    req.space = who == 2'd2 ? `SPACE_T : `SPACE_G;
    req.addr  = {page, 12'd0};
    mem_rsp      = '0;
    mem_rsp.id   = {3'd0, key(mem_who)};
    mem_rsp.data = sector;
  end
  wire         mem_rsp_valid = mem_go && !rst && mem_who != 2'd3 && st[3*mem_who +: 3] == OUT;
  (* keep *) mmu #(.QUEUE(4)) dut (
    .clk, .rst, .step(1'b1), .dir_base(26'd1), .inv(1'b0), .req_valid, .req_ready, .req, .rsp_valid, .rsp_ready, .rsp,
    .mem_req_valid, .mem_req_ready, .mem_req, .mem_rsp_valid, .mem_rsp, .idle());
  wire         take = req_valid && req_ready;

  // what the unit decides
  `F_INSIDE        \dut.s2_valid_q ;
  `F_INSIDE        \dut.s2_ent_q ;
  `F_INSIDE [66:0] \dut.s2_q ;
  `F_INSIDE        \dut.walk ;
  `F_INSIDE        \dut.in_dir ;
  `F_INSIDE        \dut.read_ready ;
  `F_INSIDE        \dut.ans_ready ;
  `F_INSIDE        \dut.ent_ready ;
  `F_INSIDE        \dut.ent_valid ;
  `F_INSIDE [66:0] \dut.ent ;
  always @(posedge clk)
    if (rst) begin
      {st, dir, second, waits} <= '0;
      age <= {3{3'd4}};
    end else
      for (int k = 0; k < 3; k++) begin
        age[3*k +: 3] <= take && who == 2'(k) ? 3'd1 : age[3*k +: 3] == 3'd4 ? 3'd4 : age[3*k +: 3] + 3'd1;
        case (st[3*k +: 3])
        NONE: if (take && who == 2'(k)) {st[3*k +: 3], second[k]} <= {ASKS, 1'b0};
        ASKS, DECIDED:
          if (\dut.walk ) begin
            st[3*k +: 3] <= READ;
            dir[k]       <= \dut.in_dir ;
            second[k]    <= st[3*k +: 3] == DECIDED;
          end else st[3*k +: 3] <= ANSWER;
        READ: if (mem_req_valid && mem_req_ready && mem_req.id[4:0] == key(2'(k))) st[3*k +: 3] <= OUT;
        OUT:  if (mem_rsp_valid && mem_who == 2'(k)) {st[3*k +: 3], waits[3*k +: 3]} <= {ENTRY, 3'd0};
        ENTRY:
          if (!take && \dut.ent [66:62] == key(2'(k))) st[3*k +: 3] <= DECIDED;
          else if (waits[3*k +: 3] != 3'd7) waits[3*k +: 3] <= waits[3*k +: 3] + 3'd1;
        default: if (rsp_valid && rsp_ready && rsp.id == id(2'(k))) st[3*k +: 3] <= NONE;
        endcase
      end

  reg [2:0] in_read, in_answer, in_entry, in_s2;
  always @* begin
    {in_read, in_answer, in_entry, in_s2} = 12'd0;
    for (int k = 0; k < 3; k++) begin
      in_read[k]   = st[3*k +: 3] == READ;
      in_answer[k] = st[3*k +: 3] == ANSWER;
      in_entry[k]  = st[3*k +: 3] == ENTRY;
      in_s2[k]     = st[3*k +: 3] == ASKS || st[3*k +: 3] == DECIDED;
    end
  end
  function automatic [2:0] count(input [2:0] x);
    count = {2'd0, x[0]} + {2'd0, x[1]} + {2'd0, x[2]};
  endfunction
  reg known;
  always @* if (!rst) begin
    assert(req_ready);
    // a place for each
    if (mem_rsp_valid) assert(\dut.ent_ready );
    if (\dut.s2_valid_q ) assert(\dut.read_ready && \dut.ans_ready );
    // once
    assert(mem_req_valid == (in_read != 3'd0) && rsp_valid == (in_answer != 3'd0));
    known = 1'b0;
    for (int k = 0; k < 3; k++)
      if (in_read[k] && mem_req.id == {3'd0, key(2'(k))}) known = 1'b1;
    if (mem_req_valid) assert(known);
    known = 1'b0;
    for (int k = 0; k < 3; k++)
      if (in_answer[k] && rsp.id == id(2'(k)) && rsp.dst == {3'd0, k == 1}) known = 1'b1;
    if (rsp_valid) assert(known);
    for (int k = 0; k < 3; k++) begin
      if (st[3*k +: 3] == DECIDED && \dut.walk ) assert(!second[k] && !\dut.in_dir );
      if (in_entry[k]) assert(waits[3*k +: 3] <= 3'd2);
    end
  end

  // --- how far it is: what makes this an induction ---------------------------------------------------------------
  `F_INSIDE [29:0] \dut.u_walks.mem[0] ;
  `F_INSIDE [29:0] \dut.u_walks.mem[1] ;
  `F_INSIDE [29:0] \dut.u_walks.mem[16] ;
  `F_INSIDE [2:0]  \dut.u_reads.count_q ;
  `F_INSIDE [1:0]  \dut.u_reads.head_q ;
  `F_INSIDE [1:0]  \dut.u_reads.tail_q ;
  `F_INSIDE [31:0] \dut.u_reads.u_mem.mem[0] ;
  `F_INSIDE [31:0] \dut.u_reads.u_mem.mem[1] ;
  `F_INSIDE [31:0] \dut.u_reads.u_mem.mem[2] ;
  `F_INSIDE [31:0] \dut.u_reads.u_mem.mem[3] ;
  `F_INSIDE [2:0]  \dut.u_entries.count_q ;
  `F_INSIDE [1:0]  \dut.u_entries.head_q ;
  `F_INSIDE [1:0]  \dut.u_entries.tail_q ;
  `F_INSIDE [66:0] \dut.u_entries.u_mem.mem[0] ;
  `F_INSIDE [66:0] \dut.u_entries.u_mem.mem[1] ;
  `F_INSIDE [66:0] \dut.u_entries.u_mem.mem[2] ;
  `F_INSIDE [66:0] \dut.u_entries.u_mem.mem[3] ;
  `F_INSIDE [2:0]  \dut.u_answers.count_q ;
  `F_INSIDE [1:0]  \dut.u_answers.head_q ;
  `F_INSIDE [1:0]  \dut.u_answers.tail_q ;
  `F_INSIDE [34:0] \dut.u_answers.u_mem.mem[0] ;
  `F_INSIDE [34:0] \dut.u_answers.u_mem.mem[1] ;
  `F_INSIDE [34:0] \dut.u_answers.u_mem.mem[2] ;
  `F_INSIDE [34:0] \dut.u_answers.u_mem.mem[3] ;
  wire [19:0] reads = {\dut.u_reads.u_mem.mem[3] [31:27], \dut.u_reads.u_mem.mem[2] [31:27],
    \dut.u_reads.u_mem.mem[1] [31:27], \dut.u_reads.u_mem.mem[0] [31:27]};
  wire [51:0] entries = {\dut.u_entries.u_mem.mem[3] [66:54], \dut.u_entries.u_mem.mem[2] [66:54],
    \dut.u_entries.u_mem.mem[1] [66:54], \dut.u_entries.u_mem.mem[0] [66:54]};
  wire [47:0] answers = {\dut.u_answers.u_mem.mem[3] [34:23], \dut.u_answers.u_mem.mem[2] [34:23],
    \dut.u_answers.u_mem.mem[1] [34:23], \dut.u_answers.u_mem.mem[0] [34:23]};
  wire [3:0]  of_dir = {\dut.u_entries.u_mem.mem[3] [33], \dut.u_entries.u_mem.mem[2] [33],
    \dut.u_entries.u_mem.mem[1] [33], \dut.u_entries.u_mem.mem[0] [33]};
  wire [89:0] walks = {\dut.u_walks.mem[16] , \dut.u_walks.mem[1] , \dut.u_walks.mem[0] };
  reg  [1:0]  at;
  reg  [2:0]  r, e, a;                   // its place is among those of the queue
  always @* if (!rst) begin
    assert(\dut.u_reads.count_q == count(in_read) && \dut.u_entries.count_q == count(in_entry));
    assert(\dut.u_answers.count_q == count(in_answer));
    assert(\dut.u_reads.tail_q == \dut.u_reads.head_q + \dut.u_reads.count_q [1:0]);
    assert(\dut.u_entries.tail_q == \dut.u_entries.head_q + \dut.u_entries.count_q [1:0]);
    assert(\dut.u_answers.tail_q == \dut.u_answers.head_q + \dut.u_answers.count_q [1:0]);
    assert(\dut.s2_valid_q == (in_s2 != 3'd0) && count(in_s2) <= 3'd1);
    {r, e, a} = 9'd0;
    for (int k = 0; k < 3; k++) begin
      for (int i = 0; i < 4; i++) begin
        at = \dut.u_reads.head_q + 2'(i);
        if (3'(i) < \dut.u_reads.count_q && reads[5*at +: 5] == key(2'(k))) r[k] = 1'b1;
        at = \dut.u_entries.head_q + 2'(i);
        if (3'(i) < \dut.u_entries.count_q && entries[13*at +: 13] == {key(2'(k)), id(2'(k))} && of_dir[at] == dir[k])
          e[k] = 1'b1;
        at = \dut.u_answers.head_q + 2'(i);
        if (3'(i) < \dut.u_answers.count_q && answers[12*at +: 12] == {3'd0, k == 1, id(2'(k))}) a[k] = 1'b1;
      end
      if (in_read[k])   assert(r[k]);
      if (in_entry[k])  assert(e[k]);
      if (in_answer[k]) assert(a[k]);
      if (in_s2[k]) begin
        assert(\dut.s2_q [66:54] == {key(2'(k)), id(2'(k))} && \dut.s2_ent_q == (st[3*k +: 3] == DECIDED));
        assert(\dut.s2_q [33] == (dir[k] && st[3*k +: 3] == DECIDED));
      end
      if (in_read[k] || st[3*k +: 3] == OUT) assert(walks[30*k + 22 +: 8] == id(2'(k)) && walks[30*k + 1] == dir[k]);
      if (st[3*k +: 3] != NONE && st[3*k +: 3] != ASKS && st[3*k +: 3] != ANSWER && second[k]) assert(!dir[k]);
      assert(age[3*k +: 3] != 3'd0 && age[3*k +: 3] <= 3'd4 && st[3*k +: 3] <= ANSWER);
    end
  end
endmodule
`default_nettype wire
