#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# loaded.sh PREFIX CC SOURCE KERNELS DIR: libcuda.so.1 by dlopen, from C and, where there is a python3, from that.
set -eu
prefix=$1 cc=$2 source=$3 kernels=$4
mkdir -p "$5"
cd "$5"
PATH=$prefix/bin:$PATH
export LD_LIBRARY_PATH=$prefix/lib
nvcc -cubin "$kernels" -o add.cubin
"$cc" -D_GNU_SOURCE -Wall -Wextra -Werror "$source" -I"$prefix/include" -o loaded -ldl
./loaded add.cubin
# A .fatbin with a cubin, with PTX and with both, read by cuModuleLoad and, from memory, by cuModuleLoadFatBinary.
nvcc -fatbin "$kernels" -o add.fatbin
[ "$(tr -cd '\0' <add.fatbin | wc -c)" = 2 ] || { echo "add.fatbin: not two images"; exit 1; }
nvcc -fatbin -arch=compute_13 "$kernels" -o ptx.fatbin
for file in add.fatbin ptx.fatbin add.cubin; do
    ./loaded "$file" || { echo "$file: cuModuleLoad"; exit 1; }
    ./loaded "$file" memory || { echo "$file: cuModuleLoadFatBinary"; exit 1; }
done
# Other zero bytes are refused: behind PTX, twice, before what is no PTX.
{ cat ptx.fatbin; printf '\0'; cat ptx.fatbin; } >bad1.fatbin
{ cat add.fatbin; printf '\0.version'; } >bad2.fatbin
{ cat add.cubin; printf '\0none'; } >bad3.fatbin
for file in bad1.fatbin bad2.fatbin bad3.fatbin; do
    ! ./loaded "$file" >log || { echo "$file: taken"; exit 1; }
    grep -q 'a call before the launch' log || { cat log; exit 1; }
done
# Programs that find functions so have pointers by their names, which -rdynamic shows to the libraries: those call their
# own functions all the same.
nm -D --defined-only "$prefix/lib/libcuda.so.1" | sed -n 's/.* T \(cu[A-Za-z0-9_]*\)@.*/void *\1;/p' >pointers.c
[ "$(wc -l <pointers.c)" -gt 100 ]
"$cc" -D_GNU_SOURCE -w "$source" pointers.c -I"$prefix/include" -o loaded-names -rdynamic -ldl
./loaded-names add.cubin || { echo "with pointers by the functions' names: $?"; exit 1; }
for library in libcudart.so.4 libcudart.so libcuda.so; do
    ldd "$prefix/lib/$library" | grep -q 'not found' && { ldd "$prefix/lib/$library"; exit 1; }
done
# python3 may be a script that finds none
python3 -c '' 2>/dev/null || exit 0
cat >add.py <<'END'
from ctypes import *
cu = CDLL("libcuda.so.1")
def check(rc):
    if rc:
        text = c_char_p()
        cu.cuGetErrorString(rc, byref(text))
        raise SystemExit(text.value)
n, context, module, add, a, b = c_int(100), c_void_p(), c_void_p(), c_void_p(), c_uint64(), c_uint64()
x, y = (c_float * 100)(*range(100)), (c_float * 100)()
check(cu.cuInit(0))
check(cu.cuCtxCreate(byref(context), 0, 0))
check(cu.cuModuleLoad(byref(module), b"add.cubin"))
check(cu.cuModuleGetFunction(byref(add), module, b"vecadd"))
check(cu.cuMemAlloc(byref(a), c_size_t(400)))
check(cu.cuMemAlloc(byref(b), c_size_t(400)))
check(cu.cuMemcpyHtoD(a, x, c_size_t(400)))
params = (c_void_p * 4)(*[cast(byref(p), c_void_p) for p in (a, a, b, n)])
check(cu.cuLaunchKernel(add, 1, 1, 1, 128, 1, 1, 0, None, params, None))
check(cu.cuMemcpyDtoH(y, b, c_size_t(400)))
assert list(y) == [2.0 * i for i in range(100)], list(y)
cudart = CDLL("libcudart.so.4")
devices = c_int()
assert cudart.cudaGetDeviceCount(byref(devices)) == 0 and devices.value == 1
END
python3 add.py
