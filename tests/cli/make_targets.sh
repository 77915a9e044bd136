#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the pages and `make help` name is a target of the Makefile. usage: make_targets.sh ROOT
set -eu
cd "$1"
named=$({
    grep -oh '`make [a-z][a-z0-9-]*' README.md docs/*.md docs/*/*.md */README.md */*/README.md
    grep -oh '^ *make [a-z][a-z0-9-]*  ' README.md docs/*.md docs/*/*.md
    make -s --no-print-directory help
} | sed 's/^[` ]*make //; s/ .*//' | sort -u)
bad=
for target in $named; do
    grep -q "^$target:" Makefile || { echo "make $target: named, but no target of the Makefile" >&2; bad=1; }
done
[ -n "$named" ] && [ -z "$bad" ]
