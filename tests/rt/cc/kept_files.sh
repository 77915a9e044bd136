# SPDX-License-Identifier: Apache-2.0
"$gt200" cc -keep -g -Xptxas -v -Xcompiler -O1,-Wall -arch=sm_13 -gencode arch=compute_13,code=sm_13 -lcudart \
    "$programs/first.cu" -o first 2>log
[ -s first.ptx ] && [ -s first.cubin ] || fail "-keep left no files"
grep -q "registers" log || fail "-Xptxas -v printed nothing"
"$gt200" dis first.cubin | grep -q '^\.loc .*first.cu' || fail "no source lines in the cubin"
GT200_TARGET=func ./first
