# SPDX-License-Identifier: Apache-2.0
# An earlier report is replaced whole; a folder with something else in it, a file and a missing parent are refused
# before measuring.
cp -r out/ again
touch again/old-page.html again/figure6.svg
"$gt200" bench --report again/ T3.add.u32.latency >table
same "files of a report that replaces one" "$(ls again | tr '\n' ' ')" 'index.html measurements.csv '
refuse() {
    what=$1 pattern=$2
    shift 2
    if "$@" bench --report "$what" T3.add.u32.latency >table 2>err; then fail "$what accepted"; fi
    grep -q "$pattern" err || { cat err; fail "$what: message lacks '$pattern'"; }
    [ ! -s table ] || fail "$what: measured first"
}
mkdir mine
echo precious >mine/thesis.txt
refuse mine 'mine: holds other files' "$gt200"
cp out/index.html mine
refuse mine 'mine: holds other files' "$gt200"
[ "$(cat mine/thesis.txt)" = precious ] || fail "a file was touched"
echo >file
refuse file 'file: is a file, expected a folder' "$gt200"
refuse no/such/parent 'no/such/parent: No such file' "$gt200"
for left in *.new-* *.old-*; do
    [ ! -e "$left" ] || fail "$left was left behind"
done
