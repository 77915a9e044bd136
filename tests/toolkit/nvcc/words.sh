# SPDX-License-Identifier: Apache-2.0
# Short and long names, values behind = and blanks, lists, what changes nothing here.
mkdir inner
echo '#define INNER 3' >inner/inner.h
for words in '-I inner,/nowhere -O 2 -l=m,dl -L=/nowhere,/tmp -idp x -ddp=x --drive-prefix x -noprof -ext none -int all
        --cudafe-options --x -U=NOTHING -nodlink' \
    '-I=inner -O=2 --library m --library-path /nowhere --linker-options --as-needed --no-exceptions --m64 --debug
        --device-debug --gpu-name sm_13 --dont-use-profile -e scale --source-in-ptx --save-temps' \
    '-I inner --expt-relaxed-constexpr -extended-lambda --expt-extended-lambda -t=2 --threads 0 -diag-suppress=177'; do
    nvcc $words -include=inner.h -DOFFSET=INNER main.cu scale.cu host.cpp -o by-words || fail "$words"
    ./by-words || fail "$words: $?"
done
nvcc --generate-nonsystem-dependencies -DOFFSET=3 main.cu >log && grep -q 'scale.h' log &&
    ! grep -q cuda_runtime_api log ||
    fail "--generate-nonsystem-dependencies: $(cat log)"
refused -dir images main.cu 'device code is inside the program'
refused -ext=all main.cu '^nvcc: -ext=all: device code is inside the program'
refused --intern-mode none main.cu 'device code is inside the program'
echo '__global__ void g(int *out) { int *p; asm("mov.u64 %0, 4096;" : "=l"(p)); out[0] = *p; }' >generic.cu
nvcc -c generic.cu 2>log && grep -q 'generic.cu:1: warning: generic addresses' log || fail "no warning: $(cat log)"
for quiet in --disable-warnings -Xptxas=-w; do
    nvcc $quiet -c generic.cu 2>log && [ ! -s log ] || fail "$quiet: $(cat log)"
done
