#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# programs.sh RUN_PROGRAM PROGRAMS CUBINS TARGET: each program of the folder PROGRAMS ends on chip small as it says
# itself, or is refused for one of the reasons that the record of this chip gives. Last line: how many of either.
set -eu
[ $# = 4 ] || { echo "usage: programs.sh RUN_PROGRAM PROGRAMS CUBINS TARGET" >&2; exit 2; }
ran=0 refused=0 status=0
no_unit='double precision is first in compute capability 1\.3|chip small has no texture unit'
too_large='block size in x is 512, allowed are 1 to 256|block needs [0-9]* registers [^,]*, at most 4096'
for source in "$2"/*.s; do
    name=$(basename "$source" .s)
    if said=$("$1" "$source" "$3/$name.cubin" "$4" small 2>&1); then
        ran=$((ran + 1))
    elif echo "$said" | grep -qE "kernel $name: .*($no_unit|$too_large)"; then
        refused=$((refused + 1))
    else
        echo "$name: $said" >&2
        status=1
    fi
done
echo "$ran ran, $refused refused"
exit $status
