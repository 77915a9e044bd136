# SPDX-License-Identifier: Apache-2.0
# Tables of the memory side, profiles and rates (whole.sh): one row for each kernel with an expected rate.
function fields(line, v,    n, i, c, quoted) {
    split("", v)
    for (n = i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) n++
        else v[n] = v[n] c
    }
    return n
}
function best(a, b) { return a < b ? a : b }
function share(kernel, unit, what, kind) {
    return 100 * of[kernel, unit, what] / all[kernel, unit, kind]
}
# The kernels of the series, each launched once. Of others only the rates are compared.
BEGIN {
    kernel["C", "copy against bytes of a thread's load"] = "copy_words"
    kernel["T", "copy"] = "matrix_copy"
    kernel["T", "copy through shared memory"] = "matrix_copy_shared"
    kernel["T", "naive"] = "transpose_naive"
    kernel["T", "tiles"] = "transpose_tile"
    kernel["T", "tiles without bank conflicts"] = "transpose_padded"
    kernel["T", "inside the tiles only"] = "transpose_fine"
    kernel["T", "of the tiles only"] = "transpose_coarse"
    kernel["T", "tiles along diagonals"] = "transpose_diagonal"
    kernel["M", "products of n x n matrices, GFLOP/s"] = "sgemm"
    kernel["M", "products of doubles, GFLOP/s"] = "dgemm"
    kernel["M", "a matrix of 27 diagonals times a vector, GFLOP/s"] = "diagonals"
}
FNR == 1 { delete column; n = fields($0, v); for (i = 1; i <= n; i++) column[v[i]] = i; next }
FILENAME ~ /memory.csv$/ {
    fields($0, v)
    if (v[4] == "clocks" || v[4] == "steps") { of[v[1], v[2], v[5]] += v[6]; all[v[1], v[2], v[4]] += v[6] }
    next
}
FILENAME ~ /[.]csv$/ {
    fields($0, v)
    cycles[v[1]] += v[column["cycles"]]
    issues[v[1]] += v[column["issues"]] + v[column["micro_operations"]]
    next
}
{
    fields($0, v)
    here = v[column["y"]] + 0
    there = v[column["expected_y"]]
    figure = v[column["figure"]]
    series = v[column["series"]]
    if (there == "" || series ~ /percent/) next
    there += 0
    distance = here > there ? here / there : there / here
    logs += log(distance)
    worst = distance > worst ? distance : worst
    row[++rows] = figure SUBSEP series SUBSEP v[column["x"]] SUBSEP here SUBSEP there SUBSEP distance
}
END {
    print "| figure, kernel | here | silicon | apart | data | rows | turns | idle | full, empty | page | xbar | at best |"
    print "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= rows; i++) {
        split(row[i], r, SUBSEP)
        k = kernel[r[1], r[2]]
        printf "| %s %s%s | %.3g | %.3g | %.2f |", r[1], r[2], r[3] == "" ? "" : " " r[3], r[4], r[5], r[6]
        if (k == "") { print " | | | | | | | |"; continue }
        data = share(k, "partition", "data", "clocks")
        pins = 100 * r[4] / data
        sps = r[4] * cycles[k] / (4 * issues[k])
        opening = share(k, "partition", "activate", "clocks") + share(k, "partition", "opens", "clocks")
        opening += share(k, "partition", "precharge", "clocks")
        turns = share(k, "partition", "read_to_write", "clocks") + share(k, "partition", "write_to_read", "clocks")
        page = share(k, "tlb", "page", "steps") + share(k, "tlb", "page_others_wait", "steps")
        printf " %.0f | %.0f | %.0f | %.0f |", data, opening, turns, share(k, "partition", "no_request", "clocks")
        printf " %.0f, %.0f |", share(k, "partition", "full", "steps"), share(k, "partition", "empty", "steps")
        printf " %.0f | %.0f | %.3g %s |\n", page, share(k, "tlb", "crossbar", "steps"), best(pins, sps),
            pins < sps ? "pins" : "issue"
    }
    printf "\n%d rates: geometric mean of the distance %.2f, worst %.2f.\n", rows, exp(logs / rows), worst
}
