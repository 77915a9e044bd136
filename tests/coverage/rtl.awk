# SPDX-License-Identifier: Apache-2.0
# Sums up files of counts that verilator_coverage reads: points of each Verilog file that were reached, of those that
# exist. Points of several instances of a module are one point. Variables:
#
#   root=FOLDER         where the Verilog files of the counts lie
#   exceptions=FILE     line points that no program reaches, each with its reason (rtl_exceptions.txt)
#   list=FILE           for the line points that were neither reached nor excepted
#   min=PERCENT         of the line points that are not excepted
#   programs=TEXT       what was run
#
# Exit status 1, with the reason on stderr: fewer points reached than that; an exception that names no line point, or
# one that was reached, or has no reason.

function value(key,   at, rest) {
    at = index($0, "\001" key "\002")
    if (!at)
        return ""
    rest = substr($0, at + length(key) + 2)
    at = match(rest, /[\001']/)
    return substr(rest, 1, at - 1)
}

function percent(a, b) { return b ? sprintf("%.1f", 100 * a / b) : "–" }

function error(text) {
    print "rtl-coverage: " text >"/dev/stderr"
    failed = 1
}

function row(name, l, la, x, t, ta) {
    printf "| %s | %d of %d | %s | %s | %d of %d | %s |\n", name, l, la - x, percent(l, la - x), x ? x : "", t, ta,
        percent(t, ta)
}

function trimmed(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# The text of each line of a file: at[f, text], the numbers of the lines that have it.
function read_source(f,   n, line, path) {
    if (f in known)
        return
    known[f] = 1
    path = root "/" f
    while ((getline line <path) > 0) {
        n++
        line = trimmed(line)
        text[f, n] = line
        at[f, line] = at[f, line] " " n
    }
    close(path)
}

# FILE KIND TEXT, then indented lines: the reason. Comments begin with #.
function read_exceptions(   line, n, part) {
    while (exceptions && (getline line <exceptions) > 0) {
        if (line ~ /^#/ || line ~ /^[ \t]*$/)
            continue
        if (line ~ /^[ \t]/) {
            reason[n] = reason[n] (reason[n] == "" ? "" : " ") trimmed(line)
            continue
        }
        n++
        split(line, part, " ")
        x_file[n] = part[1]
        x_kind[n] = part[2]
        x_text[n] = substr(line, length(part[1]) + length(part[2]) + 3)
    }
    return n
}

# All points of the lines with that text and of that kind are excepted; none may have been reached.
function except(i,   f, n, lines, k, key, points) {
    f = x_file[i]
    read_source(f)
    n = split(at[f, x_text[i]], lines, " ")
    for (k = 1; k <= n; k++)
        for (key in point_at) {
            if (point_at[key] != f SUBSEP lines[k] || kind_of[key] != x_kind[i])
                continue
            points++
            if (seen[key])
                error("an exception that was reached: " f ":" lines[k] " " x_kind[i] ": " x_text[i])
            else if (!(key in excepted))
                excepted[key] = i
        }
    if (!points)
        error("an exception that names no line point: " f " " x_kind[i] " " x_text[i])
    if (reason[i] == "")
        error("an exception without a reason: " f " " x_kind[i] " " x_text[i])
}

function by_name(   f, n, i, k) {
    for (f in files)
        name[++n] = f
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && name[k] < name[k - 1]; k--) {
            f = name[k]
            name[k] = name[k - 1]
            name[k - 1] = f
        }
    return n
}

/^C / {
    file = value("f")
    toggle = value("page") ~ /^v_toggle/
    key = (toggle ? "t" : "l") "|" file "|" value("l") "|" value("n") "|" value("o")
    if (!(key in seen)) {
        seen[key] = 0
        of[key] = file
        if (!toggle) {
            point_at[key] = file SUBSEP value("l")
            kind_of[key] = value("o")
        }
    }
    seen[key] += $NF
    files[file] = 1
}

# Prints a text as part of a list's item, in lines of at most 120 columns.
function wrap(text,   word, n, i, line) {
    n = split(text, word, " ")
    line = " "
    for (i = 1; i <= n; i++) {
        if (length(line) + 1 + length(word[i]) > 120) {
            print line
            line = " "
        }
        line = line " " word[i]
    }
    print line
}
END {
    nx = read_exceptions()
    for (i = 1; i <= nx; i++)
        except(i)
    for (key in seen) {
        f = of[key]
        if (!(key in point_at)) {
            tall[f]++
            thit[f] += seen[key] > 0
            continue
        }
        lall[f]++
        lhit[f] += seen[key] > 0
        xall[f] += key in excepted
        if (!seen[key] && !(key in excepted) && list) {
            split(point_at[key], part, SUBSEP)
            read_source(f)
            print f ":" part[2] ": " kind_of[key] " " text[f, part[2]] | ("sort -t: -k1,1 -k2,2n >" list)
        }
    }
    print "# Coverage of the Verilog\n"
    print "Written by `make coverage` (`tests/coverage`); do not edit. The SM under Verilator with"
    print "`--coverage-line --coverage-toggle`, running"
    print programs
    print "in lockstep with the model. A line point is a block of statements or one way of an `if`, as Verilator"
    print "counts them; a toggle point is one bit of a signal that was seen both rising and falling. Instances of a"
    print "module are added up. Excepted: line points that no program can reach, each with its reason below; they"
    print "do not count as points.\n"
    print "| file | line points | % | excepted | toggle points | % |\n|---|---|---|---|---|---|"
    n = by_name()
    for (i = 1; i <= n; i++) {
        f = name[i]
        row("`" f "`", lhit[f], lall[f], xall[f], thit[f], tall[f])
        l += lhit[f]; la += lall[f]; x += xall[f]; t += thit[f]; ta += tall[f]
    }
    row("**all**", l, la, x, t, ta)
    if (nx)
        print "\n## Exceptions\n\nFile and way, the line, why:\n"
    for (i = 1; i <= nx; i++) {
        code = x_text[i]
        gsub(/  +/, " ", code)
        code = code ~ /`/ ? "`` " code " ``" : "`" code "`"
        printf "* `%s`, %s:\n  %s\n", x_file[i], x_kind[i], code
        wrap(reason[i])
    }
    if (min && 100 * l < min * (la - x))
        error("fewer than " min " % of the line points were reached" (list ? ", see " list : ""))
    exit failed
}
