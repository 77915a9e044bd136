#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the page of areas. usage: area.sh BUILD_DIR PAGE
set -eu
build=${1:?usage: area.sh BUILD_DIR PAGE}
page=${2:?usage: area.sh BUILD_DIR PAGE}
here=$(dirname "$0")
mkdir -p "$build/synth"
{
    cat <<'TEXT'
<!-- Written by make synth. -->
# Area

One SM synthesised with Yosys for two families of FPGA, units kept apart: a row is a unit with its sub-units, over all its
instances (×). No place and route; the fabric's own optimisation across units would make it smaller.
TEXT
    sh "$here/synth.sh" "$build"
    for without in DPU:'double precision' TEX:'the texture unit'; do
        echo
        echo "## Without ${without#*:}"
        sh "$here/synth.sh" -f ecp5 -s "$build" sm_top "${without%%:*}=0"
    done
} >"$build/synth/page"
cp "$build/synth/page" "$page"
cat "$page"
