# SPDX-License-Identifier: Apache-2.0
# awk -f offsets.awk offsets.csv > offsets.svg: GB/s over the offset, a curve for each chip; readable in light and dark.
# Marks: what NVIDIA's CUDA C Best Practices Guide prints of a GeForce 8800 GTX.
function px(o) { return 60 + o * 15 }
function py(v) { return 300 - v * 2.6 }
BEGIN {
    FS = ","
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 580 350\" role=\"img\">"
    print "<title>Copy by offset in words, GB/s, on g80 and gtx280</title>"
    print "<style> text { font: 13px sans-serif; fill: #333 } .axis { stroke: #888; fill: none }"
    print ".curve { fill: none; stroke-width: 2 } .g80 { stroke: #c0392b } .gtx280 { stroke: #2471a3 }"
    print ".silicon { fill: none; stroke: #c0392b } @media (prefers-color-scheme: dark) { text { fill: #ddd } } </style>"
    printf "<path class=\"axis\" d=\"M%g %gV%gH%g\"/>\n", px(0), py(100), py(0), px(33)
    for (o = 0; o <= 32; o += 4) printf "<text x=\"%g\" y=\"318\" text-anchor=\"middle\">%d</text>\n", px(o), o
    for (v = 0; v <= 100; v += 20) printf "<text x=\"52\" y=\"%g\" text-anchor=\"end\">%d</text>\n", py(v) + 4, v
    print "<text x=\"300\" y=\"340\" text-anchor=\"middle\">words further than the half-warp</text>"
    print "<text x=\"60\" y=\"28\">GB/s, loads and stores</text>"
    printf "<circle class=\"silicon\" cx=\"%g\" cy=\"%g\" r=\"5\"/>", px(0), py(74)
    printf "<circle class=\"silicon\" cx=\"%g\" cy=\"%g\" r=\"5\"/>", px(16), py(74)
    printf "<circle class=\"silicon\" cx=\"%g\" cy=\"%g\" r=\"5\"/>\n", px(1), py(7)
}
FNR > 1 && NF == 3 {
    path[$1] = path[$1] (path[$1] == "" ? "M" : "L") px($2) " " py($3)
    last[$1] = $3
    if (!($1 in seen)) { seen[$1]; name[++n] = $1 }
}
END {
    for (i = 1; i <= n; i++) {
        printf "<path class=\"curve %s\" d=\"%s\"/>\n", name[i], path[name[i]]
        printf "<text x=\"%g\" y=\"%g\">%s</text>\n", px(32) + 6, py(last[name[i]]) + 4, name[i]
    }
    print "<text x=\"330\" y=\"28\">circles: an 8800 GTX, as NVIDIA prints it</text>"
    print "</svg>"
}
