// SPDX-License-Identifier: Apache-2.0
// sm_rf with both sm_rfread: one access to a RAM port per cycle, by the priorities of docs/units/rf.md.
//
// A list of claims, strongest first, says what each port must do: operand read, SP write (at once or from the skid:
// never two of a quarter waiting, never more than three cycles), one SFU or DPU step, one load beat on both RAMs of its
// half, launch (every RAM of a pair exactly once). The ports of the RAMs must do that and no more.
//
// Bodies of a parity come at least four cycles apart, eight after one with a second round; results of a quarter four
// apart. Rules (docs/units): RF-1, RF-7, WB-2, CTA-8.
//
//! proves register RAM ports: one access per cycle, by priority; a SP result waits at most 3 cycles; launch writes each
//! proves RAM once
//! by pdr:14
//! test long
`include "formal.svh"
`include "ram_ports.svh"
`default_nettype none

module proof (
  input wire         clk,
  input wire         init_go,
  input wire [8:0]   init_row,
  input wire [1:0]   go, more,
  input wire [11:0]  in_en,
  input wire [63:0]  rd_row,
  input wire         sw_go, sw_par,
  input wire [1:0]   sw_q,
  input wire [7:0]   sw_row,
  input wire [15:0]  sw_be,
  input wire         xs_go, xs_par, xd_go, xd_par,
  input wire [1:0]   xs_q, xd_q,
  input wire [3:0]   xw_block, xc_valid,
  input wire [7:0]   xw_row, lw_row,
  input wire [15:0]  xw_be,
  input wire [31:0]  lw_be,
  input wire         s_go, s_par, s_half, s_lock, g_go, g_par, g_half,
  input wire [1:0]   la_go,
  input wire [4:0]   tag                 // of this cycle's data
);
  `F_RESET
  // --- environment -----------------------------------------------------------------------------------
  reg init;                              // after reset, before anything else
  always @(posedge clk) init <= rst || (init && init_go);
  wire run = !rst && !init;

  wire [7:0] rd_en;
  wire [1:0] in_valid;
  for (genvar p = 0; p < 2; p++) begin : g_read
    reg [2:0] age;                       // cycles since the last body, less one
    reg       age_more;
    assign in_valid[p] = go[p] && run && age >= (age_more ? 3'd7 : 3'd3);
    always @(posedge clk)
      if (rst) begin
        age      <= 3'd7;
        age_more <= 1'b0;
      end else if (in_valid[p]) begin
        age      <= 3'd0;
        age_more <= more[p];
      end else if (age != 3'd7) age <= age + 3'd1;
    sm_rfread read (.clk, .rst, .in_valid(in_valid[p]), .in_more(more[p]), .in_en(in_en[6*p +: 6]), .in_row(48'd0),
                    .rd_en(rd_en[4*p +: 4]), .rd_row(), .rd_data(1024'd0), .r1(), .r2(), .r3());
  end

  reg  [7:0] sw_age;                     // per quarter: cycles since its last result, less one
  wire       sw_valid = sw_go && run && sw_age[2*sw_q +: 2] == 2'd3;
  always @(posedge clk)
    for (int q = 0; q < 4; q++)
      if (rst) sw_age[2*q +: 2] <= 2'd3;
      else if (sw_valid && sw_q == 2'(q)) sw_age[2*q +: 2] <= 2'd0;
      else if (sw_age[2*q +: 2] != 2'd3)  sw_age[2*q +: 2] <= sw_age[2*q +: 2] + 2'd1;

  wire [7:0] la_row = $anyconst;
  reg  [1:0] la_valid;
  wire       la_done;
  always @(posedge clk)
    if (!run || la_done) la_valid <= 2'd0;
    else if (la_valid == 2'd0) la_valid <= la_go;

  wire [1:0]    la_waiting;
  wire          xs_grant, xd_grant, s_grant, g_grant;
  wire          xs_valid = xs_go && run, xd_valid = xd_go && run, s_valid = s_go && run, g_valid = g_go && run;
  wire [1023:0] la_data0 = {{32{8'he3}}, {32{8'he2}}, {32{8'he1}}, {32{8'he0}}};
  wire [1023:0] la_data1 = {{32{8'he7}}, {32{8'he6}}, {32{8'he5}}, {32{8'he4}}};
  (* keep *) sm_rf rf (
    .clk, .rst, .init_active(init), .init_row, .rd_en, .rd_row, .rd_data(),
    .sw_valid, .sw_par, .sw_q, .sw_row, .sw_be, .sw_data({32{3'd1, tag}}),
    .xs_valid, .xs_par, .xs_q, .xs_grant, .xd_valid, .xd_par, .xd_q, .xd_grant,
    .xw_block, .xw_row, .xw_be, .xw_data({32{3'd2, tag}}),
    .lw_s_valid(s_valid), .lw_s_par(s_par), .lw_s_half(s_half), .lw_s_grant(s_grant), .lw_s_lock(s_lock), .xc_valid,
    .lw_g_valid(g_valid), .lw_g_par(g_par), .lw_g_half(g_half), .lw_g_grant(g_grant),
    .lw_row, .lw_be, .lw_data({{32{3'd4, tag}}, {32{3'd3, tag}}}),
    .la_valid, .la_row, .la_data0, .la_data1, .la_done, .la_waiting);
  `F_RF_PORTS

  // --- reference ---------------------------------------------------------------------------------------
  reg [3:0]  wait_v, wait_par;           // SP results that wait, per quarter
  reg [31:0] wait_row;
  reg [63:0] wait_be;
  reg [19:0] wait_tag;
  reg [7:0]  wait_n;                     // cycles they have waited, less one
  reg [7:0]  launched;                   // RAMs that have the pair's $r0

  reg [3:0]   wait_next;
  reg [7:0]   busy, write, launch, load;
  reg [63:0]  row, data;
  reg [127:0] be;
  reg         f_xs, f_xd, f_s, f_g, waits, comes;
  always @* begin
    write     = 8'd0;
    row       = rd_row;
    be        = '0;
    data      = '0;
    wait_next = 4'd0;
    busy      = rd_en;
    for (int r = 0; r < 8; r++) begin    // SP
      waits = wait_v[r%4] && wait_par[r%4] == (r >= 4);
      comes = !wait_v[r%4] && sw_valid && sw_q == 2'(r) && sw_par == (r >= 4);
      if (waits || comes) begin
        busy[r]       = 1'b1;
        write[r]      = !rd_en[r];
        wait_next[r%4] = wait_next[r%4] | rd_en[r];
        if (!rd_en[r]) row[8*r +: 8] = waits ? wait_row[8*(r%4) +: 8] : sw_row;
        be[16*r +: 16] = waits ? wait_be[16*(r%4) +: 16] : sw_be;
        data[8*r +: 8] = {3'd1, waits ? wait_tag[5*(r%4) +: 5] : tag};
      end
    end
    f_xs = xs_valid && !busy[{xs_par, xs_q}] && !xw_block[xs_q];
    f_xd = xd_valid && !busy[{xd_par, xd_q}] && !xw_block[xd_q] && !f_xs;
    for (int r = 0; r < 8; r++)          // SFU, DPU
      if ((f_xs && {xs_par, xs_q} == 3'(r)) || (f_xd && {xd_par, xd_q} == 3'(r))) begin
        busy[r]        = 1'b1;
        write[r]       = 1'b1;
        row[8*r +: 8]  = xw_row;
        be[16*r +: 16] = xw_be;
        data[8*r +: 8] = {3'd2, tag};
      end
    f_s = s_valid && !busy[{s_par, s_half, 1'b0}] && !busy[{s_par, s_half, 1'b1}] &&
          !(s_lock && (xw_block[{s_half, 1'b0}] || xw_block[{s_half, 1'b1}] || xc_valid[{s_half, 1'b0}] ||
              xc_valid[{s_half, 1'b1}]));
    f_g = g_valid && !f_s && !busy[{g_par, g_half, 1'b0}] && !busy[{g_par, g_half, 1'b1}];
    for (int r = 0; r < 8; r++) begin
      load[r]   = (f_s && {s_par, s_half} == 2'(r / 2)) || (f_g && {g_par, g_half} == 2'(r / 2));
      launch[r] = la_valid[r / 4] && !launched[r] && !busy[r] && !load[r];
      if (load[r] || launch[r]) begin
        write[r]       = 1'b1;
        row[8*r +: 8]  = load[r] ? lw_row : la_row;
        be[16*r +: 16] = load[r] ? lw_be[16*(r % 2) +: 16] : 16'hffff;
        data[8*r +: 8] = load[r] ? {3'd3 + 3'(r % 2), tag} : 8'he0 + 8'(r);
      end
    end
    if (init && !init_row[8]) begin
      write = 8'hff;
      row   = {8{init_row[7:0]}};
      be    = {8{16'hffff}};
    end
  end

  wire [7:0] pair = {{4{la_valid[1]}}, {4{la_valid[0]}}};
  always @(posedge clk) begin
    wait_v <= rst ? 4'd0 : wait_next;
    for (int q = 0; q < 4; q++) begin
      if (!wait_v[q]) begin
        wait_par[q]          <= sw_par;
        wait_row[8*q +: 8]   <= sw_row;
        wait_be[16*q +: 16]  <= sw_be;
        wait_tag[5*q +: 5]   <= tag;
        wait_n[2*q +: 2]     <= 2'd0;
      end else wait_n[2*q +: 2] <= wait_n[2*q +: 2] + 2'd1;
    end
    launched <= !run || la_valid == 2'd0 || (launched | launch) == pair ? 8'd0 : launched | launch;
  end

  always @* if (!rst) begin
    for (int q = 0; q < 4; q++) begin
      assert(!(wait_v[q] && sw_valid && sw_q == 2'(q)));
      if (wait_n[2*q +: 2] == 2'd2 && wait_v[q]) assert(!wait_next[q]);
    end
    assert(xs_grant == f_xs && xd_grant == f_xd && s_grant == f_s && g_grant == f_g);
    assert(port_en == (rd_en | write));
    assert(la_done == (la_valid != 2'd0 && (launched | launch) == pair));
    assert(la_waiting[0] == (la_valid[0] && launched[3:0] != 4'hf) &&
           la_waiting[1] == (la_valid[1] && launched[7:4] != 4'hf));
    for (int r = 0; r < 8; r++)
      if (port_en[r]) begin
        assert(port_we[r] == write[r] && !(rd_en[r] && write[r]));
        assert(port_row[8*r +: 8] == row[8*r +: 8]);
        if (write[r]) begin
          assert(port_be[16*r +: 16] == be[16*r +: 16]);
          assert(port_data[256*r +: 8] == data[8*r +: 8] && port_data[256*r + 248 +: 8] == data[8*r +: 8]);
        end
      end
  end
endmodule
