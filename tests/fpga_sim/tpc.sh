#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tpc.sh BUILD: a board with a whole TPC (gt200-board-tpc, which is made): all test programs as on the model, some over
# a line with noise, some with comparisons every 97 cycles; conformance vectors.
set -eu
[ $# -eq 1 ] || { echo "usage: tpc.sh BUILD" >&2; exit 2; }
build=$1
here=$(cd "$(dirname "$0")" && pwd)
cmake --build "$build" --target gt200-board-tpc run_board gt200
on_board() { sh "$here/../../fpga/sim/on_board.sh" "$build/gt200-board-tpc" "$@"; }

programs=$here/../lockstep/programs
pairs() { for p; do echo "$programs/$p.s" "$build/tests/lockstep/$p.cubin"; done; }
all=$(cd "$programs" && ls ./*.s | sed 's,^\./,,; s/\.s$//')
on_board "" "$build/tests/fpga/run_board" @TTY 16384 $(pairs $all)
few=$(pairs atomic atomic64 global texture trap_limit)
on_board "--seed 3 --noise 1000" "$build/tests/fpga/run_board" @TTY 64 $few
on_board "" "$build/tests/fpga/run_board" @TTY 64,97 $few
on_board "" "$build/gt200" vectors --target fpga:@TTY "$here/../vectors/rcp_s.tsv.gz"
