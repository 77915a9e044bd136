#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# files.sh LIST...: the files of lists such as rtl/files.f, one a line, from where the lists are named from.
set -eu
[ $# -gt 0 ] || { echo "usage: files.sh LIST..." >&2; exit 2; }
for list; do
    [ -r "$list" ] || { echo "files: cannot read $list" >&2; exit 1; }
    case $list in */*) dir=${list%/*}/ ;; *) dir= ;; esac
    # without comments and options; a/../b is b
    sed -e 's,//.*,,' -e '/^[[:space:]]*[+-]/d' -e '/^[[:space:]]*$/d' "$list" |
        sed -e "s,^[[:space:]]*,$dir," -e ':a' -e 's,[^/.][^/]*/\.\./,,' -e 'ta'
done
