#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pack_gpu.sh BUILD DIR: what `gt200 bench --target cuda` and `gt200 oracle` need, in a new folder: for a machine with
# an NVIDIA driver and no compiler. There: sh DIR/run_gpu.sh bench|oracle RESULTS ... (run_gpu.sh says more).
set -eu
build=$1 dir=$2
source=$(cd "$(dirname "$0")" && pwd)
rm -rf "$dir"
mkdir -p "$dir/lib" "$dir/silicon"
cp "$build/gt200" "$source/run_gpu.sh" "$dir/"
strip -g "$dir/gt200"
cp "$build"/bench/*.ptx "$dir/"
cp "$source"/silicon/*.csv "$dir/silicon/"
# What a bare machine may lack; what it has comes first.
for library in $(ldd "$build/gt200" | awk '$3 ~ /lib(stdc[+][+]|gcc_s|z)\.so/ { print $3 }'); do
    cp "$library" "$dir/lib/"
done
echo "$dir: $(du -sk "$dir" | cut -f1) KB"
