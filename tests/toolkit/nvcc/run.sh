# SPDX-License-Identifier: Apache-2.0
# -run with its arguments and status; -keep and -clean.
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
