#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# whole.sh GT200 [PAGE]: kernels of which a GTX 280's rate is known (silicon/figures.csv), measured on the model's
# gtx280 with a profile: how far they are apart, what the memory side did, what the machine allows at best. Writes the
# table of PAGE, default docs/records/whole.md, between its marks.
set -eu
[ $# = 1 ] || [ $# = 2 ] || { sed -n '3,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
gt200=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
page=$(realpath "${2:-$here/../../../docs/records/whole.md}")
grep -q '^<!-- whole end -->$' "$page" || { echo "whole.sh: $page has no marks" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# of the transposes the whole matrix, as the source has it
for figure in C "T --full" M; do
    name=${figure%% *}
    # shellcheck disable=SC2086
    GT200_PROFILE=$work/$name.memory.csv,$work/$name.csv "$gt200" bench --chip gtx280 figure$figure \
        --csv "$work/$name.rates" > "$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
done
{
    echo "<!-- whole: sh sw/measure/bench/whole.sh build/gt200 writes these lines, $(date -u +%Y-%m-%d) -->"
    awk -f "$here/whole.awk" "$work"/?.memory.csv "$work"/?.csv "$work"/?.rates
    echo "<!-- whole end -->"
} > "$work/table"
awk -v table="$work/table" '
    /^<!-- whole: / { while ((getline line < table) > 0) print line; skip = 1 }
    !skip { print }
    /^<!-- whole end -->$/ { skip = 0 }' "$page" > "$work/page"
cat "$work/page" > "$page"
