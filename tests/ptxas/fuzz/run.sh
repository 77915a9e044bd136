#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzzes the PTX compiler with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer.
# usage: run.sh BUILD SECONDS    BUILD holds the generated isa/; what is found goes to BUILD/fuzz-ptx
set -e
build=$1 seconds=${2:-60}
here=$(dirname "$0")
root=$here/../../..
out=$build/fuzz-ptx
mkdir -p "$out/corpus"
ptxas=$root/sw/compiler/ptxas
clang -g -O1 -std=gnu11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -I"$ptxas" -I"$ptxas/parse" -I"$ptxas/lower" -I"$ptxas/opt" -I"$ptxas/back" -I"$root/sw/compiler/ptx" \
    -I"$build/sw/compiler/ptx" -I"$root/isa" -I"$build/isa" \
    "$here/fuzz_ptx.c" $(find "$ptxas" -name '*.c' ! -name 'cmd_*') "$root"/sw/compiler/ptx/recognise.c \
    "$build"/sw/compiler/ptx/ptx_rows.c "$root"/isa/decode.c "$root"/isa/text_names.c "$root"/isa/disasm.c \
    "$root"/isa/dis_file.c "$root"/isa/occupancy.c "$root"/isa/asm*.c "$root"/isa/cubin*.c "$build/isa/isa_table.c" \
    -o "$out/fuzz_ptx"
"$out/fuzz_ptx" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 -dict="$here/ptx.dict" \
    -artifact_prefix="$out/" "$out/corpus" "$here/corpus"
