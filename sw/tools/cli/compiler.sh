#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compiler.sh OBJCOPY PROGRAM COPY [PLUGIN]: makes COPY, PROGRAM without debug information, a newer file only if that
# or PLUGIN is another than last time.
set -eu
objcopy=$1 program=$2 copy=$3 plugin=${4-}

mkdir -p "$(dirname "$copy")"
"$objcopy" --strip-debug "$program" "$copy.new"
if [ "$plugin" ]; then
    "$objcopy" --strip-debug "$plugin" "$copy.plugin.new"
else
    : >"$copy.plugin.new"
fi
if cmp -s "$copy.new" "$copy" && cmp -s "$copy.plugin.new" "$copy.plugin"; then
    rm "$copy.new" "$copy.plugin.new"
else
    mv "$copy.plugin.new" "$copy.plugin"
    mv "$copy.new" "$copy"
fi
