#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# session.sh GDB PROGRAM SOURCE FOLDER TARGET: a session of GDB with a program, as docs/debug.md describes it: a loop of
# one warp, a shared array, an inlined function, a branch that parts the warp, a fault.
set -u
gdb=$1 program=$2 source=$3 folder=$4 target=$5
mkdir -p "$folder"
cd "$folder" || exit 1
line() { grep -n "// @ $1\$" "$source" | cut -d: -f1; }
file=$(basename "$source")
rm -f program.log
GT200_TARGET=$target GT200_GDB=:0 "$program" >program.log 2>&1 &
child=$!
trap 'kill $child 2>/dev/null' EXIT
n=0
while ! grep -q 'target remote' program.log; do
    n=$((n + 1))
    if [ $n -gt 300 ] || ! kill -0 $child 2>/dev/null; then
        echo "the program does not wait for a debugger:"
        cat program.log
        exit 1
    fi
    sleep 0.1
done
port=$(sed -n "s/.*target remote :\([0-9]*\)'.*/\1/p" program.log)
cat >session.gdb <<EOF
set pagination off
set confirm off
set width 0
target remote :$port
break $file:$(line inlined)
continue
echo <inlined>\n
backtrace
print value
print round == value - 100 - \$tid_x
up
print rounds
print tile
print \$tid_x / 32 == \$warp
print in[1]
continue
echo <again>\n
info breakpoints
up
print me == \$tid_x
delete
echo <warps>\n
monitor warps
info threads 1 2 34
delete
tbreak $file:$(line branch)
continue
echo <branch>\n
print me % 2
next
echo <path>\n
tbreak $file:$(line after)
continue
echo <joined>\n
print \$active == 0xffffffff
set var sum = 4321
print sum
continue
echo <fault>\n
print at == far + \$tid_x
info program
kill
EOF
timeout 100 "$gdb" -nx -batch -x session.gdb >session.txt 2>&1
rc=$?
kill $child 2>/dev/null
status=0
# part NAME: what was said from <NAME> to the next mark
part() { sed -n "/^<$1>\$/,/^<[a-z]*>\$/p" session.txt; }
expect() {
    part "$1" | grep -q -- "$2" || { echo "$target: behind <$1> expected: $2"; status=1; }
}
[ $rc -eq 0 ] || { echo "$target: gdb ended with status $rc"; status=1; }
expect inlined '^#0 .*weigh (value=[0-9]*, round=[01]) at .*kernels.cu:'"$(line inlined)"
expect inlined '^#1 .*work (out=0x[0-9a-f]*, in=0x[0-9a-f]*, rounds=3) at .*kernels.cu:'"$(line loop)"
expect inlined '= {100, 101, 102, .*, 162, 163}$'
expect inlined '^\$[0-9]* = 101$'
expect again 'breakpoint already hit 2 times'
expect warps '^block (0,0) warp 0: pc 0x1'
expect warps '"block (0,0) thread (1,0,0)" (warp 0 lane 1'
expect branch '= 0$'
expect branch "^$(line even)"
expect path "^$(line after)"
expect joined '= 4321$'
expect joined "kernels.cu:$(line fault)"
expect fault '= true$'
grep -q 'received signal SIGSEGV' session.txt || { echo "$target: no SIGSEGV"; status=1; }
[ $status -eq 0 ] || cat session.txt program.log
exit $status
