#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# libraries.sh PREFIX CC SOURCES DIR: programs that use the toolkit's libraries, built as users build them: C by the
# host's compiler, CUDA C by nvcc with the runtime inside or shared. Each checks its results and prints `ok`.
set -eu
prefix=$1 cc=$2 sources=$3 dir=$4
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
PATH=$prefix/bin:$PATH
fail() { echo "libraries.sh: $*"; exit 1; }
# runs TARGET PROGRAM
runs() {
    said=$(LD_LIBRARY_PATH=$prefix/lib64 GT200_TARGET=$1 "./$2" 2>&1) || fail "$2 on $1: $said"
    [ "$said" = ok ] || fail "$2 on $1: $said"
}
"$cc" "$sources/gemm.c" -o gemm -I"$prefix/include" -L"$prefix/lib64" -lcublas -lcudart -lm
runs func gemm
nvcc -O2 "$sources/power.cu" -o power -lcublas
nvcc -O2 --cudart shared "$sources/power.cu" -o power_shared -lcublas
runs func power
runs model power
runs func power_shared
nvcc "$sources/filter.cu" -o filter -lcufft
runs func filter
runs model filter
nvcc -arch=sm_13 "$sources/pi.cu" -o pi -lcurand
runs func pi
runs model pi
# What measures them runs, too.
nvcc "$sources/../../../sw/libraries/speed.cu" -o speed -lcublas -lcufft
for what in "sgemm 40" "dgemm_t 20" "sgemv 50" "fft 64 3"; do
    GT200_TARGET=model ./speed $what >log 2>&1 && grep -q '^[a-z_]* [0-9]* x [0-9]*: .* Gflop/s$' log ||
        fail "speed $what: $(cat log)"
done
! ./speed fft 2>log || fail "speed without a size"
