#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lines and branches of sw/ and cmodel/ that the test suite without RTL reaches: a build of its own with counters, all
# tests, the counts by gcov. Writes a page; exit status 1 when a test fails or one of the two has fewer than 90 % of its
# lines reached.
# usage: c.sh FOLDER PAGE.md [JOBS]     (FOLDER: for the build; COUNT_ONLY=1: the counts of the last run once more)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 page=$2 jobs=${3:-2}

# What is of the RTL, or takes long here for few lines more: unit benches, random kernels, budgets of code.
without='^(cfuzz|codequality_budget_.*)$'

if [ -z "${COUNT_ONLY:-}" ]; then
    # From nothing: what an older program is linked with, and files that are no more, would count.
    mkdir -p "$build"
    ! grep -q '^GT200_COVERAGE:BOOL=ON' "$build/CMakeCache.txt" 2>/dev/null || find "$build" -mindepth 1 -delete
    cmake -S "$root" -B "$build" -G Ninja -DGT200_COVERAGE=ON -DGT200_RTL=OFF >"$build/configure.log"
    cmake --build "$build" -j "$jobs" --target gt200-tests >"$build/build.log" ||
        { tail -20 "$build/build.log" >&2; exit 1; }
    find "$build" -name '*.gcda' -delete            # what ran in the build: another time it may not
    LDFLAGS=--coverage ctest --test-dir "$build" -j "$jobs" -LE '^rtl$' -E "$without" --output-on-failure \
        >"$build/tests.log" 2>&1 || {
        sed -n '/tests passed/,$p' "$build/tests.log" >&2
        echo "coverage: a test failed, see $build/tests.log" >&2
        exit 1
    }
fi

build=$(cd "$build" && pwd)
find "$build" -name '*.gcno' | sort >"$build/counts.txt"       # also of what no test ran
status=0
(cd "$build" && xargs -n 50 gcov -t -b) <"$build/counts.txt" 2>"$build/gcov.log" |
    awk -v root="$root/" -v build="$build" -v min=90 -v low=80 -v missed="$build/missed.txt" \
        -f "$root/tests/coverage/c.awk" >"$build/page.md" || status=$?
mv "$build/page.md" "$page"
grep -F '| **' "$page"
[ "$status" -eq 0 ] || echo "coverage: fewer than 90 % of the lines were reached, see $build/missed.txt" >&2
exit "$status"
