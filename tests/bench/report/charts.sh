# SPDX-License-Identifier: Apache-2.0
# Pictures: measured, rules and recalled look different; where a line hides what is expected, the errors are below it.
same "figure 6: measured latencies" \
    "$(chart figure6 Latency | count '<path class="measured".*<title>GTX 280, measured: [1-5]: 24<')" 5
same "figure 6: rules" "$(chart figure6 Latency | count '<polyline class="rule".*<title>rule: 4 W<')" 1
same "figure 6: rules of the throughput" "$(chart figure6 Throughput | count '<polyline class="rule"')" 2
same "figure 6: a rule as a marker" "$(chart figure6 Throughput | count 'class="measured"\|class="recalled"')" 0
same "figure S: recalled" "$(chart figureS 'One warp: passes of a half-warp' | count '^<circle class="recalled"')" 33
same "figure S: recalled as measured" "$(chart figureS 'One warp: passes of a half-warp' | count 'class="measured"')" 0
same "figure 17: knees and one in the key" "$(section figure17 | count 'class="knee"')" 4
chart figure6 Latency | grep -q 'aria-label="Latency: clocks against warps. model: 16 points at 1 to 16, from 24.03' ||
    fail "no words for the picture"
same "figure 6: errors" "$(chart figure6 Latency | count '<title>ours against GTX 280, measured: [1-5]: 0.[0-9]*<')" 5
same "figure 6: limits" "$(chart figure6 Latency | count '^<path class="limit".*<title>limit: [0-9]*: -')" \
    "$(chart figure6 Latency | count '<title>ours against ')"
for id in figure6 figure17; do
    section $id | grep -q '^<div class="errors">' || fail "$id: no errors"
done
section figureS | grep -q 'class="errors"' && fail "figure S: errors of what its line does not hide"
same "figure 17: what a curve tells" "$(section figure17 | count 'average, including.* tells by itself')" 1
