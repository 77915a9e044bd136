#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh GT200 WORK KERNELS make|CASE: the report of a few measurements. make: writes it to WORK/out; CASE:
# report/CASE.sh looks at it. KERNELS: the folder of the compiled kernels.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
gt200=$1 work=$2 kernels=$3 case=$4
silicon=$kernels/silicon
mkdir -p "$work"
cd "$work"
fail() { echo "report: $*"; exit 1; }
same() { [ "$2" = "$3" ] || fail "$1 is '$2', expected '$3'"; }
count() { grep -c "$@" || [ $? = 1 ] || fail "grep: $*"; }      # 1: none
page=out/index.html
ids='T3.add.u32.latency T3.mul.f32.latency X.shared.latency figure6 figure8 figure17 figureR figureS listing7'
if [ "$case" = make ]; then
    rm -rf out
    # shellcheck disable=SC2086
    "$gt200" bench --report out --evidence evidence.md $ids >table || fail "exit status"
    exit
fi

# section ID: the part of the page with this id
section() {
    awk -v id="<section id=\"$1\"" 'index($0, id) == 1 { on = 1 } on { print } on && /^<\/section>/ { exit }' $page
}
# chart SECTION TITLE: one picture with its key, and what is below it
chart() {
    section "$1" | awk -v title="<h3>$2</h3>" '/^<figure>/ { text = ""; on = 1 } on { text = text $0 "\n" }
        $0 == title { hit = 1 } /^<\/figure>/ { if (hit) printf "%s", text; hit = on = 0 }'
}
# card NAME: the numbers of a part of the summary of the evidence
card() {
    sed -n "s/<li id=\"evidence-$1\"><b>\([0-9]*\)\( of [0-9]*\)\{0,1\}<\/b>/\1\2/p" $page |
        tr -dc '0-9. \n' | tr -s ' ' | sed 's/\( \.\)* *$//'
}

rm -rf "./$case"            # cases may run beside each other
mkdir "$case"
cd "$case"
ln -s ../out out
ln -s ../evidence.md evidence.md
. "$here/report/$case.sh"
