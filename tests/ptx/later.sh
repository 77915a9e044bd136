#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# later.sh GT200 RUN WORK: PTX for later chips, gt200 cc --ptx -arch=sm_N: its version and target, multiply-adds, width
# of pointers, votes, division; RUN (test_later) runs it in the interpreter of PTX.
set -eu
gt200=$1 run=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "later.sh: $*"; exit 1; }
cat >k.cu <<'EOF'
extern "C" __global__ void multiply_add(float *x)
{
    x[3] = x[0] * x[1] + x[2];
}
extern "C" __global__ void others(float *x, int *v)
{
    x[1] = x[0] / x[2];
    v[1] = __any(v[0]);
    v[2] = __CUDA_ARCH__;
}
EOF
# made FILE OPTION...
made() {
    to=$1
    shift
    "$gt200" cc --ptx "$@" k.cu -o "$to" || fail "$*: exit status $?"
}
has() { grep -q -e "$2" "$1" || fail "$1 has no '$2'"; }
lacks() { ! grep -q -e "$2" "$1" || fail "$1 has '$2'"; }

made own.ptx -m64
made own13.ptx -m64 -arch=sm_13
cmp own.ptx own13.ptx || fail "-arch=sm_13 is not the default"
has own.ptx 'mad\.f32'
has own.ptx 'div\.full\.f32'
has own.ptx '%r[0-9]*, 130;'

# later VERSION TARGET MACRO OPTION...
later() {
    version=$1 target=$2 macro=$3
    shift 3
    made "$target.ptx" "$@"
    has "$target.ptx" "^\.version $version\$"
    has "$target.ptx" "^\.target $target\$"
    has "$target.ptx" '^\.address_size 64$'
    has "$target.ptx" 'fma\.rn\.f32'
    lacks "$target.ptx" 'mad\.f32'
    has "$target.ptx" 'div\.rn\.f32'
    has "$target.ptx" "%r[0-9]*, $macro;"
    "$run" "$target.ptx" fused || fail "$target: the interpreter"
}
later 4.2 sm_20 200 -arch=sm_20
later 4.2 sm_35 350 -arch compute_35
later 5.0 sm_60 600 -gpu-architecture=compute_60
later 6.0 sm_70 700 -gencode arch=compute_70,code=sm_80
later 6.3 sm_75 750 -arch=sm_75 -code=compute_75
has sm_75.ptx 'vote\.any\.pred'
made sm_90.ptx -arch=sm_90
has sm_90.ptx '^\.target sm_90$'
has sm_90.ptx 'vote\.sync\.any\.pred'
lacks sm_90.ptx 'vote\.any'

made apart.ptx -arch=sm_70 -fmad=false
lacks apart.ptx 'fma\|mad'
"$run" apart.ptx rounded || fail "-fmad=false: the interpreter"
made fast.ptx -arch=sm_70 -use_fast_math
has fast.ptx 'div\.approx\.f32'
made narrow.ptx -arch=sm_20 -m32
has narrow.ptx '^\.address_size 32$'

# wrong STATUS TEXT OPTION...
wrong() {
    want=$1 text=$2 status=0
    shift 2
    "$gt200" cc --ptx "$@" k.cu -o none.ptx 2>err || status=$?
    [ $status = "$want" ] || fail "$*: exit status $status"
    grep -q -e "$text" err || fail "$* says: $(cat err)"
    [ ! -e none.ptx ] || fail "$* left a file"
}
wrong 2 'expected one architecture, -arch and -gencode name several' -arch=sm_20 -gencode arch=compute_70,code=sm_70
wrong 2 "-arch: unexpected argument 'sm_7'" -arch=sm_7
wrong 1 'sm_99' -arch=sm_99
# A cubin is this chip's whatever it is called, unless it is one whose code gt200 makes.
"$gt200" cc -arch=sm_60 k.cu -o k60.cubin
"$gt200" cc k.cu -o k.cubin
cmp k60.cubin k.cubin || fail "-arch changes a cubin"
