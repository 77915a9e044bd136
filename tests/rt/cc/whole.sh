# SPDX-License-Identifier: Apache-2.0
"$gt200" cc "$programs/first.cu" -m64 --cubin -o - >k.cubin
grep -q "^	params  {" k.cubin || fail "the cubin has no list of parameters"


# Kernels of a whole program, with 4-byte pointers as kernels alone; and what nvcc's users write.
source_of_whole
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
