# SPDX-License-Identifier: Apache-2.0
# What make reads.
nvcc -M -DOFFSET=3 main.cu >log
grep -q '^main.o:.*main.cu' log && grep -q 'scale\.h' log && grep -q cuda_runtime.h log || fail "-M: $(cat log)"
nvcc -M -DOFFSET=3 main.cu -MT target.o -o main.d
grep -q '^target.o:' main.d && grep -q scale.h main.d || fail "-M -o: $(cat main.d)"
nvcc -DOFFSET=3 -c main.cu -MMD -MF main2.d && grep -q '^main.o:' main2.d && ! grep -q cuda_runtime_api main2.d ||
    fail "-MMD: $(cat main2.d)"
nvcc -E -DOFFSET=77 main.cu | grep -q 'threadIdx.x + 77' || fail "-E"
