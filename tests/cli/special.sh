#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# special.sh GT200 KERNELS.s DIR: outputs that are no regular files are written to and never replaced or removed: a
# pipe gets the same bytes as a file, a full device is an error that says so. A pipe is read as a file is.
set -u
gt200=$1 source=$2 dir=$3/special
rm -rf "$dir"
mkdir -p "$dir" && cd "$dir" || exit 1
fail() { echo "special: $*" >&2; exit 1; }
"$gt200" as "$source" -o k.cubin || fail "the kernels do not assemble"
printf '.version 1.4\n.target sm_13\n.entry k { exit; }\n' >k.ptx

# NAME COMMAND...: the command's output goes to the file @
same() {
    name=$1
    shift
    rm -f file pipe full
    mkfifo pipe || fail "no pipe"
    "$gt200" $(echo "$*" | sed "s,@,file,") >/dev/null || fail "$name: to a file: failed"
    cat pipe >got &
    "$gt200" $(echo "$*" | sed "s,@,pipe,") >/dev/null || fail "$name: to a pipe: failed"
    wait
    [ -p pipe ] || fail "$name: the pipe is no longer there"
    cmp -s file got || fail "$name: the pipe got something else than the file"
    ln -s /dev/full full
    "$gt200" $(echo "$*" | sed "s,@,full,") >/dev/null 2>err && fail "$name: to a full device: no failure"
    grep -q 'No space left on device' err || { cat err; fail "$name: to a full device: does not say why"; }
    [ -h full ] || fail "$name: the link to the full device was replaced"
    [ "$(ls *.tmp* 2>/dev/null)" = "" ] || fail "$name: leaves $(ls *.tmp*)"
}

[ -c /dev/full ] || { echo "special: no /dev/full here"; exit 0; }
same as as "$source" -o @
same dis dis k.cubin -o @
same ptxas ptxas k.ptx -o @
same out run k.cubin -k copy -g 1 -b 8 -a out:@:64 -a zero:64 -a u32:8
for o in konata perfetto lanes events; do
    same "$o" trace k.cubin --target model -k copy -g 1 -b 8 -a zero:64 -a zero:64 -a u32:8 --$o @
done

printf '.arch sm_90\n.kernel k\n.reg 8\n[B------:R-:W-:-:S05] EXIT\n' >sm90.s
"$gt200" as sm90.s -o sm90.cubin || fail "the kernel of sm_90 does not assemble"
for f in k sm90; do
    "$gt200" dis $f.cubin -o file || fail "dis $f.cubin: failed"
    cat $f.cubin | "$gt200" dis /dev/stdin -o got || fail "dis of a pipe with $f.cubin: failed"
    cmp -s file got || fail "dis of a pipe with $f.cubin: something else than of the file"
done

for c in --help --version "dis k.cubin" "occupancy k.cubin -k copy --threads 64" "infer --help"; do
    "$gt200" $c >/dev/full 2>err && fail "$c: standard output is full: no failure"
    grep -q 'standard output: No space left on device' err || fail "$c: standard output is full: does not say so"
done
rm -f pipe
mkfifo pipe
"$gt200" run k.cubin -k copy -g 1 -b 8 -a zero:64 -a zero:64 -a u32:8 --target rtl --fst pipe >/dev/null 2>err &&
    fail "waves to a pipe: no failure"
grep -q 'pipe: waves need a regular file' err || fail "waves to a pipe: does not say why"
[ -p pipe ] || fail "waves: the pipe is no longer there"
