# SPDX-License-Identifier: Apache-2.0
# Without a folder's name it is report; the last line names the page. An experiment that is named is made on the chip
# that it needs, and says so. On no terminal a report says how far it is.
"$gt200" bench figureK T3.add.u32.latency --report >table 2>err || fail "exit status"
tail -1 table | grep -q '^report/index.html: the report, after [0-9]* s$' ||
    fail "the page is not named: $(tail -1 table)"
grep -q '^    1 of     1 measurements of the GTX 280 match$' table || fail "nothing is said to match"
[ -f report/index.html ] || fail "no page"
grep -q '^gt200 bench: model: 2 experiments, [0-9]* at a time, about [0-9]* s$' err || { cat err; fail "no estimate"; }
grep -q '^gt200 bench: model: 2 experiments in [0-9]* s$' err || { cat err; fail "no time"; }
grep -q '^figureK,model,gtx280,' report/measurements.csv || fail "figure K: not on the gtx280"
grep -q '^T3.add.u32.latency,model,sm,' report/measurements.csv || fail "T3.add: not on sm"
grep -q 'gt200 bench --target model --chip gtx280 figureK</code>' report/index.html || fail "no chip in the command"
grep -q 'gt200 bench --target model T3.add.u32.latency</code>' report/index.html || fail "a chip in the command"
