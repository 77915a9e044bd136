#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# manners.sh GT200 SOURCE DIR: variables of the environment that nothing reads are told, with the nearest name; control
# characters of bad input do not reach the terminal.
set -u
gt200=$1 source=$2 dir=$3/manners
rm -rf "$dir"
mkdir -p "$dir" && cd "$dir" || exit 1
fail() { echo "manners: $*" >&2; exit 1; }

# The list of names has each one that a program reads.
grep -rhoE 'getenv\("GT200_[A-Z_]*|env_(number|switch)\("GT200_[A-Z_]*' "$source/sw" "$source/sim" "$source/cmodel" \
    "$source/isa" | sed 's/.*"GT200_//' | sort -u >read
[ "$(wc -l <read)" -gt 15 ] || fail "found few variables: $(cat read)"
for name in $(cat read); do
    grep -q "\"$name\"" "$source/sw/tools/cmd/settings.c" || fail "GT200_$name is read and not in settings.c"
    env GT200_$name= "$gt200" ptxas --help >/dev/null 2>log && [ ! -s log ] || fail "GT200_$name: $(cat log)"
done
# told NAME WORDS: with the variable a command works and says so.
told() {
    env "$1=x" "$gt200" ptxas --help >/dev/null 2>log || fail "$1: the command failed"
    [ "$(cat log)" = "gt200: warning: $1: there is no such variable$2" ] || fail "$1: $(cat log)"
}
told GT200_TARGT '; did you mean GT200_TARGET?'
told GT200_TRAGET '; did you mean GT200_TARGET?'
told GT200_MEMORYMB '; did you mean GT200_MEMORY_MB?'
told GT200_SHIP '; did you mean GT200_CHIP?'
told GT200_NOTHING_THAT_IS_NEAR_TO_ANY_NAME ' (docs/cuda.md)'
env GT2000_TARGET=x "$gt200" ptxas --help >/dev/null 2>log && [ ! -s log ] || fail "GT2000_TARGET: $(cat log)"

esc=$(printf '\033') csi=$(printf '\302\233')
# clean STATUS COMMAND...: it fails with that status and a message without control characters.
clean() {
    status=$1
    shift
    "$gt200" "$@" >out 2>log
    rc=$?
    [ $rc = "$status" ] || fail "$*: status $rc"
    [ -s log ] || fail "$*: no message"
    ! tr -d '\n\t' <log | LC_ALL=C grep -q "[[:cntrl:]]\|$csi" || fail "$*: $(cat -v log)"
}
# words STATUS COMMAND...: likewise, both streams; no message is asked for.
words() {
    status=$1
    shift
    "$gt200" "$@" >out 2>log </dev/null
    rc=$?
    [ $rc = "$status" ] || fail "$*: status $rc: $(cat -v log)"
    ! cat out log | tr -d '\n\t' | LC_ALL=C grep -q "[[:cntrl:]]\|$csi" || fail "$*: $(cat -v out log)"
}
clean 2 "${esc}[31mcommand"
clean 2 "${csi}31mcommand"
clean 2 run "--${esc}[31moption"
printf '.version 1.4\n.target sm_13\n.entry k() { .reg .u32 %%r; add.u32 %%r, %s[31m, 1; exit; }\n' "$esc" >k.ptx
clean 1 ptxas k.ptx -o k.cubin
printf '.version 1.4\n.target sm_13\n.entry k() { .reg .u32 %%r; add.u32 %%r, a%s31m, 1; exit; }\n' "$csi" >k.ptx
clean 1 ptxas k.ptx -o k.cubin
printf '.kernel k\n%s[31m $r0\n.dir%s\n' "$esc" "$esc" >k.s
clean 1 as k.s -o k.cubin
printf 'architecture {sm_13}\nmodname {a%s[31m' "$esc" >k.cubin
clean 1 dis k.cubin
printf 'code {\n name = a%s31m x = {' "$csi" >k.cubin
clean 1 dis k.cubin
# Names of files: those that are not there, those that hold what cannot be read, those that cannot be written.
name=$(printf 'a\033[31mb\302\233c\177d')
for command in cc nvcc ptxas as dis cuobjdump 'run -k k -g 1 -b 32'; do
    clean 1 $command "$name.none"
done
printf '.version 1.4\n.target sm_13\n.entry k() { frob.u32 %%r; }\n' >"$name.ptx"
clean 1 ptxas "$name.ptx"
clean 1 cc "$name.ptx" -o k.cubin
printf '.kernel k\nfrob\n' >"$name.s"
clean 1 as "$name.s" -o k.cubin
printf 'frob {' >"$name.cubin"
clean 1 dis "$name.cubin"
clean 1 cuobjdump -sass "$name.cubin"
clean 1 run -k k -g 1 -b 32 "$name.cubin"
printf '__global__ void k(int *p) { *p = "%s[31m"; }\n' "$esc" >"$name.cu"
clean 1 cc "$name.cu" -o k.cubin
clean 1 nvcc "$name.cu" -c -o k.o
# The measurements, and gt200-mpi where there is MPI.
clean 1 bench --csv "$name.none/x.csv"
clean 1 bench --report "$name.ptx/x"
main=$gt200 gt200=$(dirname "$gt200")/gt200-mpi
export ASAN_OPTIONS=detect_leaks=0                  # MPI's own
[ ! -x "$gt200" ] || clean 2 "$name"
unset ASAN_OPTIONS
gt200=$main
# libcutil, in programs of the user's.
cat >cutil.cpp <<'end'
#include <cutil.h>
int main(int argc, char **argv)
{
    unsigned int w, h, n = 0;
    unsigned char *bytes = 0;
    float *numbers = 0;

    (void)argc;
    return cutLoadPGMub(argv[1], &bytes, &w, &h) + cutReadFilef(argv[1], &numbers, &n, true) +
           cutSavePGMub(argv[2], (unsigned char *)argv, 1, 1);
}
end
"$gt200" nvcc cutil.cpp -o cutil -lcutil >out 2>&1 || fail "cutil: $(cat out)"
gt200=./cutil
clean 0 "$name.none" "$name.none/x"
gt200=$main
[ "$(wc -l <log)" = 3 ] || fail "cutil: $(cat log)"
# The chip that clang takes ours for is not named.
clean 1 nvcc -c "$name.cu" -o k.o
grep -q '^1 error generated\.$' log || fail "nvcc: $(cat -v log)"
# What goes to a terminal, of which script makes one.
printf 'const char *s = "%s[31m%s1m";\n' "$esc" "$csi" >e.cu
if command -v script >/dev/null; then
    script -qec "'$gt200' nvcc -E e.cu" /dev/null </dev/null | tr -d '\r' >out
    grep -q '^const char \*s = "?\[31m??1m";$' out || fail "nvcc -E: $(tail -n 1 out | cat -v)"
fi
"$gt200" nvcc -E e.cu >out && grep -q "$esc" out || fail "nvcc -E changes what a file gets"
# What g++, which quotes lines as they are, and the linker say; a warning goes on.
printf '#warning "%s[31m%s1m"\nint f(void) { return 1; }\n' "$esc" "$csi" >"$name.cpp"
words 0 nvcc -c "$name.cpp" -o "$name.o"
words 0 nvcc -c "$name.cpp" -o "$name.o" -v
[ -s "$name.o" ] || fail "nvcc -c: no object"
clean 1 nvcc "$name.o" -o "$name.out"
printf '__global__ void k(int *p) { *p = 1; }\n' >"$name.cu"
clean 1 cc "$name.cu" -o "$name.none/k.cubin"
words 0 nvcc -c "$name.cu" -o "$name.o" -v
words 0 nvcc -dryrun "$name.cu" -o "$name.out"
# PTX that an object holds is shown.
printf '.version 1.4 // %s[31m%s1m\n.target sm_13%s\n.entry k() { exit; }\n' "$esc" "$csi" "$esc" >"$name.ptx"
words 0 cuobjdump -ptx "$name.ptx"
grep -q '^.version 1.4 // ?' out || fail "cuobjdump -ptx: $(cat -v out)"
# Values of options and variables.
clean 1 cc --clang "$name" k.cu
clean 2 nvcc --frob="$name"
clean 2 ptxas --print-after="$name" k.ptx
clean 2 ptxas -maxrregcount="$name" k.ptx
clean 2 run --target "$name" k.cubin
env "GT200_$name=1" "$gt200" ptxas --help >/dev/null 2>log
[ -s log ] || fail "no warning of a variable's name"
! tr -d '\n\t' <log | LC_ALL=C grep -q "[[:cntrl:]]\|$csi" || fail "a variable's name: $(cat -v log)"
for v in HOME TARGET CHIP CLANG; do
    env "GT200_$v=$name" "$gt200" nvcc -c "$name.cu" -o k.o >out 2>log
    ! cat out log | tr -d '\n\t' | LC_ALL=C grep -q "[[:cntrl:]]\|$csi" || fail "GT200_$v: $(cat -v log)"
done
exit 0
