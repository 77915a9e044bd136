#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# forms.sh GT200 [PTXAS]: gt200 forms lists what the table takes, and finds each difference from another compiler:
# PTXAS, a script that takes what a list has.
set -eu
gt200=$1 ptxas=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export TMPDIR="$work" FORMS="$work/taken" FORMS_MORE= FORMS_LESS= FORMS_DEAF= FORMS_ODD=
fail() { echo "forms: $*"; head -n 30 out err 2>/dev/null; exit 1; }
# forms STATUS OPTION...: output in out and err
forms() {
    want=$1 status=0
    shift
    "$gt200" forms "$@" >out 2>err || status=$?
    [ $status = "$want" ] || fail "exit status $status of $*"
}
said() { grep -q -e "$1" out err || fail "it does not say: $1"; }
listed() { grep -q -x -e "$1" list || fail "not in the list: $1"; }

forms 0
mv out list
listed 'add.rz.ftz.sat.f32  *taken'
listed "add.ftz.s32  *'.ftz' more than a known form"
listed 'add.s32.sat  *its parts in another order'
listed 'shf.l.clamp.b32  *from PTX 3.1 and sm_32 on'
listed 'div.rm.f64  *is not supported (only rounding to nearest)'
listed 'add.b32  *no such form'
[ "$(sort -u list | wc -l)" = "$(wc -l <list)" ] || fail 'an instruction is listed twice'
forms 0 --ptx 1.0 --target sm_10
said 'add.f64  *from PTX 1.0 and sm_13 on'
said 'add.ftz.f32  *from PTX 1.4 and sm_10 on'
said 'add.rm.f32  *from PTX 2.0 and sm_20 on'
said 'atom.shared.add.u32  *from PTX 1.2 and sm_12 on'
said 'ld.u32  *from PTX 2.0 and sm_20 on'
said 'ld.global.u32  *taken'

forms 1 --ptxas /no/such/ptxas
said '^gt200 forms: /no/such/ptxas: '
forms 2 --ptx 3
said "'3' is no version"
forms 2 --target 20
said "'20' is no target"
forms 2 --gpu
said 'a value is missing'
if [ -n "$ptxas" ]; then
    sed -n 's/ *taken$//p' list >taken          # the other compiler reads it a few hundred times
    n=$(wc -l <list) taken=$(wc -l <taken)
    FORMS_ODD=sub.f64 FORMS_LESS=add.f32 FORMS_MORE=add.ftz.s32 FORMS_DEAF=bar.sync forms 0 --ptxas "$ptxas"
    said '^ *1  Illegal instruction: add.f32 (add)$'
    said '^ *1  ptxas fatal   : no: bar.sync (bar)$'
    said "^ *1  '.ftz' more than a known form: add.ftz.s32 (add)$"
    last="$n instructions, $((taken - 2)) taken by both, $((n - taken - 1)) refused by both, 3 differ"
    [ "$(tail -n 1 out)" = "$last" ] || fail "last line, expected $last"
    forms 1 --ptxas "$ptxas" --gpu sm_1
    said "Value 'sm_1' is not defined"
fi
[ -z "$(ls -d gt200forms* 2>/dev/null)" ] || fail 'temporary files are left'
echo "forms: the table${ptxas:+ and the other compiler}"
