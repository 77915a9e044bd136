#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# long_lines.sh LINE_LENGTH.SH DIR: which lines it names.
set -eu
script=$1 dir=$2
fail() { echo "long_lines.sh: $*" >&2; exit 1; }
# of N columns: characters, not bytes
columns() { printf "%$1s" '' | tr ' ' x | sed 's/^xx/é→/'; }

rm -rf "$dir"
mkdir -p "$dir/rtl/gen" "$dir/build"
for file in a.c b.cu CMakeLists.txt d.sh e.awk Makefile f.mk g.py rtl/gen/x.sv build/y.c notes.md; do
    { columns 120; echo; } >"$dir/$file"
done
sh "$script" "$dir" || fail "120 columns are too many"
printf 'int x; /* %s */\n' "$(columns 110)" >"$dir/a.c"
! sh "$script" "$dir" 2>"$dir/said" || fail "122 columns are taken"
grep -q '^./a.c:1:int x' "$dir/said" || fail "it says: $(cat "$dir/said")"
printf 'int x;\n' >"$dir/a.c"
for file in d.sh e.awk Makefile f.mk g.py rtl/gen/x.sv notes.md; do
    printf 'x = "" y %s\n' "$(columns 130)" >"$dir/$file"
    ! sh "$script" "$dir" 2>"$dir/said" || fail "138 columns are taken in $file"
    grep -q "^./$file:1:x = " "$dir/said" || fail "of $file it says: $(cat "$dir/said")"
    printf "    '%s' %s\n" "$(columns 130)" "\\" >"$dir/$file"
done
printf '    "%s"\n/* https://x.org/%s\n' "$(columns 130)" "$(columns 130)" >"$dir/a.c"
sed -i 's/^.. https/https/' "$dir/a.c"
sh "$script" "$dir" || fail "a string or an address is named"
