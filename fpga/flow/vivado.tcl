# SPDX-License-Identifier: Apache-2.0
# vivado.tcl CHIP TOP "PINS ..." OUT BITSTREAM "NAME=VALUE ..." SOURCE...: from Verilog to a bitstream; none, and exit
# status 1, if a clock is missed. Reports go to the folder OUT. Run in the root folder by fpga/flow/xc7.mk.
lassign $argv chip top pins out bitstream parameters
set sources [lrange $argv 6 end]

read_verilog -sv $sources
foreach p $pins { read_xdc $p }
set generics {}
foreach p $parameters { lappend generics -generic $p }
synth_design -top $top -part $chip -include_dirs {rtl rtl/gen fpga/rtl fpga/rtl/gen} {*}$generics

# The machine has clocks beside the board's (fpga/flow/ways.mk), each behind a buffer that stops it: cycle and, with
# FOLD > 1, phase.
if {"CHIP=1" in $parameters} {
    set pll [get_pins u_board/u_clock/u_mmcm/CLKOUT0]
    create_generated_clock -name board $pll
    set stopped [expr {"FOLD=1" in $parameters ? {cycle} : {cycle phase}}]
}
# A board with a DDR3: what crosses between its clock and that of LiteDRAM's core stands still for two clocks of the
# core on the way there, one of the board's on the way back (DDR-11). Resets of the core's registers come from its PLL's
# lock.
if {[llength [get_cells -quiet u_board/u_core]]} {
    set clk [get_clocks -of_objects [get_pins u_board/u_clock/u_clk/O]]
    set core [get_clocks -of_objects [get_nets u_board/user_clk]]
    set_max_delay -datapath_only -from $clk -to $core [expr {2 * [get_property PERIOD $core]}]
    set_max_delay -datapath_only -from $core -to $clk [get_property PERIOD $clk]
    set_false_path -quiet -to [get_pins -quiet -of_objects \
        [get_cells -quiet -hierarchical -filter {ars_ff1 == true || ars_ff2 == true}] -filter {REF_PIN_NAME == PRE}]
}
# The machine's clocks: the buffers that stop them are fed with what feeds that of the board's (CLOCK-7).
if {"CHIP=1" in $parameters} {
    set gates [get_cells -quiet -hierarchical -filter {REF_NAME =~ BUFGC*}]
    set found {}
    foreach gate $gates {
        lappend found [expr {[string match *u_phases* $gate] ? "phase" : "cycle"}]
        set pin [get_pins -of_objects $gate -filter {REF_PIN_NAME == I || REF_PIN_NAME == I0}]
        disconnect_net -objects $pin
        connect_net -hierarchical -net [get_nets -of_objects $pll] -objects $pin
        create_generated_clock -name [lindex $found end] -source $pll -divide_by 1 \
            [get_pins -of_objects $gate -filter {REF_PIN_NAME == O}]
    }
    if {[lsort $found] ne $stopped} {
        puts stderr "fpga: BUFGCEs stop '[lsort $found]', expected '$stopped'"
        exit 1
    }
    read_xdc [file join $out ways.xdc]
}

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
