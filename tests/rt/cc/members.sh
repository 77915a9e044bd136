# SPDX-License-Identifier: Apache-2.0
# Members of classes that kernels call and that say nothing of __device__; a class may have others that only the host
# can call.
mkdir members
echo '#define THREE 3' >members/three.h
cat >members/members.cu <<'EOF'
#include <stdio.h>
#include <vector>
#include "three.h"
#define OPEN "{"    /* no brace: { */
template <class T, class U> struct pair {
    T a;
    U b;
    pair(T x, U y) : a(x), b(y) {}
    pair operator+(const pair &o) const { return pair(a + o.a, b + o.b); }
};
class __align__(8) mixed : public pair<int, float> {
    std::vector<int> *host;
public:
    mixed(int x) : pair<int, float>(x, 2.5f), host(0) { if (x < 0) { x = '{'; } }
    ~mixed() {}
    int sum() const { return a + (int)b; }
    int elsewhere(int i);
    void print() { host = new std::vector<int>(THREE, sum()); printf("%d" OPEN "}\n", (*host)[2]); delete host; }
};
int mixed::elsewhere(int i) { return rand() * 0 + i; }
__global__ void k(int *p)
{
    mixed m(threadIdx.x);
    pair<int, float> q = m + pair<int, float>(10, 0.5f);
    p[threadIdx.x] = m.sum() + q.a + (int)q.b;
#ifdef WRONG
    p[0] = wrong;
#endif
}
int main()
{
    int h[32], *d;
    mixed m(5);
    m.print();
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[7], m.elsewhere(4));
    return cudaGetLastError();
}
EOF
"$gt200" cc members/members.cu -o members.out 2>log || fail "members: $(cat log)"
grep -q "members.cu: warning: functions without __device__ that kernels call count as device functions" log ||
    fail "members: $(cat log)"
[ "$(GT200_TARGET=func ./members.out)" = "7{}
29 4" ] || fail "members: $(./members.out)"
mkdir intermediate
TMPDIR=$PWD/intermediate "$gt200" cc members/members.cu -o members.out 2>log
rmdir intermediate || fail "intermediate files are left: $(find intermediate)"
"$gt200" cc members/members.cu -o members.cubin 2>log || fail "kernels with members: $(cat log)"
! "$gt200" cc -DWRONG members/members.cu -o lost 2>log || fail "wrong members compiled"
grep -q "members/members.cu:27:.*wrong" log && grep -q "members/members.cu:[0-9]*:.*__host__ function" log ||
    fail "the errors of members: $(cat log)"
[ ! -e lost ] || fail "wrong members left a program"
# What such a function needs of the host is an error: a variable, a function of the host's library.
for wrong in "static int variable = 1" "int variable"; do
    echo "$wrong; struct s { int v; s() : v(variable) {} }; __global__ void k(int *p) { s a; *p = a.v; }
int main() { variable = 2; return 0; }" >bad.cu
    ! "$gt200" cc bad.cu -o lost 2>log || fail "a kernel that uses a variable of the host compiled"
    grep -q "bad.cu:1:.*__host__ function" log || fail "a kernel that uses a variable of the host: $(cat log)"
done
echo '#include <stdlib.h>
struct s { int v; s() : v(rand()) {} }; __global__ void k(int *p) { s a; *p = a.v; } int main() { return 0; }' >bad.cu
! "$gt200" cc bad.cu -o lost 2>log || fail "a kernel that calls the host's library compiled"
grep -q "bad.cu:2:.*__host__ function" log || fail "a kernel that calls the host's library: $(cat log)"
