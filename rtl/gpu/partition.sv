// SPDX-License-Identifier: Apache-2.0
// partition: what stands behind a port of the crossbar: a part of the memory, with a slice of the texture L2, atomics,
// and the memory controller.
//
// From the crossbar  req_*; to it rsp_*: transferred in steps (docs/memory.md); `number`: which partition it is
// To   the chips     as of dram_ctrl
//
// Requests pass one place in order, one in a step (`go`): there the texture L2 is looked up and a read or write sent to
// the controller.
// Rules: PART-1 to PART-13 (docs/units).
`include "gpu/packet_types.svh"
`include "gpu/dram_types.svh"
`include "mem_types.svh"
`include "dp_types.svh"
`default_nettype none

module partition (
  input  wire          clk,
  input  wire          rst,
  input  wire          step,
  input  wire          mstep,
  input  wire          inv,              // the texture L2 forgets everything; nothing may be under way
  input  wire  [2:0]   number,

  input  wire          req_valid,
  output wire          req_ready,
  input  wire gpu_req_t req,
  output logic         rsp_valid,
  input  wire          rsp_ready,
  output gpu_rsp_t     rsp,

  output wire dram_cmd_t cmd,
  output wire          dq_drive,
  output wire  [15:0]  dq_mask,
  output wire  [127:0] dq_out,
  input  wire  [127:0] dq_in,
  output wire          idle              // holds nothing
);

  localparam int IX = $clog2(gpu_cfg::TL2_MISSES);
  localparam int AX = $clog2(gpu_cfg::PARTITION_ATOMS);

  // --- the way there, and the queue in front of the lookup -----------------------------------------------
  wire      in_valid, in_ready, head_valid, go, empty, back_empty, dram_idle, none_waits;
  wire      move = in_ready || !in_valid;
  gpu_req_t in, r;
  assign req_ready = move;
  step_pipe #(.WIDTH(`GPU_REQ_W), .STAGES(gpu_cfg::PARTITION_STAGES)) u_there (
    .clk, .rst, .step, .move, .in_valid(req_valid), .in_data(req), .out_valid(in_valid), .out_data(in),
    .empty);
  sync_fifo #(.WIDTH(`GPU_REQ_W), .DEPTH(gpu_cfg::PARTITION_QUEUE)) u_in (
    .clk, .rst, .in_valid(in_valid && step), .in_ready, .in_data(in), .out_valid(head_valid), .out_ready(go),
    .out_data(r));

  wire [21:0] sector = {r.addr[29:11], r.addr[7:5]};
  wire        store  = r.kind == `MEM_STORE;
  wire        atomic = r.kind[1];
  wire        tex    = r.kind == `MEM_LOAD && r.space == `SPACE_T;

  // --- the lookup -------------------------------------------------------------------------------------------
  wire           l2_ready, hit, joins, fill_valid;
  wire [5:0]     place, join_after;
  wire [IX-1:0]  miss_index, fill_index;
  wire [255:0]   hit_data, fill_data;
  wire           look = go && (tex || store || atomic);
  tex_l2 u_l2 (
    .clk, .rst(rst || inv), .step, .ready(l2_ready), .lk_valid(look), .lk_take(!tex), .lk_sector(sector),
    .lk_place(place), .hit, .joins, .join_after, .miss_index, .rd_data(hit_data), .fill_valid, .fill_index,
    .fill_data);

  wire           atoms_busy, atoms_full, atom_done;
  wire [AX-1:0]  atom_index;
  dram_req_t     atom_write;
  wire           cur_valid, cur_done, place_room;
  wire [1:0]     cur_kind;
  wire [3:0]     cur_src;
  wire [7:0]     cur_id;
  wire [IX-1:0]  cur_index;
  wire [255:0]   cur_data;
  part_atoms u_atoms (
    .clk, .rst, .sector, .busy(atoms_busy), .full(atoms_full), .put_valid(go && atomic), .put_word(r.addr[4:2]),
    .put_aop(r.aop), .put_mtype(r.mtype), .put_data(r.data[127:0]), .put_index(atom_index),
    .index(cur_index[AX-1:0]), .was(cur_data), .done(atom_done), .write(atom_write));

  // --- to the controller: the current atomic's write goes first ----------------------------------------------
  logic      d_valid_q;
  dram_req_t d_q;
  wire       d_ready;
  wire       d_room   = !d_valid_q || d_ready;
  wire       cur_atom = cur_valid && cur_kind[1];
  logic      h_valid_q;
  wire       h_room, h_go;
  assign go = step && head_valid && l2_ready && !atoms_busy && d_room && !cur_atom && (store || place_room) &&
              (!tex || h_room) && (!atomic || !atoms_full);
  always_ff @(posedge clk)
    if (rst) d_valid_q <= 1'b0;
    else if (step) begin
      if (atom_done) begin
        d_valid_q <= 1'b1;
        d_q       <= atom_write;
      end else if (go && !hit && !joins) begin
        d_valid_q <= 1'b1;
        d_q       <= {store, place, sector, r.mask, r.data};
      end else if (d_ready) d_valid_q <= 1'b0;
    end

  wire       dram_valid;
  dram_rsp_t dram_rsp, back;
  wire       back_valid;
  dram_ctrl u_dram (
    .clk, .rst, .step, .mstep, .req_valid(d_valid_q), .req_ready(d_ready), .req(d_q), .rsp_valid(dram_valid),
    .rsp(dram_rsp), .cmd, .dq_drive, .dq_mask, .dq_out, .dq_in, .idle(dram_idle));
  step_pipe #(.WIDTH(`DRAM_RSP_W), .STAGES(gpu_cfg::PARTITION_BACK_STAGES)) u_back (
    .clk, .rst, .step, .move(1'b1), .in_valid(dram_valid), .in_data(dram_rsp), .out_valid(back_valid), .out_data(back),
    .empty(back_empty));

  part_answers #(.IX(IX)) u_answers (
    .clk, .rst, .step, .room(place_room), .place, .take_valid(go && !store && !hit),
    .take_kind(atomic ? {1'b1, r.kind[0]} : {1'b0, tex && !joins}), .take_src(r.src), .take_id(r.id),
    .take_index(atomic ? IX'(atom_index) : miss_index), .joins, .join_after, .in_valid(back_valid && step), .in(back),
    .fill_valid, .fill_index, .fill_data, .cur_valid, .cur_kind, .cur_src, .cur_id, .cur_index, .cur_data, .cur_done,
    .idle(none_waits));

  // --- answers: hits and sectors that came, in turn -------------------------------------------------------------
  logic       hit_turn_q;
  logic [3:0] h_src_q;
  logic [7:0] h_id_q;
  wire        o_room    = !rsp_valid || rsp_ready;
  wire        red       = cur_kind == `PLACE_RED;
  wire        cur_wants = cur_valid && !red && (!cur_atom || d_room);
  assign h_go   = step && o_room && h_valid_q && (!cur_wants || hit_turn_q);
  assign h_room = !h_valid_q || h_go;
  wire   sent   = step && o_room && cur_wants && !h_go;
  assign cur_done  = sent || (step && cur_valid && red && d_room);
  assign atom_done = cur_done && cur_atom;
  always_ff @(posedge clk)
    if (rst) begin
      rsp_valid  <= 1'b0;
      h_valid_q  <= 1'b0;
      hit_turn_q <= 1'b0;
    end else if (step) begin
      if (h_go || sent) begin
        rsp_valid  <= 1'b1;
        rsp        <= h_go ? {h_src_q, 1'b0, number, h_id_q, hit_data} : {cur_src, 1'b0, number, cur_id, cur_data};
        hit_turn_q <= sent;
      end else if (rsp_ready) rsp_valid <= 1'b0;
      if (hit) begin
        h_valid_q <= 1'b1;
        h_src_q   <= r.src;
        h_id_q    <= r.id;
      end else if (h_go) h_valid_q <= 1'b0;
    end

  // what comes back from the controller has a place
  assign idle = empty && !head_valid && !d_valid_q && dram_idle && none_waits && !h_valid_q && !rsp_valid;
  wire unused = &{1'b0, back_empty, r.dst, r.addr[31:30], r.addr[10:8], r.addr[1:0], cur_index};

endmodule
`default_nettype wire
