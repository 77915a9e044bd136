# SPDX-License-Identifier: Apache-2.0
# 256 votes one behind the other need few registers.
awk 'BEGIN { print "__global__ void votes(int *p) { int n = 0;"
    for (i = 0; i < 256; i++) print "n += __all(p[" i "] > threadIdx.x);"; print "p[threadIdx.x] = n; }" }' >votes.cu
"$gt200" cc votes.cu -o votes.cubin -v 2>log || fail "256 votes: $(cat log)"
grep -q "^_Z5votesPi: [1-8] registers" log || fail "256 votes: $(cat log)"
