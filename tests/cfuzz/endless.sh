#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# endless.sh CFUZZ: what cfuzz says of a compiler that does not end, or breaks down, for one kernel of four; that it
# keeps the kernel; how far it says that it is. The compiler is a clang of ours in front of the real one, which does
# not like switches.
set -eu
cfuzz=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "endless.sh: $*"; cat out log; exit 1; }
cat >clang <<'END'
#!/bin/sh
case "$*" in *--cuda-device-only*)
    for source; do :; done
    [ -e "$DIR/all" ] || cp "$source" "$DIR/all"
    if grep -q '^ *case 1:' "$source"; then
        [ "$HOW" = hangs ] || kill -KILL $PPID
        echo $$ >>"$DIR/pids"
        exec sleep 600
    fi
esac
exec "$REAL" "$@"
END
chmod +x clang
REAL=$(command -v clang-19 || command -v clang)
export GT200_CLANG=$dir/clang DIR=$dir REAL

# A machine that is busy may need more than 4 s for a kernel that is right: then more time is given, twice.
export HOW=hangs
for limit in 4 16 64; do
    rm -f all pids hangs.cu
    ! "$cfuzz" --kernels 4 --seed 4 --limit $limit --shrink 1 --every 1 --keep hangs.cu >out 2>log ||
        fail "exit status 0"
    [ "$(cat out)" != "3 passed, 1 failed" ] || break
done
[ -e all ] || fail "the compiler was never called"
switches=$(awk '/^(KERNEL|TEAM)\(k/ { k = $0 } /^ *case 1:/ && k { n++; k = "" } END { print n + 0 }' all)
[ "$switches" = 1 ] || fail "seed 4 no longer has one kernel of four with a switch, but $switches"
[ "$(cat out)" = "3 passed, 1 failed" ] || fail "a clang that does not end"
grep -q "^gt200 cc --ptx: no end within $limit s$" log || fail "the step is not named"
grep -q '^kernel 1 of seed 4: hangs.cu$' log && grep -q '^ *case 1:' hangs.cu || fail "the kernel is not kept"
grep -q '^kernels 0 to 3 of 4, seed 4: 1 passed, 0 failed, [0-9.]* kernels/s$' log ||
    fail "it does not say how far it is"
for pid in $(cat pids); do
    ! kill -0 "$pid" 2>/dev/null || fail "a clang still runs"
done

export HOW=breaks
! "$cfuzz" --kernels 4 --seed 4 --keep breaks.cu >out 2>log || fail "exit status 0"
[ "$(cat out)" = "3 passed, 1 failed" ] || fail "a clang that breaks down"
[ "$(grep -c '^ ' breaks.cu)" -lt "$(sed -n '/(k1)/,/(k2)/p' all | grep -c '^ ')" ] || fail "it is not made smaller"
grep -q '^gt200 cc --ptx: ended by signal 9$' log && grep -q '^ *case 1:' breaks.cu || fail "it does not say so"
! "$cfuzz" --limit soon >out 2>log || fail "--limit soon was taken"
grep -q '^usage: ' log || fail "--limit soon: no usage"
