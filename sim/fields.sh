#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fields.sh json|python: where the fields of the packed structs lie that ports and registers of the RTL have, the
# numbers that its headers define, and the registers of a board: as a JSON object, or as a Python module that needs
# nothing else (rtl_fields.py: pack, unpack). Made of rtl/*.svh and fpga/link.def.
set -eu
cd "$(dirname "$0")/.."
headers="rtl/gen/sm_enums.svh rtl/gen/trace_types.svh rtl/mem_types.svh rtl/sm_types.svh rtl/tex_types.svh
rtl/gpu/packet_types.svh rtl/gpu/dram_types.svh rtl/gpu/host_types.svh"

json() {
    echo '{'
    # shellcheck disable=SC2086
    awk -v to=json -f sim/fields.awk $headers
    echo ,
    awk -v to=json -f fpga/link.awk fpga/link.def
    printf '\n}\n'
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
