#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# planted.sh rtl|model OUT TOP TEXT UNIT SED TRACE CYCLES FLAGS FILE ...: the bench TOP must print TEXT, and not PASS,
# with a fault planted in a copy of UNIT, an edit of one line: of a Verilog file (rtl) on the model's trace, or of a C
# file (model) under the trace program, whose trace the Verilog then does not follow. TRACE: the trace program's main C
# file; FLAGS: the C compiler's; FILE: Verilog, then C files and libraries. OUT: folder for what is made.
set -eu
[ $# -ge 10 ] || { echo "usage: planted.sh rtl|model OUT TOP TEXT UNIT SED TRACE CYCLES FLAGS FILE ..." >&2; exit 2; }
side=$1 out=$2 top=$3 text=$4 unit=$5 edit=$6 trace=$7 cycles=$8 flags=$9
shift 9
root=$(cd "$(dirname "$0")/../.." && pwd)

rm -rf "$out"
mkdir -p "$out"
verilog= c= found=
for f in "$@"; do
    to=$f
    if [ "${f##*/}" = "$unit" ]; then
        found=$f to=$out/$unit
        sh "$root/sim/one_line.sh" "$f" "$to" "$edit"
    fi
    case $f in
    *.c | *.a) c="$c $to" ;;
    *)   sed 's/always_comb/always @*/' "$to" >"$out/v_${f##*/}"; verilog="$verilog $out/v_${f##*/}" ;;
    esac
done
case $side:$found in
rtl:*.sv | model:*.c) ;;
*) echo "planted: no $unit for '$side' among the files" >&2; exit 2 ;;
esac
${CC:-cc} -std=c11 -O1 -w $flags -o "$out/trace" "$trace" $c -lm -lpthread
status=0
timeout 250 "$out/trace" "$cycles" >"$out/trace.txt" || status=$?
[ $status -lt 124 ] || { echo "planted: the model ends with status $status" >&2; exit 1; }
"${IVERILOG:-iverilog}" -g2012 -I"$root/rtl" -I"$root/rtl/gen" -s "$top" -o "$out/$top.vvp" $verilog \
    >"$out/$top.log" 2>&1 || { cat "$out/$top.log" >&2; exit 1; }
status=0
timeout 250 "${VVP:-vvp}" -n "$out/$top.vvp" +trace="$out/trace.txt" >"$out/$top.out" 2>&1 || status=$?
tail -n 5 "$out/$top.out"
[ $status -lt 124 ] || { echo "planted: the simulator ends with status $status" >&2; exit 1; }
grep -qF "$text" "$out/$top.out" || { echo "planted: the bench did not print: $text" >&2; exit 1; }
! grep -q '^PASS' "$out/$top.out" || { echo "planted: the bench passes" >&2; exit 1; }
rm -rf "$out"
