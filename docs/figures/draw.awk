# SPDX-License-Identifier: Apache-2.0
# A block diagram as SVG, readable in light and in dark.
#   awk -f docs/figures/draw.awk isa/chip.def docs/figures/chip.txt > docs/chip.svg
# First the constants ({NAME} and {NAME/1024} in texts are theirs), then the picture, one item a line:
#   size W H TITLE
#   box KIND X Y W H TEXT       KIND exec, mem or ctl; | parts lines
#   group X Y W H TEXT          a frame; text in its upper left corner
#   arrow X,Y X,Y ...           a line with a head
#   both X,Y X,Y ...            with a head at both ends
#   note X Y TEXT               small text beside a line
function wrong(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; bad = 1; exit 1 }
function text(from,    s, name, div) {
    s = $0
    for (; from > 1; from--) sub(/^[ ]*[^ ]+[ ]*/, "", s)
    while (match(s, /\{[A-Z0-9_]+(\/[0-9]+)?\}/)) {
        name = substr(s, RSTART + 1, RLENGTH - 2); div = 1
        if (split(name, part, "/") > 1) { name = part[1]; div = part[2] }
        if (!(name in value)) wrong("no constant " name)
        s = substr(s, 1, RSTART - 1) value[name] / div substr(s, RSTART + RLENGTH)
    }
    gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s)
    return s
}
# The rules of a picture, which may stand inside a page.
function style(ink, edge, back, exec, mem, ctl, frame) {
    print ".diagram text { font: 13px sans-serif; fill: " ink " } .diagram rect, .diagram .line { stroke: " edge " }"
    print ".diagram .note { font-size: 11px; fill: " edge " } .diagram .name { font-weight: bold }"
    print ".diagram .line { fill: none } .diagram .head { fill: " edge " } .diagram .exec { fill: " exec " }"
    print ".diagram .mem { fill: " mem " } .diagram .ctl { fill: " ctl " } .diagram .frame { fill: " frame " }"
    print ".diagram .back { fill: " back "; stroke: none }"
}
function words(class, x, y, s, anchor) {
    printf "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n", class, x, y, anchor, s
}
# a triangle at (x, y), whose line comes from (fx, fy)
function head(x, y, fx, fy,    dx, dy) {
    dx = (x > fx) - (x < fx); dy = (y > fy) - (y < fy)
    printf "<path class=\"head\" d=\"M%g %g L%g %g L%g %g z\"/>\n", x, y, x - 7 * dx + 3.5 * dy, y - 7 * dy + 3.5 * dx,
           x - 7 * dx - 3.5 * dy, y - 7 * dy - 3.5 * dx
}
function line(heads,    i, d, a, b) {
    if (NF < 3) wrong("a line needs two points")
    for (i = 2; i <= NF; i++) { split($i, a, ","); d = d (i > 2 ? " L" : "M") a[1] " " a[2] }
    printf "<path class=\"line\" d=\"%s\"/>\n", d
    split($(NF - 1), b, ","); head(a[1], a[2], b[1], b[2])
    split($2, a, ","); split($3, b, ",")
    if (heads == 2) head(a[1], a[2], b[1], b[2])
}
FNR == 1 { file++ }
file == 1 { if ($2 ~ /^[0-9]+$/) value[$1] = $2; next }
/^#/ || /^$/ { next }
$1 == "size" {
    w = $2; h = $3
    printf "<svg class=\"diagram\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\"", w, h, w
    printf " height=\"%d\">\n", h
    print "<title>" text(4) "</title>"
    print "<style>"
    style("#1f2328", "#59636e", "#ffffff", "#ddf4ff", "#dafbe1", "#fff8c5", "#f6f8fa")
    print "@media (prefers-color-scheme: dark) {"
    style("#f0f6fc", "#9198a1", "#0d1117", "#0c2d6b", "#033a16", "#4b2900", "#151b23")
    print "}\n</style>"
    printf "<rect class=\"back\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", w, h
    next
}
$1 == "box" {
    printf "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"4\"/>\n", $2, $3, $4, $5, $6
    n = split(text(7), lines, "|")
    for (i = 1; i <= n; i++)
        words(i == 1 ? "name" : "note", $3 + $5 / 2, $4 + $6 / 2 + 4.5 + 15 * (i - (n + 1) / 2), lines[i], "middle")
    next
}
$1 == "group" {
    printf "<rect class=\"frame\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"6\"/>\n", $2, $3, $4, $5
    if (NF > 5) words("name", $2 + 10, $3 + 18, text(6), "start")
    next
}
$1 == "arrow" { line(1); next }
$1 == "both" { line(2); next }
$1 == "note" { words("note", $2, $3, text(4), "start"); next }
{ wrong("no item '" $1 "'") }
END { if (!bad) print "</svg>" }
