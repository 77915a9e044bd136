# SPDX-License-Identifier: Apache-2.0
# vivado.tcl CHIP TOP PINS OUT BITSTREAM "NAME=VALUE ..." SOURCE...: from Verilog to a bitstream; none, and exit status
# 1, if a clock is missed. Reports go to the folder OUT. Run in the root folder by fpga/flow/xc7.mk.
lassign $argv chip top pins out bitstream parameters
set sources [lrange $argv 6 end]

read_verilog -sv $sources
read_xdc $pins
set generics {}
foreach p $parameters { lappend generics -generic $p }
synth_design -top $top -part $chip -include_dirs {rtl rtl/gen fpga/rtl fpga/rtl/gen} {*}$generics
opt_design
place_design
route_design
report_utilization -file $out/utilization.txt
report_timing_summary -file $out/timing.txt
set slack [get_property SLACK [get_timing_paths -max_paths 1 -nworst 1 -setup]]
set hold [get_property SLACK [get_timing_paths -max_paths 1 -nworst 1 -hold]]
puts "slack: setup $slack ns, hold $hold ns"
if {$slack < 0 || $hold < 0} {
    puts stderr "fpga: a clock is missed, slack $slack ns (setup), $hold ns (hold): no bitstream ($out/timing.txt)"
    exit 1
}
write_bitstream -force $bitstream
