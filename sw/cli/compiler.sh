#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compiler.sh OBJCOPY TOOLS PLUGIN COPY: makes COPY, TOOLS without debug information, a newer file only if that or
# PLUGIN is another than last time.
set -eu
objcopy=$1 tools=$2 plugin=$3 copy=$4

mkdir -p "$(dirname "$copy")"
"$objcopy" --strip-debug "$tools" "$copy.new"
"$objcopy" --strip-debug "$plugin" "$copy.plugin.new"
if cmp -s "$copy.new" "$copy" && cmp -s "$copy.plugin.new" "$copy.plugin"; then
    rm "$copy.new" "$copy.plugin.new"
else
    mv "$copy.plugin.new" "$copy.plugin"
    mv "$copy.new" "$copy"
fi
