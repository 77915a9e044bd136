#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# nvcc.sh PREFIX SOURCES DIR: bin/nvcc as makefiles of the time call it.
set -eu
prefix=$1 sources=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir/sub" "$dir/bin"
cd "$dir"
cp "$sources"/*.cu "$sources"/*.cpp "$sources"/*.h .
PATH=$prefix/bin:$PATH
export GT200_TARGET=func
unset GT200_HOME
fail() { echo "nvcc: $*"; exit 1; }
# refused ARGUMENT... PATTERN: a message with the pattern, no output.
refused() {
    eval "pattern=\${$#}"
    count=$#
    ! nvcc $(i=1; for word; do [ $i -lt $count ] && echo "$word"; i=$((i + 1)); done) -o lost 2>log || fail "taken: $*"
    grep -q -e "$pattern" log || fail "$*: $(cat log)"
    [ ! -e lost ] || fail "$*: left a file"
}

# Programs: all at once, a.out by default; by objects; with the options of makefiles.
nvcc -DOFFSET=3 main.cu scale.cu host.cpp
./a.out >log || fail "a.out: $(cat log)"
nvcc -c -DOFFSET=3 -O3 -g -G -arch=sm_13 -use_fast_math -I. -I/usr/local/cuda/include --compiler-options \
    -fno-strict-aliasing -Xcompiler "-O2 -Wall",-fPIC --ptxas-options=-v -maxrregcount=32 -m64 -D UNIX \
    --host-compilation C++ -Xopencc -O2 main.cu -o sub/main.cu_o 2>log
grep -q 'registers' log || fail "--ptxas-options=-v: $(cat log)"
nvcc -gencode arch=compute_10,code=sm_10 -gencode=arch=compute_20,code=\"sm_20,compute_20\" --compile scale.cu
nvcc -c -odir sub -x c++ host.cpp
nvcc -link sub/main.cu_o scale.o sub/host.o -o linked -L/usr/local/cuda/lib64 -L. -lcudart -lcuda -lcutil_x86_64 -lm \
    -Xlinker -rpath,/nowhere
./linked || fail "linked: $?"
g++ -fPIC -o by-host sub/main.cu_o scale.o sub/host.o -L"$prefix/lib64" -lcudart -lm
LD_LIBRARY_PATH=$prefix/lib64 ./by-host || fail "linked by g++: $?"
nvcc -cuda -g3 -DOFFSET=3 main.cu scale.cu
g++ -o by-cuda main.cu.cpp scale.cu.cpp host.cpp -L"$prefix/lib64" -lcudart || fail "-cuda: C++ that g++ does not take"
LD_LIBRARY_PATH=$prefix/lib64 ./by-cuda || fail "-cuda: $?"
nvcc -lib scale.cu host.cpp -o libboth.a
nvcc -DOFFSET=3 main.cu -L. -lboth -o archive
./archive || fail "-lib: $?"
nvcc -shared -Xcompiler -fPIC scale.cu host.cpp -o libshared.so
nvcc -DOFFSET=3 main.cu -L. -lshared -o on-shared --cudart shared
LD_LIBRARY_PATH=. ./on-shared || fail "-shared: $?"
echo '-DOFFSET=3 -I "a folder"
main.cu' >words
nvcc --options-file words scale.cu host.cpp -o by-file
./by-file || fail "--options-file: $?"

# Short and long names, values behind = and blanks, lists, what changes nothing here.
mkdir inner
echo '#define INNER 3' >inner/inner.h
for words in '-I inner,/nowhere -O 2 -l=m,dl -L=/nowhere,/tmp -idp x -ddp=x --drive-prefix x -noprof -ext none -int all
        --cudafe-options --x -U=NOTHING -nodlink' \
    '-I=inner -O=2 --library m --library-path /nowhere --linker-options --as-needed --no-exceptions --m64 --debug
        --device-debug --gpu-name sm_13 --dont-use-profile -e scale --source-in-ptx --save-temps'; do
    nvcc $words -include=inner.h -DOFFSET=INNER main.cu scale.cu host.cpp -o by-words || fail "$words"
    ./by-words || fail "$words: $?"
done
nvcc --generate-nonsystem-dependencies -DOFFSET=3 main.cu >log && grep -q 'scale.h' log &&
    ! grep -q cuda_runtime_api log ||
    fail "--generate-nonsystem-dependencies: $(cat log)"
refused -dir images main.cu 'device code is inside the program'
refused -ext=all main.cu '^nvcc: -ext=all: device code is inside the program'
refused --intern-mode none main.cu 'device code is inside the program'
echo '__global__ void g(int *out, int i) { const char *n[] = { "a", "b", "c" }; out[0] = n[i][0]; }' >generic.cu
nvcc -c generic.cu 2>log && grep -q 'generic.cu:1: warning: generic addresses' log || fail "no warning: $(cat log)"
for quiet in --disable-warnings -Xptxas=-w; do
    nvcc $quiet -c generic.cu 2>log && [ ! -s log ] || fail "$quiet: $(cat log)"
done

nvcc -run -run-args one,two -DOFFSET=3 main.cu scale.cu host.cpp -o ran >log || fail "-run: $?"
grep -q '^0 wrong' log || fail "-run: $(cat log)"
nvcc -DOFFSET=4 -run main.cu scale.cu host.cpp >log && fail "-run: the exit status of the program is lost"
grep -q '^64 wrong' log || fail "-run: $(cat log)"
nvcc -c -keep scale.cu host.cpp
[ -e scale.o ] && [ -e scale.ptx ] && [ -e scale.cubin ] && [ -e host.o ] || fail "-keep: $(ls)"
nvcc -c -keep -clean scale.cu host.cpp
for left in scale.o scale.ptx scale.cubin host.o; do
    [ ! -e $left ] || fail "-clean left $left"
done
nvcc -clean main.cu scale.cu host.cpp && [ ! -e a.out ] && [ -e main.cu ] || fail "-clean: $(ls)"

# Kernels alone: in the current folder, pointers of 8 bytes; 4 with -m32.
mv scale.h sub/
cp main.cu scale.cu sub/
nvcc -cubin sub/scale.cu
grep -q 'param = 12' scale.cubin || fail "-cubin: $(grep param scale.cubin)"
nvcc -m32 -cubin sub/scale.cu -o narrow.cubin
grep -q 'param = 8' narrow.cubin || fail "-m32 -cubin: $(grep param narrow.cubin)"
nvcc -ptx -DOFFSET=3 sub/scale.cu sub/main.cu
grep -q '^\.entry\|^\.visible \.entry' scale.ptx && grep -q '\.entry' main.ptx || fail "-ptx of two sources"
nvcc -cubin scale.ptx -o again.cubin
sed '/name = .*cu/d' scale.cubin | grep -c bincode >/dev/null && grep -q bincode again.cubin || fail "-cubin of PTX"
ptxas -arch=sm_13 -m64 -v scale.ptx -o third.cubin 2>log && cmp again.cubin third.cubin || fail "ptxas: $(cat log)"
# A .fatbin has what an object would have: a cubin, PTX or both, a zero byte behind each of two.
nvcc -fatbin sub/scale.cu && head -c "$(wc -c <scale.cubin)" scale.fatbin | cmp - scale.cubin || fail "-fatbin"
tr '\0' '\n' <scale.fatbin | sed 1,/bincode/d | grep -q '\.entry' || fail "-fatbin: no PTX behind the cubin"
nvcc -fatbin -gencode arch=compute_13,code=sm_13 sub/scale.cu && cmp scale.fatbin scale.cubin || fail "-fatbin of sm_13"
nvcc -fatbin -arch=compute_13 sub/scale.cu && cmp scale.fatbin scale.ptx || fail "-fatbin of compute_13"
# A file's name does not command the terminal.
refused -cubin "$(printf 'no\033[31m.cu')" '^no?\[31m.cu: No such file'
# One cubin and one text of PTX have one code and one architecture each.
for words in '-gencode arch=compute_10,code=sm_10 -gencode arch=compute_13,code=sm_13' \
    '-arch=compute_13 -code=sm_13,compute_13'; do
    refused -cubin $words sub/scale.cu \
        '^nvcc: -cubin: expected one code sm_N, -code and -gencode name several (-fatbin takes several)$'
done
refused -cubin -arch=compute_13 sub/scale.cu \
    '^nvcc: -cubin: expected one code sm_N, found a compute_N, whose code is PTX (-fatbin takes it)$'
nvcc -cubin -arch=compute_13 -code=sm_13 sub/scale.cu -o one.cubin && cmp one.cubin scale.cubin || fail "-cubin of one"
refused -ptx -gencode arch=compute_10,code=sm_10 -gencode arch=compute_13,code=sm_13 sub/scale.cu \
    '^nvcc: -ptx: expected one architecture, -arch and -gencode name several$'
nvcc -ptx -arch=compute_13 -code=sm_13,compute_13 sub/scale.cu -o one.ptx && cmp one.ptx scale.ptx ||
    fail "-ptx of one architecture and several codes"
mv sub/scale.h .

# The source's own folder, with <> and while another is the current one; the toolkit's own folder comes first.
mkdir elsewhere
(cd elsewhere && nvcc -c ../scale.cu) || fail "#include <> beside the source"

# OpenMP in CUDA C and in C++: clang's library for both, of which each object may be linked by either compiler.
cat >omp.cu <<'END'
#include <omp.h>
int sum(int n)
{
    int s = 0, threads = 0;
#pragma omp parallel reduction(+ : s)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for
        for (int i = 0; i < n; i++)
            s += i;
    }
    return threads == 3 ? s : -threads;
}
END
echo '#include <omp.h>
int sum(int n);
int main() { omp_set_num_threads(3); int threads = 0;
#pragma omp parallel
#pragma omp atomic
    threads++;
    return sum(100) == 4950 && threads == 3 ? 0 : 1; }' >omp-main.cpp
for library in "" -lgomp -lomp; do
    nvcc -Xcompiler -fopenmp omp.cu omp-main.cpp -o omp $library || fail "OpenMP $library"
    ./omp || fail "OpenMP $library: $?"
    ! ldd omp | grep -q libgomp || fail "OpenMP $library: two libraries"
done
nvcc -Xcompiler -fopenmp -c omp.cu omp-main.cpp
nvcc omp.o omp-main.o -lgomp -o omp && ./omp || fail "OpenMP linked by -lgomp alone: $?"

# What make reads.
nvcc -M -DOFFSET=3 main.cu >log
grep -q '^main.o:.*main.cu' log && grep -q 'scale\.h' log && grep -q cuda_runtime.h log || fail "-M: $(cat log)"
nvcc -M -DOFFSET=3 main.cu -MT target.o -o main.d
grep -q '^target.o:' main.d && grep -q scale.h main.d || fail "-M -o: $(cat main.d)"
nvcc -DOFFSET=3 -c main.cu -MMD -MF main2.d && grep -q '^main.o:' main2.d && ! grep -q cuda_runtime_api main2.d ||
    fail "-MMD: $(cat main2.d)"
nvcc -E -DOFFSET=77 main.cu | grep -q 'threadIdx.x + 77' || fail "-E"

# The host's compiler, -ccbin as a program and as a folder; C is C.
printf '#!/bin/sh\necho "$@" >>calls\nexec c++ "$@"\n' >bin/g++
chmod +x bin/g++
for ccbin in "-ccbin bin/g++" "--compiler-bindir=bin"; do
    rm -f calls
    nvcc $ccbin -DOFFSET=3 main.cu scale.cu host.cpp -o with-ccbin
    ./with-ccbin || fail "$ccbin: $?"
    grep -q 'host.cpp' calls && grep -q -- '-lcudart' calls && ! grep -q 'main.cu' calls || fail "$ccbin: $(cat calls)"
done
echo 'int class(void) { return sizeof(char *) == 8 && __STDC_VERSION__ > 0 ? 0 : 1; } int main(void) { return class(); }' \
    >c.c
nvcc c.c -o c && ./c || fail "a source in C"

# What programs of the time count on: names of headers that they do not include, in CUDA C and in C++; narrowing in
# initialisers. Names that no header has are an error all the same.
cat >era.cu <<'END'
#include <cstdio>
#include <iostream>
#ifdef __CUDACC__
__global__ void k(int *p) { *p = 1; }
#endif
int main(int argc, char **argv)
{
    int x = 300;
    double d = 1.5;
    unsigned char c[] = { x, 7 };
    float f[2] = { d, 2.0 };
    char text[8];
    struct timeval t;
    memset(text, 0, sizeof text);
    usleep(1);
    gettimeofday(&t, NULL);
    assert(INT_MAX > 3 && getopt(argc, argv, "a") == -1 && t.tv_sec);
#define LAST "%g"
    printf("%d "LAST"\n", c[0], f[0]);
    return WRONG;
}
END
cp era.cu era.cpp
for source in era.cu era.cpp; do
    nvcc -DWRONG=0 $source -o era 2>log || fail "$source: $(cat log)"
    [ "$(./era)" = "44 1.5" ] || fail "$source: $(./era)"
    grep -q "$source: warning: it uses names of headers" log && grep -q "warning: .*narrow" log ||
        fail "$source: $(cat log)"
    refused -DWRONG=no_such_name $source "error: .*no_such_name"
done
# Types and functions of libraries that the toolkit does not have are there; what calls them is told at the end.
echo '#include <cufft.h>
int main() { cufftHandle plan; return cufftPlan1d(&plan, 64, CUFFT_C2C, 1) != CUFFT_SUCCESS; }' >fft.cu
nvcc -c fft.cu || fail "cufft.h"
refused fft.o 'undefined reference to .cufftPlan1d'
refused fft.o -lcufft '-lcufft: this toolkit has no such library'

# Commands are shown, and with --dryrun not run.
nvcc -v -DOFFSET=3 main.cu scale.cu host.cpp -o shown 2>log
grep -q "^#\$ TOP=$prefix\$" log && grep -q "^#\$ LIBRARIES=\"-L$prefix/lib\" .* -lcutil -lcudart_static\$" log &&
    grep -q '^#\$ clang.*-cuda-device-only' log && grep -q '^#\$ ptxas' log &&
    grep -q '^#\$ .*c++.* -o shown' log && [ -x shown ] || fail "-v: $(cat log)"
sed 's|/tmp/gt200-[^/]*||g' log >commands
nvcc --dryrun -DOFFSET=3 main.cu scale.cu host.cpp -o dry 2>log
[ ! -e dry ] || fail "--dryrun made a program"
sed 's|/tmp/gt200-[^/]*||g; s/-o dry/-o shown/' log | cmp - commands || fail "--dryrun shows other commands"
nvcc --dryrun -cubin scale.cu -o dry.cubin 2>log
[ ! -e dry.cubin ] || fail "--dryrun made a cubin"

nvcc --version | grep -q 'release 4\.0' || fail "--version"
nvcc --help | grep -q 'print the commands' || fail "--help"
refused -dc main.cu 'needs compute capability 2.0'
refused -rdc=true main.cu '-rdc=true: .*needs compute capability 2.0'
nvcc -rdc=false -DOFFSET=3 -c main.cu || fail "-rdc=false"
refused -deviceemu main.cu 'no device emulation'
refused -gpu main.cu 'no .gpu files'
refused --no-such-option main.cu "unknown option '--no-such-option'"
refused -po maxrregcount=3 -DOFFSET=3 main.cu 'maxrregcount'
refused -x fortran main.cu "expected cu, c or c++"
refused --options-file nowhere 'nowhere: No such file'
refused nowhere.cu 'nowhere.cu: No such file'
refused -DOFFSET=wrong main.cu scale.cu host.cpp "main.cu:10:.*wrong"
