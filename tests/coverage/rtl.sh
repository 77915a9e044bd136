#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Line and toggle coverage of rtl/: runs directed and random programs on the counting build, adds the counts up with
# verilator_coverage and writes a page. Exit status 1 below 95 % of the lines, or when a program failed.
# usage: rtl.sh PROGRAM FOLDER PAGE.md RANDOM JOBS DIRECTED.s...     (PROGRAM: gt200_rtl_coverage, FOLDER: for its
# counts)
set -eu
program=$1 folder=$2 page=$3 random=$4 jobs=$5
shift 5

mkdir -p "$folder"
rm -f "$folder"/*.dat "$folder"/failed
part=0
while [ "$part" -lt "$jobs" ]; do
    { "$program" "$folder/$part.dat" "$part" "$jobs" "$random" "$@" || touch "$folder/failed"; } &
    part=$((part + 1))
done
wait
if [ -e "$folder/failed" ]; then
    echo "coverage: a program failed" >&2
    exit 1
fi
verilator_coverage --write "$folder/all.dat" "$folder"/[0-9]*.dat

status=0
awk -v list="$folder/missed.txt" -v min=95 -v \
    programs="$# directed programs and random ones ($random of mixed, rows, memory, control, damaged)" \
    -f "$(dirname "$0")/rtl.awk" "$folder/all.dat" >"$folder/page.md" || status=$?
mv "$folder/page.md" "$page"
grep -F '| **all** |' "$page"
if [ "$status" -ne 0 ]; then
    echo "coverage: fewer than 95 % of the line points were reached, see $folder/missed.txt" >&2
fi
exit "$status"
