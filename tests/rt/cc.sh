#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cc.sh GT200 PROGRAMS: gt200 cc as a compiler driver: objects, linking, intermediate files, nvcc's options, failures that leave nothing.
set -eu
gt200=$1 programs=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "cc.sh: $1"; exit 1; }

"$gt200" cc -c "$programs/part1.cu" "$programs/part2.cu"
"$gt200" cc -c "$programs/part3.cpp" -o three.o
"$gt200" cc part1.o part2.o three.o -o parts
GT200_TARGET=func ./parts

"$gt200" cc -keep -g -Xptxas -v -Xcompiler -O1,-Wall -arch=sm_13 -gencode arch=compute_13,code=sm_13 -lcudart "$programs/first.cu" -o first 2>log
[ -s first.ptx ] && [ -s first.cubin ] || fail "-keep left no files"
grep -q "registers" log || fail "-Xptxas -v printed nothing"
"$gt200" dis first.cubin | grep -q '^\.loc .*first.cu' || fail "no source lines in the cubin"
GT200_TARGET=func ./first

echo 'int main() { return missing; }' >bad.cu
! "$gt200" cc bad.cu -o bad 2>/dev/null || fail "a wrong program compiled"
[ ! -e bad ] || fail "a wrong program left an executable"
! "$gt200" cc nothing.cu -o x 2>log || fail "a missing source compiled"
grep -q "nothing.cu: No such file" log || fail "the missing source is not named"
! "$gt200" cc "$programs/first.cu" --clang no-such-clang -o x 2>log || fail "a missing clang compiled"
grep -q "no-such-clang not found" log || fail "the missing clang is not named"
"$gt200" cc "$programs/first.cu" -m64 --cubin -o - >k.cubin
grep -q "^	params  {" k.cubin || fail "the cubin has no list of parameters"
