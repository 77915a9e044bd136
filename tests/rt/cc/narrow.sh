# SPDX-License-Identifier: Apache-2.0
# Structures of kernels by themselves, whose pointers have 4 bytes: doubles and integers of 8 bytes start at multiples
# of 8, as with nvcc and on the host; with --no-align-double at multiples of 4.
cat >narrow.cu <<'EOS'
struct doubles { char a; double b; short c; };
struct longs { int a; long long b; };
extern "C" __global__ void k(int *out, doubles d, longs l, int last)
{
    out[0] = sizeof(doubles);
    out[1] = (int)((char *)&d.b - (char *)&d) + last;
}
EOS
# parameters WHERE-AND-SIZES OPTION...
parameters() {
    want=$1
    shift
    "$gt200" cc --cubin "$@" narrow.cu -o narrow.cubin
    "$gt200" dis narrow.cubin | grep -qx " *\.params $want" || fail "$*: $("$gt200" dis narrow.cubin | grep '\.params')"
}
parameters '0 4, 8 24, 32 16, 48 4'
parameters '0 4, 4 16, 20 12, 32 4' --no-align-double
