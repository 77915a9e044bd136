#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# numbers.sh [ROOT]: the rules of docs/units against numbers.txt, the table of the numbers that tests expect of them.
#
# An error, as FILE:LINE: a rule that the table does not have, has twice, or that is no rule; a line without its fields;
# a test that is not there, does not cite the rule or expects nothing; less than 90 % of the rules with a number tested.
# The last line says how many rules there are, how many have a number, and of how many a test expects it.
set -eu
root=${1:-$(cd "$(dirname "$0")/../.." && pwd)}
[ -d "$root/docs/units" ] || { echo "usage: numbers.sh [ROOT]" >&2; exit 2; }
cd "$root"
table=tests/units/numbers.txt
[ -f "$table" ] || { echo "numbers.sh: no $table" >&2; exit 2; }
awk -v table="$table" '
function told(line, text) { print table ":" line ": " text; bad = 1 }
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
# Whether the file cites the rule as a word, alone or in "FROM-1 to FROM-3".
function cites(file, rule,   text, part, n, i, m) {
    if (!(file in body)) {
        body[file] = ""
        while ((getline text < file) > 0) body[file] = body[file] " " text
        close(file)
    }
    if (match(body[file], "(^|[^A-Za-z0-9_-])" rule "([^0-9]|$)")) return 1
    split(rule, part, "-")
    text = body[file]
    while (match(text, part[1] "-[0-9]+ to " part[1] "-[0-9]+")) {
        m = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        n = m; sub(/ to .*/, "", n); sub(/.*-/, "", n)
        i = m; sub(/.*-/, "", i)
        if (part[2] + 0 >= n + 0 && part[2] + 0 <= i + 0) return 1
    }
    return 0
}
function has(file, pattern,   text) {
    if (!cites(file, "X-0") && body[file] == "") return 0
    return match(body[file], pattern)
}
function there(file,   text, ok) { ok = (getline text < file) > 0; close(file); return ok }
function diagram(line, rule, test,   part, file, text, in_it, shows) {
    split(test, part, "/")
    file = "docs/units/" part[1] ".md"
    if (!there(file)) { told(line, "no page " file); return }
    while ((getline text < file) > 0) {
        if (text == "```timing " part[2]) { in_it = 1; continue }
        if (in_it == 1 && text ~ /^```/) in_it = 2
        if (in_it == 1 && text ~ /^shows /) shows = shows " " text " "
    }
    close(file)
    if (!in_it) told(line, "no diagram " part[2] " on " file)
    else if (index(shows " ", " " rule " ") == 0) told(line, "diagram " test " does not show " rule)
}
function file_and_name(line, rule, test,   at, file, name) {
    at = index(test, ":")
    file = "tests/" substr(test, 1, at - 1); name = substr(test, at + 1)
    if (!there(file)) { told(line, "no file " file); return }
    if (!has(file, "(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)")) { told(line, "no " name " in " file); return }
    if (has(file, "cmocka_run_group_tests") && name != "main" &&
        !has(file, "cmocka_unit_test\\(" name "\\)")) told(line, name " is no test of " file)
    if (!cites(file, rule)) told(line, file " does not cite " rule)
}
FILENAME ~ /^docs\/units\// {
    if (FNR == 1) fence = 0
    if (/^```/) fence = !fence
    if (fence || FILENAME ~ /README/) next
    if (match($0, /^(\* )?\*\*[A-Z][A-Z0-9]*-[0-9]+\*\*/)) {
        name = substr($0, RSTART, RLENGTH); gsub(/[* ]/, "", name)
        where[name] = FILENAME ":" FNR; order[++rules] = name
    }
    next
}
/^#/ || /^[ \t]*$/ { next }
{
    n = split($0, field, "|")
    rule = trim(field[1]); number = trim(field[2])
    if (!(rule in where)) { told(FNR, "there is no rule " rule); next }
    if (rule in seen) told(FNR, rule " is there already, in line " seen[rule])
    seen[rule] = FNR
    if (number == "-" || number == "?") {
        if (n != 3 || trim(field[3]) == "") told(FNR, rule " has no reason")
        if (number == "?") { valued++; open++ }
        next
    }
    valued++
    if (n != 4 || number == "" || trim(field[3]) == "" || trim(field[4]) == "") {
        told(FNR, rule " has not the fields rule | number | test | source"); next
    }
    if (trim(field[4]) !~ /^(rule|silicon|sheet|Programming Guide|RFC|envytools)/) told(FNR, "no source of " rule)
    tests = split(trim(field[3]), test, /[ \t]+/)
    for (i = 1; i <= tests; i++) {
        if (test[i] ~ /^programs\//) {
            file = "tests/lockstep/" test[i] ".s"
            if (!there(file)) told(FNR, "no program " file)
            else if (!has(file, "#! (expect|fault|hang) ")) told(FNR, file " expects nothing")
            else if (!cites(file, rule)) told(FNR, file " does not cite " rule)
        } else if (test[i] ~ /^proof:/) {
            file = "tests/units/" substr(test[i], 7) ".sv"
            if (!there(file)) told(FNR, "no proof " file)
            else if (!cites(file, rule)) told(FNR, file " does not cite " rule)
        } else if (test[i] ~ /:/) file_and_name(FNR, rule, test[i])
        else if (test[i] ~ /^[a-z0-9_-]+\/[a-z0-9_]+$/) diagram(FNR, rule, test[i])
        else told(FNR, test[i] " is no test")
    }
}
END {
    for (i = 1; i <= rules; i++)
        if (!(order[i] in seen)) { print where[order[i]] ": " order[i] " is not in " table; bad = 1 }
    tested = valued - open
    printf "%d rules, %d with a number, %d of them (%.1f %%) expected by a test\n", rules, valued, tested,
           valued ? 100 * tested / valued : 0
    if (100 * tested < 90 * valued) { print "less than 90 %"; bad = 1 }
    exit bad
}' docs/units/*.md "$table"
