# SPDX-License-Identifier: Apache-2.0
# What programs of the time count on: names of headers that they do not include, in CUDA C and in C++; narrowing in
# initialisers. Names that no header has are an error all the same.
cat >era.cu <<'END'
#include <cstdio>
#include <iostream>
#ifdef __CUDACC__
__global__ void k(int *p) { *p = 1; }
#endif
int main(int argc, char **argv)
{
    int x = 300;
    double d = 1.5;
    unsigned char c[] = { x, 7 };
    float f[2] = { d, 2.0 };
    char text[8];
    struct timeval t;
    memset(text, 0, sizeof text);
    usleep(1);
    gettimeofday(&t, NULL);
    assert(INT_MAX > 3 && getopt(argc, argv, "a") == -1 && t.tv_sec);
#define LAST "%g"
    printf("%d "LAST"\n", c[0], f[0]);
    return WRONG;
}
END
cp era.cu era.cpp
for source in era.cu era.cpp; do
    nvcc -DWRONG=0 $source -o era 2>log || fail "$source: $(cat log)"
    [ "$(./era)" = "44 1.5" ] || fail "$source: $(./era)"
    grep -q "$source: warning: it uses names of headers" log && grep -q "warning: .*narrow" log ||
        fail "$source: $(cat log)"
    refused -DWRONG=no_such_name $source "error: .*no_such_name"
done
