# SPDX-License-Identifier: Apache-2.0
# A pointer cast to a smaller integer is a warning, in device and host code.
cat >casts.cu <<'EOF'
#include <iostream>
__global__ void k(unsigned *p) { p[0] = (unsigned int)p; p[1] = (int)&p[2] - (int)p; }
int main(int argc, char **argv)
{
    unsigned *d, h[2];
    cudaMalloc((void **)&d, 8);
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    return h[0] != (unsigned)(size_t)d || h[1] != 8 || (unsigned int)argv != (unsigned)(size_t)argv;
}
EOF
"$gt200" cc casts.cu -o casts 2>log || fail "casts: $(cat log)"
grep -q "casts.cu:2:.*warning: cast to smaller integer type 'unsigned int'" log || fail "casts: $(cat log)"
GT200_TARGET=func ./casts || fail "casts run wrong"
