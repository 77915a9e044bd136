# SPDX-License-Identifier: Apache-2.0
# What C++ had until 2017; and another C++ when asked for.
cat >old.cu <<'EOF'
#include <stdio.h>
#include <memory>
struct none {};
int three() throw(none) { register int i = 3; std::auto_ptr<int> p(new int(i)); return *p; }
__global__ void k(int *p) { register int i = 2; *p = i; }
int main() { printf("%d %ld\n", three(), (long)__cplusplus); return 0; }
EOF
"$gt200" cc -w old.cu -o old || fail "C++ of the time"
[ "$(./old)" = "3 201402" ] || fail "C++ of the time: $(./old)"
"$gt200" cc -w -std c++98 old.cu -o old
[ "$(./old)" = "3 199711" ] || fail "-std c++98: $(./old)"
cp old.cu old.cpp
"$gt200" cc -w -D__global__= old.cpp -std=gnu++11 -o old
[ "$(./old)" = "3 201103" ] || fail "-std=gnu++11 of a .cpp: $(./old)"
"$gt200" cc -w -std=c++98 -arch=sm_90 old.cu -o old || fail "-std=c++98 for a later chip"
echo '__global__ void k(int *p) { register int i = 2; *p = i; }' >register.cu
"$gt200" cc -std=c++17 register.cu -o register.cubin 2>log || fail "a register of C++17: $(cat log)"
grep -q 'register.*-Wregister' log || fail "a register of C++17 without a warning: $(cat log)"
# Templates that call what is declared behind them, as compilers found it until 2012.
cat >behind.cu <<'EOF'
template <class T> struct twice { T of(T x) { return host_behind(x) * 2; } };
template <class T> __device__ T more(T x) { return device_behind(x) + 1; }
int host_behind(int x) { return x + 3; }
__device__ int device_behind(int x) { return 5 * x; }
__global__ void k(int *p) { *p = more(*p); }
int main()
{
    int h = 8, *d;
    cudaMalloc((void **)&d, 4);
    cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h != 41 || twice<int>().of(4) != 14;
}
EOF
"$gt200" cc behind.cu -o behind 2>log || fail "templates that call what is behind them: $(cat log)"
GT200_TARGET=func ./behind || fail "templates that call what is behind them: wrong"
