#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# digest.sh ROOT FOLDER: host_regs of two bitstreams that differ in digest, name and memory differ, on an ECP5, in what
# its block RAM holds at first and in nothing else, so the machine is placed alike. One that uses the digest fails.
set -eu
root=$1
dir=$2/digest
mkdir -p "$dir"

# netlist HOST_REGS NAME PARAMETERS: $dir/NAME.v without what RAMs hold, $dir/NAME.init
netlist() {
    yosys -q -p "read_verilog -sv -I$root/rtl -I$root/rtl/gen -I$root/fpga/rtl -I$root/fpga/rtl/gen \
            $root/rtl/lib/sram_1r1w.sv $1
        chparam $3 host_regs; synth_ecp5 -top host_regs; write_verilog -noattr $dir/$2.all" >/dev/null
    grep INITVAL "$dir/$2.all" >"$dir/$2.init"
    grep -v 'INITVAL\|^/\*' "$dir/$2.all" >"$dir/$2.v"
}
# try HOST_REGS: exit status 0 if all is right
try() {
    netlist "$1" one "-set DIGEST 64'h0123456789abcdef -set MEM_BYTES 4096"
    netlist "$1" other "-set DIGEST 64'h89abcdef01234567 -set MEM_BYTES 8192 -set BOARD 128'h41"
    grep -q 'DP16KD' "$dir/one.v" || { echo 'digest: host_regs has no block RAM'; return 1; }
    ! cmp -s "$dir/one.init" "$dir/other.init" || { echo 'digest: block RAMs that hold the same'; return 1; }
    cmp -s "$dir/one.v" "$dir/other.v" || { echo 'digest: other cells'; return 1; }
}
regs=$root/fpga/rtl/host_regs.sv
try "$regs"
sed "s/single = trace_count;/single = trace_count ^ DIGEST[31:0];/" "$regs" >"$dir/host_regs.sv"
! cmp -s "$regs" "$dir/host_regs.sv" || { echo 'digest: nothing was planted'; exit 1; }
said=$(try "$dir/host_regs.sv") && { echo 'digest: the planted registers pass'; exit 1; }
[ "$said" = 'digest: other cells' ] || { echo "digest: the planted registers: $said"; exit 1; }
