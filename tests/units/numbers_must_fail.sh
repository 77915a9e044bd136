#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# numbers_must_fail.sh ROOT: numbers.sh tells what is wrong, each fault planted in a small tree of its own.
set -eu
root=$(cd "$1" && pwd)
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
failed=0
t=$dir/t
table=$t/tests/units/numbers.txt

tree() {        # a tree that is right
  rm -rf "$t" && mkdir -p "$t/docs/units" "$t/tests/units" "$t/tests/a" "$t/tests/lockstep/programs" \
    "$t/tests/units/one"
  printf '%s\n' '# one' '' '**ONE-1** First.' '' '* **ONE-2** Second.' '' '**ONE-3** Third.' '' '```timing two' \
    'shows ONE-2' '```' >"$t/docs/units/one.md"
  printf '%s\n' '/* ONE-1 */' 'static void first(void **s)' 'cmocka_unit_test(first)' 'static void helper(void)' \
    'cmocka_run_group_tests' >"$t/tests/a/test.c"
  printf '%s\n' '# Rules: ONE-1.' '#! expect r 0 0 = 1' >"$t/tests/lockstep/programs/p.s"
  echo '// ONE-1 to ONE-2' >"$t/tests/units/one/proof.sv"
  printf '%s\n' 'ONE-1 | 4 | a/test.c:first programs/p proof:one/proof | rule' 'ONE-2 | 5 | one/two proof:one/proof | silicon X' \
    'ONE-3 | - | no number' >"$table"
}
expect() {      # NAME STATUS TEXT
  out=$(sh "$root/tests/units/numbers.sh" "$t" 2>&1) && got=0 || got=$?
  case $out in
  *"$3"*) [ "$got" = "$2" ] && return ;;
  esac
  echo "numbers_must_fail: $1: exit status $got, expected $2 with '$3':" && printf '%s\n' "$out"
  failed=1
}
edit() { sed -i "$1" "$2"; }

tree && expect right 0 '3 rules, 2 with a number, 2 of them (100.0 %) expected by a test'
tree && edit '/^ONE-3/d' "$table" && expect absent 1 'docs/units/one.md:7: ONE-3 is not in tests/units/numbers.txt'
tree && edit 's/^ONE-3/ONE-2/' "$table" && expect twice 1 'numbers.txt:3: ONE-2 is there already, in line 2'
tree && edit 's/^ONE-3/ONE-4/' "$table" && expect no_rule 1 'numbers.txt:3: there is no rule ONE-4'
tree && edit 's/no number//' "$table" && expect no_reason 1 'numbers.txt:3: ONE-3 has no reason'
tree && edit 's/ | rule//' "$table" && expect fields 1 'numbers.txt:1: ONE-1 has not the fields'
tree && edit 's/| rule/| as it is/' "$table" && expect source 1 'numbers.txt:1: no source of ONE-1'
tree && edit 's/:first/:last/' "$table" && expect no_case 1 'numbers.txt:1: no last in tests/a/test.c'
tree && edit 's/:first/:helper/' "$table" && expect no_test 1 'numbers.txt:1: helper is no test of tests/a/test.c'
tree && edit 's/ONE-1/ONE-2/' "$t/tests/a/test.c" && expect uncited 1 'tests/a/test.c does not cite ONE-1'
tree && edit '/expect/d' "$t/tests/lockstep/programs/p.s" && expect empty 1 'programs/p.s expects nothing'
tree && edit 's/ONE-1/ONE-12/' "$t/tests/lockstep/programs/p.s" && expect prefix 1 'programs/p.s does not cite ONE-1'
tree && edit 's/programs.p/programs\/q/' "$table" && expect no_program 1 'no program tests/lockstep/programs/q.s'
tree && edit 's/proof:one.proof | rule/proof:two\/proof | rule/' "$table" && expect no_proof 1 \
  'numbers.txt:1: no proof tests/units/two/proof.sv'
tree && edit 's/ONE-2/ONE-3/' "$t/tests/units/one/proof.sv" && expect range 0 '2 of them'
tree && edit 's/to ONE-2//' "$t/tests/units/one/proof.sv" && expect proof 1 'one/proof.sv does not cite ONE-2'
tree && edit 's/shows ONE-2/shows ONE-1/' "$t/docs/units/one.md" && expect shows 1 'diagram one/two does not show ONE-2'
tree && edit 's/timing two/timing three/' "$t/docs/units/one.md" && expect drawn 1 'no diagram two on docs/units/one.md'
tree && edit 's/^ONE-2.*/ONE-2 | ? | nobody knows/' "$table" && expect few 1 'less than 90 %'
exit $failed
