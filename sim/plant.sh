#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A fault for a machine that the checker must find: plant.sh OUT UNIT.sv EDIT writes OUT/UNIT.sv, rtl's with one line
# changed by the sed script EDIT, and OUT/files.f and OUT/gpu.f, which are rtl/files.f and rtl/gpu/files.f with that
# one, named from the root.
set -eu
[ $# = 3 ] || { echo "usage: plant.sh OUT UNIT.sv EDIT" >&2; exit 2; }
cd "$(dirname "$0")/.."
out=$1 unit=$2 edit=$3
path=$(sh sim/files.sh rtl/files.f rtl/gpu/files.f | sed -n "/\/$unit\$/p")
[ -n "$path" ] || { echo "plant: neither rtl/files.f nor rtl/gpu/files.f has $unit" >&2; exit 1; }
mkdir -p "$out"
sh sim/one_line.sh "$path" "$out/$unit" "$edit"
{
    printf '+incdir+%s\n' rtl rtl/gen
    sh sim/files.sh rtl/files.f | sed "s:^$path\$:$out/$unit:"
} >"$out/files.f"
sh sim/files.sh rtl/gpu/files.f | sed "s:^$path\$:$out/$unit:" >"$out/gpu.f"
