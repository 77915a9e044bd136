# SPDX-License-Identifier: Apache-2.0
# Sums up what `gcov -t -b` prints: a line or branch of a file that several programs contain is one, reached when one of
# them reaches it. Variables: root=PATH/ of the repository; build=PATH of the build; min=PERCENT of the lines of sw/
# and of cmodel/ below which the exit status is 1; low=PERCENT below which a file stands in the first list;
# missed=FILE for the lines not reached.

# A name as the compiler was given it, from the folder of the build on (a compiler cache makes names relative to it).
function absolute(name) {
    if (name !~ /^\//)
        name = build "/" name
    while (sub(/\/[^\/]+\/\.\.\//, "/", name))
        ;
    return name
}

function percent(a, b) { return b ? sprintf("%.1f", 100 * a / b) : "–" }

function row(name, k) {
    printf "| %s | %d | %s | %d | %s |\n", name, lines[k], percent(hit[k], lines[k]), ways[k],
           percent(taken[k], ways[k])
}

function heading(what) {
    printf "\n| %s | lines | reached, %% | branches | taken, %% |\n|---|---|---|---|---|\n", what
}

# The folders of a file: all that it counts for.
function count(f, what, n,   k) {
    for (k = f; k != ""; k = k ~ /\// ? substr(k, 1, match(k, /\/[^\/]*$/) - 1) : "") {
        if (what == "line") { lines[k]++; hit[k] += n > 0 }
        else                { ways[k]++; taken[k] += n > 0 }
    }
}

function sorted(list, from, n,   i, j, t) {
    n = 0
    for (i in from)
        list[++n] = i
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
            t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
        }
    return n
}

/^ *-: *0:Source:/ {
    file = absolute(substr($0, index($0, "Source:") + 7))
    if (index(file, root) == 1)
        file = substr(file, length(root) + 1)
    ours = file ~ /^(sw|cmodel)\/.*\.[ch]$/ && file !~ /^sw\/examples\//
    next
}
!ours { next }
/^ *[-#=0-9]+\*?: *[0-9]+:/ {
    split($0, part, ":")
    gsub(/[ *]/, "", part[1])
    at = file ":" part[2] + 0
    way = 0
    if (part[1] != "-") {
        if (!(at in reached)) {
            reached[at] = 0
            of[at] = file
            text[at] = substr($0, length(part[1]) + length(part[2]) + 3)
        }
        reached[at] += part[1] ~ /^[0-9]/
    }
    next
}
/^branch / {
    key = at "/" way++
    branch[key] += $3 == "taken" && $4 + 0 > 0
    branch_of[key] = file
}

END {
    for (at in reached) {
        count(of[at], "line", reached[at])
        files[of[at]] = 1
        if (!reached[at])
            print at | "sort -t: -k1,1 -k2,2n >" missed
    }
    for (key in branch)
        count(branch_of[key], "branch", branch[key])
    for (k in lines)
        if (!(k in files))
            folders[k] = 1
    nf = sorted(file_list, files)
    nd = sorted(folder_list, folders)
    print "# Coverage of the C code\n"
    print "Written by `make coverage-c` (`tests/coverage`); do not edit. Lines and branches of `sw/` and `cmodel/` that the"
    print "test suite without RTL reaches, counted by gcov in a build with few optimisations (-Og); a branch is one way out of"
    print "a condition. What a second run reaches that lasts longer (more random programs, all figures) is not counted, nor"
    print "what only a machine with RTL does. Programs of `sw/examples` are left out."
    print "\n## Files below " low " % of their lines"
    for (i = 1; i <= nf; i++)
        if (100 * hit[file_list[i]] < low * lines[file_list[i]])
            below[++n] = file_list[i]
    if (n)
        heading("file")
    else
        print "\nNone."
    for (i = 1; i <= n; i++)
        row("`" below[i] "`", below[i])
    print "\n## Folders"
    heading("folder")
    for (i = 1; i <= nd; i++)
        row(folder_list[i] ~ /\// ? "`" folder_list[i] "`" : "**`" folder_list[i] "`**", folder_list[i])
    print "\n## Files"
    heading("file")
    for (i = 1; i <= nf; i++)
        row("`" file_list[i] "`", file_list[i])
    exit 100 * hit["sw"] < min * lines["sw"] || 100 * hit["cmodel"] < min * lines["cmodel"]
}
