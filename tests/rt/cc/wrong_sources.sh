# SPDX-License-Identifier: Apache-2.0
echo 'int main() { return missing; }' >bad.cu
! "$gt200" cc bad.cu -o bad 2>/dev/null || fail "a wrong program compiled"
[ ! -e bad ] || fail "a wrong program left an executable"
! "$gt200" cc nothing.cu -o x 2>log || fail "a missing source compiled"
grep -q "nothing.cu: No such file" log || fail "the missing source is not named"
for what in "" "-c" "-o x" "--ptx"; do
    ! "$gt200" cc . $what 2>log || fail "a folder compiled ($what)"
    [ "$(cat log)" = ".: Is a directory" ] || fail "a folder as source ($what): $(cat log)"
done
! "$gt200" cc "$programs/first.cu" -o . 2>log || fail "a folder as output was taken"
[ "$(cat log)" = ".: Is a directory" ] || fail "a folder as output: $(cat log)"
echo 'int x;' >bad.cu
! "$gt200" cc bad.cu 2>log || fail "a cubin without kernels"
grep -q "bad.cu: expected a kernel" log || fail "no kernel: $(cat log)"
