#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the page of areas of what is not part of an SM: around the SMs of the whole chip, and on an AXI bus.
# usage: area_parts.sh BUILD_DIR PAGE [JOBS]
set -eu
usage='usage: area_parts.sh BUILD_DIR PAGE [JOBS]'
build=${1:?$usage}
page=${2:?$usage}
jobs=${3:-1}
here=$(dirname "$0")
mkdir -p "$build/synth"

# A row for each unit that is named, with parameters or without, sub-units included.
table() {
    echo
    echo '| unit | LUT4 | FF | EBR | MULT18 | LUT RAM |'
    echo '|:--|--:|--:|--:|--:|--:|'
    for top; do
        # shellcheck disable=SC2086
        sh "$here/synth.sh" -f ecp5 -j "$jobs" -s "$build" $top >"$build/synth/part"
        awk -v top="$top" 'NR == 1 { printf "| `%s` | %s | %s | %s | %s | %s |\n", top, $4, $5, $6, $7, $8 }' \
            "$build/synth/$(echo "$top" | tr ' ' .).ecp5.units"
    done
}
{
    cat <<'END'
<!-- Written by make synth-parts. -->
# Area around the SMs

What stands beside SMs and TPCs, each unit synthesised by itself for an ECP5 with Yosys as in [area](area.md), its
sub-units included, with the parameters that it has by default: LUT4 (a carry cell counts 2, a 16x4 LUT RAM 6),
flip-flops, DP16KD, MULT18X18D, bits of RAM in LUTs. An ECP5-85F has 83640 LUT4 and 208 DP16KD. The clocks of some are
in [fpga-timing](fpga-timing.md).

## The whole chip

`gpu_host_top`, a GTX 280: one distributor, host interface and `mem_centre` (both networks, MMU, L3), a `tpc_mem` for
each of ten TPCs, a `partition` for each of eight channels of memory. Of a partition these are all but its 32 KB of
texture L2, which is not synthesised here. `mem_centre` is larger than any ECP5: the networks' queues are LUT RAM.
END
    table distributor host_if tpc_mem mem_centre mmu l3 part_atoms part_answers dram_ctrl
    cat <<'END'

## On a bus

`gt200_axi` is a TPC with these, and with `launcher`, `distributor` and `slot_blocks`; by default it has one SM, double
precision and textures. On a bus of 256 bits, the default, `axi_width` is nothing but wires.
END
    table axi_lite axi_regs axi_ports axi_mem axi_lines 'axi_width DATA_W=64' gt200_axi
    cat <<'END'

`gpu_axi_top` is `gpu_host_top` with an `axi_dram` for each partition, and one of each of the others.
END
    table axi_dram axi_join axi_gpu_regs
} >"$build/synth/parts"
cp "$build/synth/parts" "$page"
cat "$page"
