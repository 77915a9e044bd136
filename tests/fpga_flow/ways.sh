#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ways.sh SOURCE DIR: constraints of the machine's clocks (fpga/flow/ways.mk). OpenSTA finds for each pair of clocks as
# many periods as BOARD-17 gives it, and no way held longer than its first clock; vivado.tcl, played by OpenSTA's Tcl,
# makes the clocks and reads the ways, and a missing buffer is noticed. Exit status 77: no OpenSTA (./setup --fpga).
set -eu
source=$1 dir=$2/ways
fail() { echo "ways.sh: $*" >&2; exit 1; }
command -v sta >/dev/null || { echo "skipped: no OpenSTA (./setup --fpga)"; exit 77; }
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
sdc() { make -s -C "$source" -f fpga/flow/sdc.mk "$@"; }

# --- cells without a delay but for clock to q, 0.5 ns; setup 0.25 ns, hold 0.125 ns ------------------------------
cat >cells.lib <<'END'
library (cells) {
  delay_model : table_lookup; time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA";
  capacitive_load_unit (1, pf); pulling_resistance_unit : "1kohm"; leakage_power_unit : "1nW";
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  nom_process : 1; nom_voltage : 1; nom_temperature : 25;
  lu_table_template (one) { variable_1 : input_net_transition; index_1 ("0, 1"); }
  cell (REG) {
    area : 1; ff (q, qn) { next_state : "d"; clocked_on : "ck"; }
    pin (ck) { direction : input; clock : true; capacitance : 0; }
    pin (d) {
      direction : input; capacitance : 0;
      timing () { related_pin : "ck"; timing_type : setup_rising;
        rise_constraint (scalar) { values ("0.25"); } fall_constraint (scalar) { values ("0.25"); } }
      timing () { related_pin : "ck"; timing_type : hold_rising;
        rise_constraint (scalar) { values ("0.125"); } fall_constraint (scalar) { values ("0.125"); } }
    }
    pin (o) {
      direction : output; function : "q";
      timing () { related_pin : "ck"; timing_type : rising_edge;
        cell_rise (one) { values ("0.5, 0.5"); } cell_fall (one) { values ("0.5, 0.5"); }
        rise_transition (one) { values ("0, 0"); } fall_transition (one) { values ("0, 0"); } }
    }
  }
  cell (GATE) {
    area : 1;
    pin (a) { direction : input; capacitance : 0; }
    pin (en) { direction : input; capacitance : 0; }
    pin (y) {
      direction : output; function : "(a en)";
      timing () { related_pin : "a en"; timing_sense : positive_unate;
        cell_rise (one) { values ("0, 0"); } cell_fall (one) { values ("0, 0"); }
        rise_transition (one) { values ("0, 0"); } fall_transition (one) { values ("0, 0"); } }
    }
  }
}
END

# --- gates where tpc_top has them, and a way between each two clocks ----------------------------------------------
cat >folded.v <<'END'
module clock_gate (input clk, input en, output gclk); GATE u (.a(clk), .en(en), .y(gclk)); endmodule
module fold_clock (input clk_h, input adv, output clk_p, output clk);
  clock_gate u_phases (.clk(clk_h), .en(adv), .gclk(clk_p));
  clock_gate u_gate (.clk(clk_h), .en(adv), .gclk(clk));
endmodule
END
{
    echo 'module top (input clk, input adv, input in, output out); wire cycle, phase;'
    echo 'fold_clock \g_fold.u_clock (.clk_h(clk), .adv(adv), .clk_p(phase), .clk(cycle));'
    for from in board cycle phase; do
        echo "wire q_$from; REG from_$from (.ck($(echo $from | sed s/board/clk/)), .d(in), .o(q_$from));"
        for to in board cycle phase; do
            echo "REG ${from}_$to (.ck($(echo $to | sed s/board/clk/)), .d(q_$from), .o());"
        done
    done
    echo 'assign out = q_board; endmodule'
} >>folded.v
cat >whole.v <<'END'
module clock_gate (input clk, input en, output gclk); GATE u (.a(clk), .en(en), .y(gclk)); endmodule
END
{
    echo 'module top (input clk, input adv, input in, output out); wire cycle;'
    echo 'clock_gate \g_whole.u_gate (.clk(clk), .en(adv), .gclk(cycle));'
    for from in board cycle; do
        echo "wire q_$from; REG from_$from (.ck($(echo $from | sed s/board/clk/)), .d(in), .o(q_$from));"
        for to in board cycle; do
            echo "REG ${from}_$to (.ck($(echo $to | sed s/board/clk/)), .d(q_$from), .o());"
        done
    done
    echo 'assign out = q_board; endmodule'
} >>whole.v

# slacks NETLIST SDC FROM TO: of setup and of hold
slacks() {
    cat >look.tcl <<END
read_liberty cells.lib
read_verilog $1
link_design top
source $2
foreach delay {max min} {
    report_checks -path_delay \$delay -from from_$3/ck -to $3_$4/d -format full
}
END
    sta -exit look.tcl >look.log 2>&1 || fail "$(cat look.log)"
    sed -n 's/^ *\(-\{0,1\}[0-9.]*\) *slack.*/\1/p' look.log | tr '\n' ' '
}
# expect NETLIST FOLD SETTLE FROM:TO=CLOCKS ...
expect() {
    netlist=$1 fold=$2 settle=$3
    shift 3
    sdc FOLD=$fold SETTLE=$settle NS=10 >$netlist.sdc
    for way; do
        clocks=${way#*=} from=${way%%:*} to=${way#*:} to=${to%%=*}
        wanted="$(awk "BEGIN { printf \"%.2f %.2f\", 10 * $clocks - 0.75, 0.375 }")"
        got=$(slacks $netlist.v $netlist.sdc $from $to | awk '{ printf "%.2f %.2f", $1, $2 }')
        # 0.375 is rounded to 0.37 or 0.38
        [ "$got" = "$wanted" ] || [ "$got" = "${wanted%8}7" ] ||
            fail "FOLD=$fold SETTLE=$settle, $from to $to: slack '$got', expected '$wanted': $(cat look.log)"
    done
}
expect folded 4 2 board:board=1 phase:phase=1 cycle:cycle=6 cycle:board=6 board:cycle=2 board:phase=2 phase:board=2 \
    cycle:phase=2 phase:cycle=2
expect folded 8 3 cycle:cycle=12 phase:cycle=3 phase:phase=1
expect whole 1 2 board:board=1 cycle:cycle=2 cycle:board=2 board:cycle=2
expect whole 1 1 cycle:cycle=1 board:cycle=1
! sdc FOLD=3 >/dev/null 2>log || fail "FOLD=3 is not refused"
grep -q 'FOLD=3: expected 1, 2, 4 or 8' log || fail "$(cat log)"
! python3 "$source/fpga/flow/ways.py" cycle:bord=2 >/dev/null 2>log || fail "a wrong clock is not refused"
grep -q "'cycle:bord=2': expected FROM:TO=CLOCKS" log || fail "$(cat log)"

# --- vivado.tcl: its commands print themselves -------------------------------------------------------------------
cat >play.tcl <<'END'
foreach name {read_verilog read_xdc synth_design set_max_delay set_false_path disconnect_net connect_net
              create_generated_clock opt_design place_design route_design report_utilization report_timing_summary
              get_timing_paths write_bitstream get_clocks get_nets} {
    proc $name args "puts \"$name \$args\"; return {$name}"
}
proc exit code { error "exit status $code" }              ;# that of OpenSTA goes on
proc get_property args { return 1 }
proc get_pins args { return $args }
proc get_cells args {
    if {"-hierarchical" in $args} { return $::env(GATES) }
    return {}
}
set argv [list chip top pins . out.bit $::env(PARAMETERS) a.sv]
eval [read [open $::env(VIVADO_TCL)]]                     ;# its source goes on behind an error
END
# played PARAMETERS GATES
played() {
    PARAMETERS=$1 GATES=$2 VIVADO_TCL=$source/fpga/flow/vivado.tcl sta -exit play.tcl >play.log 2>&1
    grep -q '^write_bitstream' play.log
}
core=u_board/u_top/g_chip.u_core/u_tpc/g_fold.u_clock
played 'CHIP=1 FOLD=4' "$core/u_gate/g_xilinx.u_gate $core/u_phases/g_xilinx.u_gate" || fail "$(cat play.log)"
grep -n 'create_generated_clock\|ways.xdc\|opt_design' play.log | sed 's/^[0-9]*://' >told
pll=u_board/u_clock/u_mmcm/CLKOUT0
behind() { echo "-source $pll -divide_by 1 {-of_objects $core/$1/g_xilinx.u_gate -filter {REF_PIN_NAME == O}}"; }
printf '%s\n' "create_generated_clock -name board $pll" "create_generated_clock -name cycle $(behind u_gate)" \
    "create_generated_clock -name phase $(behind u_phases)" 'read_xdc ./ways.xdc' 'opt_design ' >expected
cmp -s told expected || fail "Vivado is told: $(cat told)"
! played 'CHIP=1 FOLD=4' "$core/u_gate/g_xilinx.u_gate" || fail "a missing buffer is not noticed"
grep -q "BUFGCEs stop 'cycle', expected 'cycle phase'" play.log || fail "$(cat play.log)"
played 'CHIP=1 FOLD=1' u_tpc/g_whole.u_gate/g_xilinx.u_gate || fail "$(cat play.log)"
played 'CHIP=0' '' || fail "$(cat play.log)"
! grep -q 'ways.xdc\|create_generated' play.log || fail "a board without the machine has its clocks"
# the folded machine's ways, as the board's flow writes them
of_board() {
    make -s -C "$source" -f fpga/flow/flow.mk BUILD="$dir" BOARD=arty_a7_100 PART=chip FOLD=$1 \
        "$dir/fpga/arty_a7_100-chip/ways.xdc"
}
of_board 8
of_board 4
sdc FOLD=4 SETTLE=2 | grep '^set_multicycle' | cmp -s - "$dir/fpga/arty_a7_100-chip/ways.xdc" ||
    fail "the board's ways: $(cat "$dir/fpga/arty_a7_100-chip/ways.xdc")"
