#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verilator_bodies.sh YOSYS RTL [UNIT FAULT]: where a unit has another body under Verilator (`ifdef VERILATOR), both are
# equal: from equal registers on, same inputs give the same outputs and registers for ever (induction). With UNIT and
# FAULT: one of tests/units/UNIT (kind bodies) is planted in its body for Verilator; then it must not be.
set -eu
[ $# -eq 2 ] || [ $# -eq 4 ] || { echo "usage: verilator_bodies.sh YOSYS RTL [UNIT FAULT]" >&2; exit 2; }
yosys=$1 rtl=$2 only=${3-} fault=${4-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

status=0 done=
# body UNIT "PARAMETER VALUE ..." FILE...: the files besides the unit's own
body() {
    unit=$1 parameters=$2
    shift 2
    done="$done $unit"
    [ -z "$only" ] || [ "$only" = "$unit" ] || return 0
    file=$(find "$rtl" -name "$unit.sv")
    planted=$file
    if [ -n "$fault" ]; then
        python3 "${0%/*}/../units/unit.py" plant "$unit" bodies "$fault" "$tmp/planted" || exit 2
        planted=$tmp/planted/$unit.sv
    fi
    sed 's/`ifdef VERILATOR/`ifdef OTHER_BODY/' "$planted" >"$tmp/$unit.sv"       # assertions stay Yosys'
    files=
    for f in "$@"; do files="$files $(find "$rtl" -name "$f.sv")"; done
    {
        for side in gold gate; do
            [ $side = gold ] && what="$file" || what="-DOTHER_BODY $tmp/$unit.sv"
            echo "read_verilog -sv -I$rtl -I$rtl/gen $rtl/gen/gpu_cfg_pkg.sv $files"
            echo "read_verilog -sv -I$rtl -I$rtl/gen $what"
            set -- $parameters
            while [ $# -gt 0 ]; do echo "chparam -set $1 $2 $unit"; shift 2; done
            echo "hierarchy -top $unit; proc; flatten; opt -full; memory -nordff; opt -full; rename -top $side"
            echo "design -stash $side"
        done
        echo "design -copy-from gold -as gold gold; design -copy-from gate -as gate gate"
        echo "equiv_make gold gate equal; hierarchy -top equal; equiv_simple; equiv_induct; equiv_status -assert"
    } >"$tmp/prove.ys"
    if "$yosys" -q -s "$tmp/prove.ys" >"$tmp/log" 2>&1; then
        echo "$unit ($parameters): equal"
    else
        echo "$unit ($parameters): NOT EQUAL"
        grep -q 'unproven $equiv cells' "$tmp/log" || cat "$tmp/log" >&2
        status=1
    fi
}
body sram_1r1w_fwd 'WIDTH 8 DEPTH 4 EN_BITS 4 FORWARD 1'
body sram_1r1w_fwd 'WIDTH 6 DEPTH 2 EN_BITS 6 FORWARD 0'
body lsu_faults ''
body fp32_path 'LANES 1'
body sm_cfetch '' sm_cf_match sm_cf_words fold_late fold_part fold_gather lutram_nr1w lutram_1r1w mux4 mux4_low sm_fn

# none is forgotten
for file in $(grep -l '^ *`ifdef VERILATOR' $(find "$rtl" -name '*.sv')); do
    unit=$(basename "$file" .sv)
    case "$done " in *" $unit "*) ;; *) echo "$unit: has a body for Verilator and no proof here" >&2; status=1 ;; esac
done
exit $status
