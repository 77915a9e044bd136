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
// go into the queue port by port (MEM-14), and their cycle is the last until they are in. So all that stops the clock
// is in registers.
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
  output wire  [PORTS-1:0]   rsp_valid,
  input  wire  [PORTS-1:0]   rsp_ready,
  output wire  [`MEM_RSP_W*PORTS-1:0] rsp,

  output wire                page_valid,             // a page of 4 KB is written
  input  wire                page_ready,
  output wire  [AW-1:12]     page,

  output wire                mem_valid,
  input  wire                mem_ready,
  output wire                mem_write,
  output wire  [AW-1:5]      mem_addr,
  output wire  [31:0]        mem_mask,
  output wire  [255:0]       mem_data,
  input  wire                mem_rsp_valid,
  input  wire  [255:0]       mem_rsp_data
);

  localparam int PW = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam int N = gpu_cfg::PENDING_SECTORS, NW = $clog2(N), CW = NW + 1, RW = $clog2(PORTS * N);

  // --- requests of the cycle that has just ended ---------------------------------------------------
  logic [PORTS-1:0] taken_q;
  logic [`MEM_REQ_W*PORTS-1:0] taken_req_q;
  logic [15:0]      taken_due_q;
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
  wire          push = taken_q != '0 && queue_ready;
  mem_req_t     in_req;
  assign in_req = taken_req_q[`MEM_REQ_W*pick +: `MEM_REQ_W];
  wire  [PORTS-1:0] left = push ? taken_q & ~pick_mask : taken_q;

  always_ff @(posedge clk)
    if (rst) taken_q <= '0;
    else begin
      taken_q <= left;
      if (clk_en && run) begin
        taken_q     <= req_valid;
        taken_due_q <= cycle + 16'(LATENCY);
        for (int p = 0; p < PORTS; p++)
          if (req_valid[p]) taken_req_q[`MEM_REQ_W*p +: `MEM_REQ_W] <= req[`MEM_REQ_W*p +: `MEM_REQ_W];
      end
    end

  wire           head_valid, head_take, queue_empty;
  wire [PW-1:0]  head_port;
  wire [`MEM_REQ_W-1:0] head_bits;
  mem_req_t      head;
  assign head = head_bits;
  fifo_ram #(.WIDTH(PW + `MEM_REQ_W), .DEPTH(QUEUE)) u_queue (
    .clk, .rst, .in_valid(push), .in_ready(queue_ready), .in_data({pick, in_req}),
    .out_valid(head_valid), .out_ready(head_take), .out_data({head_port, head_bits}), .empty(queue_empty));

  // --- one request after the other -----------------------------------------------------------------
  // LOOK: is it there, and has its page been marked? GO: a load or store at the memory, or a load of what is not there,
  // after the loads before it. READ, GET, PICK, MAKE, PUT: an atomic, alone.
  typedef enum logic [2:0] {LOOK, GO, READ, GET, PICK, MAKE, PUT} state_t;
  state_t        state_q;
  logic          there_q;
  logic [255:0]  was_q;                              // the sector of an atomic, before
  logic [63:0]   old_q, result_q;                    // its bytes, what becomes of them
  wire           is_load   = head.kind == `MEM_LOAD;
  wire           is_store  = head.kind == `MEM_STORE;
  wire           writes    = !is_load && (!is_store || head.mask != '0);
  wire           there     = head.addr[31:5] >= mem_base && head.addr[31:5] < mem_limit;
  wire           no_reads;

  assign page_valid = state_q == LOOK && head_valid && there && writes;
  assign page       = head.addr[AW-1:12];
  assign mem_valid  = there_q && ((state_q == GO && (is_load || writes)) || (state_q == READ && no_reads) ||
                                  state_q == PUT);
  assign mem_write  = state_q == GO ? !is_load : state_q == PUT;
  assign mem_addr   = head.addr[AW-1:5];
  wire   nothing    = state_q == GO && (is_load ? !there_q && no_reads : !there_q || !writes);
  wire   atom_done  = state_q == PUT && (mem_ready || !there_q);
  assign head_take  = (state_q == GO && mem_valid && mem_ready) || nothing || atom_done;

  // an atomic: its 8 bytes of the sector, the low 4 or all of them
  wire [2:0]     at    = head.addr[4:2];
  wire           two   = head.mtype == `MT_B64;
  wire [63:0]    result;
  wire [63:0]    old   = {two ? was_q[64*at[2:1] + 32 +: 32] : 32'd0, was_q[32*at +: 32]};
  mem_atomic u_atomic (.aop(head.aop), .mtype(head.mtype), .old(old_q), .operand(head.data[63:0]),
                       .other(head.data[127:64]), .result);
  assign mem_mask = state_q == GO ? head.mask : (two ? 32'hff : 32'hf) << {at, 2'b00};
  assign mem_data = state_q == GO ? head.data : two ? {4{result_q}} : {8{result_q[31:0]}};

  always_ff @(posedge clk)
    if (rst) state_q <= LOOK;
    else case (state_q)
      LOOK: if (head_valid && (!page_valid || page_ready)) begin
        there_q <= there;
        state_q <= is_load || is_store ? GO : READ;
      end
      GO:   if (head_take) state_q <= LOOK;
      READ: if (!there_q ? no_reads : mem_valid && mem_ready) begin
        was_q   <= '0;
        state_q <= there_q ? GET : PICK;
      end
      GET:  if (mem_rsp_valid) begin
        was_q   <= mem_rsp_data;
        state_q <= PICK;
      end
      PICK: begin
        old_q   <= old;
        state_q <= MAKE;
      end
      MAKE: begin
        result_q <= result;
        state_q  <= PUT;
      end
      default: if (atom_done) state_q <= LOOK;       // PUT
    endcase

  // --- loads at the memory: whose ------------------------------------------------------------------
  wire          reads_ready, reads_some;
  wire [PW-1:0] read_port;
  sync_fifo #(.WIDTH(PW), .DEPTH(N)) u_reads (
    .clk, .rst, .in_valid(head_take && is_load && there_q), .in_ready(reads_ready), .in_data(head_port),
    .out_valid(reads_some), .out_ready(mem_rsp_valid && state_q != GET), .out_data(read_port));
  assign no_reads = !reads_some;

  // --- answers ---------------------------------------------------------------------------------------
  // of port p in rows {p, 0 to N-1}: N credits, so there is a place for each (MEM-11)
  wire           got_load = mem_rsp_valid && reads_some;
  wire           got_atom = atom_done && head.kind == `MEM_ATOM;
  wire           got_none = nothing && is_load;
  wire           got      = got_load || got_atom || got_none;
  wire [PW-1:0]  got_port = got_load ? read_port : head_port;
  wire [255:0]   got_data = got_load ? mem_rsp_data : got_atom ? was_q : '0;

  logic [CW*PORTS-1:0] put_q, get_q;                 // rows written, read
  logic [PORTS-1:0] next_valid_q, due_q, popped_q;
  logic [256*PORTS-1:0] next_q;
  logic          fetch_q;                            // the row of fetch_port_q is read
  logic [PW-1:0] fetch_port_q;
  logic          fetch;
  logic [PW-1:0] fetch_port;
  always_comb begin
    fetch      = 1'b0;
    fetch_port = '0;
    for (int p = PORTS - 1; p >= 0; p--)
      if (!next_valid_q[p] && put_q[CW*p +: CW] != get_q[CW*p +: CW] && !(fetch_q && fetch_port_q == PW'(p))) begin
        fetch      = 1'b1;
        fetch_port = PW'(p);
      end
  end
  wire [255:0]   row;
  sram_1r1w #(.WIDTH(256), .DEPTH(PORTS * N), .EN_BITS(256), .COLLIDE(0)) u_answers (
    .clk, .rd_en(fetch), .rd_addr(RW'({fetch_port, get_q[CW*fetch_port +: NW]})), .rd_data(row),
    .wr_en(got), .wr_addr(RW'({got_port, put_q[CW*got_port +: NW]})), .wr_be(1'b1), .wr_data(got_data));

  wire [PORTS-1:0] pop = clk_en ? rsp_valid & rsp_ready : '0;
  always_ff @(posedge clk)
    if (rst) fetch_q <= 1'b0;
    else begin
      fetch_q      <= fetch;
      fetch_port_q <= fetch_port;
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
        if (fetch_q && fetch_port_q == PW'(p)) begin
          next_valid_q[p] <= 1'b1;
          next_q[256*p +: 256] <= row;
          get_q[CW*p +: CW] <= get_q[CW*p +: CW] + 1'b1;
        end
        if (got && got_port == PW'(p)) put_q[CW*p +: CW] <= put_q[CW*p +: CW] + 1'b1;
      end
    assign rsp_valid[p] = next_valid_q[p] && due_q[p];
    assign rsp[`MEM_RSP_W*p +: `MEM_RSP_W] = {3'd0, id, next_q[256*p +: 256]};
    wire unused = room;
  end

  // --- target time ---------------------------------------------------------------------------------
  // more than one request of the cycle before, or no place for it; an answer that is due and not there
  assign late = (taken_q & (taken_q - 1'b1)) != '0 || (taken_q != '0 && !queue_ready) ||
                (due_q & ~next_valid_q) != '0 || popped_q != '0;
  assign idle = taken_q == '0 && queue_empty && no_reads;

  // --- cannot happen ------------------------------------------------------------------------------
  `include "assert.svh"
  `ASSERT("requests of a cycle are in the queue before the next", rst || !clk_en || !run || left == '0)
  `ASSERT("no atomic overtakes a load", rst || state_q != GET || no_reads)
  `ASSERT("there are no more answers than credits", rst || reads_ready)
  wire unused_head = &{1'b0, head.space, head.id};

endmodule
`default_nettype wire
