# SPDX-License-Identifier: Apache-2.0
# What clang refuses and nvcc took: a kernel that is marked __device__, too, and shared memory; words without a blank
# between.
cat >marked.cu <<'EOF'
#define KERNEL(n) \
extern "C"\
__global__ __device__ /* both */ void n(int *p)
/* __global__ __device__ */
KERNEL(k) { __device__ __shared__ int a[4]; __shared__ __device__ int b; a[0] = 3; b = 4; *p = a[0] + b; }
__device__ /* and */ __global__ void l(int *p) { const char *s = "__global__ __device__"; *p += s[0]; }
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    l<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h != 7 + '_';
}
EOF
"$gt200" cc marked.cu -o marked || fail "__global__ __device__"
GT200_TARGET=func ./marked || fail "__global__ __device__ runs wrong"
"$gt200" cc marked.cu -o marked.cubin || fail "__global__ __device__: kernels alone"
sed 's/a\[0\] = 3/a[0] = wrong/' marked.cu >bad.cu
! "$gt200" cc bad.cu -o lost 2>log || fail "a wrong kernel that is marked __device__ compiled"
grep -q "bad.cu:5:[0-9]*: .*wrong" log || fail "the place of an error behind __global__ __device__: $(cat log)"
# Braces of a launch, and a macro that is a pragma.
cat >braces.cu <<'EOF'
#define UNROLL #pragma unroll
#define UNROLL_3 \
    #pragma unroll 3
template <int N, int M> __global__ void k(int *p, int n)
{
    int s = 0;
    UNROLL
    for (int i = 0; i < N; i++) s += i;
    UNROLL_3
    for (int i = 0; i < n; i++) s += M;
    p[threadIdx.x + 4 * threadIdx.y + 8 * blockIdx.x] = s;
}
int main()
{
    int *d, h[16], n = 0;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    k<4, (16 >> 2)>
        <<<dim3(2), { 4, 2, 1 }, 0, 0>>>(d, 5);
    k<1, 1><<<{1, 1}, 1>>>(d, 2);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) n += h[i] == (i ? 26 : 2);
    return n != 16;
}
EOF
"$gt200" cc braces.cu -o braces || fail "braces in a launch"
GT200_TARGET=func ./braces || fail "braces in a launch run wrong"
