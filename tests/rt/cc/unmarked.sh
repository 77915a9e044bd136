# SPDX-License-Identifier: Apache-2.0
mkdir include
# Marks that only the declaration has, or only the definition, in what a source includes and in explicit
# specializations; a macro that is a pragma of nvcc's. What such a file includes stays as it is, and so do its lines.
cat >include/pair.h <<'EOF'
template <class A, class B> struct both {
    A a; B b;
    __host__ __device__ both(const A &x, const B &y);
    int sum() const;
    template <class T> __host__ __device__ static int none(const T &, ...) { return 1; }
};
#include "pair.inl"
EOF
cat >include/pair.inl <<'EOF'
#include <cstdlib>
#define WITHOUT_A_WARNING \
    #pragma hd_warning_disable
template <class A, class B>
both<A, B>::both(const A &x, const B &y) : a(x), b(y) {}
template <class A, class B> __host__ __device__ int both<A, B>::sum() const { return a + (int)b; }
template <class T> __host__ __device__ bool same(const T &x, const T &y) { return x == y; }
template<> inline bool same<float>(const float &, const float &) { return true; }
struct three {
    WITHOUT_A_WARNING
    __host__ __device__ int f() const { return 3; }
};
int of_the_host() { return abs(-2); }
#ifdef WRONG
wrong
#endif
EOF
cat >unmarked.cu <<'EOF'
#include "pair.h"
__global__ void k(int *p)
{
    both<int, float> b(20, 2.5f);
    p[0] = b.sum() + three().f() + same(1.0f, 2.0f) * 100 + same(1, 2) * 1000;
}
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h != 125 || both<int, float>(1, 2).sum() != 3 || of_the_host() != 2;
}
EOF
"$gt200" cc -Iinclude unmarked.cu -o unmarked || fail "marks of declarations"
GT200_TARGET=func ./unmarked || fail "marks of declarations run wrong"
! "$gt200" cc -Iinclude -DWRONG unmarked.cu -o lost 2>log || fail "a wrong file with marks compiled"
grep -q "pair.inl:15:1: error" log || fail "the place of an error in a file with marks: $(cat log)"
