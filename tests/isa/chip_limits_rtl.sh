#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# chip_limits_rtl.sh ROOT FOLDER: tools refuse RTL whose package of constants has one that the units are not made for,
# and say what was expected (Icarus names the constant only: it takes no $error outside of processes).
set -eu
[ $# = 2 ] || { echo "usage: chip_limits_rtl.sh ROOT FOLDER" >&2; exit 2; }
cd "$1"
dir=$2 status=0 n=0
mkdir -p "$dir"
package=$dir/gpu_cfg_pkg.sv
units=$(sh sim/files.sh rtl/files.f rtl/gpu/files.f | grep -v /gpu_cfg_pkg)
include='-Irtl -Irtl/gen'

# says TOOL "TEXT" COMMAND...
says() {
    tool=$1 text=$2
    shift 2
    n=$((n + 1))
    if "$@" >"$dir/said" 2>&1; then
        echo "$tool takes $constant = $value" >&2
        status=1
    elif ! grep -qF "$text" "$dir/said"; then
        echo "$tool refuses $constant = $value, but not with '$text':" >&2
        head -n 5 "$dir/said" >&2
        status=1
    fi
}
# refused TOP CONSTANT VALUE "WHAT IS EXPECTED"
refused() {
    top=$1 constant=$2 value=$3
    sed "s/ $2 = [0-9]*;/ $2 = $3;/" rtl/gen/gpu_cfg_pkg.sv >"$package"
    ! cmp -s rtl/gen/gpu_cfg_pkg.sv "$package" || { echo "$2 is not changed" >&2; exit 1; }
    says verilator "$2: expected $4" verilator --lint-only -Wno-lint -Wno-style $include $package $units \
        --top-module $top
    says yosys "$2: expected $4" yosys -q -p "
        read_verilog -defer -sv $include $package $(echo $units); hierarchy -check -top $top"
    says iverilog "$2_must_be_as_in_chip_def" iverilog -g2012 $include -s $top -t null $package $units
}
refused tpc_top AGE_CYCLES 2 '4 to 64, a multiple of 2'
refused tpc_top ODD_LATE_CYCLES 1 '2 to 64, a multiple of 2'
refused mem_system L3_BYTES 2048 'L3_WAYS * 256 times a power of two from 2 on'
[ $status != 0 ] || rm -rf "$dir"
echo "$n refusals"
exit $status
