#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the page of what folding (docs/units/fold.md) saves, unit by unit.
# usage: area_fold.sh BUILD_DIR PAGE [JOBS]
set -eu
usage='usage: area_fold.sh BUILD_DIR PAGE [JOBS]'
build=${1:?$usage}
page=${2:?$usage}
jobs=${3:-1}
here=$(dirname "$0")
units='sp_array sm_xopd lsu_operands smem coalescer_data sm_rf sm_rfread sm_sb_loads load_data sfu_array sm_start
    sm_spopd sm_cfetch sm_icache sm_ibuf sm_dpu sm_inflight sm_top'
mkdir -p "$build/synth"
for fold in 1 2 4 8; do
    sh "$here/synth.sh" -f ecp5 -j "$jobs" -s "$build" sm_top TRACE=0 FOLD=$fold >/dev/null
    sed "s/^/$fold /" "$build/synth/sm_top.TRACE=0.FOLD=$fold.ecp5.units"
done >"$build/synth/fold.rows"
{
    cat <<'END'
<!-- Written by make synth-fold. -->
# Area of folded units

One SM with everything (`sim/synth.sh -f ecp5 build sm_top TRACE=0 FOLD=N`), mapped for area, without a clock to meet,
as in [area](area.md): LUT4, then flip-flops, DP16KD and MULT18X18D, each with FOLD = 1, 2, 4 and 8; of a unit with its
sub-units, over all its instances. The last row is the SM. An ECP5-85F has 83640 LUT4 and 208 DP16KD.

| unit | LUT4, 1 | 2 | 4 | 8 | FF, 1 | 2 | 4 | 8 | EBR, 1 | 2 | 4 | 8 | MULT18, 1 | 2 | 4 | 8 |
|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
END
    # the first row of a unit that is named: fold, depth, unit (NAME_fold where it is another one), instances, LUT4, FF,
    # EBR, MULT18
    awk -v units="$units" '
        { sub(/_fold$/, "", $3) }
        !(($1, $3, "x") in of) { of[$1, $3, "x"] = 1; for (k = 5; k <= 8; k++) of[$1, $3, k] = $k }
        END {
            n = split(units, unit)
            for (i = 1; i <= n; i++) {
                printf "| %s |", unit[i]
                for (k = 5; k <= 8; k++)
                    for (f = 1; f <= 8; f *= 2) {
                        if (!((f, unit[i], "x") in of)) {
                            print "area_fold: no unit " unit[i] " with FOLD = " f > "/dev/stderr"
                            exit 1
                        }
                        printf " %d |", of[f, unit[i], k]
                    }
                print ""
            }
        }' "$build/synth/fold.rows"
} >"$build/synth/fold"
cp "$build/synth/fold" "$page"
cat "$page"
