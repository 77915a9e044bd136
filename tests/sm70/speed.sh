#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: speed.sh GT200 SOURCE FOLDER: instructions of the host for a thread instruction of matmul's kernels on the
# functional model of sm_90, by valgrind: nine blocks less one block.
set -eu
gt200=$1 src=$2 dir=$3
mkdir -p "$dir"
cd "$dir"
"$gt200" cc --cubin -arch=sm_90 "$src/sw/examples/matmul.cu" -o k.cubin
head -c 1048576 /dev/zero >zeros
run() {
    valgrind --tool=callgrind --callgrind-out-file=calls "$gt200" run k.cubin --chip h100 -k "$1" -g "$2" -b 16,16 \
        -a in:zeros -a in:zeros -a out:out:262144 -a u32:256 2>&1 |
        awk '/^thread instructions/ { t = $3 } /Collected/ { print t, $4 }'
}
for kernel in naive tiled; do
    echo "$kernel $(run $kernel 1,1) $(run $kernel 3,3)" |
        awk '{ printf "%s: %.1f instructions of the host for a thread instruction\n", $1, ($5 - $3) / ($4 - $2) }'
done
