# SPDX-License-Identifier: Apache-2.0
# A fault takes the process with it; the next experiment runs in another one.
FAKE_FAULT=1 FAKE_COUNT=$dir/count "$probe" good.plan >out 2>err && fail "a fault ends with status 0"
grep -q '^one,,1,.*,error: the kernels: a fault; as asked for (CUDA error 715),,,,$' out || fail "$(cat out)"
grep -v '^#' out | sed 1,2d >got
sed 1,3d want >rest
cmp -s rest got || fail "after a fault: $(diff rest got)"
grep -q 'good.plan: 1 experiments failed' err || fail "$(cat err)"
