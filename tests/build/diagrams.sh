#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# diagrams.sh ROOT [NAME...]: each block diagram of docs/ is what its source and the constants of the chip give.
set -eu
cd "$1"
shift
[ $# -gt 0 ] || set -- chip sm
for name; do
    awk -f docs/figures/draw.awk isa/chip.def "docs/figures/$name.txt" | cmp - "docs/$name.svg" || {
        echo "docs/$name.svg is out of date: awk -f docs/figures/draw.awk isa/chip.def docs/figures/$name.txt" >&2
        exit 1
    }
done
