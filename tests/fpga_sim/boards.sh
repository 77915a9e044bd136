#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# boards.sh BUILD BOARD...: boards that are not of `all` (gt200-board-tpc: a whole TPC; gt200-board-fold: one SM in
# four phases a cycle; gt200-board-ddr: in eight, with a DDR3; on these two what comes from the machine, or goes to
# it, comes late: BOARD-17), which are made: all test programs as on the model, some over a line with noise, some with
# comparisons every 97 cycles; conformance vectors; random programs. gt200-board-small: chip small in eight phases,
# with those of the programs that it does not refuse (tests/small/programs.sh counts them). With a DDR3 of 64 MB the
# machine has 32 of them (BOARD-15), and none if a byte lane cannot be read (DDR-10).
set -eu
[ $# -ge 2 ] || { echo "usage: boards.sh BUILD BOARD..." >&2; exit 2; }
build=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
cmake --build "$build" --target "$@" run_board run_program gt200
mkdir -p "$build/regress"
programs=$here/../lockstep/programs
pairs() { for p; do echo "$programs/$p.s" "$build/tests/lockstep/$p.cubin"; done; }
all=$(cd "$programs" && ls ./*.s | sed 's,^\./,,; s/\.s$//')
# those of them that chip small runs
fit() {
    for p; do
        ! "$build/tests/lockstep/run_program" "$programs/$p.s" "$build/tests/lockstep/$p.cubin" model small \
            >/dev/null 2>&1 || echo "$p"
    done
}
for board; do
    run=$all some='atomic atomic64 global texture trap_limit'
    case $board in *-small) run=$(fit $run) some=$(fit $some) ;; esac
    few=$(pairs $some)
    on_board() { sh "$here/../../fpga/sim/on_board.sh" "$build/$board" "$@"; }
    on_board "" "$build/tests/fpga/run_board" @TTY 16384 $(pairs $run)
    on_board "--seed 3 --noise 1000" "$build/tests/fpga/run_board" @TTY 64 $few
    on_board "" "$build/tests/fpga/run_board" @TTY 64,97 $few
    on_board "" "$build/gt200" vectors --target fpga:@TTY "$here/../vectors/rcp_s.tsv.gz"
    on_board "--seed 4" "$build/gt200" fuzz --kind all --programs 18 --seed 101 --target fpga:@TTY \
        --save "$build/regress"
    case $board in *-ddr) ;; *) continue ;; esac
    said=$(on_board "" "$build/gt200" board @TTY)
    case $said in
    *"memory: 32768 KB, "*) ;;
    *) echo "boards: $board: expected 'memory: 32768 KB', got: $said" >&2; exit 1 ;;
    esac
    said=$(on_board "--fault lane" "$build/tests/fpga/run_board" @TTY 64 $few 2>&1) &&
        { echo "boards: $board: programs run though a lane cannot be read" >&2; exit 1; }
    case $said in
    *"memory is not ready"*) echo "$board: a lane that cannot be read: the memory is not ready" ;;
    *) echo "boards: $board: expected 'memory is not ready', got: $said" >&2; exit 1 ;;
    esac
done
