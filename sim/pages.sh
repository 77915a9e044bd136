#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pages.sh [FOLDER]: checks the Markdown below FOLDER (default: the repository). Each relative link leads to a file, and
# to a heading where it names one. No words of sim/words.txt stand outside docs/records. The pages for readers have
# 25 000 words at most: README.md and docs/ without the rules of docs/units and the tables of docs/records; a page of
# $later has 1500 at most and is not counted.
set -eu
words=$(cd "$(dirname "$0")" && pwd)/words.txt
cd "${1:-$(dirname "$0")/..}"
most=25000 each=1500
later="docs/sm70.md docs/bus.md docs/profile.md docs/libraries.md docs/check.md docs/debug.md docs/g80.md docs/small.md"
later="$later docs/verilator.md docs/bus_chip.md"

status=0
{
    find . \( -name build -o -name 'build-*' -o -name .git \) -prune -o -print | sed 's,^\./,path ,'
    sed -n 's/^\([^#].*\) | \(.*\)/word \1 | \2/p' "$words"
} | awk '
# DIR/NAME without . and ..; "" if that is outside
function joined(dir, name,    part, n, i, out, k) {
    n = split((name ~ /^\// ? "/" : dir) "/" name, part, "/"); k = 0
    for (i = 1; i <= n; i++)
        if (part[i] == "..") { if (!k--) return "" }
        else if (part[i] != "" && part[i] != ".") out[++k] = part[i]
    name = ""
    for (i = 1; i <= k; i++) name = name (i > 1 ? "/" : "") out[i]
    return name == "" ? "." : name
}
function wrong(text) { print file ":" FNR ": " text; bad = 1 }
function heading(text,    slug) {
    gsub(/`|\]\([^)]*\)|\[/, "", text)
    text = tolower(text); gsub(/[^a-z0-9 _-]/, "", text); gsub(/ /, "-", text)
    slug = text
    if (seen[file, text]++) slug = text "-" seen[file, text] - 1
    anchor[file "#" slug]
}
FILENAME == "-" && $1 == "path" { there[substr($0, 6)]; next }
FILENAME == "-" && $1 == "word" { split(substr($0, 6), w, " [|] "); phrase[w[1]] = w[2]; next }
FILENAME == "-" { next }
FNR == 1 { file = FILENAME; dir = file; if (!sub(/\/[^\/]*$/, "", dir)) dir = "."; fence = 0; before = "" }
/^ *```/ { fence = !fence; next }
fence { next }
/^#+ / { text = $0; sub(/^#+ +/, "", text); heading(text) }
{
    line = $0
    gsub(/`[^`]*`/, "x", line)
    rest = line
    while (match(rest, /\]\([^()]+\)/)) {
        to = substr(rest, RSTART + 2, RLENGTH - 3); rest = substr(rest, RSTART + RLENGTH)
        if (to ~ /^[a-z]+:/) continue
        n++; from[n] = file; at[n] = FNR; target[n] = to; base[n] = dir
    }
    if (/^    / || /^$/ || file ~ /^docs\/records\//) { before = ""; next }    # code as a block; what was run when
    text = tolower(line); gsub(/[^a-z0-9'"'"' -]/, "", text); gsub(/ +/, " ", text); gsub(/^ | $/, "", text)
    for (p in phrase)
        if ((" " before " " text " ") ~ (" (" p ") ") && (" " before " ") !~ (" (" p ") ")) {
            match(" " before " " text " ", " (" p ") ")
            wrong("\"" substr(" " before " " text " ", RSTART + 1, RLENGTH - 2) "\": " phrase[p])
        }
    before = text
}
END {
    for (i = 1; i <= n; i++) {
        file = from[i]; FNR = at[i]; to = target[i]; mark = ""
        if (match(to, /#/)) { mark = substr(to, RSTART + 1); to = substr(to, 1, RSTART - 1) }
        page = to == "" ? file : joined(base[i], to)
        if (page == "" || (page != "." && !(page in there))) wrong("no file " target[i])
        else if (mark != "" && page ~ /\.md$/ && !((page "#" mark) in anchor)) wrong("no heading " target[i])
    }
    exit bad
}' - $(find . \( -name build -o -name 'build-*' -o -name .git \) -prune -o -name '*.md' -print | sed 's,^\./,,' |
    sort) >&2 || status=1

count() { cat "$@" | wc -w; }
sum=0
for page in README.md docs/*.md docs/*/README.md; do
    case $page in docs/records/*) continue ;; esac
    [ -f "$page" ] || continue
    n=$(count "$page")
    case " $later " in
    *" $page "*) [ "$n" -le $each ] || { echo "$page: $n words, $each at most" >&2; status=1; } ;;
    *) sum=$((sum + n)) ;;
    esac
done
[ $sum -le $most ] || { echo "pages for readers have $sum words, $most at most" >&2; status=1; }
exit $status
