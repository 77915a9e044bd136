#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# names_must_fail.sh ROOT OUT: run.sh --names notices a register that is not in the unit, a fault that changes nothing,
# one that sed does not take or whose unit is not there, a unit that is not made smaller, and a port that a stub does
# not have.
set -eu
[ $# = 2 ] || { echo "usage: names_must_fail.sh ROOT OUT" >&2; exit 2; }
root=$1 out=$2 status=0
rm -rf "$out"
mkdir -p "$out/tests/formal"
cp -r "$root/rtl" "$out/rtl"

# wrong PROPERTY FILE SED TEXT: with this in a file of tests/formal
wrong() {
    cp "$root"/tests/formal/*.sh "$root"/tests/formal/*.sv "$root"/tests/formal/*.svh "$out/tests/formal/"
    sed -i "$3" "$out/tests/formal/$2"
    ! cmp -s "$root/tests/formal/$2" "$out/tests/formal/$2" ||
        { echo "names_must_fail: $2: the edit changes nothing: $3" >&2; status=1; }
    if sh "$out/tests/formal/run.sh" -o "$out/made" -j 1 --names "$1" >"$out/log" 2>&1 ||
        ! grep -qF "$4" "$out/log"; then
        echo "names_must_fail: $1: '$4' is not said:" >&2
        cat "$out/log" >&2
        status=1
    fi
}
wrong icache f_icache.sv 's/dut\.g_whole\.u_data\.rd_en/dut.u_data.rd_en/' 'ERROR no register \dut.u_data.rd_en'
wrong fifo properties.sh '/^property fifo/,/^property simt/s/^fault sync_fifo .s.in_ready/&_y/' \
    'ERROR fault 1 not planted'
wrong fifo properties.sh '/^property fifo/,/^property simt/s/^fault sync_fifo .s.in_ready/fault sync_fifo '"'"'q/' \
    'ERROR fault 1 cannot be planted'
wrong fifo properties.sh '/^property fifo/,/^property simt/s/^fault sync_fifo/fault no_such_unit/' \
    'ERROR fault 1 cannot be planted'
wrong icache properties.sh 's#sm_icache:s/16\.-\.SW/4-SW/#sm_icache:s/16.-.SX/4-SW/#' \
    'ERROR not reduced: sm_icache:s/16.-.SX'
wrong lsu_queue f_lsu_queue.sv 's/output wire \[55:0\] st_at, //' 'ERROR yosys'
exit $status
