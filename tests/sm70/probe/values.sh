# SPDX-License-Identifier: Apache-2.0
# The CSV of a plan, and the spread of runs that differ.
"$probe" good.plan -o out.csv || fail "exit status $?"
grep -q '^# Fake; compute capability 9.0; 2 SMs; driver .*; good.plan; 3 runs$' out.csv || fail "$(head -1 out.csv)"
grep -v '^#' out.csv >got
cmp -s want got || fail "values: $(diff want got)"

FAKE_DRIFT=1 "$probe" good.plan --only many | grep -q '^many,,1,.*,clocks 9 10 11$' || fail "a spread is not told"
