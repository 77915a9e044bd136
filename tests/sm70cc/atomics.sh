#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: atomics.sh GT200 SOURCE FOLDER: atomics.cu, by native code of sm_90 and PTX for the others.
set -eu
gt200=$1 src=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
"$gt200" cc -arch=sm_90 "$src/tests/sm70cc/atomics.cu" -o native
"$gt200" cc -arch=compute_70 "$src/tests/sm70cc/atomics.cu" -o ptx
for chip in h100 a100 t4 v100; do
    case $chip in h100) program=native ;; *) program=ptx ;; esac
    GT200_CHIP=$chip ./$program >out 2>err || { echo "atomics.sh: $chip: $(cat out err)"; exit 1; }
    test "$(cat out)" = ok
done
