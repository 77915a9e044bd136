#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# moved.sh PREFIX BUILD SOURCE: an installation that has been moved compiles and runs programs, while the build folder
# and the sources are out of sight: they are covered by empty folders, where this system lets an ordinary user do that.
set -eu
if [ "${4:-}" != hidden ]; then
    moved=$(mktemp -d "${TMPDIR:-/tmp}/gt200-moved-XXXXXX")
    trap 'rm -rf "$moved"' EXIT
    cp -a "$1" "$moved/toolkit"
    cp "$3/sw/examples/vecadd.cu" "$3/sw/examples/example.h" "$0" "$moved/"
    if unshare -rm true 2>/dev/null; then
        unshare -rm sh "$moved/${0##*/}" "$moved" "$2" "$3" hidden
    else
        echo "the build folder cannot be hidden here"
        sh "$0" "$moved" "$2" "$3" hidden
    fi
    exit
fi
cd "$1"
build=$2 source=$3
fail() { echo "$*"; exit 1; }
if unshare -rm true 2>/dev/null; then
    mount -t tmpfs none "$build"
    case $source in "$build"*) ;; *) mount -t tmpfs none "$source" ;; esac
    [ ! -e "$build/lib" ] && [ ! -e "$source/sw" ] || fail "the build folder is still there"
fi
gt200=$PWD/toolkit/bin/gt200
unset GT200_HOME LD_LIBRARY_PATH
"$gt200" cc vecadd.cu -o static
"$gt200" cc --cudart shared vecadd.cu -o shared
for program in static shared; do
    GT200_TARGET=model "./$program" >log || fail "$program: $(cat log)"
    if [ -e toolkit/lib/sm_fast.so ]; then
        GT200_TARGET=rtl "./$program" >log 2>&1 || fail "$program on the Verilog: $(cat log)"
    fi
done
# Programs that the host's compiler links, with the shared libraries and with the static one.
"$gt200" cc -c vecadd.cu
c++ vecadd.o -o host -Ltoolkit/lib64 -lcudart
LD_LIBRARY_PATH=toolkit/lib64 ./host >log || fail "linked with -lcudart: $(cat log)"
! ./host >log 2>&1 || fail "linked with -lcudart, it finds the library without being told where"
c++ vecadd.o -o host toolkit/lib/libcudart_static.a -ldl -lpthread
./host >log || fail "linked with libcudart_static.a: $(cat log)"
"$gt200" bench --target model X.clock.pair_cost >log || fail "bench: $(cat log)"
grep -q 28.00 log || fail "bench: $(cat log)"
cp toolkit/bin/gt200 lost
! ./lost cc vecadd.cu -o nothing 2>log || fail "a program without its folder compiles"
grep -q "no folder above $PWD/lost has include/gt200_cuda.h" log || fail "a program without its folder: $(cat log)"
GT200_HOME=$PWD/toolkit ./lost cc vecadd.cu -o found || fail "GT200_HOME"
! GT200_HOME=$PWD ./lost cc vecadd.cu -o nothing 2>log || fail "GT200_HOME names any folder"
grep -q "GT200_HOME=$PWD: expected include/gt200_cuda.h there" log || fail "GT200_HOME: $(cat log)"
