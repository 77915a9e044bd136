# SPDX-License-Identifier: Apache-2.0
# A target that cannot be had is told, once, though the program looks at no result.
cat >ignores.cu <<'EOF'
__global__ void k(int *p) { *p = 1; }
int main()
{
    int *p, n;
    cudaMalloc((void **)&p, 4);
    k<<<1, 1>>>(p);
    return cudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost) == cudaSuccess;
}
EOF
"$gt200" cc ignores.cu -o ignores
GT200_TARGET=modell ./ignores 2>log || fail "GT200_TARGET=modell is taken"
[ "$(cut -d '(' -f 1 log)" = "gt200: GT200_TARGET: unknown target 'modell' " ] || fail "GT200_TARGET=modell: $(cat log)"
GT200_QUIET=1 GT200_TARGET=modell ./ignores 2>log && [ ! -s log ] || fail "GT200_QUIET=1, no target: $(cat log)"
# So is every other value, to programs on the Driver API, too; a command of gt200 says it itself.
cat >driver.cu <<'EOF'
#include <cuda.h>
int main() { CUcontext c; cuInit(0); cuCtxCreate(&c, 0, 0); return 0; }
EOF
"$gt200" cc driver.cu -o driver
for wrong in TARGET=modell CHIP=gtx281 DEVICES=65 QUIET=yes JITTER=x THREADS=-1 MAX_CYCLES=ten MEMORY_MB=4096 PM=pm \
    CHECK=x INTERLEAVE=x RACES=some MEMCHECK=2; do
    for program in ./driver ./ignores; do
        env "GT200_$wrong" "$program" 2>log || fail "GT200_$wrong $program: $?"
        [ "$(grep -c . log)" = 1 ] && grep -q "^gt200: GT200_${wrong%=*}: " log || fail "GT200_$wrong: $(cat log)"
    done
done
! GT200_JITTER=x "$gt200" launch -n 1 2>log || fail "GT200_JITTER=x is taken"
[ "$(cat log)" = "gt200 launch: GT200_JITTER: 'x' is not a positive number" ] || fail "GT200_JITTER=x: $(cat log)"
