#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# must_fail.sh ROOT: rules.sh tells what is wrong, each fault planted in a small tree of its own.
set -eu
root=$(cd "$1" && pwd)
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
failed=0

tree() {        # a tree that is right
  rm -rf "$dir/t" && mkdir -p "$dir/t/docs/units" "$dir/t/rtl" "$dir/t/tests"
  echo 'module unit; endmodule // ONE-1' > "$dir/t/rtl/unit.sv"
  echo '/* ONE-1 */' > "$dir/t/tests/test.c"
  printf '%s\n' '# one' '`rtl/unit.sv`' '## Rules' '' '**ONE-1** First.' '' '* **ONE-2** Second; see ONE-1.' '' \
    '```timing a' 'shows ONE-2' '```' '## Constants' '## Checked by' > "$dir/t/docs/units/one.md"
}
expect() {      # NAME STATUS TEXT [OPTION]
  # shellcheck disable=SC2086
  out=$(sh "$root/tests/units/rules.sh" ${4-} "$dir/t" 2>&1) && got=0 || got=$?
  case $out in
  *"$3"*) [ "$got" = "$2" ] && return ;;
  esac
  echo "must_fail: $1: exit status $got, expected $2 with '$3':" && printf '%s\n' "$out"
  failed=1
}
page=$dir/t/docs/units/one.md

tree && expect right 0 '2 rules'
tree && sed -i 's/ONE-1/ONE-7/' "$dir/t/rtl/unit.sv" && expect gone 1 'rtl/unit.sv:1: there is no rule ONE-7'
tree && : > "$dir/t/tests/test.c" && expect uncited 1 'docs/units/one.md:5: no test cites ONE-1'
tree && sed -i '/^shows/d' "$page" && expect undrawn 1 'docs/units/one.md:7: no test cites ONE-2'
tree && sed -i 's/shows ONE-2/shows ONE-2 ONE-3/' "$page" && expect diagram 1 'one.md:10: there is no rule ONE-3'
tree && sed -i 's/see ONE-1/see ONE-4/' "$page" && expect page 1 'one.md:7: there is no rule ONE-4'
tree && sed -i 's/\*\*ONE-2/**ONE-1/' "$page" && expect twice 1 'one.md:7: ONE-1 is there already: docs/units/one.md:5'
tree && sed -i 's/\*\*ONE-2/**ONE-3/' "$page" && expect gap 1 'one.md:7: ONE-3 follows ONE-1'
tree && sed -i 's/\*\*ONE-2/**TWO-2/' "$page" && expect prefix 1 'one.md:7: TWO-2 on the page of ONE'
tree &&
    sed 's/unit/one/' "$page" > "$dir/t/docs/units/two.md" && expect home 1 'two.md:5: ONE belongs to docs/units/one.md'
tree && rm "$dir/t/rtl/unit.sv" && expect file 1 'one.md:2: no file rtl/unit.sv'
tree && sed -i '/^## Constants/d' "$page" && expect section 1 "one.md:1: no section '## Constants'"
tree && expect code 0 "docs/units/one.md:7: ONE-2 is cited by no code
2 rules, cited in cmodel/: 0, in rtl/: 1" --code
exit $failed
