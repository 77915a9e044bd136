#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# global_names.sh NM ARCHIVE: the archive that programs are linked with defines no global name but CUDA's, and all of those that a
# program begins with.
set -eu
nm=$1 archive=$2
names=$("$nm" -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort -u)
own='^(cu[A-Z]|cuda[A-Z]|__cuda[A-Z]|cut[A-Z]|cutil[A-Z]|__cut[A-Z]|shr[A-Z])[A-Za-z0-9_]*$'
foreign=$(echo "$names" | grep -Ev "$own" || true)
[ -z "$foreign" ] || { echo "$archive has names that are a program's own: $(echo "$foreign" | head -20 | tr '\n' ' ')"; exit 1; }
for name in cuInit cuLaunchKernel cudaMalloc cudaLaunchKernel __cudaRegisterFatBinary cutCreateTimer __cutRuntimeCheck; do
    echo "$names" | grep -qx "$name" || { echo "$archive lacks $name"; exit 1; }
done
echo "$(echo "$names" | wc -l) global names, all CUDA's"
