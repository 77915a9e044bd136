#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Experiments in several processes yield the same as one after the other, in the same order; an error is told once.
# usage: jobs.sh GT200 DIR
set -eu
gt200=$1 dir=$2
mkdir -p "$dir"
fail() { echo "jobs: $*" >&2; exit 1; }

for jobs in 1 3; do
    "$gt200" bench --jobs $jobs --target model,func --csv "$dir/$jobs.csv" 'T3.a*' 'T4.sad*' figure9 'listing*' \
        >"$dir/$jobs.txt" || [ $? = 1 ]         # func has no clock and differs
done
[ "$(wc -l <"$dir/1.csv")" -gt 60 ] || fail "only $(wc -l <"$dir/1.csv") lines"
cmp "$dir/1.csv" "$dir/3.csv" || fail 'other numbers with --jobs 3'
cmp "$dir/1.txt" "$dir/3.txt" || fail 'another table with --jobs 3'

for jobs in 1 2; do
    ! GT200_MAX_CYCLES=1000 "$gt200" bench --jobs $jobs T3.add.u32.latency >"$dir/out" 2>"$dir/err" ||
        fail "--jobs $jobs: no failure after 1000 cycles"
    [ "$(grep -c '^gt200 bench: target model: .*not finished after 1000 cycles' "$dir/err")" = 1 ] ||
        fail "--jobs $jobs: $(cat "$dir/err")"
done
! GT200_MAX_CYCLES=1000 "$gt200" bench --jobs 2 'T3.a*' 'T3.m*' >"$dir/out" 2>"$dir/err" || fail 'no failure of two'
[ "$(grep -c '^gt200 bench: target model: ' "$dir/err")" = 1 ] || fail "of several processes: $(cat "$dir/err")"
