#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clock_buffers.sh YOSYS CLOCK_GATE.sv: what each KIND of clock_gate becomes: nothing, one latch and one AND, the clock
# buffer of an ECP5, the one of a Xilinx 7; any other is refused.
set -eu
[ $# -eq 2 ] || { echo "usage: clock_buffers.sh YOSYS CLOCK_GATE.sv" >&2; exit 2; }
kinds=0

# becomes KIND LIBRARY COMMANDS...: assertions on the cells of the module
becomes() {
    kind=$1 library=$2
    shift 2
    "$1" -q -p "read_verilog -lib $library; read_verilog -sv $2; hierarchy -check -top clock_gate -chparam KIND $kind;
        proc; opt_clean; $3" >/dev/null || { echo "clock_buffers: KIND $kind is not what it should be" >&2; exit 1; }
    kinds=$((kinds + 1))
}

becomes 0 +/ecp5/cells_bb.v "$1" "$2" 'select -assert-none t:*'
becomes 1 +/ecp5/cells_bb.v "$1" "$2" 'select -assert-count 2 t:*;
    select -assert-count 1 t:$dlatch; select -assert-count 1 t:$logic_and'
becomes 2 +/ecp5/cells_bb.v "$1" "$2" 'synth_ecp5; select -assert-count 1 t:*; select -assert-count 1 t:DCCA'
becomes 3 +/xilinx/cells_xtra.v "$1" "$2" 'select -assert-count 1 t:*; select -assert-count 1 t:BUFGCE'
if "$1" -q -p "read_verilog -sv $2; hierarchy -check -top clock_gate -chparam KIND 4" >/dev/null 2>&1; then
    echo "clock_buffers: KIND 4 is not refused" >&2
    exit 1
fi
echo "$kinds kinds of clock_gate"
