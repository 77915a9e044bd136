# SPDX-License-Identifier: Apache-2.0
# The host's compiler, -ccbin as a program and as a folder; C is C.
printf '#!/bin/sh\necho "$@" >>calls\nexec c++ "$@"\n' >bin/g++
chmod +x bin/g++
for ccbin in "-ccbin bin/g++" "--compiler-bindir=bin"; do
    rm -f calls
    nvcc $ccbin -DOFFSET=3 main.cu scale.cu host.cpp -o with-ccbin
    ./with-ccbin || fail "$ccbin: $?"
    grep -q 'host.cpp' calls && grep -q -- '-lcudart' calls && ! grep -q 'main.cu' calls || fail "$ccbin: $(cat calls)"
done
printf '%s\n' 'int class(void) { return sizeof(char *) == 8 && __STDC_VERSION__ > 0 ? 0 : 1; }' \
    'int main(void) { return class(); }' \
    >c.c
nvcc c.c -o c && ./c || fail "a source in C"
