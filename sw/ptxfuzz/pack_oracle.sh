#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pack_oracle.sh BUILD DIR: gt200 oracle in a new folder, for a machine with an NVIDIA driver and no compiler. There:
# sh DIR/run.sh RESULTS [options of gt200 oracle] writes oracle.txt, oracle.err and device.txt to RESULTS.
set -eu
build=$1 dir=$2
rm -rf "$dir"
mkdir -p "$dir/lib"
cp "$build/gt200" "$dir/"
strip -g "$dir/gt200"
# What a bare machine may lack; what it has comes first.
for library in $(ldd "$build/gt200" | awk '$3 ~ /lib(stdc[+][+]|gcc_s|z)\.so/ { print $3 }'); do
    cp "$library" "$dir/lib/"
done
cat >"$dir/run.sh" <<'END'
#!/bin/sh
# run.sh RESULTS [OPTION...]: gt200 oracle on the GPU of this machine. The driver compiles each program at once and
# keeps none.
here=$(cd "$(dirname "$0")" && pwd)
results=$1
shift
mkdir -p "$results"
export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib"
export CUDA_CACHE_DISABLE=1 CUDA_MODULE_LOADING=EAGER GT200_MEMORY_MB=16
for library in /usr/local/nvidia/lib64/libcuda.so.1 /usr/lib/x86_64-linux-gnu/libcuda.so.1 /usr/lib64/libcuda.so.1; do
    [ -n "${GT200_LIBCUDA:-}" ] || [ ! -e "$library" ] || export GT200_LIBCUDA="$library"
done
{
    date -u
    uname -sr
    echo "GT200_LIBCUDA=${GT200_LIBCUDA:-}"
    nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem --format=csv
} >"$results/device.txt" 2>&1
"$here/gt200" oracle "$@" >"$results/oracle.txt" 2>"$results/oracle.err"
echo "gt200 oracle $*: exit status $?" >>"$results/device.txt"
date -u >>"$results/device.txt"
cat "$results/device.txt" "$results/oracle.err"
grep -v '^ ' "$results/oracle.txt" | tail -n 3
END
echo "$dir: $(du -sk "$dir" | cut -f1) KB"
