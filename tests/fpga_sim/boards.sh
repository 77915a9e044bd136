#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# boards.sh BUILD BOARD...: boards that are not of `all` (gt200-board-tpc: a whole TPC; gt200-board-fold: one SM in four
# clocks a cycle), which are made: all test programs as on the model, some over a line with noise, some with comparisons
# every 97 cycles; conformance vectors.
set -eu
[ $# -ge 2 ] || { echo "usage: boards.sh BUILD BOARD..." >&2; exit 2; }
build=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
cmake --build "$build" --target "$@" run_board gt200
programs=$here/../lockstep/programs
pairs() { for p; do echo "$programs/$p.s" "$build/tests/lockstep/$p.cubin"; done; }
all=$(cd "$programs" && ls ./*.s | sed 's,^\./,,; s/\.s$//')
few=$(pairs atomic atomic64 global texture trap_limit)
for board; do
    on_board() { sh "$here/../../fpga/sim/on_board.sh" "$build/$board" "$@"; }
    on_board "" "$build/tests/fpga/run_board" @TTY 16384 $(pairs $all)
    on_board "--seed 3 --noise 1000" "$build/tests/fpga/run_board" @TTY 64 $few
    on_board "" "$build/tests/fpga/run_board" @TTY 64,97 $few
    on_board "" "$build/gt200" vectors --target fpga:@TTY "$here/../vectors/rcp_s.tsv.gz"
done
