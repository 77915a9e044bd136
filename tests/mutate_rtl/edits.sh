#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# edits.sh ROOT: every edit of faults.sh and of ../rtl_icarus/assertions.sh still changes exactly one line of the RTL
# under ROOT, and every reason of assertions.sh is that of an assertion. Plants nothing.
set -eu
[ $# -eq 1 ] && [ -f "$1/rtl/files.f" ] || { echo "usage: edits.sh ROOT" >&2; exit 2; }
root=$1
here=$(cd "$(dirname "$0")" && pwd)
n=0 edits=0 status=0

told() { echo "$list: edit $n: $1" >&2; status=1; }

# edit UNIT SED
edit() {
    n=$((n + 1)) edits=$((edits + 1))
    path=$(sh "$root/sim/files.sh" "$root/rtl/files.f" | sed -n "/\/$1\.sv\$/p")
    [ -f "$path" ] || { told "no file $1.sv in rtl/files.f"; return 0; }
    changed=$(sed "$2" "$path" | diff "$path" - | grep -c '^>' || true)
    [ "$changed" = 1 ] || told "changes $changed lines of $1.sv: $2"
}
fault() { edit "$1" "$2"; }
folded() { edit "$1" "$2"; }
plant() {
    edit "$1" "$3"
    grep -rqF "\"$4\"" "$root/rtl" || told "no assertion says '$4'"
}

list=faults.sh
. "$here/faults.sh"
list=assertions.sh n=0
. "$here/../rtl_icarus/assertions.sh"
echo "$edits edits"
exit $status
