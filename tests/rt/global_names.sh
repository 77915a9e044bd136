#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# global_names.sh NM CUDART CUTIL: the archives that programs are linked with define no global names but CUDA's and
# those of the samples' utilities, each its own, and some that nearly all programs need. The utilities are weak: a
# program keeps functions of its own by their names.
set -eu
nm=$1

fail() { echo "$*"; exit 1; }

# archive_names FILE PATTERN NAME...: all names have the pattern, and these are there.
archive_names() {
    archive=$1 own=$2
    shift 2
    names=$("$nm" -g --defined-only "$archive" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u)
    foreign=$(echo "$names" | grep -Ev "^($own)[A-Za-z0-9_]*\$" || true)
    [ -z "$foreign" ] || fail "$archive has names that are not its own: $(echo "$foreign" | head -20 | tr '\n' ' ')"
    for name; do
        echo "$names" | grep -qx "$name" || fail "$archive lacks $name"
    done
    echo "$archive: $(echo "$names" | wc -l) global names"
}

archive_names "$2" 'cu[A-Z]|cuda[A-Z]|__cuda[A-Z]' cuInit cuLaunchKernel cudaMalloc cudaLaunchKernel \
    __cudaRegisterFatBinary
archive_names "$3" 'cut[A-Z]|cutil[A-Z]|__cut[A-Z]|shr[A-Z]' cutCreateTimer __cutRuntimeCheck cutLoadPGMf shrLog \
    shrQAStart cutStartThread
strong=$("$nm" -g --defined-only "$3" 2>/dev/null | awk 'NF == 3 && $2 != "W" { print $3 }')
[ -z "$strong" ] || fail "$3 has names that are not weak: $strong"
