# SPDX-License-Identifier: Apache-2.0
# What needs compute capability 2.0 is told by its name. Layered textures and surfaces may be declared, and functions
# that use them: kernels may not.
cat >declared.h <<'EOF'
#include <surface_functions.h>
surface<void, 2> s;
texture<float, cudaTextureType2DLayered> t;
texture<uchar4, cudaTextureType1DLayered, cudaReadModeNormalizedFloat> bytes;
__device__ void put(float v, surface<void, 2> to, int x) { surf2Dwrite(v, to, x, 1, cudaBoundaryModeTrap); }
__device__ void get(float *p, surface<void, 3> from, int x) { surf3Dread(p, from, x, 1, 2); }
__device__ float4 layer(float x, int l) { return tex1DLayered(bytes, x, l); }
EOF
cat >declared.cu <<'EOF'
#include "declared.h"
#include <stdio.h>
__global__ void k(int *p) { *p = 7; }
int main()
{
    cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
    int *d, h = 0;
    cudaArray *a;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaMallocArray(&a, &c, 8, 8);
    puts(cudaGetErrorString(cudaBindSurfaceToArray(s, a)));
    puts(cudaGetErrorString(cudaBindTextureToArray(t, a)));
    puts(cudaGetErrorString(cudaMalloc3DArray(&a, &c, make_cudaExtent(4, 4, 4), cudaArrayLayered)));
    return h != 7;
}
EOF
"$gt200" cc declared.cu -o declared || fail "declared surfaces"
GT200_TARGET=func ./declared >log || fail "declared surfaces: wrong"
[ "$(grep -c 'need compute capability 2\.0' log)" = 3 ] || fail "declared surfaces: $(cat log)"
for wrong in "surf2Dwrite(*p, s, 4, 4): surfaces" "*p = surf2Dread<float>(s, 4, 4): surfaces" "put(1, s, 2): surfaces" \
    "*p = tex2DLayered(t, 1, 2, 3): layered textures" "*p = layer(1, 2).x: layered textures"; do
    printf '#include "declared.h"\n__global__ void k(float *p) { %s; }\nint main() { return 0; }\n' "${wrong%: *}" \
        >bad.cu
    for pass in -c --cubin; do
        ! "$gt200" cc $pass bad.cu -o lost 2>log || fail "${wrong%: *}: compiled"
        grep -q "(${wrong#*: } need compute capability 2\.0), in kernel k(float\*)" log &&
            grep -q '^[^ ]*\(bad.cu:2\|declared.h:[57]\): ' log || fail "$wrong: $(cat log)"
    done
done
for lacks in "__ballot(i)" "__syncthreads_count(i)" "__syncthreads_and(i)" "__syncthreads_or(i)" \
    "atomicAdd((float *)p, i)" "__threadfence_system()"; do
    for pass in -c --cubin; do
        echo "__global__ void k(int *p, int i) { $lacks; }" >bad.cu
        ! "$gt200" cc $pass bad.cu -o lost 2>log || fail "$lacks: compiled"
        grep -q "bad.cu:1:.*error: '${lacks%%(*}.*needs compute capability 2\.0" log || fail "$lacks: $(cat log)"
    done
done
echo '__global__ void k(unsigned long long *p, int i) { atomicMax(p, i); }' >bad.cu
! "$gt200" cc bad.cu -o lost.cubin 2>log || fail "atomicMax of 64 bits: compiled"
grep -q "'atomicMax<int>' is unavailable: it needs compute capability 3\.5" log || fail "atomicMax: $(cat log)"
