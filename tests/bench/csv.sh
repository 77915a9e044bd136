#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# csv.sh GT200 WORK: what gt200 bench --csv writes: every row has the columns of the head, whatever stands in its
# fields, and says of what kind the expected number is; what it read as a record comes out as it went in.
set -eu
gt200=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() { echo "csv: $*"; exit 1; }
same() { [ "$2" = "$3" ] || fail "$1 is '$2', expected '$3'"; }

# A machine and a series with everything that needs quotes.
cat >record.csv <<'end'
id,target,chip,value,figure,series,x
X.shared.latency,cuda,"NVIDIA ""X"", 1",23,,,
figure17,cuda,"NVIDIA ""X"", 1",5.5,17,"a ""quoted"", long name",1024
end
"$gt200" bench --csv - --beside record.csv X.shared.latency T3.add.u32.throughput T2.sfu.mul_throughput figure6 \
    figureS \
    figureR >out.csv || fail "exit status"

# Fields apart, by the rules of RFC 4180: "|" between them.
split() {
    awk '{
        out = ""; quoted = 0; n = length($0)
        for (i = 1; i <= n; i++) {
            c = substr($0, i, 1)
            if (c == "\"" && quoted && substr($0, i + 1, 1) == "\"") { out = out c; i++ }
            else if (c == "\"") quoted = !quoted
            else out = out (c == "," && !quoted ? "|" : c)
        }
        if (quoted) { print "open quotes: " $0 > "/dev/stderr"; exit 1 }
        print out
    }' "$1"
}
split out.csv >fields || fail "quotes"
head='id|target|chip|value|unit|expected|error_pct|tolerance_pct|pass|'
head=$head'figure|series|x|y|expected_y|kind|formula|source|missing'
same head "$(head -1 fields)" "$head"
same "rows of another length" "$(awk -F'|' 'NF != 18' fields | wc -l)" 0
same "carriage returns" "$(tr -dc '\r' <out.csv | wc -c)" 0

# The kind stands where something is expected and nowhere else; a rule has its formula, and only a rule.
same "kinds" "$(tail -n +2 fields | awk -F'|' '{ print $15 }' | sort -u | tr '\n' ' ')" ' measured recalled rule '
tail -n +2 fields >rows
same "rows judged without a kind, or the other way round" "$(awk -F'|' '($9 != "") != ($15 != "")' rows | wc -l)" 0
same "rules without a formula, or the other way round" "$(awk -F'|' '($15 == "rule") != ($16 != "")' rows | wc -l)" 0
# kind ID X SERIES: kind, formula and limit of the model's row
kind() {
    awk -F'|' -v id="$1" -v x="$2" -v series="$3" \
        '$1 == id && $2 == "model" && $12 == x && $11 == series { print $15 ":" $16 ":" $8 }' rows
}
same "shared latency" "$(kind X.shared.latency '' '')" 'measured::0.000'
same "add throughput" "$(kind T3.add.u32.throughput '' '')" 'recalled::15.000'
same "multiplies of the SFUs" "$(kind T2.sfu.mul_throughput '' '')" 'rule:2 SFUs x 2 multiplies:2.000'
same "figure 6 at 3" "$(kind figure6 3 latency)" 'measured::2.083'
same "figure 6 at 9" "$(kind figure6 9 latency)" 'rule:4 W:3.000'
same "figure 6 at 6, without an expected number" "$(kind figure6 6 latency)" '::'
same "figure S" "$(kind figureS 8 'one warp, passes of a half-warp')" 'recalled::1.250'

# The record's rows, which are not judged.
same "record" "$(grep '^X.shared.latency|NVIDIA' fields)" 'X.shared.latency|NVIDIA "X", 1||23.0000|clocks|||||||||||||'
same "record's point" "$(grep '^figure17|' fields)" \
    'figure17|NVIDIA "X", 1||5.5000||||||17|a "quoted", long name|1024|5.5000|||||'
grep -v '^[^,]*,model,' out.csv >again.csv
"$gt200" bench --csv - --beside again.csv X.shared.latency T3.add.u32.throughput T2.sfu.mul_throughput figure6 figureS \
    figureR >out2.csv || fail "exit status, second time"
cmp out.csv out2.csv || fail "a record of a record is another one"
