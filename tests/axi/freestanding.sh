#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# freestanding.sh CLANG FOLDER OUT: the driver for firmware is compiled for a processor without any C library.
set -eu
[ $# = 3 ] || { echo "usage: freestanding.sh CLANG FOLDER OUT" >&2; exit 2; }
for part in driver chip cubin; do
    "$1" --target=riscv32 -march=rv32im -mabi=ilp32 -std=c11 -Wall -Wextra -Werror -ffreestanding -nostdlibinc -Os \
        -c "$2/gt200_$part.c" -o "$3"
done
