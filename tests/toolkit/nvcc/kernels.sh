# SPDX-License-Identifier: Apache-2.0
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
