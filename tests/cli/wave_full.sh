#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: wave_full.sh GT200 CUBIN DIR OPTION TARGET
# A wave that does not fit (files here may have 1, 64 and 512 KB: the write fails as on a full disk): an error that
# names the file and why, exit
# status 1, and no file is left, neither the wave nor a part of it.
set -eu
gt200=$1 cubin=$2 dir=$3/wave_full$4 option=$4 target=$5
rm -rf "$dir"
mkdir -p "$dir"
run() {
    "$gt200" trace "$cubin" -k loads -g 30 -b 512 -a zero:256 --target "$target" "$option" "$dir/w.fst" \
        >/dev/null 2>"$dir/err"
}
fail() { echo "wave_full: $*" >&2; cat "$dir/err" >&2; exit 1; }
trap '' XFSZ
for kb in 1 64 512; do
    status=0
    (ulimit -f $((2 * kb)); run) || status=$?
    [ -s "$dir/w.fst" ] && [ "$status" = 0 ] && [ "$kb" -gt 1 ] && continue     # it fits
    [ "$status" = 1 ] || fail "$kb KB: exit status $status, expected 1"
    grep -q "w.fst: File too large" "$dir/err" || fail "$kb KB: does not name the file and why"
    [ "$(ls "$dir")" = err ] || fail "$kb KB: left: $(ls "$dir")"
done
rm "$dir/err"
run || fail "with room: exit status $?"
[ -s "$dir/w.fst" ] || fail "with room: no wave"
