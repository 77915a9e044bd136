#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# line_length.sh [FOLDER]: lines of more than 120 columns in SystemVerilog, C, C++, CUDA C, CMake, shell, awk, make,
# Python, Tcl, Yosys' scripts, tables (.def) and Markdown below FOLDER (default: the repository). Not counted: a line
# that is one string, printed or not, or one address, which cannot be broken, and folders that are built.
set -eu
LC_ALL=C.UTF-8
export LC_ALL
cd "${1:-$(dirname "$0")/..}"
limit=120
string='(print |printf |echo )?("[^"]*"\)*|'"'.*'"')( \\)?'

long=$(find . \( -name build -o -name 'build-*' -o -name .git \) -prune -o -type f \
           \( -name '*.sv' -o -name '*.svh' -o -name '*.v' -o -name '*.vlt' -o -name '*.[ch]' -o -name '*.[ch]pp' \
              -o -name '*.cu' -o -name '*.inc' -o -name CMakeLists.txt -o -name '*.cmake' -o -name '*.sh' \
              -o -name '*.awk' -o -name '*.md' -o -name Makefile -o -name setup -o -name '*.mk' -o -name '*.py' \
              -o -name '*.tcl' -o -name '*.ys' -o -name '*.abc' -o -name '*.def' \) \
           -print | sort | xargs grep -nE "^.{$((limit + 1)),}" /dev/null |
       grep -vE "^[^:]*:[0-9]+:[ \t]*($string|[^ ]*https?://[^ ]*)\$" || true)
[ -z "$long" ] || { printf 'more than %d columns:\n%s\n' $limit "$long" | cut -c1-150 >&2; exit 1; }
