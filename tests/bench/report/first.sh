# SPDX-License-Identifier: Apache-2.0
# The first screen: what is measured, ruled and recalled is counted apart, by the CSV; all that is not met has its
# reason; no verdict of the page says that a rule matches.
in_csv() {
    awk -F, -v kind="$1" -v met="$2" '$9 ~ met && $0 ~ "," kind "," { n++ } END { print n + 0 }' out/measurements.csv
}
sum=0
for kind in measured rule recalled; do
    sum=$((sum + $(in_csv $kind '^yes$')))
    same "count of $kind" "$(sed -n "s/.*id=\"count-$kind\"><b>\([0-9 of]*\)<.*/\1/p" $page)" \
        "$(in_csv $kind '^yes$') of $(in_csv $kind .)"
done
same "met" "$(sed -n 's/^<p class="met"><b>\([0-9]*\) of .*/\1/p' $page)" $sum
section summary >summary
same "reasons" "$(grep -c '^<li><a href="#.* &#8211; ' summary)" "$(($(in_csv "(measured|rule|recalled)" .) - sum))"
grep -q 'no reason is known' $page && fail "a number that is not met has no reason"
grep -q '<a href="#T3.mul.f32.throughput">.*: <b>11.80</b> for 11.2 &#8211; sharing of SP and SFU' summary ||
    fail "no reason for mul.f32"
same "unmet" "$(section unmet | count '^<tr><th scope="row">')" "$(($(in_csv "(measured|rule|recalled)" .) - sum))"
section figure6 | grep -q '<span class="good">[0-9]* of [0-9]*</span> by a rule of the paper hold' ||
    fail "rules of figure 6"
