#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: compiler.sh GT200 SOURCE FOLDER TEST_HAZARDS: what our compiler makes of examples for sm_90 has no hazard, at
# each level of optimization; of all that can be left out of its control codes, most has to stay.
set -eu
gt200=$1 src=$2 dir=$3 changes=$4
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "compiler.sh: $*"; fails=$((fails + 1)); }

for name in bitonic blackscholes fft matmul radix reduction spmv; do
    "$gt200" cc --ptx -arch=sm_70 -m64 "$src/sw/examples/$name.cu" -o $name.ptx
    for level in 0 3; do
        "$gt200" ptxas -arch sm_90 -O$level $name.ptx -o $name.cubin
        "$gt200" hazards $name.cubin >out || fail "$name, -O$level: $(cat out)"
        grep -q '^[1-9][0-9]* kernels, [1-9][0-9]* instructions, 0 hazards$' out || fail "$name: $(cat out)"
    done
done
"$gt200" dis bitonic.cubin -o bitonic.s
"$changes" --any bitonic.s || fail "changes"
test "$fails" = 0
