#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# numpy.sh PREFIX EXAMPLES DIR: the NumPy example against the installed libcuda. 77: there is no NumPy.
set -eu
prefix=$1 examples=$2 dir=$3 python=
for p in python3 /usr/bin/python3; do
    # a folder of that name is a module, too
    "$p" -c 'import numpy; numpy.array' 2>/dev/null && python=$p && break
done
[ -n "$python" ] || exit 77
mkdir -p "$dir"
cd "$dir"
"$prefix/bin/nvcc" -cubin "$examples/driver/vecadd.cu" -o vecadd.cubin
for target in func model; do
    said=$(LD_LIBRARY_PATH=$prefix/lib GT200_TARGET=$target "$python" "$examples/numpy/roundtrip.py" vecadd.cubin)
    [ "$said" = "0 of 1000 wrong" ] || { echo "numpy: $target: $said"; exit 1; }
done
