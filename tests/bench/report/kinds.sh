# SPDX-License-Identifier: Apache-2.0
# Kinds: what is measured on silicon, rules with their formulas, recalled; in the CSV and in the tables. Recalled
# numbers are explained once, with how to replace them.
head -1 out/measurements.csv | grep -q ',expected_y,kind,formula,source,missing$' ||
    fail "columns of measurements.csv"
grep -q '^X.shared.latency,.*,measured,,' out/measurements.csv &&
    grep -q '^figure6,.*,latency,16,.*,rule,4 W,' out/measurements.csv || fail "kinds"
for kind in 'rule: 4 W' measured '<a href="#recalled">recalled</a>'; do
    grep -q "</span> $kind " $page || fail "no $kind in the tables"
done
section T3 | grep -A8 'id="T3.add.u32.throughput"' | grep -q '&#177; 15 %.*recalled' ||
    fail "no limit beside a recalled number"
# The limit is the one that was applied: of 24, half a unit of its last digit.
section T3 | grep -A8 'id="T3.add.u32.latency"' | grep -q '>&#177; 0.5<.*measured' ||
    fail "a limit that was not applied"
section kinds >kinds
same "places that explain recalled numbers" "$(count 'id="recalled"' <$page)" 1
for word in tables.csv value source kind figures.csv expected_y; do
    grep -q "<code>\([a-z/]*/\)\{0,1\}$word</code>" kinds || fail "recalled: $word is not named"
done
recalled=$(awk -F, '/^T3/ && /,recalled,/ && $4 != "-" { n++ } END { print n }' "$silicon/tables.csv")
grep -q "[ ,]$recalled in Table III" kinds || fail "recalled: not $recalled in Table III"
