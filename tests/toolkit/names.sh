#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# names.sh NM CC LIBRARY VERSION INCLUDE "HEADER..." "NAME...": a shared library defines the functions that the headers
# declare and the names given, each with that version, which is also its soname, and nothing else.
set -eu
nm=$1 cc=$2 library=$3 version=$4 include=$5 headers=$6 more=${7:-}

fail() { echo "$library: $*"; exit 1; }

declared=$({
    for header in $headers; do echo "#include <$header>"; done | "$cc" -E -P -x c -I"$include" - | tr -s ' \n' '  ' |
        tr ';' '\n' | grep -v 'typedef\|{' |
        grep -o '\b\(__\)\?cu\(da\|blas\|fft\|rand\)\?[A-Z][A-Za-z0-9_]* *\((\|_v2$\)' | tr -d ' ('
    for name in $more; do echo "$name"; done
} | sort -u)
[ "$(echo "$declared" | wc -l)" -gt 10 ] || fail "the headers declare nothing: $declared"
# The version itself is an absolute name.
found=$("$nm" -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sort -u)
defined=$(echo "$found" | sed 's/@.*//')
# lines_without A B: the lines of A that are none of B.
lines_without() { printf '%s\n' "$2" "$1" | awk -v n="$(echo "$2" | wc -l)" 'NR <= n { b[$0]; next } !($0 in b)'; }
odd=$(echo "$found" | awk -v version="@@$version" 'substr($0, length($0) - length(version) + 1) != version')
[ -z "$odd" ] || fail "names without version $version: $odd"
missing=$(lines_without "$declared" "$defined")
[ -z "$missing" ] || fail "declared in $headers and not defined: $missing"
foreign=$(lines_without "$defined" "$declared")
[ -z "$foreign" ] || fail "defined, and declared nowhere in $headers: $foreign"
readelf -d "$library" | grep -q "SONAME.*\[$version\]" || fail "its soname is not $version"
! readelf -d "$library" | grep 'PATH' | grep -v '\[\$ORIGIN\]' || fail "its run path names a folder"
echo "$library: $(echo "$defined" | wc -l) names"
