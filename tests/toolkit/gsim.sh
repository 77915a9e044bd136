#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gsim.sh PREFIX CC CMAKE EXAMPLES DIR: the example of the C model, against the installed package: by pkg-config, and by
# find_package(gt200).
set -eu
prefix=$1 cc=$2 cmake=$3 examples=$4
fail() { echo "$*"; exit 1; }
rm -rf "$5"
mkdir -p "$5/project"
cd "$5"
"$prefix/bin/gt200" cc "$examples/driver/vecadd.cu" -o vecadd.cubin
flags=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs gt200)
"$cc" -std=c11 -Wall -Wextra -Werror "$examples/gsim/cycles.c" -o cycles $flags
./cycles vecadd.cubin >log
grep -q '31.5 + 31.5 = 63, [1-9][0-9]* cycles' log || fail "$(cat log)"
"$prefix/bin/gt200" run vecadd.cubin -k vecadd -g 1 -b 64 -a zero:256 -a zero:256 -a zero:256 -a s32:64 \
    --target model >run
cycles=$(sed 's/.*, \([0-9]*\) cycles/\1/' log)
grep -q "^cycles: $cycles\$" run || fail "other cycles than gt200 run: $(cat log run)"
! ./cycles nothing.cubin 2>log || fail "a missing cubin ran"
grep -q 'nothing.cubin' log || fail "$(cat log)"

cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.18)
project(cycles C)
find_package(gt200 REQUIRED)
add_executable(cycles $examples/gsim/cycles.c)
target_link_libraries(cycles PRIVATE gt200::gsim)
add_executable(own $(dirname "$0")/own.c)
target_link_libraries(own PRIVATE gt200::cudart)
END
"$cmake" -S project -B built -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" >log 2>&1 || fail "$(cat log)"
"$cmake" --build built >log 2>&1 || fail "$(cat log)"
built/cycles vecadd.cubin | grep -q "= 63, $cycles cycles" || fail "built by CMake: $(built/cycles vecadd.cubin)"
built/own || fail "own.c on gt200::cudart"
