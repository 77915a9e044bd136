#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cmake.sh PREFIX CMAKE PROJECTS NAME DIR PROGRAM...: a project that has the toolkit found by CMake, its programs; an
# edit of a header reaches the sources that include it, by those of nvcc's files for make.
set -eu
prefix=$1 cmake=$2 projects=$3 name=$4 dir=$5
shift 5
fail() { echo "$*"; exit 1; }
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
cp -r "$projects/common" "$projects/$name" .
unset CUDAFLAGS CUDACXX CUDA_PATH CUDAHOSTCXX
PATH=$prefix/bin:$PATH "$cmake" -S "$name" -B build -G 'Unix Makefiles' >log 2>&1 || fail "$(cat log)"
grep -q "$prefix" build/CMakeCache.txt || fail "CMake has found another toolkit: $(grep -i cuda build/CMakeCache.txt)"
"$cmake" --build build >log 2>&1 || fail "$(cat log)"
for program; do
    LD_LIBRARY_PATH=$prefix/lib "build/$program" || fail "$program: $?"
done
"$cmake" --build build >log 2>&1
! grep -q "Building" log || fail "built again without a change: $(cat log)"
sleep 1
echo >>common/scale.h
"$cmake" --build build >log 2>&1
grep -q "Building.*scale.cu" log && grep -q "Building.*main.cu" log ||
    fail "a changed header builds nothing: $(cat log)"
