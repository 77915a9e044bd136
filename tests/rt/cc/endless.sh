# SPDX-License-Identifier: Apache-2.0
# A loop that stores for ever stays one: told, not made nothing of.
cat >ever.cu <<'EOF'
__global__ void spin(int *p) { for (;;) p[threadIdx.x] = 1; }
int main()
{
    int *d;
    cudaMalloc((void **)&d, 128);
    spin<<<1, 32>>>(d);
    return cudaThreadSynchronize() != cudaErrorLaunchTimeout;
}
EOF
"$gt200" cc ever.cu -o ever || fail "ever: not compiled"
for target in func model; do
    GT200_TARGET=$target ./ever 2>log && grep -q "kernel spin(int\*): deadlock" log || fail "ever, $target: $(cat log)"
done
