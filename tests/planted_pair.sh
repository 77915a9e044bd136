#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# planted_pair.sh ROOT OUT GEN TOP BENCH.cpp "MODEL.c|LIB.a ..." "FILE.sv;..." FILE SED ARGUMENT...
#
# A bench that compares Verilog and model, tests/BENCH.cpp on module TOP beside it, is built in OUT with a fault planted
# in FILE, one of FILE.sv or of cmodel/MODEL.c, and run with the arguments: it must say that they differ, or an
# assertion must. The edit must change exactly one line. GEN: folder of the generated C headers. PLANTED is defined in
# the Verilog, for a smaller bench.
set -eu
[ $# -ge 9 ] ||
    { echo "usage: planted_pair.sh ROOT OUT GEN TOP BENCH.cpp MODELS FILES FILE SED ARGUMENT..." >&2; exit 2; }
root=$1 out=$2 gen=$3 top=$4 bench=$root/tests/$5 models=$6 files=$7 file=$8 edit=$9
shift 9
rm -rf "$out"
mkdir -p "$out"

found=
plant() {       # PATH: the file to compile instead
    path=$1
    case $path in
    */"$file")
        found=1
        sh "$root/sim/one_line.sh" "$path" "$out/$file" "$edit"
        path=$out/$file ;;
    esac
}
sources= objects=
for f in $(echo "$files" | tr ';' ' '); do
    plant "$f"
    sources="$sources $path"
done
include="-I$root/cmodel -I$root/cmodel/common -I$root/cmodel/gpu -I$root/cmodel/port -I$root/cmodel/tpc
-I$root/cmodel/func -I$root/isa -I$gen"
for f in $models; do
    case $f in *.a) objects="$objects $f"; continue ;; esac
    plant "$root/cmodel/$f"
    # shellcheck disable=SC2086
    ${CC:-cc} -O1 $include -c "$path" -o "$out/$(basename "$f").o" ||
        { echo "planted_pair: does not compile" >&2; exit 1; }
    objects="$objects $out/$(basename "$f").o"
done
[ -n "$found" ] || { echo "planted_pair: $file is not among the files" >&2; exit 1; }

OBJCACHE=$(command -v ccache || true)
export OBJCACHE
# shellcheck disable=SC2086
"${VERILATOR:-verilator}" --cc --exe --build -j 2 --Mdir "$out/obj" --top-module "$top" --prefix "V$top" -O3 --assert \
    -DGT_RTL_ASSERT -DPLANTED --x-assign fast --x-initial fast -Wno-fatal -Wno-lint -Wno-style \
    -I"$root/rtl" -I"$root/rtl/gen" -CFLAGS "$include -std=c++20" -MAKEFLAGS OPT_FAST=-O0 \
    $sources "${bench%/*}/$top.sv" "$bench" "$root/tests/rtl_assert.cpp" $objects >"$out/build.log" 2>&1 ||
    { tail -20 "$out/build.log" >&2; echo "planted_pair: does not build" >&2; exit 1; }
status=0
timeout 300 "$out/obj/V$top" "$@" >"$out/run.log" 2>&1 || status=$?
tail -n 3 "$out/run.log"
[ $status = 1 ] && grep -q 'differ$\|differ:\|RTL assertion failed' "$out/run.log" ||
    { echo "planted_pair: exit status $status, expected a difference" >&2; exit 1; }
rm -rf "$out"
