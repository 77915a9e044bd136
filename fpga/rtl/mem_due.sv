// SPDX-License-Identifier: Apache-2.0
// mem_due: a memory of any speed as one of fixed latency (docs/units/board.md): the requests of all memory ports take
// effect in the order of their acceptance, and each answer is at its port LATENCY cycles after it, since target time
// stands (`late`) while it is not.
//
//    tpc_top, port p --> taken_q[p] --+--> queue --> memory: one after the other, atomics in mem_atomic
//                    <-- next_q[p] <--+-- answers <--+
//                         due[p]
//
// A request is accepted in the edge that counts in which it is valid: `ready` is always 1. The requests of one cycle
// go into the queue port by port (MEM-14), word by word if they have data, and their cycle is the last until they are
// in. So all that stops the clock is in registers.
`include "mem_types.svh"
`include "isa_ops.svh"
`default_nettype none

module mem_due #(
  parameter int PORTS   = 2,
  parameter int QUEUE   = 64,                        // requests that wait for the memory
  parameter int LATENCY = gpu_cfg::MEM_LATENCY,
  parameter int AW      = 25                         // of a byte address of the memory
) (
  input  wire                clk,
  input  wire                rst,                    // while idle only
  input  wire                run,                    // requests count
  input  wire                clk_en,                 // of the machine
  input  wire  [15:0]        cycle,                  // number of the present one, low bits
  output wire                late,                   // this cycle may not end yet
  output wire                idle,                   // all that was accepted has taken effect
  input  wire  [31:5]        mem_base,               // what is there: others read 0 and are not written
  input  wire  [31:5]        mem_limit,

  input  wire  [PORTS-1:0]   req_valid,
  input  wire  [`MEM_REQ_W*PORTS-1:0] req,
  output wire                word_valid,             // data of port 0's requests (run_signature), lowest word first
  output wire                word_atom,              // of an atomic: four of them; else eight
  output wire  [31:0]        word_data,              // 0 where nothing is written
  output wire                words_end,              // behind this clock all requests of the cycle are in the queue
  output wire  [PORTS-1:0]   rsp_valid,
  input  wire  [PORTS-1:0]   rsp_ready,
  output wire  [`MEM_RSP_W*PORTS-1:0] rsp,

  output wire                page_valid,             // a page of 4 KB is written
  input  wire                page_ready,
  output wire  [AW-1:12]     page,

  output wire                mem_valid,              // of mem_share: data are words, the lowest first
  input  wire                mem_ready,
  input  wire                mem_take,
  output wire                mem_write,
  output wire  [AW-1:5]      mem_addr,
  output wire  [31:0]        mem_mask,
  output wire  [31:0]        mem_data,
  input  wire                mem_rsp_valid,
  input  wire  [31:0]        mem_rsp_data,
  input  wire                mem_rsp_last
);

  localparam int PW = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam int N = gpu_cfg::PENDING_SECTORS, NW = $clog2(N), CW = NW + 1, RW = $clog2(PORTS * N);
  localparam int QW = $clog2(QUEUE), HEAD = `MEM_REQ_W - 256;  // of a request without its data

  // --- requests of the cycle that has just ended ---------------------------------------------------
  logic [PORTS-1:0] taken_q;
  logic [`MEM_REQ_W*PORTS-1:0] taken_req_q;
  logic [15:0]      taken_due_q;
  logic [2:0]       word_q;                          // the next word of data that goes into the queue
  logic [PW-1:0]    pick;
  always_comb begin
    pick = '0;
    for (int p = PORTS - 1; p >= 0; p--) if (taken_q[p]) pick = PW'(p);
  end
  logic [PORTS-1:0] pick_mask;
  always_comb begin
    pick_mask       = '0;
    pick_mask[pick] = 1'b1;
  end

  wire          queue_ready;
  mem_req_t     in_req;
  assign in_req = taken_req_q[`MEM_REQ_W*pick +: `MEM_REQ_W];
  // a store has eight words, an atomic four, a load none
  wire  [255:0] in_words = in_req.data;
  wire          in_data  = in_req.kind[1:0] != 2'b00;
  wire          whole    = !in_data || word_q == (in_req.kind[1] ? 3'd3 : 3'd7);
  wire          in_word  = taken_q != '0 && queue_ready && in_data;
  wire          push     = taken_q != '0 && queue_ready && whole;
  wire  [PORTS-1:0] left = push ? taken_q & ~pick_mask : taken_q;

  wire  [31:0]  in_mask = in_req.mask;
  wire  [31:0]  in_now  = in_words[32*word_q +: 32];
  wire  [3:0]   in_be   = in_mask[4*word_q +: 4];
  assign word_valid = in_word && pick == '0;
  assign word_atom  = in_req.kind[1];
  assign word_data  = in_now & (word_atom ? '1 : {{8{in_be[3]}}, {8{in_be[2]}}, {8{in_be[1]}}, {8{in_be[0]}}});
  assign words_end  = left == '0;

  always_ff @(posedge clk)
    if (rst) begin
      taken_q <= '0;
      word_q  <= 3'd0;
    end else begin
      taken_q <= left;
      if (push) word_q <= 3'd0;
      else if (taken_q != '0 && queue_ready) word_q <= word_q + 3'd1;
      if (clk_en && run) taken_q <= req_valid;
    end
  // What is there without a request does not matter, so they follow the ports while nothing is left.
  always_ff @(posedge clk)
    if (left == '0) begin
      taken_req_q <= req;
      taken_due_q <= cycle + 16'(LATENCY);
    end

  wire           head_valid, head_take, queue_empty;
  wire [PW-1:0]  head_port;
  wire [HEAD-1:0] head_bits;
  mem_req_t      head;
  assign head = {head_bits, 256'd0};
  fifo_ram #(.WIDTH(PW + HEAD), .DEPTH(QUEUE)) u_queue (
    .clk, .rst, .in_valid(push), .in_ready(queue_ready), .in_data({pick, in_req[`MEM_REQ_W-1:256]}),
    .out_valid(head_valid), .out_ready(head_take), .out_data({head_port, head_bits}), .empty(queue_empty));

  // Their data: eight rows for each place of the queue; the word of the head that is wanted stands in `operand`.
  logic [QW-1:0] put_at_q, head_at_q;
  logic [2:0]    at_q;                               // of the head's words
  wire           step;                               // the next word, from the next clock on
  wire  [31:0]   operand;
  wire  [2:0]    at_next = head_take ? 3'd0 : at_q + 3'(step);
  sram_1r1w #(.WIDTH(32), .DEPTH(8 * QUEUE), .EN_BITS(32), .COLLIDE(0)) u_words (
    .clk, .rd_en(1'b1), .rd_addr({head_at_q, at_next}), .rd_data(operand),
    .wr_en(in_word), .wr_addr({put_at_q, word_q}), .wr_be(1'b1),
    .wr_data(in_now));
  always_ff @(posedge clk)
    if (rst) {put_at_q, head_at_q} <= '0;
    else begin
      if (push)      put_at_q  <= put_at_q + 1'b1;
      if (head_take) head_at_q <= head_at_q + 1'b1;
    end

  // --- one request after the other -----------------------------------------------------------------
  // LOOK: is it there, and has its page been marked? GO: a load or store at the memory. NONE: of what is not there
  // zeros are the answer, after the loads before it. GIVEN, READ, GET, MAKE, PUT: an atomic, alone: its operands, the
  // sector before, what becomes of it.
  typedef enum logic [2:0] {LOOK, GO, GIVEN, READ, GET, NONE, MAKE, PUT} state_t;
  logic [2:0]    state_q;        // a state_t; ?: of two gives bits, and not all tools can cast them
  logic          there_q;
  logic          mem_q;                              // it goes to the memory: there, and a load or something is written
  logic [127:0]  given_q;                            // operand and new value of an atomic
  logic [63:0]   old_q, result_q;                    // its bytes, what becomes of them
  wire           is_load   = head.kind == `MEM_LOAD;
  wire           is_store  = head.kind == `MEM_STORE;
  wire           writes    = !is_load && (!is_store || head.mask != '0);
  wire           there     = head.addr[31:5] >= mem_base && head.addr[31:5] < mem_limit;
  wire           no_reads;
  logic          alone_q;                            // it was so a clock before; loads are two or more after each other

  assign page_valid = state_q == LOOK && head_valid && there && writes;
  assign page       = head.addr[AW-1:12];
  assign mem_valid  = (state_q == GO && mem_q) || (there_q && ((state_q == READ && alone_q) || state_q == PUT));
  assign mem_write  = state_q == GO ? !is_load : state_q == PUT;
  assign mem_addr   = head.addr[AW-1:5];
  wire   nothing    = state_q == GO && !is_load && !mem_q;
  wire   zeros      = state_q == NONE && at_q == 3'd7;
  wire   atom_done  = state_q == PUT && (mem_ready || !there_q);
  assign head_take  = (state_q == GO && mem_valid && mem_ready) || nothing || (zeros && is_load) || atom_done;
  assign step       = mem_take || state_q == GIVEN || state_q == NONE;

  // an atomic: its 8 bytes of the sector, the low 4 or all of them; words of the sector come with their number in row_q
  wire [2:0]     at    = head.addr[4:2];
  wire           two   = head.mtype == `MT_B64;
  logic [2:0]    row_q;
  logic          made_q;                             // the second clock of MAKE
  wire [63:0]    result;
  mem_atomic #(.STEPS(1)) u_atomic (.clk, .aop(head.aop), .mtype(head.mtype), .old(old_q), .operand(given_q[63:0]),
                       .other(given_q[127:64]), .result);
  assign mem_mask = state_q == GO ? head.mask : (two ? 32'hff : 32'hf) << {at, 2'b00};
  assign mem_data = state_q == GO ? operand : two && at_q[0] ? result_q[63:32] : result_q[31:0];

  always_ff @(posedge clk)
    if (rst) begin
      state_q <= LOOK;
      at_q    <= 3'd0;
      row_q   <= 3'd0;
      made_q  <= 1'b0;
    end else begin
      at_q <= at_next;
      if (mem_rsp_valid) row_q <= row_q + 3'd1;
      made_q <= state_q == MAKE && !made_q;
      case (state_q)
        LOOK: if (head_valid && (!page_valid || page_ready)) begin
          there_q <= there;
          mem_q   <= there && (is_load || writes);
          state_q <= is_load || is_store ? GO : GIVEN;
        end
        GO:
          if (head_take) state_q <= LOOK;
          else if (is_load && !there_q && alone_q) state_q <= NONE;
        GIVEN: if (at_q == 3'd3) begin
          at_q    <= 3'd0;
          state_q <= READ;
        end
        READ: if (!there_q ? alone_q : mem_valid && mem_ready) state_q <= there_q ? GET : NONE;
        GET: if (mem_rsp_valid && mem_rsp_last) state_q <= MAKE;
        NONE: if (zeros) state_q <= is_load ? LOOK : MAKE;
        MAKE: if (made_q) state_q <= PUT;
        default: if (atom_done) state_q <= LOOK;     // PUT
      endcase
    end
  // of an atomic, which no reset has to do with
  always_ff @(posedge clk) begin
    if (state_q == GIVEN) begin
      given_q <= {operand, given_q[127:32]};
      old_q   <= '0;
    end
    if (state_q == GET && mem_rsp_valid && row_q == at)                 old_q[31:0]  <= mem_rsp_data;
    if (state_q == GET && mem_rsp_valid && row_q == (at | 3'd1) && two) old_q[63:32] <= mem_rsp_data;
    if (made_q) result_q <= result;
  end

  // --- loads at the memory: whose ------------------------------------------------------------------
  wire          reads_ready, reads_some;
  wire [PW-1:0] read_port;
  wire          read_done = mem_rsp_valid && mem_rsp_last && state_q != GET;
  sync_fifo #(.WIDTH(PW), .DEPTH(N)) u_reads (
    .clk, .rst, .in_valid(head_take && is_load && there_q), .in_ready(reads_ready), .in_data(head_port),
    .out_valid(reads_some), .out_ready(read_done), .out_data(read_port));
  assign no_reads = !reads_some;
  always_ff @(posedge clk) alone_q <= no_reads;

  // --- answers ---------------------------------------------------------------------------------------
  // of port p in places {p, 0 to N-1}, eight words each: N credits, so there is one for each (MEM-11). Words come from
  // the memory, or are 0; a place counts when all is done.
  wire           got_load = read_done && reads_some;
  wire           got_atom = atom_done && head.kind == `MEM_ATOM;
  wire           got_none = zeros && is_load;
  wire           got      = got_load || got_atom || got_none;
  wire [PW-1:0]  got_port = reads_some ? read_port : head_port;
  wire           got_word = (mem_rsp_valid && (reads_some || !head.kind[0])) || (state_q == NONE && !head.kind[0]);

  logic [CW*PORTS-1:0] put_q, get_q;                 // places written, read
  logic [PORTS-1:0] next_valid_q, due_q, popped_q;
  logic [256*PORTS-1:0] next_q;
  logic          fetch_q, come_q, come_last_q;       // words of fetch_port_q are read; one of come_port_q is there
  logic [PW-1:0] fetch_port_q, come_port_q;
  logic [2:0]    fetch_at_q;
  logic          fetch;
  logic [PW-1:0] fetch_port;
  always_comb begin
    fetch      = 1'b0;
    fetch_port = '0;
    for (int p = PORTS - 1; p >= 0; p--)
      if (!next_valid_q[p] && put_q[CW*p +: CW] != get_q[CW*p +: CW] && !fetch_q && !(come_q && come_port_q == PW'(p)))
      begin
        fetch      = 1'b1;
        fetch_port = PW'(p);
      end
  end
  wire [31:0]    row;
  sram_1r1w #(.WIDTH(32), .DEPTH(8 * PORTS * N), .EN_BITS(32), .COLLIDE(0)) u_answers (
    .clk, .rd_en(fetch_q), .rd_addr({RW'({fetch_port_q, get_q[CW*fetch_port_q +: NW]}), fetch_at_q}), .rd_data(row),
    .wr_en(got_word), .wr_be(1'b1), .wr_data(mem_rsp_valid ? mem_rsp_data : 32'd0),
    .wr_addr({RW'({got_port, put_q[CW*got_port +: NW]}), mem_rsp_valid ? row_q : at_q}));

  wire [PORTS-1:0] pop = clk_en ? rsp_valid & rsp_ready : '0;
  always_ff @(posedge clk) begin
    if (rst) fetch_q <= 1'b0;
    else fetch_q <= fetch || (fetch_q && fetch_at_q != 3'd7);
    if (fetch) fetch_port_q <= fetch_port;
    fetch_at_q  <= fetch ? 3'd0 : fetch_at_q + 3'd1;
    come_q      <= !rst && fetch_q;
    come_last_q <= fetch_at_q == 3'd7;
    come_port_q <= fetch_port_q;
  end

  wire [PORTS-1:0] some;
  for (genvar p = 0; p < PORTS; p++) begin : g_port
    // what is due, in the order in which it was accepted
    wire [15:0] due;
    wire [5:0]  id;
    wire        room;
    sync_fifo #(.WIDTH(22), .DEPTH(N)) u_due (
      .clk, .rst, .in_valid(push && pick == PW'(p) && !in_req.kind[0]), .in_ready(room),
      .in_data({taken_due_q, in_req.id}), .out_valid(some[p]), .out_ready(pop[p]), .out_data({due, id}));
    wire [15:0] ahead = due - cycle - 16'(clk_en);   // cycles until it is due, at the next clock; negative: it was
    wire        comes = come_q && come_port_q == PW'(p);
    always_ff @(posedge clk)
      if (rst) begin
        due_q[p]        <= 1'b0;
        popped_q[p]     <= 1'b0;
        next_valid_q[p] <= 1'b0;
        put_q[CW*p +: CW] <= '0;
        get_q[CW*p +: CW] <= '0;
      end else begin
        due_q[p]    <= some[p] && !pop[p] && (ahead == '0 || ahead[15]);
        popped_q[p] <= pop[p];                       // due_q says nothing yet about the next one
        if (pop[p]) next_valid_q[p] <= 1'b0;
        if (comes) next_q[256*p +: 256] <= {row, next_q[256*p + 32 +: 224]};
        if (comes && come_last_q) begin
          next_valid_q[p]   <= 1'b1;
          get_q[CW*p +: CW] <= get_q[CW*p +: CW] + 1'b1;
        end
        if (got && got_port == PW'(p)) put_q[CW*p +: CW] <= put_q[CW*p +: CW] + 1'b1;
      end
    assign rsp_valid[p] = next_valid_q[p] && due_q[p];
    assign rsp[`MEM_RSP_W*p +: `MEM_RSP_W] = {3'd0, id, next_q[256*p +: 256]};
    wire unused = room;
  end

  // --- target time ---------------------------------------------------------------------------------
  // more than one request of the cycle before, no place for it, or words of it; an answer that is due and not there
  assign late = (taken_q & (taken_q - 1'b1)) != '0 || (taken_q != '0 && !(queue_ready && whole)) ||
                (due_q & ~next_valid_q) != '0 || popped_q != '0;
  assign idle = taken_q == '0 && queue_empty && no_reads;

  // --- cannot happen ------------------------------------------------------------------------------
  `include "assert.svh"
  `ASSERT("requests of a cycle are in the queue before the next", rst || !clk_en || !run || left == '0)
  `ASSERT("no atomic overtakes a load", rst || state_q != GET || no_reads)
  `ASSERT("no load comes in the clock of its answer", rst || !alone_q || no_reads || state_q == LOOK)
  `ASSERT("there are no more answers than credits", rst || reads_ready)
  wire unused_head = &{1'b0, head.space, head.id, head.data};

endmodule
`default_nettype wire
