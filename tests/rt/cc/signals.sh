# SPDX-License-Identifier: Apache-2.0
# A signal ends the compiler and the program it runs, and leaves no intermediate files: clang that does not return.
mkdir slow
cat >slow/clang <<'EOF'
#!/bin/sh
echo $$ >"$TMPDIR/../pid"
exec sleep 600
EOF
chmod +x slow/clang
for signal in TERM HUP; do
    mkdir files
    rm -f pid
    TMPDIR=$dir/files "$gt200" cc "$programs/first.cu" --clang "$dir/slow/clang" -o x &
    compiler=$!
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s pid ] && break
        sleep 0.5
    done
    [ -s pid ] || fail "clang did not start"
    [ "$(ls files)" ] || fail "no folder of intermediate files"
    kill -$signal $compiler
    ! wait $compiler || fail "SIG$signal: exit status 0"
    [ ! -e x ] && rmdir files || fail "SIG$signal left $(ls files/*)"
    ! kill -0 "$(cat pid)" 2>/dev/null || fail "SIG$signal left clang"
done
! "$gt200" cc "$programs/first.cu" --clang no-such-clang -o x 2>log || fail "a missing clang compiled"
grep -q "no-such-clang not found" log || fail "the missing clang is not named"
