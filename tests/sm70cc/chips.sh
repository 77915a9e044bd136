#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: chips.sh GT200 SOURCE FOLDER NAME: the program NAME.cu, by native code of sm_90 and PTX for the others, says
# ok. The native code has no hazards.
set -eu
gt200=$1 src=$2 dir=$3 name=$4
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
"$gt200" cc -arch=sm_90 "$src/tests/sm70cc/$name.cu" -o native
"$gt200" cc -arch=compute_70 "$src/tests/sm70cc/$name.cu" -o ptx
for chip in h100 a100 t4 v100; do
    case $chip in h100) program=native ;; *) program=ptx ;; esac
    GT200_CHIP=$chip ./$program >out 2>err || { echo "chips.sh: $chip: $(cat out err)"; exit 1; }
    test "$(cat out)" = ok
done
"$gt200" cc --cubin -arch=sm_90 "$src/tests/sm70cc/$name.cu" -o k.cubin
"$gt200" hazards k.cubin >hazards || { echo "chips.sh: $(cat hazards)"; exit 1; }
