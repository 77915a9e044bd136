#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# isagen_keeps.sh ISAGEN ISA DIR: what isagen writes is a newer file only when it is another one: a mnemonic is no
# matter of the Verilog, nor of the programs that know the chip's numbers alone.
set -eu
isagen=$1 isa=$2 dir=$3
fail() { echo "isagen_keeps.sh: $*" >&2; exit 1; }

rm -rf "$dir"
mkdir -p "$dir/made/sv"
cp -R "$isa" "$dir/isa"
make_all() { "$isagen" "$dir/isa" "$dir/made" "$dir/made/sv"; }
newer() { (cd "$dir/made" && find . -newermt 2001-01-01 -type f | sort | tr '\n' ' '); }

make_all
find "$dir" -type f -exec touch -d 2000-01-01 {} +
make_all
[ -z "$(newer)" ] || fail "the same again, and newer: $(newer)"
sed -i 's/^\(mod  qlane .*  \)l0 /\1l9 /' "$dir/isa/gt200.isa"
make_all
[ "$(newer)" = "./isa_table.c " ] || fail "another mnemonic, and newer: $(newer)"
[ -z "$(find "$dir" -name '*.new')" ] || fail "left behind: $(find "$dir" -name '*.new')"
