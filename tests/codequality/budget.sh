#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the kernels of the examples and benchmarks may cost: compiles each source as a program's (-m64) and compares
# native instructions and registers with FILE, one kernel a line: SOURCE KERNEL INSTRUCTIONS REGISTERS. A kernel that
# costs more, or that FILE does not have, fails; --write makes FILE anew. --of FOLDER: only those of SOURCES/FOLDER.
# usage: budget.sh [--write | --of FOLDER] GT200 SOURCES FILE
set -eu
write=no
folders='examples measure/bench/kernels'
case ${1:-} in
--write) write=yes; shift ;;
--of) folders=${2:-}; shift 2 ;;
esac
[ $# -eq 3 ] || { echo "usage: budget.sh [--write | --of FOLDER] GT200 SOURCES FILE" >&2; exit 2; }
gt200=$1 sources=$2 file=$3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for source in $(for folder in $folders; do ls "$sources/$folder"/*.cu; done); do
    "$gt200" cc -m64 "$source" -v -o "$tmp/k.cubin" >"$tmp/log" 2>&1 || { cat "$tmp/log" >&2; exit 1; }
    name=${source#"$sources"/}
    sed -n "s|^\([^ :]*\): \([0-9]*\) registers, .* code, \([0-9]*\) instructions.*|$name \1 \3 \2|p" "$tmp/log"
done >"$tmp/costs"

if [ $write = yes ]; then
    sed -n '/^#/p' "$file" >"$tmp/head"
    cat "$tmp/head" "$tmp/costs" >"$file"
    exit 0
fi
awk -v budget="$file" -v folders=" $folders " '
    # The folder of a source: all before its last slash.
    function folder(name) { sub("/[^/]*$", "", name); return name }
    FILENAME == budget && ($1 ~ /^#/ || !index(folders, " " folder($1) " ")) { next }
    FILENAME == budget { insts[$1, $2] = $3; regs[$1, $2] = $4; n++; next }
    {
        seen++
        if (!(($1, $2) in insts)) { print $1 ": kernel " $2 " has no budget"; bad = 1; next }
        if ($3 > insts[$1, $2]) { print $1 ": kernel " $2 ": " $3 " instructions, budget " insts[$1, $2]; bad = 1 }
        if ($4 > regs[$1, $2]) { print $1 ": kernel " $2 ": " $4 " registers, budget " regs[$1, $2]; bad = 1 }
        less += $3 < insts[$1, $2] || $4 < regs[$1, $2]
    }
    END {
        print seen + 0 " kernels, " n + 0 " in the budget, " less + 0 " cost less"
        exit bad || seen != n
    }' "$file" "$tmp/costs"
