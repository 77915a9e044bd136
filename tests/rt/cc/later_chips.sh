# SPDX-License-Identifier: Apache-2.0
for lacks in "6.0 atomicAdd((double *)p, 1.0)" "2.0 __ballot_sync(1, i)" "2.0 __activemask()" \
    "7.0 __match_any_sync(1, i)" "8.0 __reduce_add_sync(1, i)" "7.0 __nanosleep(i)"; do
    echo "__global__ void k(int *p, int i) { ${lacks#* }; }" >bad.cu
    ! "$gt200" cc bad.cu -c -o lost 2>log || fail "$lacks: compiled"
    grep -q "bad.cu:1:.*needs compute capability ${lacks%% *}" log || fail "$lacks: $(cat log)"
done
cat >own.cu <<'EOF'
__device__ inline float atomicAdd(float *p, float v) { return *p += v; }
static __device__ int __ballot(int p) { return p; }
__global__ void k(float *p) { atomicAdd(p, 1.0f); p[1] = __ballot(3); }
EOF
"$gt200" cc own.cu -o own.cubin || fail "own functions by names of later chips"
# Roots are rounded there, and approximations here and with -use_fast_math.
echo '__global__ void k(float *p) { p[0] = sqrtf(p[0]); }' >root.cu
for of in '-arch=sm_90 rn' '-arch=sm_20 rn' '-arch=sm_70\ -use_fast_math approx' '-O2 approx'; do
    # shellcheck disable=SC2086
    "$gt200" cc --ptx $(echo "${of% *}" | tr -d '\\') root.cu -o root.ptx
    grep -q "sqrt\.${of##* }\.f32" root.ptx || fail "sqrtf, $of: $(grep sqrt root.ptx)"
done
