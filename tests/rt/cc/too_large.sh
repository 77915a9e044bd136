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
