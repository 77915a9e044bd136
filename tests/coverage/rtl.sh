#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Line and toggle coverage of rtl/: runs directed and random programs on the counting build, adds the counts up with
# verilator_coverage and writes a page. Exit status 1 below 99 % of the line points that are not excepted
# (rtl_exceptions.txt), when an exception is none, or when a program failed.
# usage: rtl.sh PROGRAM FOLDER PAGE.md RANDOM JOBS DIRECTED.s...     (PROGRAM: gt200_rtl_coverage, FOLDER: for its
# counts; COUNT_ONLY=1: the counts of the last run once more)
set -eu
program=$1 folder=$2 page=$3 random=$4 jobs=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)

if [ -z "${COUNT_ONLY:-}" ]; then
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
fi

status=0
awk -v root="$here/../.." -v exceptions="$here/rtl_exceptions.txt" -v list="$folder/missed.txt" -v min=99 \
    -v programs="$# directed programs and random ones ($random of mixed, rows, memory, control, damaged, dense)" \
    -f "$here/rtl.awk" "$folder/all.dat" >"$folder/page.md" || status=$?
mv "$folder/page.md" "$page"
grep -F '| **all** |' "$page"
exit "$status"
