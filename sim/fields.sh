#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fields.sh json|python: where the fields of the packed structs lie that ports and registers of the RTL have, the
# numbers that its headers define, the constants of package gpu_cfg, the registers of a board and of the tops with AXI:
# as a JSON object, or as a Python module that needs nothing else (rtl_fields.py: pack, unpack, address, value). Made of
# the RTL's headers, fpga/link.def and rtl/axi/*.xml.
set -eu
cd "$(dirname "$0")/.."
headers="rtl/gen/sm_enums.svh rtl/gen/trace_types.svh rtl/mem_types.svh rtl/sm_types.svh rtl/tex_types.svh
rtl/gpu/packet_types.svh rtl/gpu/dram_types.svh rtl/gpu/host_types.svh"

json() {
    echo '{'
    # shellcheck disable=SC2086
    awk -v to=json -f sim/fields.awk $headers
    printf ',\n  "constants": {'
    sed -n 's/^  localparam int \([A-Z0-9_]*\) = \([0-9]*\);$/\1 \2/p' rtl/gen/gpu_cfg_pkg.sv |
        awk '{ printf "%s\n    \"%s\": %s", (NR > 1 ? "," : ""), $1, $2 } END { if (!NR) exit 1; printf "\n  },\n" }'
    awk -v to=json -f fpga/link.awk fpga/link.def
    printf ',\n'
    python3 sim/bus_registers.py
    printf '}\n'
}
case "${1:-}" in
json) json ;;
python)
    # the head up to the line that the object replaces
    sed '/^DATA = /,$d' sim/fields.py
    printf 'DATA = '
    json
    sed '1,/^DATA = /d' sim/fields.py ;;
*) echo 'usage: fields.sh json|python' >&2; exit 2 ;;
esac
