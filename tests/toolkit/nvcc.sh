#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# nvcc.sh CASE PREFIX SOURCES DIR: bin/nvcc as makefiles of the time call it: nvcc/CASE.sh, in a folder with the
# sources of a program.
set -eu
case=$1 prefix=$2 sources=$3 dir=$4 cases=$(cd "$(dirname "$0")" && pwd)/nvcc
rm -rf "$dir"
mkdir -p "$dir/sub" "$dir/bin"
cd "$dir"
cp "$sources"/*.cu "$sources"/*.cpp "$sources"/*.h .
PATH=$prefix/bin:$PATH
export GT200_TARGET=func
unset GT200_HOME
fail() { echo "nvcc/$case.sh: $*"; exit 1; }
# refused ARGUMENT... PATTERN: a message with the pattern, no output.
refused() {
    eval "pattern=\${$#}"
    count=$#
    ! nvcc $(i=1; for word; do [ $i -lt $count ] && echo "$word"; i=$((i + 1)); done) -o lost 2>log || fail "taken: $*"
    grep -q -e "$pattern" log || fail "$*: $(cat log)"
    [ ! -e lost ] || fail "$*: left a file"
}
. "$cases/$case.sh"
