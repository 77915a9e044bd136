#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuobjdump.sh PREFIX SOURCES DIR: device code in programs, objects, archives and cubins; nvdisasm.
set -eu
prefix=$1 sources=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
PATH=$prefix/bin:$PATH
fail() { echo "cuobjdump: $*"; exit 1; }
nvcc -DOFFSET=3 "$sources/main.cu" "$sources/scale.cu" "$sources/host.cpp" -o program
nvcc -cubin "$sources/scale.cu"
nvcc -lib "$sources/scale.cu" "$sources/host.cpp" -o libscale.a
nvcc -c "$sources/host.cpp"
gt200 cc -c --embed-ptx -I"$sources" "$sources/scale.cu" -o ptx.o

cuobjdump program >log
[ "$(grep -c 'sm_13.cubin' log)" = 2 ] || fail "a program of two sources has $(cat log)"
cuobjdump -sass program >log
grep -q 'Function : _Z4fillPf' log && grep -q 'Function : _Z12scale_kernelPff' log && grep -q 'mul.f32\|mul.*f32' log ||
    fail "-sass: $(cat log)"
cuobjdump --dump-sass libscale.a >archive
cuobjdump -sass scale.cubin >cubin
grep -v '\.loc' archive >a
grep -v '\.loc' cubin >b
cmp a b || fail "-sass of an archive and of a cubin are not equal"
nvdisasm scale.cubin >log
grep -q '^\.kernel _Z12scale_kernelPff' log || fail "nvdisasm: $(cat log)"
gt200 as log -o back.cubin && cmp back.cubin scale.cubin || fail "nvdisasm: another cubin"
cuobjdump -elf libscale.a | grep -q '^architecture {sm_13}' || fail "-elf"
cuobjdump -xelf all program >log
[ "$(cat log)" = "1.sm_13.cubin
2.sm_13.cubin" ] || fail "-xelf all: $(cat log)"
nvdisasm 2.sm_13.cubin | grep -q scale_kernel || fail "the cubin that -xelf wrote"
sed 's/{sm_13}/{sm_11}/' scale.cubin >old.cubin
[ "$(cuobjdump -xelf all old.cubin)" = 1.sm_11.cubin ] || fail "-xelf of sm_11: $(cuobjdump -xelf all old.cubin)"
cuobjdump -ptx ptx.o | grep -q '\.entry _Z12scale_kernelPff' || fail "-ptx"
# nvcc's objects have what -code and -gencode name; both without them.
cuobjdump -ptx program >log
[ "$(grep -c '^Fatbin ptx code' log)" = 2 ] || fail "-ptx of nvcc's program: $(cat log)"
images() {
    nvcc -c "$@" "$sources/scale.cu" -o code.o && echo $(cuobjdump -sass -ptx code.o | grep '^Fatbin' | cut -d' ' -f2)
}
for want in "elf ptx:-arch=sm_13" "ptx:-arch=compute_13" "elf:-arch=compute_13 -code=sm_13" \
    "ptx:-arch=compute_13 -code=compute_13" "ptx:-gencode arch=compute_13,code=compute_13" \
    "elf:-gencode arch=compute_13,code=sm_13" "elf ptx:-gencode=arch=compute_13,code=\"sm_13,compute_13\"" \
    "elf ptx:-gencode arch=compute_10,code=sm_10 -gencode arch=compute_13,code=compute_13"; do
    [ "$(images ${want#*:})" = "${want%%:*}" ] || fail "${want#*:}: $(images ${want#*:})"
done
# So do .fatbin files.
nvcc -fatbin -gencode arch=compute_10,code=sm_10 -gencode=arch=compute_13,code=\"sm_13,compute_13\" "$sources/scale.cu"
[ "$(echo $(cuobjdump -sass -ptx scale.fatbin | grep '^Fatbin' | cut -d' ' -f2))" = "elf ptx" ] ||
    fail "a .fatbin of several codes: $(cuobjdump -sass -ptx scale.fatbin)"
cuobjdump scale.fatbin | grep -q '1.sm_13.cubin' || fail "-lelf of a .fatbin: $(cuobjdump scale.fatbin)"
cuobjdump -xelf all scale.fatbin >log && cmp 1.sm_13.cubin scale.cubin || fail "-xelf all of a .fatbin: $(cat log)"
# PTX alone is compiled when it is loaded.
nvcc -DOFFSET=3 -gencode arch=compute_13,code=compute_13 "$sources/main.cu" "$sources/scale.cu" \
    "$sources/host.cpp" -o jit
[ -z "$(cuobjdump -sass jit)" ] || fail "native code in a program of PTX"
GT200_TARGET=func ./program >a && GT200_TARGET=func ./jit >b && cmp a b || fail "a program of PTX: $(cat a b)"
for file in host.o "$0" nowhere; do
    ! cuobjdump "$file" >log 2>&1 || fail "$file has device code: $(cat log)"
done
grep -q 'nowhere: No such file' log || fail "$(cat log)"
cuobjdump host.o 2>&1 | grep -q 'host.o: there is no device code in it' || fail "host.o: $(cuobjdump host.o 2>&1)"
# Damaged files end in a message.
for n in 100 1000 5000 20000; do
    head -c $n program >short
    rc=0
    cuobjdump -sass short >log 2>&1 || rc=$?
    [ $rc = 1 ] || fail "$n bytes of a program: $rc"
done
