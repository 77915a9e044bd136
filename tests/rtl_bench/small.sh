#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# small.sh GT200 VECADD.s CHIP OUT SIMULATOR...: the bench of docs/bench.md around a machine without double precision
# and textures (DPU = 0, TEX = 0), as CHIP otherwise: vecadd.s takes as many cycles as in the model, an instruction of
# what is not there is fault 2, UNIMPLEMENTED, at its address. OUT: a folder for what is made on the way.
set -eu
[ $# -ge 5 ] || { echo "usage: small.sh GT200 VECADD.s CHIP OUT SIMULATOR..." >&2; exit 2; }
gt200=$1 source=$2 chip=$3 out=$4
shift 4
mkdir -p "$out"
. "$(dirname "$0")/programs.sh"
{ echo .arch sm_12; cat "$source"; } >"$out/vecadd.s"
# the first instruction is another
before() { sed "/cvt.u32.u16 \$r1, s\[0xc\]/i $2" "$out/vecadd.s" >"$out/$1.s"; }
before double 'add.rn.f64 $r2d, $r2d, $r2d'
before texture 'texfetch.live {$r2,_,_,_}, $t0, $s0, {$r2}, 0x0, 0x0, 0x0'
for name in vecadd double texture; do assemble $name; done
cycles=$(model_cycles --chip "$chip")

status=0
says() {
    text=$1
    shift
    "$@" >"$out/log" 2>&1 || true
    grep -qx "$text" "$out/log" || { echo "small.sh: expected '$text' of: $*" >&2; cat "$out/log" >&2; status=1; }
}
says "PASS vecadd_tb: $cycles cycles" "$@" +code="$out/vecadd.hex"
says 'FAIL vecadd_tb: fault 2 at 0x0' "$@" +code="$out/double.hex"
says 'FAIL vecadd_tb: fault 2 at 0x0' "$@" +code="$out/texture.hex"
exit $status
