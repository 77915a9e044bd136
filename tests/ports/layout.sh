#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# layout.sh SOURCE FIELDS.json DIR [TEXT OTHER]: every field of every struct lies for Icarus where the file says; with
# TEXT replaced by OTHER in the file first.
set -eu
source=$1 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
sed "s/${4:-^$}/${5:-}/" "$2" >"$dir/fields.json"
python3 "$(dirname "$0")/layout.py" "$dir/fields.json" >"$dir/layout.sv"
iverilog -g2012 -I "$source/rtl" -I "$source/rtl/gen" -I "$source/rtl/gpu" -o "$dir/layout" \
    "$source/rtl/gen/gpu_cfg_pkg.sv" "$dir/layout.sv"
vvp -n "$dir/layout" >"$dir/log"
cat "$dir/log"
grep -q '^0 of [1-9][0-9] structs and [1-9][0-9][0-9] fields are elsewhere$' "$dir/log"
