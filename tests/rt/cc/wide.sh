# SPDX-License-Identifier: Apache-2.0
# A structure that is aligned to 16 bytes is moved by one access.
"$gt200" cc --cubin "$programs/wide.cu" -o wide.cubin
"$gt200" dis wide.cubin | sed -n '/^\.kernel one$/,/^\.kernel [^o]/p' >wide.s
for access in "ld.b128 .*, g14" "st.b128.* g14"; do
    [ "$(grep -c "$access" wide.s)" = 1 ] || fail "wide.cu, kernel one: not one $access"
done
! grep -q "b64 .*g14" wide.s || fail "wide.cu, kernel one: accesses of 8 bytes"
