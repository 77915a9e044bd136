#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rtl_awk.sh: what rtl.awk says of counts made up here: lines reached, missed and excepted, exceptions that are none.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/rtl"
printf 'module x;\n  if (a)\n    b = 1;\n  default: ;\n  default: ;\n' >"$dir/rtl/x.sv"

# point LINE KIND COUNT
point() {
    printf "C '\001f\002rtl/x.sv\001l\002%s\001n\0021\001page\002v_branch/x\001o\002%s\001h\002TOP.x' %s\n" "$@"
}
{
    point 2 if 5
    point 2 else 0
    point 2 else 0
    point 4 case 0
    point 5 case 0
    i=10
    while [ $i -lt 206 ]; do point $i block 1; i=$((i + 1)); done
} >"$dir/counts"
status=0

# expect STATUS TEXT: with the exceptions on the standard input
expect() {
    cat >"$dir/exceptions"
    got=0
    awk -v root="$dir" -v exceptions="$dir/exceptions" -v list="$dir/missed" -v min=99 -v programs=none \
        -f "$here/rtl.awk" "$dir/counts" >"$dir/page" 2>"$dir/said" || got=$?
    [ $got = "$1" ] || { echo "exit status $got, expected $1"; status=1; }
    cat "$dir/page" "$dir/said" | grep -qF "$2" || { echo "not said: $2"; cat "$dir/said"; status=1; }
}

expect 1 'fewer than 99 % of the line points were reached' </dev/null
grep -qxF 'rtl/x.sv:2: else if (a)' "$dir/missed" || { echo 'the missed line is not listed'; status=1; }
expect 0 '| **all** | 197 of 198 | 99.5 | 2 |' <<'END'
rtl/x.sv case default: ;
    a reason
END
expect 0 '  a reason of two lines' <<'END'
rtl/x.sv else if (a)
    a reason
    of two lines
rtl/x.sv case default: ;
    a reason
END
expect 1 'an exception that was reached: rtl/x.sv:2 if: if (a)' <<'END'
rtl/x.sv case default: ;
    a reason
rtl/x.sv if if (a)
    a reason
END
expect 1 'an exception that names no line point: rtl/x.sv case default: c = 1;' <<'END'
rtl/x.sv case default: ;
    a reason
rtl/x.sv case default: c = 1;
    a reason
END
expect 1 'an exception without a reason: rtl/x.sv case default: ;' <<'END'
rtl/x.sv case default: ;
END
exit $status
