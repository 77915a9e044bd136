#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gate.sh GATE.PY FOLDER: reports that gate.py lets pass and such that it must refuse, each for its reason; beside it
# clocks.py, and netlists. FOLDER: for the reports.
set -eu
gate=$1
dir=$2/gate
mkdir -p "$dir"
failed=0

# report FMAX [FROM TO NS]...: of clock $glbnet$clk at FMAX MHz, and the slowest path of each pair, NS in two parts
report() {
    fmax=$1
    shift
    paths=
    while [ $# -ge 3 ]; do
        paths="$paths${paths:+,}{\"from\":\"$1\",\"to\":\"$2\",\"path\":[{\"delay\":1,\"type\":\"clk-to-q\"},
            {\"delay\":$(awk "BEGIN { print $3 - 1 }"),\"type\":\"routing\"}]}"
        shift 3
    done
    printf '{"fmax":{"$glbnet$clk":{"achieved":%s,"constraint":50}},"critical_paths":[%s],
        "utilization":{"TRELLIS_COMB":{"used":10,"available":100}}}\n' "$fmax" "$paths" >"$dir/report.json"
    echo 'Info: Program finished normally.' >"$dir/log"
}
# expect NAME STATUS TEXT WANTED...
expect() {
    name=$1 status=$2 text=$3
    shift 3
    # shellcheck disable=SC2086
    said=$(python3 $gate "$dir/report.json" "$dir/log" "$@" 2>&1) && got=0 || got=$?
    case $said in
    *"$text"*) [ "$got" != "$status" ] || return 0 ;;
    esac
    printf 'gate: %s: exit status %s, expected %s with "%s":\n%s\n' "$name" "$got" "$status" "$text" "$said"
    failed=1
}
clk='posedge $glbnet$clk'
neg='negedge $glbnet$clk'
slow='posedge u.gclk'

report 60 "$clk" "$clk" 16 '<async>' "$clk" 90
expect passes 0 'clk                              wanted   50.00 MHz, reached   60.00 MHz' clk=50
expect misses 1 'gate: clk: wanted 60.50 MHz, reached 60.00 MHz' clk=60.5
expect nothing_wanted 1 "gate: clock 'clk' has no wanted frequency" other=50
expect not_placed 1 "gate: 'u.gclk' is wanted, but no such clock was placed" clk=50 u.gclk=25
expect not_a_number 1 "gate: 'clk=fast' is not NET=MHZ" clk=fast
report 60 "$clk" "$clk" 25
expect slower_path 1 'gate: clk: wanted 50.00 MHz, reached 40.00 MHz' clk=50
report 60 "$clk" "$neg" 12
expect half_passes 0 'clk (posedge to negedge)         wanted   80.00 MHz, reached   83.33 MHz' clk=40
expect half_misses 1 'gate: clk (posedge to negedge): wanted 100.00 MHz, reached 83.33 MHz' clk=50
report 60 "$clk" "$clk" 16
printf '%s\n' 'Info: 1 Hold/min time violations (showing 10 worst paths):' \
    "Warning: Hold/min time violation for path 'posedge clk' -> 'posedge u.gclk':" >>"$dir/log"
expect early 1 "gate: data come too early: Hold/min time violation for path 'posedge clk' -> 'posedge u.gclk'" clk=40
rm "$dir/log"
expect no_log 1 'is not a log of nextpnr' clk=40
report 60 "$clk" "$slow" 19 "$slow" "$clk" 30 "$slow" "$slow" 70
expect pairs_miss 1 'gate: u.gclk:clk: wanted 50.00 MHz, reached 33.33 MHz' clk=50 u.gclk=12.5
expect pair_of_its_own 0 'u.gclk:clk                       wanted   30.00 MHz, reached   33.33 MHz' \
    clk=50 u.gclk=12.5 u.gclk:clk=30
report 60 "$slow" "$slow" 70 "$clk" "$slow" 19
expect pair_not_there 0 'clk:u.gclk                       wanted   50.00' clk=50 u.gclk=12.5 u.gclk:clk=30
expect unknown 1 "gate: clock 'u.gclk' has no wanted frequency (clk to u.gclk)" clk=50
# the net of u.gclk is called by another name in the report, by none of its own
report 60 "$clk" "$clk" 16 'posedge u.dclk' "$clk" 30
printf '{"modules":{"top":{"netnames":{"clk":{"bits":[2]},"u.dclk":{"bits":[3]},"u.gclk":{"bits":[3]},
    "u.v":{"bits":[2,3]}}}}}\n' >"$dir/names.json"
expect another_name 1 "gate: clock 'u.dclk' has no wanted frequency" clk=50 u.gclk=12.5 u.gclk:clk=30
gate_alone=$gate
gate="$gate --netlist $dir/names.json top"
expect name_of_netlist 0 'u.gclk:clk                       wanted   30.00 MHz, reached   33.33 MHz' \
    clk=50 u.gclk=12.5 u.gclk:clk=30
expect name_misses 1 'gate: u.gclk:clk: wanted 35.00 MHz, reached 33.33 MHz' clk=50 u.gclk=12.5 u.gclk:clk=35
gate="$gate_alone --netlist $dir/names.json other"
expect no_netlist 1 'names.json is not a netlist of other' clk=50
gate=$gate_alone
report 60
expect no_such_pair 1 "gate: 'clk:u.gclk' is wanted" clk=50 clk:u.gclk=50
echo '{"fmax":{}' >"$dir/report.json"
expect cut_off 1 'is not a report of nextpnr' clk=50
echo '{"fmax":{},"critical_paths":[],"utilization":{}}' >"$dir/report.json"
expect empty 1 "gate: 'clk' is wanted, but no such clock was placed" clk=50
rm "$dir/report.json"
expect missing 1 'is not a report of nextpnr' clk=50

# CLOCK-6, CLOCK-7: net 1 is the PLL's, 2 clk, 3 the enable, 4 the machine's clock. netlist: what is not as it should be
netlist() {
    awk -v gate=1 -v stops=3 -v mux=INV -v on=2 "$@" 'BEGIN {
        print "{\"modules\":{\"top\":{\"cells\":{"
        print "\"pll\":{\"type\":\"EHXPLLL\",\"connections\":{\"CLKOP\":[1]}},"
        print "\"u_clk\":{\"type\":\"DCCA\",\"connections\":{\"CLKI\":[1],\"CE\":[\"1\"],\"CLKO\":[2]}},"
        printf "\"gate\":{\"type\":\"DCCA\",\"connections\":{\"CLKI\":[%s],\"CE\":[%s],\"CLKO\":[4]}},\n", gate, stops
        printf "\"q\":{\"type\":\"TRELLIS_FF\",\"parameters\":{\"CLKMUX\":\"%s\"},", mux
        printf "\"connections\":{\"CLK\":[%s],\"DI\":[5]}}}}}}\n", on
    }' >"$dir/netlist.json"
}
connected() {
    said=$(python3 "$(dirname "$gate")/clocks.py" "$dir/netlist.json" top 2>&1) && got=0 || got=$?
    case $got:$said in
    $1:*"$2"*) ;;
    *) printf 'clocks: exit status %s, expected %s with "%s":\n%s\n' "$got" "$1" "$2" "$said"; failed=1 ;;
    esac
}
netlist
connected 0 ''
netlist -v gate=2
connected 1 'DCCAs are fed by 2 nets, expected 1: gate, u_clk'
netlist -v 'stops="1"'
connected 1 'no DCCA stops a clock'
netlist -v mux=CLK
connected 1 '0 registers on the falling edge, expected one for each of: gate'
netlist -v on=1
connected 1 "'q' (TRELLIS_FF) is on the net that feeds the DCCAs"
# The same of a 7 series; the memory's clock (6, 7) has a buffer of its own.
netlist_xc7() {
    awk -v gate=1 -v clk=1 -v stops=3 -v on=2 "$@" 'BEGIN {
        print "{\"modules\":{\"top\":{\"cells\":{"
        print "\"pll\":{\"type\":\"MMCME2_BASE\",\"connections\":{\"CLKOUT0\":[1]}},"
        printf "\"u_clk\":{\"type\":\"BUFG\",\"connections\":{\"I\":[%s],\"O\":[2]}},\n", clk
        print "\"u_mem\":{\"type\":\"BUFG\",\"connections\":{\"I\":[6],\"O\":[7]}},"
        printf "\"gate\":{\"type\":\"BUFGCE\",\"connections\":{\"I\":[%s],\"CE\":[%s],\"O\":[4]}},\n", gate, stops
        printf "\"q\":{\"type\":\"FDRE\",\"connections\":{\"C\":[%s],\"D\":[5]}}}}}}\n", on
    }' >"$dir/netlist.json"
}
netlist_xc7
connected 0 ''
netlist_xc7 -v gate=2
connected 1 "'q' (FDRE) is on the net that feeds the BUFGCEs"
netlist_xc7 -v clk=6
connected 1 "0 BUFG beside the BUFGCEs, expected 1, that of the board's clock"
netlist_xc7 -v 'stops="1"'
connected 1 'no BUFGCE stops a clock'
netlist_xc7 -v on=1
connected 1 "'q' (FDRE) is on the net that feeds the BUFGCEs"
exit $failed
