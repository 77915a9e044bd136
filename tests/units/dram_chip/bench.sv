// SPDX-License-Identifier: Apache-2.0
// tb_dram_chip: the chips see each rule of cases.txt (+cases=FILE) broken: `limit`: commands whose last comes one
// clock too early, and not in its clock; `breach`: commands that break it. Between cases all is closed and refreshed.
// c GAP OP BANK CLOSE: GAP clocks after the one before; O open, R read, W write, C close, F refresh, N none, U unknown,
// D none and data are driven, Z write whose data nobody drives.
//
//! test rtl;unit +cases={here}/cases.txt
`include "gpu/dram_types.svh"
module tb_dram_chip;
  reg clk = 1'b0, drive = 1'b0, mute = 1'b0;
  reg  [2:0]   op = '0, bank = '0;
  reg          close = 1'b0;
  dram_cmd_t   cmd;
  wire [127:0] read;
  int          broken;
  wire [8*48-1:0] why;
  assign cmd = {op, bank, 12'd0, 7'd0, close};
  dram_chip #(.ROW_BITS(1)) u_chip (.clk, .mstep(1'b1), .cmd, .dq_drive(drive), .dq_mask(16'hffff), .dq_in(128'd5),
                                    .dq_out(read), .broken, .why);

  int file, got, cases = 0, errors = 0, n, gap [0:7], banks [0:7], closes [0:7];
  reg [7:0] ops [0:7];
  reg [8*8-1:0] word, kind;
  reg [8*48-1:0] text;
  reg [8*256-1:0] path;

  // one clock with this on the pins
  task clock(input [7:0] c, input [2:0] b, input closing);
    begin
      op    = c == "O" ? `DRAM_OPEN : c == "R" ? `DRAM_READ : c == "W" || c == "Z" ? `DRAM_WRITE :
              c == "C" ? `DRAM_CLOSE : c == "F" ? `DRAM_REF : c == "U" ? 3'd7 : `DRAM_NOP;
      bank  = b;
      close = closing;
      if (c == "Z") mute = 1'b1;
      drive = c == "D" || (u_chip.in_due[(u_chip.now + 1) % 64] && !mute);
      #5 clk = 1'b1;
      #5 clk = 1'b0;
    end
  endtask
  task idle(input int clocks);
    repeat (clocks) clock("N", 3'd0, 1'b0);
  endtask
  // the commands, the last of them `early` clocks early, and data that follow
  task play(input int early);
    begin
      mute = 1'b0;
      idle(200);
      for (int b = 0; b < 8; b++) if (u_chip.open[b]) clock("C", 3'(b), 1'b0);
      idle(100);
      for (int i = 0; i < 4; i++) begin clock("F", 3'd0, 1'b0); idle(100); end
      u_chip.refresh_due = u_chip.now;
      u_chip.why = "";
      for (int i = 0; i < n; i++) begin
        if (gap[i] > 1) idle(gap[i] - 1 - (i == n - 1 ? early : 0));
        clock(ops[i], 3'(banks[i]), closes[i][0]);
      end
    end
  endtask

  initial begin
    if ($value$plusargs("cases=%s", path)) file = $fopen(path, "r");
    else file = 0;
    got = file == 0 ? 0 : 1;
    while (got == 1) begin
      got = $fscanf(file, "%s", word);
      if (got == 1 && word == "case") begin
        got = $fscanf(file, " %s %s", kind, text) - 1;
        for (int i = 0; i < 48; i++) if (text[8*i +: 8] == "_") text[8*i +: 8] = " ";
        n = 0;
      end else if (got == 1 && word == "c") begin
        got = $fscanf(file, " %d %s %d %d", gap[n], ops[n], banks[n], closes[n]) - 3;
        n = n + 1;
      end else if (got == 1 && word == "end") begin
        play(0);
        if ((why == text) != (kind == "breach")) begin
          errors = errors + 1;
          $display("FAIL tb_dram_chip: %0s: '%0s' in its clock", text, why);
        end
        if (kind == "limit") begin
          play(1);
          if (why != text) begin
            errors = errors + 1;
            $display("FAIL tb_dram_chip: %0s: '%0s' one clock early", text, why);
          end
        end
        cases = cases + 1;
      end
    end
    if (errors == 0 && cases > 20) $display("PASS tb_dram_chip: %0d cases", cases);
    else $display("FAIL tb_dram_chip: %0d errors in %0d cases", errors, cases);
    $finish;
  end
endmodule
