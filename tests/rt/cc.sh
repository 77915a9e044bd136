#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cc.sh GT200 PROGRAMS HEADERS: gt200 cc as a compiler driver: objects, linking, intermediate files, nvcc's options,
# failures that leave nothing.
set -eu
gt200=$1 programs=$2 headers=$3 lib=${1%/*}/lib
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "cc.sh: $1"; exit 1; }

"$gt200" cc -c "$programs/part1.cu" "$programs/part2.cu"
"$gt200" cc -c "$programs/part3.cpp" -o three.o
"$gt200" cc part1.o part2.o three.o -o parts
GT200_TARGET=func ./parts

# A structure that is aligned to 16 bytes is moved by one access.
"$gt200" cc --cubin "$programs/wide.cu" -o wide.cubin
"$gt200" dis wide.cubin | sed -n '/^\.kernel one$/,/^\.kernel [^o]/p' >wide.s
for access in "ld.b128 .*, g14" "st.b128.* g14"; do
    [ "$(grep -c "$access" wide.s)" = 1 ] || fail "wide.cu, kernel one: not one $access"
done
! grep -q "b64 .*g14" wide.s || fail "wide.cu, kernel one: accesses of 8 bytes"

# PTX in an object becomes native code where that is linked or with -c, and else when the program starts.
device_code() { objcopy -O binary --only-section=.nv_fatbin "$1" code && tr -d '\0' <code; }
"$gt200" cc -c --embed-ptx "$programs/part1.cu" "$programs/part2.cu"
device_code part1.o | grep -q '^\.version' || fail "--embed-ptx: no PTX in the object"
"$gt200" cc -v -c part1.o -o native.o 2>log
grep -q registers log || fail "-v -c of an object with PTX: $(cat log)"
"$gt200" cc -c "$programs/part1.cu" -o direct.o
device_code direct.o >direct
device_code native.o | cmp - direct || fail "native code of an object with PTX is another than that of its source"
"$gt200" cc -c native.o -o again.o
cmp native.o again.o || fail "-c changed an object without PTX"
"$gt200" cc native.o part2.o three.o -o late -v 2>log
grep -q registers log || fail "linking an object with PTX made no native code: $(cat log)"
! device_code late | grep -q '^\.version' || fail "a linked program has PTX inside"
GT200_TARGET=func ./late || fail "native code made by the link: $?"
${CXX:-c++} part1.o part2.o three.o -o ptx-inside -L"$lib" -lcudart ${LDFLAGS:-}
GT200_TARGET=func LD_LIBRARY_PATH=$lib ./ptx-inside || fail "PTX in a program: $?"
sed 's/ld\.param/ld.parax/' part1.o >wrong.o      # of the same length
! "$gt200" cc -c wrong.o -o lost.o 2>log || fail "wrong PTX in an object was compiled"
grep -q '(wrong.o: PTX:[0-9]*: ' log && [ ! -e lost.o ] || fail "wrong PTX in an object: $(cat log)"
head -c 200 part1.o >short.o
"$gt200" cc -c short.o -o copied.o && cmp short.o copied.o || fail "a file that is no object is not copied"

"$gt200" cc -keep -g -Xptxas -v -Xcompiler -O1,-Wall -arch=sm_13 -gencode arch=compute_13,code=sm_13 -lcudart \
    "$programs/first.cu" -o first 2>log
[ -s first.ptx ] && [ -s first.cubin ] || fail "-keep left no files"
grep -q "registers" log || fail "-Xptxas -v printed nothing"
"$gt200" dis first.cubin | grep -q '^\.loc .*first.cu' || fail "no source lines in the cubin"
GT200_TARGET=func ./first

echo 'int main() { return missing; }' >bad.cu
! "$gt200" cc bad.cu -o bad 2>/dev/null || fail "a wrong program compiled"
[ ! -e bad ] || fail "a wrong program left an executable"
! "$gt200" cc nothing.cu -o x 2>log || fail "a missing source compiled"
grep -q "nothing.cu: No such file" log || fail "the missing source is not named"
for what in "" "-c" "-o x" "--ptx"; do
    ! "$gt200" cc . $what 2>log || fail "a folder compiled ($what)"
    [ "$(cat log)" = ".: Is a directory" ] || fail "a folder as source ($what): $(cat log)"
done
! "$gt200" cc "$programs/first.cu" -o . 2>log || fail "a folder as output was taken"
[ "$(cat log)" = ".: Is a directory" ] || fail "a folder as output: $(cat log)"
echo 'int x;' >bad.cu
! "$gt200" cc bad.cu 2>log || fail "a cubin without kernels"
grep -q "bad.cu: expected a kernel" log || fail "no kernel: $(cat log)"

# A signal ends the compiler and the program it runs, and leaves no intermediate files: clang that does not return.
mkdir slow
cat >slow/clang <<'EOF'
#!/bin/sh
echo $$ >"$TMPDIR/../pid"
exec sleep 600
EOF
chmod +x slow/clang
for signal in TERM HUP; do
    mkdir files
    rm -f pid
    TMPDIR=$dir/files "$gt200" cc "$programs/first.cu" --clang "$dir/slow/clang" -o x &
    compiler=$!
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s pid ] && break
        sleep 0.5
    done
    [ -s pid ] || fail "clang did not start"
    [ "$(ls files)" ] || fail "no folder of intermediate files"
    kill -$signal $compiler
    ! wait $compiler || fail "SIG$signal: exit status 0"
    [ ! -e x ] && rmdir files || fail "SIG$signal left $(ls files/*)"
    ! kill -0 "$(cat pid)" 2>/dev/null || fail "SIG$signal left clang"
done
! "$gt200" cc "$programs/first.cu" --clang no-such-clang -o x 2>log || fail "a missing clang compiled"
grep -q "no-such-clang not found" log || fail "the missing clang is not named"
"$gt200" cc "$programs/first.cu" -m64 --cubin -o - >k.cubin
grep -q "^	params  {" k.cubin || fail "the cubin has no list of parameters"

# Kernels of a whole program, with 4-byte pointers as kernels alone; and what nvcc's users write.
cat >whole.cu <<'EOF'
#include <stdio.h>
#include <vector>
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += sinf(p[threadIdx.x]) / VALUE; }
int main()
{
    std::vector<float> h(32, 1.0f);
    float *d;
    cudaMalloc((void **)&d, 128);
    cudaMemcpy(d, &h[0], 128, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(d, 32);
    cudaMemcpy(&h[0], d, 128, cudaMemcpyDeviceToHost);
    printf("%.3f\n", h[31]);
    return cudaGetLastError();
}
EOF
"$gt200" cc -DVALUE=2 whole.cu -o whole.ptx
grep -q '\.param \.u32 _Z3addPfi_param_0' whole.ptx || fail "whole.ptx has no 4-byte pointers"
"$gt200" cc --define-macro VALUE=2 --include-path . --cubin whole.cu --output-file whole.cubin -v 2>log
"$gt200" cc -use_fast_math -DVALUE=2 --cubin whole.cu -o fast.cubin -v 2>fast.log
words() { sed 's/.* \([0-9]*\) instructions.*/\1/' "$1"; }
[ "$(words fast.log)" -lt $(($(words log) / 3)) ] || fail "-use_fast_math: $(cat fast.log), without: $(cat log)"
"$gt200" cc -x cu -ccbin gcc -Xopencc -O3 -prec-div=false -O3 -arch sm_13 --generate-code arch=compute_13,code=sm_13 \
    -DVALUE=2 -Wl,-rpath,/ \
    -lm -L. whole.cu -o whole
[ "$(GT200_TARGET=func ./whole)" = 1.421 ] || fail "whole.cu gives $(GT200_TARGET=func ./whole)"
# As the Makefiles of the time: the host compiler links, options in one string, objects in a folder, rules for make.
mkdir obj
"$gt200" cc -c -m64 -odir obj --compiler-options -fno-strict-aliasing -Xcompiler "-O1 -Wall" \
    --ptxas-options "-v -abi=no" -DVALUE=2 whole.cu 2>log
grep -q registers log || fail "--ptxas-options with two options in one string"
${CXX:-c++} obj/whole.o -o whole-host -L"$lib" -lcudart ${LDFLAGS:-}
[ "$(GT200_TARGET=func LD_LIBRARY_PATH=$lib ./whole-host)" = 1.421 ] || fail "whole.cu linked with -lcudart"
"$gt200" cc -DVALUE=2 --cudart shared whole.cu -o shared
"$gt200" cc -DVALUE=2 -cudart=static whole.cu -o static
[ "$(GT200_TARGET=func ./shared)$(GT200_TARGET=func ./static)" = 1.4211.421 ] || fail "--cudart: other results"
ldd shared | grep -q 'libcudart\.so\.4 => .*/lib/libcudart\.so\.4' || fail "--cudart shared: $(ldd shared)"
! ldd static | grep -q libcuda || fail "--cudart static: $(ldd static)"
# The samples' utilities: of their archive, what a program calls; the Makefiles' names of it.
cat >timer.cu <<'EOF'
#include <cutil.h>
int main(void) { unsigned t; return cutCreateTimer(&t) != CUTTrue || t != 1; }
EOF
"$gt200" cc timer.cu -o timer
! nm static | grep -q ' cut[A-Z]' || fail "a program that calls no utility has $(nm static | grep ' cut[A-Z]')"
nm timer | grep -q ' cutCreateTimer$' || fail "timer lacks cutCreateTimer"
! nm timer | grep -q cutLoadPGMf || fail "timer has pictures"
./timer || fail "timer: $?"
"$gt200" cc -c timer.cu
# A program of the Driver API alone needs no more.
cat >driver-only.cpp <<'EOF'
#include <cuda.h>
#include <cutil.h>
int main(int argc, char **argv) { return cutCheckCmdLineFlag(argc, (const char **)argv, "x") || cuInit(0); }
EOF
${CXX:-c++} -I"$headers" -I"$headers/samples" driver-only.cpp -o driver-only -L"$lib" -L"$lib/samples" -lcutil \
    -lcuda ${LDFLAGS:-} ||
    fail "a program of the Driver API linked without -lcudart"
LD_LIBRARY_PATH=$lib ./driver-only || fail "driver-only: $?"
# A header of that name which the program brings is found first, in whatever folder.
mkdir own
echo "#include_next <cutil.h>
#define OWN_CUTIL 1" >own/cutil.h
printf "#include <cutil.h>\nint main() { unsigned t; return !OWN_CUTIL || cutCreateTimer(&t) != CUTTrue; }\n" >own.cu
for option in -I -isystem; do
    "$gt200" cc $option own own.cu -o own.out || fail "$option with a cutil.h of the program's own"
done
for library in cutil cutil_x86_64 shrutil_x86_64; do
    ${CXX:-c++} timer.o -o "timer-$library" -L"$lib" -L"$lib/samples" -l$library -lcudart ${LDFLAGS:-}
    LD_LIBRARY_PATH=$lib "./timer-$library" || fail "timer.cu linked with -l$library: $?"
done
# A program's own library of that name is linked, though its makefile names CUDA's folder first, by whatever linker;
# what it lacks of ours is taken from ours.
mkdir ownlib
echo 'int cutFindDir(char *o, const char *s, const char *d) { return o != 0 || s == d; }' >find.c
${CC:-cc} -c find.c && ${AR:-ar} qcs ownlib/libcutil_x86_64.a find.o
echo 'extern "C" int cutFindDir(char *, const char *, const char *);
int main() { return cutFindDir(0, "a", "b"); }' >find.cpp
${CXX:-c++} find.cpp -L"$lib" -Lownlib -lcudart -lcutil_x86_64 -o found ${LDFLAGS:-} ||
    fail "-L of the toolkit before that of a libcutil of the program's own"
cat >both.cu <<'EOF'
#include <cutil.h>
extern "C" int cutFindDir(char *, const char *, const char *);
int main() { unsigned t; return cutFindDir(0, "a", "b") || cutCreateTimer(&t) != CUTTrue; }
EOF
"$gt200" cc both.cu -L"$lib" -Lownlib -lcutil_x86_64 -o both || fail "a libcutil of the program's own and ours"
./both || fail "both: $?"
! "$gt200" cc -DVALUE=2 --cudart none whole.cu -o lost 2>log || fail "--cudart none was taken"
grep -q "unexpected argument 'none'" log || fail "--cudart none: $(cat log)"
"$gt200" cc -M -DVALUE=2 whole.cu >log
grep -q "^whole.o: whole.cu" log || fail "-M"
"$gt200" cc -E -DVALUE=2 whole.cu >log
grep -q "sinf(p\[threadIdx.x\]) / 2;" log || fail "-E"
# What clang refuses is changed on a terminal, too, where its messages have colours.
if command -v script >/dev/null; then
    script -qec "'$gt200' cc '$programs/constructors.cu' -o colours" /dev/null >log || fail "on a terminal: $(cat log)"
fi
# Pointers of 4 bytes: nothing without their libraries, ours or the host's.
mkdir -p empty/lib
touch empty/lib/libcudart.a
ln -sf "$lib/../include" empty/include
for what in -c "-o lost"; do
    ! GT200_HOME=$PWD/empty "$gt200" cc -m32 $what -DVALUE=2 whole.cu 2>log || fail "-m32 $what was taken"
    grep -q -- "-m32: .*g++-multilib" log && [ ! -e lost ] || fail "-m32 $what: $(cat log)"
done
! "$gt200" cc -m 48 whole.cu 2>log || fail "-m 48 was taken"
! "$gt200" cc -DVALUE=2 whole.cu -o lost -lcublas 2>log || fail "-lcublas was found"
grep -q "cublas" log && [ ! -e lost ] || fail "-lcublas: $(cat log)"
for option in -lib -shared -deviceemu -rdc=true -fatbin; do
    ! "$gt200" cc $option -DVALUE=2 whole.cu 2>log || fail "$option was taken"
    grep -q -- "$option: nvcc has this option" log || fail "$option: $(cat log)"
done
! "$gt200" cc -arch=sm_99x whole.cu 2>log || fail "-arch=sm_99x was taken"
echo '__global__ void k(int *p) { *p = wrong; }' >bad.cu
! "$gt200" cc bad.cu 2>log || fail "wrong kernels compiled"
[ "$(grep -c 'bad.cu:1:.*wrong' log)" = 1 ] || fail "the error of wrong kernels: $(cat log)"
"$gt200" cc --version | grep -q "CUDA 4" || fail "--version"

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

# What does not fit is told by the place and the name that the source has.
cat >large.cu <<'EOF'
namespace n {
template <class T> __global__ void large(T *p)
{
    __shared__ T s[8192];
    s[threadIdx.x] = p[0];
    __syncthreads();
    p[1] = s[threadIdx.x ^ 1];
}
}
int main() { n::large<float><<<1, 1>>>(0); return 0; }
EOF
! "$gt200" cc large.cu -o lost 2>log || fail "a kernel with 32 KB of shared memory compiled"
grep -q "^large\.cu:[2-5]: kernel void n::large<float>(float\*) uses [0-9]* bytes of shared memory" log ||
    fail "the kernel that does not fit: $(cat log)"

# 256 votes one behind the other need few registers.
awk 'BEGIN { print "__global__ void votes(int *p) { int n = 0;"
    for (i = 0; i < 256; i++) print "n += __all(p[" i "] > threadIdx.x);"; print "p[threadIdx.x] = n; }" }' >votes.cu
"$gt200" cc votes.cu -o votes.cubin -v 2>log || fail "256 votes: $(cat log)"
grep -q "^_Z5votesPi: [1-8] registers" log || fail "256 votes: $(cat log)"

# Variables of the environment: 0 switches off, and one that does not exist is told.
GT200_QUIET=0 GT200_MEMCHECK=0 GT200_TARGET=func ./whole >log 2>&1 && [ "$(cat log)" = 1.421 ] ||
    fail "GT200_QUIET=0: $(cat log)"
! GT200_QUIET=yes GT200_TARGET=func ./whole >log 2>&1 || fail "GT200_QUIET=yes was taken"
GT200_TARGT=model ./whole >log 2>&1 &&
    grep -q "GT200_TARGT: there is no such variable; did you mean GT200_TARGET?" log ||
    fail "GT200_TARGT: $(cat log)"
GT200_QUIET=1 GT200_TARGT=model ./whole >log 2>&1 && [ "$(cat log)" = 1.421 ] || fail "GT200_QUIET=1: $(cat log)"

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

# What clang refuses and nvcc took: a kernel that is marked __device__, too, and shared memory; words without a blank
# between.
cat >marked.cu <<'EOF'
#define KERNEL(n) \
extern "C"\
__global__ __device__ /* both */ void n(int *p)
/* __global__ __device__ */
KERNEL(k) { __device__ __shared__ int a[4]; __shared__ __device__ int b; a[0] = 3; b = 4; *p = a[0] + b; }
__device__ /* and */ __global__ void l(int *p) { const char *s = "__global__ __device__"; *p += s[0]; }
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    l<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h != 7 + '_';
}
EOF
"$gt200" cc marked.cu -o marked || fail "__global__ __device__"
GT200_TARGET=func ./marked || fail "__global__ __device__ runs wrong"
"$gt200" cc marked.cu -o marked.cubin || fail "__global__ __device__: kernels alone"
sed 's/a\[0\] = 3/a[0] = wrong/' marked.cu >bad.cu
! "$gt200" cc bad.cu -o lost 2>log || fail "a wrong kernel that is marked __device__ compiled"
grep -q "bad.cu:5:[0-9]*: .*wrong" log || fail "the place of an error behind __global__ __device__: $(cat log)"

# The same in what a source includes, by whatever path; launches whose brackets are apart, but no templates or shifts.
mkdir -p include/kernels
cat >include/kernels/kernel.cuh <<'EOF'
__device__ __global__ void
k(int *p, int v) { p[threadIdx.x] = v >> 1; }
template <class T> struct box { T v; };
#ifdef WRONG
wrong
#endif
EOF
cat >apart.cu <<'EOF'
#include "include/../include/kernels/kernel.cuh"
typedef box<box<box<int> > > boxes;
int main()
{
    int *d, h, one = 1;
    boxes b = { { { 1 << 2 } } };
    cudaMalloc((void **)&d, 256);
    k << < one, 32 >> > (d, (b.v.v.v << one >> 1 > 2) << 4);
    k<< <one, 32>> >(d + 1, 1); k < < <1, 1> > > (d, 16);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h != 8;
}
EOF
"$gt200" cc apart.cu -o apart || fail "a launch with its brackets apart"
GT200_TARGET=func ./apart || fail "a launch with its brackets apart runs wrong"
! "$gt200" cc -DWRONG apart.cu -o lost 2>log || fail "a wrong included file compiled"
grep -q "kernels/kernel.cuh:5:1: error" log || fail "the place of an error in an included file: $(cat log)"
mkdir intermediate
TMPDIR=$PWD/intermediate "$gt200" cc apart.cu -o apart
rmdir intermediate || fail "intermediate files are left: $(find intermediate)"

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

# A pointer cast to a smaller integer is a warning, in device and host code.
cat >casts.cu <<'EOF'
#include <iostream>
__global__ void k(unsigned *p) { p[0] = (unsigned int)p; p[1] = (int)&p[2] - (int)p; }
int main(int argc, char **argv)
{
    unsigned *d, h[2];
    cudaMalloc((void **)&d, 8);
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    return h[0] != (unsigned)(size_t)d || h[1] != 8 || (unsigned int)argv != (unsigned)(size_t)argv;
}
EOF
"$gt200" cc casts.cu -o casts 2>log || fail "casts: $(cat log)"
grep -q "casts.cu:2:.*warning: cast to smaller integer type 'unsigned int'" log || fail "casts: $(cat log)"
GT200_TARGET=func ./casts || fail "casts run wrong"

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

# What needs compute capability 2.0 is told by its name. Layered textures and surfaces may be declared, and functions
# that use them: kernels may not.
cat >declared.h <<'EOF'
#include <surface_functions.h>
surface<void, 2> s;
texture<float, cudaTextureType2DLayered> t;
texture<uchar4, cudaTextureType1DLayered, cudaReadModeNormalizedFloat> bytes;
__device__ void put(float v, surface<void, 2> to, int x) { surf2Dwrite(v, to, x, 1, cudaBoundaryModeTrap); }
__device__ void get(float *p, surface<void, 3> from, int x) { surf3Dread(p, from, x, 1, 2); }
__device__ float4 layer(float x, int l) { return tex1DLayered(bytes, x, l); }
EOF
cat >declared.cu <<'EOF'
#include "declared.h"
#include <stdio.h>
__global__ void k(int *p) { *p = 7; }
int main()
{
    cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
    int *d, h = 0;
    cudaArray *a;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaMallocArray(&a, &c, 8, 8);
    puts(cudaGetErrorString(cudaBindSurfaceToArray(s, a)));
    puts(cudaGetErrorString(cudaBindTextureToArray(t, a)));
    puts(cudaGetErrorString(cudaMalloc3DArray(&a, &c, make_cudaExtent(4, 4, 4), cudaArrayLayered)));
    return h != 7;
}
EOF
"$gt200" cc declared.cu -o declared || fail "declared surfaces"
GT200_TARGET=func ./declared >log || fail "declared surfaces: wrong"
[ "$(grep -c 'need compute capability 2\.0' log)" = 3 ] || fail "declared surfaces: $(cat log)"
for wrong in "surf2Dwrite(*p, s, 4, 4): surfaces" "*p = surf2Dread<float>(s, 4, 4): surfaces" "put(1, s, 2): surfaces" \
    "*p = tex2DLayered(t, 1, 2, 3): layered textures" "*p = layer(1, 2).x: layered textures"; do
    printf '#include "declared.h"\n__global__ void k(float *p) { %s; }\nint main() { return 0; }\n' "${wrong%: *}" \
        >bad.cu
    for pass in -c --cubin; do
        ! "$gt200" cc $pass bad.cu -o lost 2>log || fail "${wrong%: *}: compiled"
        grep -q "(${wrong#*: } need compute capability 2\.0), in kernel k(float\*)" log &&
            grep -q '^[^ ]*\(bad.cu:2\|declared.h:[57]\): ' log || fail "$wrong: $(cat log)"
    done
done
for lacks in "__ballot(i)" "__syncthreads_count(i)" "__syncthreads_and(i)" "__syncthreads_or(i)" \
    "atomicAdd((float *)p, i)" "__threadfence_system()"; do
    for pass in -c --cubin; do
        echo "__global__ void k(int *p, int i) { $lacks; }" >bad.cu
        ! "$gt200" cc $pass bad.cu -o lost 2>log || fail "$lacks: compiled"
        grep -q "bad.cu:1:.*error: '${lacks%%(*}.*needs compute capability 2\.0" log || fail "$lacks: $(cat log)"
    done
done
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

# The headers by the host's own compiler, C and C++ of the time, with all its warnings.
for header in "$headers"/*.h "$headers"/samples/*.h; do
    case ${header##*/} in gt200_*) ;; *) echo "#include <${header##*/}>" ;; esac
done | sort >all.c
sort -r all.c >all.cpp
for file in all.c all.cpp; do
    echo 'int main(void) { float4 v = { 1, 2, 3, 4 }; struct cudaDeviceProp p; dim3 d; d.x = 1; p.major = (int)d.x;
                     return p.major + (int)v.x; }' >>$file
done
${CC:-cc} -std=c89 -pedantic -Wall -Wextra -Werror -I"$headers" -I"$headers/samples" -c all.c -o all.o ||
    fail "the headers in C"
${CXX:-c++} -std=c++98 -pedantic -Wall -Wextra -Werror -I"$headers" -I"$headers/samples" -c all.cpp -o all.o ||
    fail "the headers in C++"
