#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# oracle.sh GT200 FAKE BAD NO_DEVICE: gt200 oracle against a stand-in for a GPU (FAKE, tests/bench/stand_in.c), and
# what it says of drivers, programs and launches that go wrong (BAD, NO_DEVICE).
set -eu
gt200=$1 fake=$2 bad=$3 no_device=$4
export GT200_MEMORY_MB=16
fail() { echo "oracle: $*"; cat out err 2>/dev/null; exit 1; }
# oracle STATUS LIBRARY OPTION...: output in out and err
oracle() {
    want=$1 library=$2 status=0
    shift 2
    GT200_LIBCUDA=$library "$gt200" oracle "$@" >out 2>err || status=$?
    [ $status = "$want" ] || fail "exit status $status of $*"
}
said() { grep -q -e "$1" out err || fail "it does not say: $1"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

oracle 0 "$fake" --programs 30 --seed 1 --jobs 2
said '^GeForce GTX 280'
[ "$(tail -n 1 out)" = '30 passed, 0 failed' ] || fail 'last line'
oracle 1 "$fake" --programs 2 --seed 2 --plant
# Which statements a seed makes depends on the table of PTX: what is expected here is true of every program.
said '^seed 2, .*: difference: thread 0, byte 9 of its results: expected 0x[0-9a-f]*, found 0x[0-9a-f]*$'
planted=$(sed -n 's/^seed 2, .*expected \(0x[0-9a-f]*\), found \(0x[0-9a-f]*\)$/\1 ^ \2/p' out)
[ $(($planted)) = 4 ] || fail "planted: $planted"
said '^1 of [0-9]* statements are left: thread 0, byte 9'
said '^ *1  [a-z0-9.]*  *.*;$'
[ "$(tail -n 1 out)" = '0 passed, 2 failed' ] || fail 'last line of a difference'

BAD_WORD=xor.b16 oracle 0 "$bad" --programs 10 --seed 1 --size 100
said "^ *[0-9]*  xor.b16  *line [0-9]*; error   : Not a name: 'xor.b16'$"
said '^10 passed, 0 failed'
BAD_WORD=.entry oracle 1 "$bad" --programs 2 --seed 1
said "compiler refuses it: ptxas application ptx input, line 5; error"
said '^0 passed, 2 failed'
BAD_FAULT=3 oracle 1 "$bad" --programs 8 --seed 1
said '^seed 3, .*: fault on the GPU: the launch: '
said '^1 faults and 0 launches without end'
said '^7 passed, 1 failed'
BAD_HANG=6 oracle 0 "$bad" --programs 8 --seed 1 --patience 2      # not again in a new process, without optimizations
said '^seed 6, .* only with the optimizations .*: it does not end'
said '^0 faults and 1 launches without end'
said '^1 of those passed agree only without'
said '^8 passed, 0 failed'
BAD_OPT=1 oracle 0 "$bad" --programs 40 --seed 80 --size 100
said "^seed [0-9]*, .*: only with the optimizations of the GPU's compiler: thread "
said '^ *1  xor.b16  .*xor.b16 '
said '^  without xor.b16: same'
said '^[1-9] of those passed agree only without'
said '^40 passed, 0 failed'
BAD_DIE=6 oracle 1 "$bad" --programs 8 --seed 1
said '^seed 6: it takes the process down'
said '^7 passed, 1 failed'
# A process that ends while it makes a program small has counted that.
BAD_DIE=4 oracle 1 "$bad" --programs 2 --seed 2 --plant
said '^seed 3: it takes the process down while it is made small'
said '^0 passed, 2 failed'
BAD_HANG=4 oracle 1 "$bad" --programs 2 --seed 2 --plant --patience 2
said '^seed 2: it does not end while it is made small'
said '^0 passed, 2 failed'

oracle 0 "$fake" --rows --jobs 2 --only add.
said '^[1-9][0-9]* passed, 0 failed'
oracle 1 "$fake" --rows --only xor.b16 --plant
said '^row [0-9]*, xor.b16 %hq0, %h0, %h1;: difference: of 0x0, 0x0, .*: expected 0x[0-9a-f]*, found .* (word 4)'
said '^0 passed, 2 failed'
BAD_OPT=1 oracle 0 "$bad" --rows --only xor.b16
said "^row [0-9]*, xor.b16 .*: only with the optimizations of the GPU's compiler: of "
BAD_WORD=xor.b16 oracle 1 "$bad" --rows --only xor.b16
said "^ *2  xor.b16  *error   : Not a name"
said '^0 passed, 0 failed'

oracle 0 "$fake" --errors --points 4096
row='| `rcp.approx.ftz.f32` | 1 to 2 | last place '
said "^$row"'| \([0-9.]*\) | \([0-9.]*\) | \1 | \2 | 100.000 % |$'
said "^$row| 0.91 | 0.279 |"
said '^| `cos.approx.ftz.f32` | -pi to pi | 2^-24 | 6.20 | 0.813 |'
oracle 0 "$no_device" --errors --points 64
said '^gt200 oracle: no GPU beside our machine: '
said "^$row| [0-9.]* | [0-9.]* | – | – | – |$"

oracle 1 /no/such/libcuda
said 'target cuda: no NVIDIA driver: .*/no/such/libcuda'
oracle 1 "$no_device"
said 'no NVIDIA device on this machine'
oracle 2 "$fake" --jobs 65
said "jobs: '65' is not a number from 1 to 64"
oracle 2 "$fake" --only add
said "only: give --rows, too"
oracle 2 "$fake" --rows --only addition.
said "only: no instruction begins with 'addition.'"
oracle 2 "$fake" --program 1
said "unknown option '--program'"
