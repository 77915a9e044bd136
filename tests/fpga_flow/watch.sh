#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# watch.sh WATCH.SH FOLDER: how far a program is that writes a log as nextpnr does, each of its three kinds of lines;
# nothing of an old log or twice the same; output, errors and exit status of the program stay. FOLDER: for the log.
set -eu
watch=$1
dir=$2/watch
rm -rf "$dir"
mkdir -p "$dir"
fail() { echo "watch: $*" >&2; exit 1; }
cat >"$dir/program" <<'END'
log=$1
line() { echo "Info: $1" >>"$log"; }
sleep 2.5
line 'overlap: COMB=41.5%, FF=21.5%, RAM=0.0%, MUL=33.3%'
line 'coord_dist: 0.281705 grad_dist: 0.426546'
line 'iter=439 steplen=0.660434 a=221.846939 penalty=[1.34, 1.34, 1.34, 1.34]'
line '   update_chains distance 2033.96'
sleep 4
line '  at iteration #15: temp = 0.000000, timing cost = 0, wirelen = 382983'
sleep 2.5
line '    iter=7 wires=1063013 overused=2674 overuse=2702 tmgfail=0 archfail=NA'
sleep 2.5
echo out
echo error >&2
exit 3
END
echo 'Info:     iter=9 wires=1 overused=1 overuse=1 tmgfail=0 archfail=NA' >"$dir/log"
status=0
WATCH=1 sh "$watch" "$dir/log" sh "$dir/program" "$dir/log" >"$dir/out" 2>"$dir/said" || status=$?
[ "$status" = 3 ] || fail "exit status $status, expected 3"
[ "$(cat "$dir/out")" = out ] || fail "of its output is left: $(cat "$dir/out")"
sed 's/^  [0-9]* s: //' "$dir/said" >"$dir/lines"
cat >"$dir/expected" <<'END'
step 439, overlap COMB=41.5%, FF=21.5%, RAM=0.0%, MUL=33.3%
refinement 15: wire length 382983
round 7: 2674 wires used more than once
error
END
diff "$dir/expected" "$dir/lines" || fail "says something else"
grep -q '^  [1-9][0-9]* s: round 7' "$dir/said" || fail "no seconds: $(cat "$dir/said")"
# Whoever reads what it writes need not wait for its next line.
start=$(date +%s)
said=$(WATCH=40 sh "$watch" "$dir/log" sh -c 'sleep 1; echo done' 2>&1) || fail "an error of a program without one"
[ "$said" = 'done' ] || fail "of a program without a log it says: $said"
[ $(($(date +%s) - start)) -lt 30 ] || fail "the program's end is seen late"
sh "$watch" "$dir/log" 2>/dev/null && fail "runs without a command"
exit 0
