# SPDX-License-Identifier: Apache-2.0
# One page: well formed, complete, self-contained; every link leads somewhere.
same files "$(ls out | tr '\n' ' ')" 'index.html measurements.csv '
head -1 $page | grep -q '^<!DOCTYPE html>$' || fail "no doctype"
if command -v xmllint >/dev/null; then xmllint --noout $page || fail "not well formed"; fi
if command -v tidy >/dev/null; then tidy -q -e $page 2>tidy || { cat tidy; fail "not HTML"; }; fi
grep -o ' id="[^"]*"' $page | sort | uniq -d | grep . && fail "id twice"
grep -Eq '(href|src)="([a-z]+:|//)|url\(|@import|<script[ /]|<img' $page && fail "points outside"
for id in $ids T3.add.u32.throughput X.warps_to_saturate listing3; do
    grep -Fq "id=\"$id\"" $page || fail "no $id"
done
for link in $(grep -Eo 'href="[^"]*"' $page | sed 's/^href="//; s/"$//' | sort -u); do
    case $link in
    '#'*) grep -Fq "id=\"${link#?}\"" $page || fail "$link: no such place" ;;
    *) [ -f "out/$link" ] || fail "$link leads nowhere" ;;
    esac
done
grep -q '^X.shared.latency,model,sm,' out/measurements.csv || fail "measurements.csv"
grep -q 'gt200 bench --target model figure6</code>' $page || fail "no command"
grep -qF "<code>gt200 bench --target model --report DIR $ids</code>" $page || fail "no command for the page"
