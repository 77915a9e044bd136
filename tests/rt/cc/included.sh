# SPDX-License-Identifier: Apache-2.0
# The same in what a source includes, by whatever path; launches whose brackets are apart, but no templates or shifts.
mkdir -p include/kernels
cat >include/kernels/kernel.cuh <<'EOF'
__device__ __global__ void
k(int *p, int v) { p[threadIdx.x] = v >> 1; }
template <class T> struct box { T v; };
#ifdef WRONG
wrong
#endif
EOF
cat >apart.cu <<'EOF'
#include "include/../include/kernels/kernel.cuh"
typedef box<box<box<int> > > boxes;
int main()
{
    int *d, h, one = 1;
    boxes b = { { { 1 << 2 } } };
    cudaMalloc((void **)&d, 256);
    k << < one, 32 >> > (d, (b.v.v.v << one >> 1 > 2) << 4);
    k<< <one, 32>> >(d + 1, 1); k < < <1, 1> > > (d, 16);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h != 8;
}
EOF
"$gt200" cc apart.cu -o apart || fail "a launch with its brackets apart"
GT200_TARGET=func ./apart || fail "a launch with its brackets apart runs wrong"
! "$gt200" cc -DWRONG apart.cu -o lost 2>log || fail "a wrong included file compiled"
grep -q "kernels/kernel.cuh:5:1: error" log || fail "the place of an error in an included file: $(cat log)"
mkdir intermediate
TMPDIR=$PWD/intermediate "$gt200" cc apart.cu -o apart
rmdir intermediate || fail "intermediate files are left: $(find intermediate)"
