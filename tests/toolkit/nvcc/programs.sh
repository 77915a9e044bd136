# SPDX-License-Identifier: Apache-2.0
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
