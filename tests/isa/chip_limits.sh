#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# chip_limits.sh ISAGEN ISA FOLDER: isagen refuses constants that the units are not made for, with file, line, value
# and what it expected, and writes nothing; it takes the bounds themselves.
set -eu
[ $# = 3 ] || { echo "usage: chip_limits.sh ISAGEN ISA FOLDER" >&2; exit 2; }
isagen=$1 isa=$2 dir=$3
status=0

# with SED: isagen's exit status and what it says, for a chip.def with this edit
with() {
    rm -rf "$dir"
    mkdir -p "$dir/sv" "$dir/isa"
    cp -R "$isa"/*.isa "$isa"/*.def "$isa"/*.h "$isa/sfu_rom" "$dir/isa"
    sed "$1" "$isa/chip.def" >"$dir/isa/chip.def"
    ! cmp -s "$isa/chip.def" "$dir/isa/chip.def" || { echo "chip_limits: '$1' changes nothing" >&2; exit 1; }
    (cd "$dir" && "$isagen" isa . sv) >"$dir/said" 2>&1
}
line() { sed -n "/^$1 /=" "$isa/chip.def"; }
# refused NAME VALUE "WHAT IS EXPECTED"
refused() {
    if with "s/^$1 *[0-9]*/$1 $2/"; then
        echo "$1 $2 is taken" >&2
        status=1
    elif ! grep -qxF "isa/chip.def:$(line $1): $1 is $2: expected $3" "$dir/said"; then
        echo "$1 $2 is refused with:" >&2
        cat "$dir/said" >&2
        status=1
    elif [ -e "$dir/sv/gpu_cfg_pkg.sv" ] || [ -e "$dir/gt_chip.h" ]; then
        echo "$1 $2 is refused, and something is written" >&2
        status=1
    fi
}
taken() { with "s/^$1 *[0-9]*/$1 $2/" || { echo "$1 $2 is refused:" >&2; cat "$dir/said" >&2; status=1; }; }
# wrong SED "MESSAGE": of a limit
wrong() {
    if with "$1"; then
        echo "'$1' is taken" >&2
        status=1
    elif ! grep -qF ": $2" "$dir/said"; then
        echo "'$1' is refused with:" >&2
        cat "$dir/said" >&2
        status=1
    fi
}

refused AGE_CYCLES 2 '4 to 64, a multiple of 2'
refused AGE_CYCLES 5 '4 to 64, a multiple of 2'
refused ODD_LATE_CYCLES 0 '2 to 64, a multiple of 2'
refused ODD_LATE_CYCLES 1 '2 to 64, a multiple of 2'
refused BLOCK_SEND_CYCLES 1 '2 to 255'
refused L2_DISTANCE 11 'IFETCH_LATENCY to 64'
refused DRAM_RCD 8 'DRAM_WL+2 to 32'
refused CL1_BYTES 1536 'CL1_WAYS * 64 times a power of two from 2 on'
refused CL1_BYTES 256 'CL1_WAYS * 64 times a power of two from 2 on'
refused GTLB2_WAYS 3 '2 to 64, a power of two'
refused EX_STAGES 9 '10'
taken AGE_CYCLES 4
taken AGE_CYCLES 64
taken L2_DISTANCE 12
taken DRAM_RCD 9
taken CL1_BYTES 512
wrong 's/^limit AGE_CYCLES /limit AGE_CYCLE /' 'there is no constant AGE_CYCLE'
wrong 's/4..64 x2/4-64 x2/' 'expected limit NAME LOW..HIGH or limit NAME sets WAYS LINE'
wrong 's/4..64 x2/4..64 even/' "expected xN or pow2, found 'even'"
wrong 's/sets CL1_WAYS 64/sets CL1_WAYS/' 'expected limit NAME sets WAYS LINE, found 4 words'
wrong 's/^WARPS .*/WARPS 32 guess/' "expected published, fit, structure or assumption, found 'guess'"
wrong 's/^WARPS .*/WARPS 32/' 'expected NAME, 1 of VALUE, KIND, found 2 words'
wrong 's/^chip tpc .*/chip tpc G81 1 3 0/' 'there is no column G81'
wrong 's/^chip gpu2 .*/chip gpu2 GT200 2 3 3/' 'chip gpu2: expected TPCs, SMs, and 0, 1, 2, 4, 6 or 8 partitions'
wrong 's/^set G80 LANES .*/set G81 LANES 32 published/' 'there is no column G81'
wrong 's/^set G80 LANES .*/set G80 LANE 32 published/' 'there is no constant LANE'
wrong 's/^set G80 LANES .*/set G80 LANES 32 guess/' "expected published, fit, structure or assumption, found 'guess'"
wrong 's/^set G80 LANES .*/set GT200 LANES 32 published/' 'the values of GT200 have lines of their own'
wrong 's/^set G80 WARPS_PER_SM .*/set G80 WARPS_PER_SM 34 published/' \
    'WARPS_PER_SM is 34: expected 2 to WARPS, a multiple of 2'
wrong 's/^set SMALL WARPS  .*/set SMALL WARPS 12 structure/' 'WARPS is 12: expected 8 to 32, a power of two'
wrong 's/^set SMALL REGS_PER_SM .*/set SMALL REGS_PER_SM 8192 assumption/' \
    'REGS_PER_SM is 8192: expected 512 to REG_ROWS*64, a multiple of 512'
if with 's/^AGE_CYCLES .*/AGE_CYCLES 10 fit/; s/^WARP_UNIT .*/WARP_UNIT 4 published/'; then
    grep -q 'uint32_t age_cycles; .*fit, assumption' "$dir/gt_chips.h" &&
        grep -q 'uint32_t warps; .*structure, structure' "$dir/gt_chips.h" &&
        grep -q ' AGE_CYCLES = 10;' "$dir/sv/gpu_cfg_g80.sv" && grep -q ' WARP_UNIT = 2;' "$dir/sv/gpu_cfg_g80.sv" ||
        { echo "column G80: not as it should be" >&2; status=1; }
else
    echo "column G80 is refused:" >&2
    cat "$dir/said" >&2
    status=1
fi
# a second one from the beginning on: a chip of it, and its limits
second='s/^columns.*/columns GT200 OTHER/; s/^\([A-Z][A-Z0-9_]*  *\)\([0-9][0-9]*\)/\1\2 \2/'
chip='$a chip other OTHER 2 3 1'
if with "$second; s/^AGE_CYCLES .*/AGE_CYCLES 8 10 fit/; $chip"; then
    grep -q '{"other", 2, 3, 1, &(values)\[1\]}' "$dir/gt_chips.h" && grep -q '^#define GT_AGE_CYCLES 8$' \
        "$dir/gt_chip.h" || { echo "a second column: not as it should be" >&2; status=1; }
else
    echo "a second column is refused:" >&2
    cat "$dir/said" >&2
    status=1
fi
wrong "$second; s/^AGE_CYCLES .*/AGE_CYCLES 8 5 fit/; $chip" 'AGE_CYCLES is 5: expected 4 to 64, a multiple of 2'
[ $status != 0 ] || rm -rf "$dir"
exit $status
