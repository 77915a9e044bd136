# SPDX-License-Identifier: Apache-2.0
# What does not fit is told by the place and the name that the source has.
cat >large.cu <<'EOF'
namespace n {
template <class T> __global__ void large(T *p)
{
    __shared__ T s[8192];
    s[threadIdx.x] = p[0];
    __syncthreads();
    p[1] = s[threadIdx.x ^ 1];
}
}
int main() { n::large<float><<<1, 1>>>(0); return 0; }
EOF
! "$gt200" cc large.cu -o lost 2>log || fail "a kernel with 32 KB of shared memory compiled"
grep -q "^large\.cu:[2-5]: kernel void n::large<float>(float\*) uses [0-9]* bytes of shared memory" log ||
    fail "the kernel that does not fit: $(cat log)"
printf 'namespace n { __constant__ char table[70000]; }\n__global__ void k(int *p) { *p = n::table[*p]; }\n' >table.cu
! "$gt200" cc table.cu -o lost.cubin 2>log || fail "a table of 70000 bytes in constant memory compiled"
grep -q "'n::table' does not fit in 64 KB of constant memory" log || fail "the table that does not fit: $(cat log)"
