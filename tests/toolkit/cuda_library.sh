#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuda_library.sh PREFIX BUILD STAND_IN WORK: target cuda and gt200 oracle never take GT200's own libcuda.so.1, wherever
# the program lies and whatever LD_LIBRARY_PATH names; a driver's is found, and its file is told.
set -u
prefix=$1 build=$2 stand_in=$3 work=$4
rm -rf "$work"
mkdir -p "$work/driver" "$work/copy"
cd "$work" || exit 1
fail() { echo "cuda_library: $*"; cat out err 2>/dev/null; exit 1; }
unset GT200_LIBCUDA LD_LIBRARY_PATH GT200_TARGET
cp "$stand_in" driver/libcuda.so.1
cp "$build/lib/libcuda.so.1" copy/libcudb.so
printf '.version 1.4\n.target sm_13\n.entry k() { exit; }\n' >k.ptx
# run STATUS VARIABLE=VALUE PROGRAM WORDS...: every command with target cuda, in that environment
run() {
    want=$1 variable=$2 gt200=$3
    shift 3
    for command in 'bench --target cuda T3.add.u32.latency' 'oracle --programs 1' \
        'run k.ptx -k k -g 1 -b 1 --target cuda'; do
        status=0
        # shellcheck disable=SC2086
        env "$variable" "$gt200" $command >out 2>err || status=$?
        [ $status = "$want" ] || fail "$variable $gt200 $command: exit status $status"
        for words; do
            cat out err | grep -q -e "$words" || fail "$variable $gt200 $command does not say: $words"
        done
        [ "$want" = 0 ] || ! grep -q 'T3.add\|passed\|^kernel' out || fail "$variable $gt200 $command: a result"
    done
}
# A machine with a driver has another end, which runs on such machines see.
driver=$(PATH=/sbin:/usr/sbin:$PATH ldconfig -p 2>/dev/null | grep -c '[^a-z]libcuda\.so\.1 ')
for folder in /usr/local/nvidia/lib64 /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib; do
    [ ! -e $folder/libcuda.so.1 ] || driver=1
done
found=$work/driver/libcuda.so.1
for gt200 in "$build/gt200" "$prefix/bin/gt200"; do
    lib=$build/lib
    [ "$gt200" = "$build/gt200" ] || lib=$prefix/lib
    [ -e "$lib/libcuda.so.1" ] || fail "no $lib/libcuda.so.1"
    ours="no NVIDIA driver: $lib/libcuda.so.1 is GT200's own library, no driver"
    if [ "$driver" = 0 ]; then
        run 1 none= "$gt200" 'target cuda: no NVIDIA driver: there is no libcuda.so.1'
        run 1 LD_LIBRARY_PATH="$lib" "$gt200" "$ours"
    fi
    run 1 GT200_LIBCUDA="$lib/libcuda.so.1" "$gt200" "$ours"
    run 1 GT200_LIBCUDA="$work/copy/libcudb.so" "$gt200" "copy/libcudb.so is GT200's own library, no driver"
    # A driver's is found, behind ours, too, and told.
    run 0 LD_LIBRARY_PATH="$lib:$work/driver" "$gt200" "$found"
    run 0 LD_LIBRARY_PATH="$work/driver" "$gt200" "$found"
done
