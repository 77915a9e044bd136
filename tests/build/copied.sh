#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# copied.sh CMAKE NINJA MODULE DIR: in a copied build folder ninja, run by hand, builds nothing and says why; in the one
# it was copied from it goes on.
set -eu
cmake=$1 ninja=$2 module=$3 dir=$4
fail() { echo "copied.sh: $*" >&2; exit 1; }

rm -rf "$dir"
mkdir -p "$dir/here/part"
cd "$dir"
cat >here/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(here LANGUAGES NONE)
include($module)
add_subdirectory(part)
gt200_built_here()
END
cat >here/part/CMakeLists.txt <<'END'
add_custom_command(OUTPUT made DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/source
                   COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/source made)
add_custom_target(part ALL DEPENDS made)
END
echo one >here/part/source
"$cmake" -S here -B here/build -G Ninja -DCMAKE_MAKE_PROGRAM="$ninja" >log
"$ninja" -C here/build >log || fail "$(cat log)"
ln -s here link
"$ninja" -C link/build >log || fail "by way of a link: $(cat log)"

cp -a here copy
echo two >copy/part/source
echo three >here/part/source
for what in '' part part/made; do
    ! "$ninja" -C copy/build $what >log 2>&1 || fail "copied: built ($what): $(cat log)"
    grep -q "^$dir/copy/build is a copy of the build folder $dir/here/build and would build $dir/here:" log ||
        fail "copied ($what): $(cat log)"
    [ "$(cat here/build/part/made copy/build/part/made)" = "one
one" ] || fail "copied ($what): something was built"
done
cd here/build
"$ninja" >../../log || fail "in the folder itself: $(cat ../../log)"
[ "$(cat part/made)" = three ] || fail "the first checkout is not built any more"
