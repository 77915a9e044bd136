#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the page of areas. usage: area.sh BUILD_DIR PAGE [ecp5|xc7|both [JOBS]]
set -eu
build=${1:?usage: area.sh BUILD_DIR PAGE [ecp5|xc7|both [JOBS]]}
page=${2:?usage: area.sh BUILD_DIR PAGE [ecp5|xc7|both [JOBS]]}
family=${3:-ecp5}
jobs=${4:-1}
here=$(dirname "$0")
mkdir -p "$build/synth"
{
    sh "$here/synth.sh" -f "$family" -j "$jobs" "$build" sm_top TRACE=0
    for without in DPU=0:'double precision' TEX=0:'the texture unit' 'DPU=0 TEX=0':'either'; do
        echo
        echo "## Without ${without#*:}"
        # shellcheck disable=SC2086
        sh "$here/synth.sh" -f ecp5 -j "$jobs" -s "$build" sm_top TRACE=0 ${without%%:*}
    done
    for folded in 'DPU=0 TEX=0 FOLD=4':'In four phases, without either' FOLD=8:'In eight phases'; do
        echo
        echo "## ${folded#*:}"
        # shellcheck disable=SC2086
        sh "$here/synth.sh" -f ecp5 -j "$jobs" -s "$build" sm_top TRACE=0 ${folded%%:*}
    done
} >"$build/synth/page"
# behind what is written by hand, lines of 120 columns, but for tables
cat "$here/area_head.txt" >"$page"
awk '/^\|/ || length($0) <= 120 { print; next }
     { line = ""
       n = split($0, word, " ")
       for (i = 1; i <= n; i++)
         if (line == "") line = word[i]
         else if (length(line " " word[i]) > 120) { print line; line = word[i] }
         else line = line " " word[i]
       print line }' "$build/synth/page" >>"$page"
cat "$page"
