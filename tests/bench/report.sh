#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh GT200 WORK KERNELS: the report of a few measurements is one page, well formed, complete and self-contained;
# it replaces an earlier one and nothing else. KERNELS: the folder of the compiled kernels.
set -eu
gt200=$1 work=$2 kernels=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "report: $*"; exit 1; }
same() { [ "$2" = "$3" ] || fail "$1 is '$2', expected '$3'"; }
ids='T3.add.u32.latency T3.mul.f32.latency X.shared.latency figure6 figure8 figure17 figureR figureS listing7'

# shellcheck disable=SC2086
"$gt200" bench --report out --evidence evidence.md $ids >table || fail "exit status"
page=out/index.html
same files "$(ls out | tr '\n' ' ')" 'index.html measurements.csv '
head -1 $page | grep -q '^<!DOCTYPE html>$' || fail "no doctype"
if command -v xmllint >/dev/null; then xmllint --noout $page || fail "not well formed"; fi
if command -v tidy >/dev/null; then tidy -q -e $page 2>tidy || { cat tidy; fail "not HTML"; }; fi
grep -o ' id="[^"]*"' $page | sort | uniq -d | grep . && fail "id twice"
grep -Eq '(href|src)="([a-z]+:|//)|url\(|@import|<script|<img' $page && fail "points outside"

# Every id asked for has its place, beside what shares its experiment; every link leads somewhere.
for id in $ids T3.add.u32.throughput X.warps_to_saturate listing3; do
    grep -Fq "id=\"$id\"" $page || fail "no $id"
done
for link in $(grep -Eo 'href="[^"]*"' $page | sed 's/^href="//; s/"$//' | sort -u); do
    case $link in
    '#'*) grep -Fq "id=\"${link#?}\"" $page || fail "$link: no such place" ;;
    *) [ -f "out/$link" ] || fail "$link leads nowhere" ;;
    esac
done
grep -q '^X.shared.latency,model' out/measurements.csv || fail "measurements.csv"
grep -q '>Known: sharing of SP and SFU' $page || fail "no reason for the known difference"
grep -q 'gt200 bench --target model figure6</code>' $page || fail "no command"

# Contents: an entry for each experiment and no other.
same contents "$(sed -n 's/.*class="experiment" href="#\([^"]*\)".*/\1/p' $page | tr '\n' ' ')" \
    'T3.add.u32.latency T3.mul.f32.latency X.shared.latency figure6 figure8 listing7 figureS figureR figure17 '

# section ID: the part of the page with this id
section() { awk -v id="<section id=\"$1\">" '$0 == id { on = 1 } on { print } on && /^<\/section>/ { exit }' $page; }
# code ID: the source and native code of an experiment
code() {
    awk -v id="<details class=\"code\" id=\"code-$1\">" \
        'index($0, id) { on = 1 } on { print } on && /^<\/details>/ { exit }' $page
}
# chart SECTION TITLE: one picture and its key
chart() {
    section "$1" | awk -v title="<h3>$2</h3>" '/^<figure>/ { text = ""; on = 1 } on { text = text $0 "\n" }
        $0 == title { hit = 1 } /^<\/figure>/ { if (hit) printf "%s", text; hit = on = 0 }'
}
count() { grep -c "$1" || true; }

# The code of each experiment: what its kernel is made of and nothing else; the native code, of which nothing is lost
# by folding.
for id in T3.add.u32.latency:arith:add_u32 T3.mul.f32.latency:tables:mul_f32 X.shared.latency:latency:shared_chase \
    figure6:arith:add_u32 figure8:flow:ladder32 listing7:listings:pairing figureS:shared:strides \
    figureR:regbank:mad_1 figure17:const:const_chase; do
    kernel=${id##*:} module=${id%:*} id=${id%%:*}
    module=${module#*:}
    code "$id" >code
    grep -q "source and native code of <code>$kernel</code>" code || fail "no code of $id"
    grep -q "[ (]$kernel[(,]" code || fail "source of $id lacks $kernel"
    grep -q "^.kernel $kernel\$\|>.kernel $kernel\$" code || fail "native code of $id is not that of $kernel"
    sed '1,/<h3>Native/ d' code | awk '
        /\.\.\. the same line/ { n += $6 } /\.\.\. the [0-9]+ lines above/ { n += $4 * $7 }
        !/<b>|^<p |^<\/pre>|^<\/details>/ { n++ } END { print n }' >shown
    "$gt200" dis -a "$kernels/$module.cubin" |
        awk -v k=".kernel $kernel" '/^\.kernel/ { on = $0 == k } on { n++ } END { print n }' >all
    same "lines of $kernel" "$(cat shown)" "$(cat all)"
done
code T3.add.u32.latency >code
grep -q '#define CHAIN_KERNEL' code || fail "add_u32: the macro is missing"
grep -q 'sub_u32\|REP256' code && fail "add_u32: has what it does not need"
grep -q 'the 2 lines above 125 more times' code || fail "add_u32: not folded"
code figure8 | grep -q 'i &lt; its' || fail "source not escaped"

# The summary is that of the evidence.
card() {
    sed -n "s/<li id=\"evidence-$1\"><b>\([0-9]*\)\( of [0-9]*\)\{0,1\}<\/b>/\1\2/p" $page |
        tr -dc '0-9. \n' | tr -s ' ' | sed 's/\( \.\)* *$//'
}
# row TEXT: number, mean, median, worst of a row of evidence.md
row() { sed -n "s/^| $1[^|]*|/|/p" evidence.md | sed 's/(.*//' | tr -dc '0-9. \n' | tr -s ' ' | sed 's/^ //; s/ $//'; }
numbers() { card "$1" | awk '{ print $1, $2, $3, $4 }'; }
same "summary: measurements" "$(numbers all)" "$(row 'independent measurements')"
same "summary: predictions" "$(numbers predicted)" "$(row 'predictions')"
same "summary: outcomes" "$(card outcomes)" \
    "$(sed -n 's/^\([0-9]* of [0-9]*\) outcomes.*/\1/p' evidence.md | tr -d 'of' | tr -s ' ')"
same "summary: constants" "$(card constants)" "$(sed -n 's/^\([0-9]*\) constants of.*/\1/p' evidence.md)"
section unmet | grep -q '<a href="#T3.mul.f32.throughput">' || fail "unmet: T3.mul.f32.throughput"
same "unmet" "$(section unmet | count '^<tr><th scope="row">')" 1

# Kinds: what is measured on silicon, rules with their formulas, recalled; in the CSV, in the tables, in the pictures.
head -1 out/measurements.csv | grep -q ',expected_y,kind,formula,source,missing$' ||
    fail "columns of measurements.csv"
grep -q '^X.shared.latency,.*,measured,,' out/measurements.csv &&
    grep -q '^figure6,.*,latency,16,.*,rule,4 W,' out/measurements.csv || fail "kinds"
for kind in 'rule: 4 W' measured recalled; do
    grep -q "</span> $kind " $page || fail "no $kind in the tables"
done
section T3 | grep -A8 'id="T3.add.u32.throughput"' | grep -q '&#177; 15 %.*recalled' ||
    fail "no limit beside a recalled number"
same "figure 6: measured latencies" \
    "$(chart figure6 Latency | count '<path class="measured".*GTX 280, measured: [1-5]: 24<')" 5
same "figure 6: rules" "$(chart figure6 Latency | count '<polyline class="rule".*<title>rule: 4 W<')" 1
same "figure 6: rules of the throughput" "$(chart figure6 Throughput | count '<polyline class="rule"')" 2
same "figure 6: a rule as a marker" "$(chart figure6 Throughput | count 'class="measured"\|class="recalled"')" 0
same "figure S: recalled" "$(chart figureS 'One warp: passes of a half-warp' | count '^<circle class="recalled"')" 33
same "figure S: recalled as measured" "$(chart figureS 'One warp: passes of a half-warp' | count 'class="measured"')" 0
same "figure 17: knees and one in the key" "$(section figure17 | count 'class="knee"')" 4
chart figure6 Latency | grep -q 'aria-label="Latency: clocks against warps. model: 16 points at 1 to 16, from 24.03' ||
    fail "no words for the picture"

# Any number of machines side by side: records, a real GPU under its name; they are neither judged nor compared with
# ours. One whose values lie elsewhere has a picture of its own, one without values no column.
cat >x1.csv <<'end'
# a record
id,target,chip,value,figure,series,x
X.shared.latency,cuda,NVIDIA X1,23,,,
figure6,cuda,NVIDIA X1,4.5,6,latency,1
figure6,cuda,NVIDIA X1,300,6,throughput,1
end
printf 'id,target,chip,value,figure,series,x\nX.shared.latency,rtl,tpc,38,,,\n' >rtl.csv
"$gt200" bench --report two --beside x1.csv --beside rtl.csv X.shared.latency figure6 >table ||
    fail "records: exit status"
page=two/index.html
head=
for m in model 'NVIDIA X1' 'rtl tpc'; do
    head="$head<th scope=\"col\" class=\"n\">$m</th>"
done
grep -qF "$head" $page || fail "records: columns"
grep -q '>38.07</td><td class="n">23</td><td class="n">38</td>' $page || fail "records: values"
chart figure6 Latency | grep -q '<title>NVIDIA X1: 1: 4.5<' || fail "records: no curve"
chart figure6 'Throughput, model' | grep -q 'NVIDIA X1' && fail "records: not apart"
chart figure6 'Throughput, NVIDIA X1' | grep -q '<title>NVIDIA X1: 1: 300<' || fail "records: no picture of its own"
section figure6 | grep -q '>rtl tpc</th>' && fail "records: a column without values"
grep -q '0 of .* differ\|class="n bad"' $page && fail "records: compared"
record_error() {
    printf "$2" >bad.csv
    if "$gt200" bench --beside bad.csv X.shared.latency >table 2>err; then fail "$1 taken"; fi
    grep -q "$3" err || { cat err; fail "$1: message lacks '$3'"; }
}
record_error "a record without values" 'id,target,chip,figure,series,x\n' "bad.csv:1: expected a column 'value'"
record_error "an empty record" '' 'bad.csv:0: no measurement'
record_error "a wrong value" 'id,target,chip,value,figure,series,x\nX.a,cuda,c,1x,,,\n' \
    "bad.csv:2: value is '1x', expected a number"
record_error "a short row" 'id,target,chip,value,figure,series,x\nX.a,cuda\n' 'bad.csv:2: expected 7 fields, found 2'

# An earlier report is replaced whole; a folder with something else in it, a file and a missing parent are refused
# before measuring.
touch out/old-page.html out/figure6.svg
"$gt200" bench --report out/ T3.add.u32.latency >table
same "files of a report that replaces one" "$(ls out | tr '\n' ' ')" 'index.html measurements.csv '
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
refuse no/such/parent 'no/such/parent: No such file' "$gt200"
for left in *.new-* *.old-*; do
    [ ! -e "$left" ] || fail "$left was left behind"
done
