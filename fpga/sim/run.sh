#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: what `make fpga-sim` shows: programs of the CUDA runtime and kernels on gt200-board, the cycle model
# beside them: results and cycles must be equal. The board refreshes its SDRAM at random, and its line loses, changes
# and adds one of 5000 bytes.
set -eu
[ $# -eq 1 ] || { echo "usage: run.sh BUILD" >&2; exit 2; }
build=$1
here=$(dirname "$0")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0

on_board() { sh "$here/on_board.sh" "$build/gt200-board" "--seed 5 --noise 5000" "$@"; }

# both NAME COMMAND ...: with MODEL as target and with the board; what they print is compared.
both() {
    name=$1
    shift
    GT200_TARGET=model "$@" >"$out/model" 2>&1 || { cat "$out/model"; failed=1; }
    on_board env GT200_TARGET=fpga:@TTY "$@" >"$out/board" 2>"$out/err" || { cat "$out/board" "$out/err"; failed=1; }
    if cmp -s "$out/model" "$out/board"; then
        printf '%-12s as on the model: %s\n' "$name" "$(tail -n 1 "$out/board")"
    else
        printf '%-12s not as on the model:\n' "$name"
        diff "$out/model" "$out/board" || true
        failed=1
    fi
}
export GT200_MEMORY_MB=1
for program in 'vecadd 1024' 'reduction 1024' 'histogram 1024' 'scan 1024' 'matmul 32'; do
    set -- $program
    "$build/gt200" cc "$here/../../sw/examples/$1.cu" -o "$out/$1"
    both "$1" "$out/$1" "$2"
done

on_board "$build/gt200" bench --target model,fpga:@TTY 'T3*' 'listing*' || failed=1
exit $failed
