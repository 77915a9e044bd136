#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pack_cuda.sh BUILD DIR: everything that `gt200 bench --target cuda` needs, in a new folder: for a machine with an
# NVIDIA driver and no compiler. There: sh DIR/run.sh RESULTS writes the records bench.csv and
# listing4.csv to listing7.csv, bench.txt, bench.err and device.txt to RESULTS.
set -eu
build=$1 dir=$2
source=$(cd "$(dirname "$0")" && pwd)
rm -rf "$dir"
mkdir -p "$dir/lib" "$dir/silicon"
cp "$build/gt200" "$dir/"
strip -g "$dir/gt200"
cp "$build"/bench/*.ptx "$dir/"
cp "$source"/silicon/*.csv "$dir/silicon/"
# What a bare machine may lack; what it has comes first.
for library in $(ldd "$build/gt200" | awk '$3 ~ /lib(stdc[+][+]|gcc_s|z)\.so/ { print $3 }'); do
    cp "$library" "$dir/lib/"
done
cat >"$dir/run.sh" <<'EOF'
#!/bin/sh
# run.sh RESULTS: the measurements of gt200 bench on the GPU of this machine. Listings 4 to 7, which may never end, are
# runs of their own.
here=$(cd "$(dirname "$0")" && pwd)
results=$1
mkdir -p "$results"
export GT200_BENCH_DIR="$here" LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib"
for library in /usr/local/nvidia/lib64/libcuda.so.1 /usr/lib/x86_64-linux-gnu/libcuda.so.1 /usr/lib64/libcuda.so.1; do
    [ -n "${GT200_LIBCUDA:-}" ] || [ ! -e "$library" ] || export GT200_LIBCUDA="$library"
done
say() {
    date -u
    nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,pstate,temperature.gpu --format=csv
}
measure() {
    name=$1 limit=$2
    shift 2
    timeout "$limit" "$here/gt200" bench --target cuda --csv "$results/$name.csv" "$@" >>"$results/bench.txt" \
        2>>"$results/bench.err"
    status=$?
    echo "$name: exit status $status, $(grep -c ',cuda,' "$results/$name.csv") rows" >>"$results/device.txt"
}
: >"$results/bench.txt"
: >"$results/bench.err"
{ uname -sr; echo "GT200_LIBCUDA=${GT200_LIBCUDA:-}"; say; } >"$results/device.txt" 2>&1
measure bench 420 'T*' 'X*' 'figure*'
for n in 4 5 6 7; do
    measure "listing$n" 40 "listing$n"
done
say >>"$results/device.txt" 2>&1
cat "$results/device.txt" "$results/bench.err"
EOF
echo "$dir: $(du -sk "$dir" | cut -f1) KB"
