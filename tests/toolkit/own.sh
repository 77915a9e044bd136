#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# own.sh PREFIX CC SOURCE DIR: own.c with the flags of pkg-config and with the static library.
set -eu
prefix=$1 cc=$2 source=$3
mkdir -p "$4"
cd "$4"
flags=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs cudart cuda)
"$cc" "$source" -o shared $flags
LD_LIBRARY_PATH=$prefix/lib ./shared
"$cc" "$source" -o static -I"$prefix/include" "$prefix/lib/libcudart.a" -lstdc++ -ldl -lm -lpthread
./static
[ "$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --modversion cuda)" = 4.0 ]
