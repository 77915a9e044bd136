#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ram.sh ROOT FOLDER: RAMs in LUTs as fpga/flow/ecp5_ram.v leaves them (2, 4, 5, 8 and 16 rows) hold what lutram_1r1w
# holds, with the simulation models of Yosys under Icarus, and of their addresses none is tied to 0. A map that ties
# only one of the two addresses fails.
set -eu
root=$1
dir=$2/ram
map=$root/fpga/flow/ecp5_ram.v
mkdir -p "$dir"
cells=$(dirname "$(command -v yosys)")/../share/yosys/ecp5/cells_sim.v
rows='2 4 5 8 16'

# try MAP: exit status 0 if all is right
try() {
    for n in $rows; do
        bits=$(awk "BEGIN { for (b = 1; 2 ^ b < $n; b++) ; print b }")
        cat >"$dir/ram.v" <<V
module ram (input clk, input [$bits-1:0] rd_addr, output [7:0] rd_data, input wr_en, input [$bits-1:0] wr_addr,
            input [7:0] wr_data);
  lutram_1r1w #(.WIDTH(8), .DEPTH($n), .EN_BITS(8)) u_ram (.clk, .rd_addr, .rd_data, .wr_en, .wr_addr, .wr_be(1'b1),
    .wr_data);
endmodule
V
        yosys -q -p "read_verilog -sv -I$root/rtl $root/rtl/lib/lutram_1r1w.sv $dir/ram.v
            synth_ecp5 -top ram -run begin:map_gates
            techmap -map $1; opt_clean
            select -assert-none t:TRELLIS_DPR16X4 %ci*:+TRELLIS_DPR16X4[RAD] t:\$* %i
            rename ram mapped; write_verilog -noattr $dir/mapped.v" >/dev/null
        ! grep -q "\.[RW]AD(.*'h0" "$dir/mapped.v" || { echo "ram: an address of $n rows is tied to 0"; return 1; }
        cat >"$dir/tb.v" <<V
module tb;
  reg clk = 0, wr_en;
  reg [$bits-1:0] rd_addr, wr_addr;
  reg [7:0] wr_data;
  wire [7:0] got, want;
  ram u_ram (.clk(clk), .rd_addr(rd_addr), .rd_data(want), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data));
  mapped u_mapped (.clk(clk), .rd_addr(rd_addr), .rd_data(got), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data));
  integer i;
  initial begin
    for (i = 0; i < 400; i = i + 1) begin
      wr_en = i < $n || \$random;
      wr_addr = i < $n ? i : \$unsigned(\$random) % $n;
      rd_addr = \$unsigned(\$random) % $n;
      wr_data = \$random;
      #1;
      if (i >= $n && got !== want) begin
        \$display("DIFFER %0d rows: %h, expected %h", $n, got, want);
        \$finish;
      end
      clk = 1; #1 clk = 0;
    end
    \$display("EQUAL %0d", $n);
    \$finish;
  end
endmodule
V
        iverilog -g2012 -I"$root/rtl" -I"${cells%/*}" -s tb -o "$dir/tb.vvp" "$root/rtl/lib/lutram_1r1w.sv" \
            "$dir/ram.v" "$dir/mapped.v" "$cells" "$dir/tb.v" 2>"$dir/said" || { cat "$dir/said"; return 2; }
        said=$(vvp -n "$dir/tb.vvp" | grep -v '^ERROR: \|^WARNING: ')
        [ "$said" = "EQUAL $n" ] || { echo "ram: $said"; return 1; }
    done
}
try "$map"
sed 's/ZERO\[\([0-3]\)\] ? WAD\[FIRST\] : WAD/ZERO[\1] ? 1'"'b1"' : WAD/' "$map" >"$dir/planted.v"
cmp -s "$map" "$dir/planted.v" && { echo 'ram: nothing was planted'; exit 1; }
said=$(try "$dir/planted.v") && { echo 'ram: the planted map passes'; exit 1; }
case $said in 'ram: DIFFER'*) ;; *) echo "ram: the planted map: $said"; exit 1 ;; esac
