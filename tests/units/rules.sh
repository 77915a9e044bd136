#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rules.sh [--list | --code] ROOT: the rules of docs/units against those who cite them.
#
# Told, each as FILE:LINE: a rule that is there twice or out of order; a page of more than one prefix, or without its
# sections; a file that a page names and that is not there; a citation of a rule that is not there; a rule that nothing
# in tests/ or sim/ and no timing diagram cites. --list prints every rule with the files that cite it, --code those that
# neither C code of cmodel/ nor Verilog of rtl/ or fpga/ cites (what follows from others, or no line does), and how many
# of each.
set -eu
list=0
code=0
[ "${1-}" = --list ] && { list=1; shift; }
[ "${1-}" = --code ] && { code=1; shift; }
[ $# -eq 1 ] && [ -d "$1/docs/units" ] || { echo "usage: rules.sh [--list | --code] ROOT" >&2; exit 2; }
cd "$1"

found=$(mktemp)
trap 'rm -f "$found" "$found.files"' EXIT

# Sections, and the files that pages name.
for page in docs/units/*.md; do
  [ "$page" = docs/units/README.md ] && continue
  for section in '## Rules' '## Constants' '## Checked by'; do
    grep -qx "$section" "$page" || echo "$page:1: no section '$section'"
  done
  grep -no '`\(rtl\|cmodel\|sim\|tests\|isa\|fpga\|sw\)/[A-Za-z0-9_./-]*`' "$page" | tr -d '`' |
  while IFS=: read -r line path; do
    [ -e "$path" ] || echo "$page:$line: no file $path"
  done
done > "$found"

find rtl cmodel sim tests $(ls -d fpga sw/runtime/fpga 2>/dev/null) -type f \
     \( -name '*.sv' -o -name '*.svh' -o -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.inc' \
     -o -name '*.cu' -o -name '*.s' -o -name '*.sh' -o -name '*.def' \) \
     \( -path 'tests/units/*/*' -o ! -path 'tests/units/*' \) 2> /dev/null |
     sort > "$found.files"
status=0
awk -v list=$list -v code=$code '
function told(text) { print text; bad = 1 }
# Definitions: pages come first.
FILENAME ~ /^docs\/units\// {
  if (FNR == 1) { page = FILENAME; prefix = ""; block = 0; fence = 0 }
  if (/^```/) { fence = !fence; block = /^```timing/ && fence; next }
  if (block && /^shows /) { for (i = 2; i <= NF; i++) note($i, FILENAME, FNR, 1); next }
  if (fence || page ~ /README/) next
  text = $0
  if (match(text, /^(\* )?\*\*[A-Z][A-Z0-9]*-[0-9]+\*\*/)) {
    name = substr(text, RSTART, RLENGTH); gsub(/[* ]/, "", name)
    split(name, part, "-")
    if (name in where) told(FILENAME ":" FNR ": " name " is there already: " where[name])
    if (prefix == "") {
        prefix = part[1]
        if (prefix in home) told(FILENAME ":" FNR ": " prefix " belongs to " home[prefix])
    }
    if (part[1] != prefix) told(FILENAME ":" FNR ": " name " on the page of " prefix)
    if (part[2] + 0 != last[prefix] + 1) told(FILENAME ":" FNR ": " name " follows " prefix "-" last[prefix] + 0)
    last[prefix] = part[2]; home[prefix] = FILENAME; where[name] = FILENAME ":" FNR; order[++rules] = name
    text = substr(text, RSTART + RLENGTH)
  }
  cite(text, FILENAME, FNR, 0)
  next
}
{ cite($0, FILENAME, FNR, FILENAME ~ /^(tests|sim)\//) }
function cite(text, file, line, test,   name) {
  while (match(text, /[A-Z][A-Z0-9]*-[0-9]+/)) {
    name = substr(text, RSTART, RLENGTH)
    before = RSTART > 1 ? substr(text, RSTART - 1, 1) : " "
    after = substr(text, RSTART + RLENGTH, 1)
    if (before !~ /[A-Za-z0-9_.-]/ && after !~ /[A-Za-z0-9_]/) note(name, file, line, test)
    text = substr(text, RSTART + RLENGTH)
  }
}
function note(name, file, line, test) {
  cited[++cites] = name; at[cites] = file ":" line
  if (test) { tested[name] = 1 }
  if (file ~ /^(cmodel|sw)\//) in_c[name] = 1
  if (file ~ /^(rtl|fpga)\//) in_rtl[name] = 1
  if (file !~ /^docs/ || test) by[name] = by[name] " " file ":" line
}
END {
  for (i = 1; i <= cites; i++) {
    split(cited[i], part, "-")
    if (part[1] in home && !(cited[i] in where)) told(at[i] ": there is no rule " cited[i] " in " home[part[1]])
  }
  for (i = 1; i <= rules; i++) {
    name = order[i]
    if (list) print name ":" by[name]
    if (code && !(name in in_c) && !(name in in_rtl)) print where[name] ": " name " is cited by no code"
    c += name in in_c; rtl += name in in_rtl
    if (!(name in tested)) told(where[name] ": no test cites " name)
  }
  if (code) print rules + 0 " rules, cited in cmodel/: " c + 0 ", in rtl/: " rtl + 0
  else if (!list) print rules + 0 " rules"
  exit bad
}' docs/units/*.md $(cat "$found.files") || status=1
cat "$found"
[ ! -s "$found" ] && exit $status
exit 1
