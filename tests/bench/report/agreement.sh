# SPDX-License-Identifier: Apache-2.0
# The picture of the first screen: a point for each independent measurement, above and below, with its name; one for a
# phone; those that do not match are marked.
points=$(card all | awk '{ print $1 }')
for class in agree 'agree small'; do
    awk -v from="<svg class=\"$class\" " 'index($0, from) { on = 1 } on { print } on && /^<\/svg>/ { exit }' \
        $page >picture
    same "$class: points" "$(grep -o '<title>[^<]*: ours ' picture | wc -l | tr -d ' ')" $((2 * points))
    same "$class: misses" "$(grep -o '<title>T3.mul.f32.throughput: ours 11.79[0-9]*, GTX 280 11.2 ' picture |
        wc -l | tr -d ' ')" 2
    same "$class: marked" "$(grep -c '<g class="c[0-9] off"><path class="bar"' picture)" 1
    grep '<a href="#[^"]*"><text' picture >named
    # points at one place share a name: "T5.cL1.ways +2"
    same "$class: names" "$(awk '{ n++ } match($0, / \+[0-9]+</) { n += substr($0, RSTART + 2, RLENGTH - 3) }
        END { print n + 0 }' named)" "$([ "$class" = agree ] && echo "$points" || echo 1)"
done
grep -q '<title>X.shared.latency: ours 38.07[0-9]*, GTX 280 38 (37.5 to 38.5), error +0.1[0-9] %' picture ||
    fail "no bar of the last digit"
