#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cc.sh GT200 PROGRAMS HEADERS CASE: gt200 cc as a compiler driver: objects, linking, intermediate files, nvcc's
# options, failures that leave nothing. A case is cc/CASE.sh, which runs in an empty folder with these:
set -eu
gt200=$1 programs=$2 headers=$3 case=$4 lib=${1%/*}/lib
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "cc/$case.sh: $1"; exit 1; }
# A program with a kernel, which prints 1.421 with VALUE 2.
source_of_whole() {
cat >whole.cu <<'EOF'
#include <stdio.h>
#include <vector>
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += sinf(p[threadIdx.x]) / VALUE; }
int main()
{
    std::vector<float> h(32, 1.0f);
    float *d;
    cudaMalloc((void **)&d, 128);
    cudaMemcpy(d, &h[0], 128, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(d, 32);
    cudaMemcpy(&h[0], d, 128, cudaMemcpyDeviceToHost);
    printf("%.3f\n", h[31]);
    return cudaGetLastError();
}
EOF
}
. "$here/cc/$case.sh"
