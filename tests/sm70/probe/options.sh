# SPDX-License-Identifier: Apache-2.0
# --all, --only, --list.
test "$("$probe" good.plan --all --only one | grep -c '^one,')" = 8 || fail "--all"
test "$("$probe" good.plan --list | tail -4 | cut -d, -f1,2 | tr '\n' ' ')" = "one,8 two,5 many,1 grid,1 " ||
    fail "--list"
