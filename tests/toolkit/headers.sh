#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# headers.sh PREFIX CC CXX: each installed header compiles alone: those of include/gt200 and CUDA's in C, those
# of CUDA's samples in C++. What gt200 cc puts in front of device code, and lib32's, is no header for programs.
set -eu
prefix=$1/include cc=$2 cxx=$3 n=0
# alone FOLDER HEADER COMPILER...
alone() {
    folder=$1 header=$2
    shift 2
    said=$(printf '#include "%s"\n' "$header" | "$@" -Wall -Wextra -Werror -fsyntax-only -I "$folder" - 2>&1) ||
        { printf '%s: %s\n%s\n' "$header" "$*" "$said"; exit 1; }
    n=$((n + 1))
}
for file in "$prefix"/gt200/*.h; do
    alone "$prefix/gt200" "${file##*/}" "$cc" -std=c11 -x c
done
for file in "$prefix"/*.h; do
    # parts of another
    case ${file##*/} in gt200_cached.h|gt200_cuda.h|gt200_heap.h|gt200_math.h|gt200_output.h|gt200_sm70.h)
        continue ;;
    esac
    alone "$prefix" "${file##*/}" "$cc" -x c -Wno-unused
done
for file in "$prefix"/cuda.h "$prefix"/cuda_runtime.h "$prefix"/cuda_fp16.h "$prefix"/cooperative_groups.h \
    "$prefix"/cooperative_groups/reduce.h "$prefix"/samples/*.h; do
    alone "$prefix" "${file#"$prefix/"}" "$cxx" -x c++ -Wno-unused -I "$prefix/samples"
done
[ "$n" -ge 60 ] || { echo "only $n compilations: are the headers there?"; exit 1; }
