# SPDX-License-Identifier: Apache-2.0
# The plans of the records, of pairs one writer.
test "$("$probe" "$plans/issue.plan" --list --only x8 | wc -l)" -gt 80 || fail "issue.plan"
test "$("$probe" "$plans/wait.plan" --list | wc -l)" -gt 100 || fail "wait.plan"
test "$("$probe" "$plans/control.plan" --list | wc -l)" -gt 40 || fail "control.plan"
test "$("$probe" "$plans/memory.plan" --list | wc -l)" -gt 70 || fail "memory.plan"
test "$("$probe" "$plans/cache.plan" --list --only l1 | wc -l)" -gt 200 || fail "cache.plan: l1"
test "$("$probe" "$plans/cache.plan" --list --only code.down.6 | wc -l)" -gt 1 || fail "cache.plan: code"
test "$("$probe" "$plans/cache.plan" --list --only constant | wc -l)" -gt 16 || fail "cache.plan: constant"
test "$("$probe" "$plans/order.plan" --list | wc -l)" -gt 70 || fail "order.plan"
test "$("$probe" "$plans/pairs.plan" --list --only 'FADD>' | wc -l)" -gt 40 || fail "pairs.plan"
test "$("$probe" "$plans/uniform.plan" --list | wc -l)" -gt 50 || fail "uniform.plan"
