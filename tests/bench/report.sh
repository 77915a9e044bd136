#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh GT200 WORK: the report of a few measurements is well formed, complete and self-contained; it replaces an earlier one and nothing else.
set -eu
gt200=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "report: $*"; exit 1; }
ids='T3.add.u32.latency T3.mul.f32.latency X.shared.latency figure6 figure8 figureR figureS listing7'

# shellcheck disable=SC2086
"$gt200" bench --report out $ids >table || fail "exit status"
for f in out/*.html; do
    head -1 "$f" | grep -q '^<!DOCTYPE html>$' || fail "$f: no doctype"
    if command -v xmllint >/dev/null; then xmllint --noout "$f" || fail "$f is not well formed"; fi
    grep -o ' id="[^"]*"' "$f" | sort | uniq -d | grep . && fail "$f: id twice"
    grep -Eq '(href|src)="([a-z]+:|//)|url\(|@import' "$f" && fail "$f: points outside"
done

# Every id asked for has its place, beside what shares its experiment.
for id in $ids T3.add.u32.throughput X.warps_to_saturate listing3; do
    grep -Fq "id=\"$id\"" out/index.html || fail "no $id"
done
grep -q '<svg' out/figure6.svg && [ -f out/figure8.svg ] && [ -f out/figureR.svg ] && [ -f out/figureS.svg ] || fail "figures"
grep -q '^X.shared.latency,model' out/measurements.csv || fail "measurements.csv"
grep -q 'known difference: ' out/index.html || fail "no reason for the known difference"
grep -q 'gt200 bench --target model figure6</code>' out/index.html || fail "no command"

# Kinds: what is measured on silicon, rules with their formulas, recalled; in the CSV, in the tables, in the pictures.
head -1 out/measurements.csv | grep -q ',expected_y,kind,formula,source$' || fail "columns of measurements.csv"
grep -q '^X.shared.latency,.*,measured,,' out/measurements.csv && grep -q '^figure6,.*,latency,16,.*,rule,4 W,' out/measurements.csv || fail "kinds"
grep -q '>rule: 4 W</span>' out/index.html && grep -q '>measured</span>' out/index.html && grep -q '>recalled</span>' out/index.html || fail "no kinds"
grep -q 'independent measurements of silicon compared' out/index.html || fail "no summary"
grep -q '4 W (rule)' out/figure6.svg && grep -q 'latency, GTX 280' out/figure6.svg || fail "figure 6: rule, marker"
grep -q 'throughput, GTX 280' out/figure6.svg && fail "figure 6: a rule as a marker"
grep -q 'one warp, passes of a half-warp, recalled' out/figureS.svg || fail "figure S: recalled"

# Any number of machines side by side: records, a real GPU under its name; they are neither judged nor compared with ours.
printf '# a record\nid,target,chip,value,figure,series,x\nX.shared.latency,cuda,NVIDIA X1,23,,,\nfigure6,cuda,NVIDIA X1,4.5,6,latency,1\n' >x1.csv
printf 'id,target,chip,value,figure,series,x\nX.shared.latency,rtl,tpc,38,,,\n' >rtl.csv
"$gt200" bench --report two --beside x1.csv --beside rtl.csv X.shared.latency figure6 >table || fail "records: exit status"
grep -q '<th class="n">model</th><th class="n">NVIDIA X1</th><th class="n">rtl tpc</th>' two/index.html || fail "records: columns"
grep -q '>38.07</td><td class="n">23.00</td><td class="n">38.00</td>' two/index.html || fail "records: values"
grep -q 'latency, NVIDIA X1' two/figure6.svg || fail "records: no curve"
grep -q '0 of .* differ\|class="n bad"' two/index.html && fail "records: compared"
record_error() {
    printf "$2" >bad.csv
    if "$gt200" bench --beside bad.csv X.shared.latency >table 2>err; then fail "$1 taken"; fi
    grep -q "$3" err || { cat err; fail "$1: message lacks '$3'"; }
}
record_error "a record without values" 'id,target,chip,figure,series,x\n' "bad.csv:1: expected a column 'value'"
record_error "an empty record" '' 'bad.csv:0: no measurement'
record_error "a wrong value" 'id,target,chip,value,figure,series,x\nX.a,cuda,c,1x,,,\n' "bad.csv:2: value is '1x', expected a number"
record_error "a short row" 'id,target,chip,value,figure,series,x\nX.a,cuda\n' 'bad.csv:2: expected 7 fields, found 2'

# Every link leads somewhere.
for f in out/*.html; do
    for link in $(grep -Eo '(href|src)="[^"]*"' "$f" | sed 's/^[a-z]*="//; s/"$//' | sort -u); do
        file=${link%%#*} anchor=${link#"${link%%#*}"}
        [ -n "$file" ] && file=out/$file || file=$f
        [ -f "$file" ] || fail "$f: $link leads nowhere"
        [ -z "$anchor" ] || grep -Fq "id=\"${anchor#?}\"" "$file" || fail "$f: $link: no such place"
    done
done

# Code is escaped and complete.
grep -q 'i &lt; its' out/src-arith.html || fail "source not escaped"
grep -q 'exit' out/code-arith-add_u32.html || grep -q '\.end\|join\|ret' out/code-arith-add_u32.html || fail "native code"

# An earlier report is replaced whole; a folder with something else in it, a file and a missing parent are refused before measuring.
touch out/old-page.html
"$gt200" bench --report out/ T3.add.u32.latency >table
[ ! -e out/old-page.html ] && [ ! -e out/figure6.svg ] && [ -f out/index.html ] || fail "earlier report still there"
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
refuse table 'table: is a file, expected a folder' "$gt200"
refuse new 'pictures need gnuplot, which is not installed' env PATH=/nonexistent "$gt200"
refuse no/such/parent 'no/such/parent: No such file' "$gt200"
for left in *.new-* *.old-*; do
    [ ! -e "$left" ] || fail "$left was left behind"
done
