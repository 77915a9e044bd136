# SPDX-License-Identifier: Apache-2.0
# Source lines of a cubin in the messages of gt200 run and in traces.
cat >lines.cu <<'EOF'
__global__ void wild(int *p)
{
    p[0] = 1;
    p[threadIdx.x + (1 << 28)] = 1;
}
__global__ void spin(volatile int *p) { while (p[0] == 0) {} }
EOF
"$gt200" cc -lineinfo lines.cu -o lines.cubin
! "$gt200" run lines.cubin -k _Z4wildPi -g 1 -b 32 -a zero:256 2>log || fail "a wild store ran"
grep -q "lines.cu:4: kernel _Z4wildPi: GLOBAL_LIMIT_WRITE" log || fail "no source line of a fault: $(cat log)"
! "$gt200" run lines.cubin -k _Z4spinPVi -g 1 -b 32 -a zero:256 2>log || fail "an endless loop ended"
grep -q "warp 0.* pc 0x[0-9a-f]* (lines.cu:6) " log || fail "no source line of a hang: $(cat log)"
! "$gt200" trace lines.cubin -k _Z4wildPi -g 1 -b 32 -a zero:256 --target model --perfetto p.json --konata k.log \
    2>log || fail "a wild store ran"
grep -q '"name":"st.*"source":"lines.cu:3"' p.json && grep -q 'LSU lines.cu:3$' k.log ||
    fail "no source line in the traces"
