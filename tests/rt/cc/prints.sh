# SPDX-License-Identifier: Apache-2.0
# printf and assert are this runtime's; gt200 run prints, too.
cat >says.cu <<'EOF'
#include <assert.h>
#include <stdio.h>
__global__ void k(int n) { printf("%d of %d\n", threadIdx.x, n); assert(n < 9); }
EOF
"$gt200" cc says.cu -o says.cubin || fail "printf and assert in a cubin"
[ "$("$gt200" run says.cubin -k _Z1ki -g 1 -b 2 -a u32:2 | head -2 | tr '\n' ' ')" = "0 of 2 1 of 2 " ] ||
    fail "printf of a cubin: $("$gt200" run says.cubin -k _Z1ki -g 1 -b 2 -a u32:2)"
! "$gt200" run says.cubin -k _Z1ki -g 1 -b 2 -a u32:9 >log 2>&1 || fail "an assertion that fails: exit status 0"
grep -q "says.cu:3: void k(int): block: \[0,0,0\], thread: \[0,0,0\] Assertion .n < 9. failed" log ||
    fail "an assertion that fails: $(cat log)"
