#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lanes.sh GDB PROGRAM SOURCE FOLDER TARGET: conditions of breakpoints that hold for one lane of a warp, Ctrl-C while a
# kernel spins, detach, and a child process, of which the debugger hears nothing.
set -u
gdb=$1 program=$2 source=$3 folder=$4 target=$5
mkdir -p "$folder"
cd "$folder" || exit 1
line() { grep -n "// @ $1\$" "$source" | cut -d: -f1; }
file=$(basename "$source")
child=
trap 'kill $child 2>/dev/null' EXIT
# start ARGUMENT...: the program waits, its port is in $port
start() {
    rm -f program.log
    GT200_TARGET=$target GT200_GDB=:0 "$program" "$@" >program.log 2>&1 &
    child=$!
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
}
status=0
# expect MARK TEXT: between <MARK> and the next mark
expect() {
    sed -n "/^<$1>\$/,/^<[a-z]*>\$/p" session.txt | grep -q -- "$2" ||
        { echo "$target: behind <$1> expected: $2"; status=1; }
}

start
cat >session.gdb <<END
set pagination off
set confirm off
set width 0
target remote :$port
break $file:$(line inlined) if value == 138 && round == 1
continue
echo <value>\n
print \$tid_x
print value
delete
break $file:$(line branch) if \$tid_x == 9
continue
echo <register>\n
print me
delete
break $file:$(line after) if tile[me] == 111 && !(me / 12)
continue
echo <memory>\n
print me
delete
break $file:$(line after) if me == 1000
continue
echo <never>\n
print \$tid_x
detach
END
timeout 100 "$gdb" -nx -batch -x session.gdb >session.txt 2>&1 ||
    { echo "$target: gdb ended with status $?"; status=1; }
wait $child || { echo "$target: the program ended with status $?"; status=1; }
expect value '= 37$'
expect value "= 138\$"
expect register '^\$[0-9]* = 9$'
expect memory '= 11$'
expect never '= 0$'
grep -q 'received signal SIGSEGV' session.txt || { echo "$target: no SIGSEGV"; status=1; }
[ $status -eq 0 ] || cat session.txt program.log

start spin
cat >session.gdb <<END
set pagination off
set confirm off
target remote :$port
echo <runs>\n
continue
echo <stopped>\n
print \$active == 0xffffffff
print i >= 0
continue
echo <again>\n
print out != 0
kill
END
"$gdb" -nx -batch -x session.gdb >session.txt 2>&1 &
debugger=$!
for mark in runs stopped; do
    n=0
    while ! grep -q "^<$mark>" session.txt && [ $n -lt 300 ]; do
        n=$((n + 1))
        sleep 0.1
    done
    sleep 0.5
    kill -INT $debugger
done
wait $debugger || { echo "$target: gdb ended with status $?"; status=1; }
wait $child
[ $? -eq 1 ] || { echo "$target: kill has not ended the program"; status=1; }
expect stopped '= true$'
expect again '= true$'
[ "$(grep -c 'received signal SIGINT' session.txt)" -eq 2 ] || { echo "$target: not stopped twice"; status=1; }
[ $status -eq 0 ] || cat session.txt program.log

start forks
cat >session.gdb <<END
set pagination off
set confirm off
target remote :$port
tbreak $file:$(line after) if rounds == 3
continue
echo <parent>\n
print rounds
continue
kill
END
timeout 100 "$gdb" -nx -batch -x session.gdb >session.txt 2>&1 ||
    { echo "$target: gdb ended with status $?"; status=1; }
wait $child
expect parent '= 3$'
grep -q 'received signal SIGSEGV' session.txt || { echo "$target: no SIGSEGV in the parent"; status=1; }
[ $status -eq 0 ] || cat session.txt program.log
exit $status
