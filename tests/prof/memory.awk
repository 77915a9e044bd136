# SPDX-License-Identifier: Apache-2.0
# Of what is expected and then of a profile's memory side (tests/prof/memory.sh).
FILENAME == ARGV[1] { if (split($0, e, "|") == 5) expected[++n] = $0; next }
FNR == 1 { next }
{
    match($0, /^"[^"]*"/)
    kernel = substr($0, RSTART + 1, RLENGTH - 2)
    split(substr($0, RLENGTH + 2), v, ",")          # unit, number, kind, what, value
    if (v[3] == "all") { all[kernel, v[4]] = v[5]; kernels += v[4] == "clocks"; next }
    one = kernel SUBSEP v[1] SUBSEP v[2]
    if (v[3] == "clocks" || v[3] == "steps") {
        sum[one SUBSEP v[3]] += v[5]
        of[kernel, v[1], v[4]] += v[5]
        whole[kernel, v[1], v[3]] += v[5]
        kind[v[1], v[4]] = v[3]
    }
    if (v[4] == "data") data[one] = v[5]
    if (v[4] == "reads" || v[4] == "writes") sectors[one] += v[5]
    if (v[1] == "sm" && v[5] < 0) { print one ": " v[4] " is " v[5]; bad = 1 }
}
END {
    for (i in sum) {
        split(i, v, SUBSEP)
        if (sum[i] != all[v[1], v[4]]) {
            print v[1] ", " v[2] " " v[3] ": " sum[i] " " v[4] " of " all[v[1], v[4]]; bad = 1
        }
        units++
    }
    for (i in data)
        if (data[i] != 2 * sectors[i]) { print i ": " data[i] " clocks for " sectors[i] " sectors"; bad = 1 }
    for (i = 1; i <= n; i++) {
        split(expected[i], e, "|")
        found = 0
        for (k in of) {
            split(k, v, SUBSEP)
            if (!index(v[1], e[1]) || v[2] != e[2] || v[3] != e[3]) continue
            share = 100 * of[k] / whole[v[1], v[2], kind[v[2], v[3]]]
            if (share < e[4] || share > e[5]) {
                printf "%s: %s %s is %.1f %%, expected %s to %s\n", v[1], e[2], e[3], share, e[4], e[5]; bad = 1
            }
            found++
        }
        if (!found) { print "nothing for " expected[i]; bad = 1 }
    }
    if (!kernels || !units) { print "nothing is counted"; bad = 1 }
    if (bad) exit 1
    print "ok " kernels " kernels, " units " sums"
}
