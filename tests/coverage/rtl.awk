# SPDX-License-Identifier: Apache-2.0
# Sums up files of counts that verilator_coverage reads: points of each Verilog file that were reached, of those that
# exist. Points of several instances of a module are one point. Variables: list=FILE for the line points that were not
# reached; min=PERCENT of the line points below which the exit status is 1; programs=TEXT, what was run.

function value(key,   at, rest) {
    at = index($0, "\001" key "\002")
    if (!at)
        return ""
    rest = substr($0, at + length(key) + 2)
    at = match(rest, /[\001']/)
    return substr(rest, 1, at - 1)
}

function percent(a, b) { return b ? sprintf("%.1f", 100 * a / b) : "–" }

function row(name, l, la, t, ta) {
    printf "| %s | %d of %d | %s | %d of %d | %s |\n", name, l, la, percent(l, la), t, ta, percent(t, ta)
}

/^C / {
    file = value("f")
    page = value("page")
    kind = page ~ /^v_toggle/ ? "t" : "l"
    key = kind "|" file "|" value("l") "|" value("n") "|" value("o")
    if (!(key in seen)) {
        seen[key] = 0
        of[key] = file
    }
    seen[key] += $NF
    files[file] = 1
}

END {
    for (key in seen) {
        f = of[key]
        if (substr(key, 1, 1) == "t") {
            tall[f]++
            thit[f] += seen[key] > 0
        } else {
            lall[f]++
            lhit[f] += seen[key] > 0
            if (!seen[key] && list) {
                split(key, part, "|")
                print f ":" part[3] " " part[5] | ("sort -t: -k1,1 -k2,2n >" list)
            }
        }
    }
    print "# Coverage of the Verilog\n"
    print "Written by `make coverage` (`tests/coverage`); do not edit. The SM under Verilator with `--coverage-line " \
          "--coverage-toggle`, running"
    print programs " in lockstep with the model. A line point is a block of statements or one way of an `if`, as " \
          "Verilator"
    print "counts them; a toggle point is one bit of a signal that was seen both rising and falling. Instances of a " \
          "module are added up.\n"
    print "| file | line points | % | toggle points | % |\n|---|---|---|---|---|"
    n = 0
    for (f in files)
        name[++n] = f
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && name[k] < name[k - 1]; k--) {
            f = name[k]
            name[k] = name[k - 1]
            name[k - 1] = f
        }
    for (i = 1; i <= n; i++) {
        f = name[i]
        row("`" f "`", lhit[f], lall[f], thit[f], tall[f])
        l += lhit[f]; la += lall[f]; t += thit[f]; ta += tall[f]
    }
    row("**all**", l, la, t, ta)
    if (min && 100 * l < min * la)
        exit 1
}
