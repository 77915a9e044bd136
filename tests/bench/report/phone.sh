# SPDX-License-Identifier: Apache-2.0
# On a phone a row is a paragraph: every number says what it is, error and verdict stand before the rest, ids do not
# break. Filter and order need the script, the page does not: the filter is hidden without it, and no row is.
section T3 >t3
same "cells without a name" "$(grep -o '<td[^>]*>' t3 | count -v 'data-h=\|colspan')" 0
section unmet >unmet
same "cells without a name of what is not met" "$(grep -o '<td[^>]*>' unmet | count -v 'data-h=')" 0
grep -q 'class="n error" data-h="error">+5.32 %</td>' t3 || fail "no error of mul.f32"
grep -q 'class="verdict" data-h="verdict"><span class="known">does not match<' t3 || fail "no verdict of mul.f32"
sed -n '/@media(max-width:40rem){body/,/}}/p' $page >phone
for rule in '.rows td.verdict{order:1}' '.rows td.error{order:1}' '.rows>thead{display:none}'; do
    tr -d '\n' <phone | grep -Fq "$rule" || fail "on a phone: no $rule"
done
tr -d '\n' <$page | grep -q '}\.id{[^}]*white-space:nowrap' || fail "ids may break"
grep -q '^<form id="filter" hidden=""' $page || fail "the filter shows without its script"
grep -Eq '<(tr|section)[^>]* hidden' $page && fail "a row is hidden without the script"
same "rows of Table III for the filter" "$(count ' data-kind="[a-z]*" data-met="\(yes\|no\)" data-error=' <t3)" 4
same "scripts" "$(count '<script>' <$page)" 1
sed -n '/^<script>/,/^<\/script>/p' $page | sed '1d; $ d' | grep '[<&]' && fail "the script breaks XML"
true
