#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: read.sh FOLDER: what a record of gt200 probe (pairs.csv, wait.csv, issue.csv, memory.csv, control.csv,
# cache.csv, order.csv; or uniform.csv and l1.csv) says, as the tables of docs/records/h100/README.md and of h200's.
set -eu
cd "$1"
if test -f uniform.csv; then
    awk -F, '
    function note(kind, name) {
        if (!((kind, $2) in list)) order[kind] = order[kind] " " $2
        list[kind, $2] = list[kind, $2] (list[kind, $2] == "" ? "" : ", ") name
    }
    NR > 2 && $5 ~ /^least/ {
        if (split($1, p, ">") == 1) { split($1, p, "."); note("over", p[3]) }
        else if (p[1] ~ /^ULDC\./) { note(p[1], p[2]); if ($2 == 1) clocks[p[1]] = $6 - 8 }
        else note("to", p[1])
    }
    NR > 2 && $5 !~ /^least/ && $5 != "one less" && $1 !~ /^chase/ { other++ }
    function show(kind, head,   n, i, d) {
        print "* " head
        n = split(order[kind], d, " ")
        for (i = 1; i <= n; i++) print "  * " d[i] ": " list[kind, d[i]]
    }
    END {
        show("to", "To the address, from:")
        show("ULDC.there", "From ULDC with an address, word there (" clocks["ULDC.there"] " clock), to:")
        show("ULDC.new", "Word of a line that is not (" clocks["ULDC.new"] " clocks):")
        show("ULDC.64", "Two words, line not there (" clocks["ULDC.64"] " clocks):")
        show("over", "The address is overwritten by:")
        if (other) print other " not measured"
    }' uniform.csv
    printf '\n## Lines that the first data cache drives out\n\n'
    awk -F, '
    function hex(text,   i, n) {
        for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
        return n
    }
    NR > 2 { split($1, name, "."); split($7, value, " ") }
    NR > 2 && name[2] == "which" {
        if (!(name[3] in groups)) tried = tried " " name[3]
        groups[name[3]] += 0
        for (i = 1; i <= 8; i++) {
            d = index("0123456789abcdef", substr(value[2], i, 1)) - 1
            if (d == 15) groups[name[3]]++
            else if (d > 0) parts[name[3]]++
        }
    }
    NR > 2 && name[2] == "walks" {
        if (name[3] != last) lines[++n] = last = name[3]
        missed[n] = missed[n] " " hex(value[1]) " |"
    }
    END {
        print "Lines of 128 bytes, loaded one after the other: how many miss in the last of 4, 16, 64 and 256 walks (`l1.csv`)."
        print "\n| lines | 4 | 16 | 64 | 256 |\n|--:|--:|--:|--:|--:|"
        for (i = 1; i <= n; i++) print "| " lines[i] " |" missed[i]
        printf "\nWhich they are after 4 walks, aligned groups of four lines and parts of such:\n"
        k = split(tried, t, " ")
        for (i = 1; i <= k; i++) print "* of " t[i] " lines: " groups[t[i]] " groups, " parts[t[i]] + 0 " parts"
    }' l1.csv
    exit
fi
head -1 pairs.csv | sed 's/^# \(.*\); \(driver .*\); pairs.plan; \(.*\)$/Record: \1;\n\2; each number from \3./'

common='
# head and a list, no line longer than 118
function wrap(head, text, indent,   w, k, i, line) {
    k = split(text, w, " ")
    line = head
    for (i = 1; i <= k; i++) {
        if (length(line) + 1 + length(w[i]) > 118) { print line; line = indent w[i] } else line = line " " w[i]
    }
    print line
}
function member(list, x) { return list == "" ? x : list ", " x }
function number(hex,   i, v) {
    for (i = 1; i <= length(hex); i++) v = 16 * v + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return v
}
'

awk -F, "$common"'
function code(w, r) { return (w, r) in d ? d[w, r] : "" }
function plain(list) { gsub(/\/[rdpu]p?/, "", list); return list }
# two entries that do not contradict each other
function fits(a, b) { return a == b || a == "?" || b == "?" }
# writers with the same entries for all readers, then readers with the same entries for all groups
function group(type,   i, k, n, m, j, ok, w, r, nw, nr, lists, rep, rlists, rrep, line, v) {
    nw = nr = 0
    for (i = 1; i <= nW; i++) if ((W[i], type) in isW) ws[++nw] = W[i]
    for (i = 1; i <= nR; i++) if ((R[i], type) in isR) rs[++nr] = R[i]
    n = 0
    for (i = 1; i <= nw; i++) {
        for (k = 1; k <= n; k++) {
            ok = 1
            for (j = 1; j <= nr && ok; j++) ok = fits(code(rep[k], rs[j]), code(ws[i], rs[j]))
            if (ok) break
        }
        if (k > n) { n++; rep[n] = ws[i]; lists[n] = "" }
        lists[k] = member(lists[k], ws[i])
        for (j = 1; j <= nr; j++) if (code(rep[k], rs[j]) == "?") d[rep[k], rs[j]] = code(ws[i], rs[j])
    }
    m = 0
    for (i = 1; i <= nr; i++) {
        for (k = 1; k <= m; k++) {
            ok = 1
            for (j = 1; j <= n && ok; j++) ok = fits(code(rep[j], rrep[k]), code(rep[j], rs[i]))
            if (ok) break
        }
        if (k > m) { m++; rrep[m] = rs[i]; rlists[m] = "" }
        rlists[k] = member(rlists[k], rs[i])
        for (j = 1; j <= n; j++) if (code(rep[j], rrep[k]) == "?") d[rep[j], rrep[k]] = code(rep[j], rs[i])
    }
    printf "\nReaders, by columns:\n\n"
    for (k = 1; k <= m; k++) wrap(k ".", plain(rlists[k]), "   ")
    printf "\nWriters, by rows:\n\n"
    for (k = 1; k <= n; k++) wrap("* " substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k, 1) ":", plain(lists[k]), "  ")
    printf "\n| |"
    for (k = 1; k <= m; k++) printf " %d |", k
    printf "\n|---|"
    for (k = 1; k <= m; k++) printf "---|"
    print ""
    for (i = 1; i <= n; i++) {
        printf "| %s |", substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", i, 1)
        for (k = 1; k <= m; k++) printf " %s |", code(rep[i], rrep[k])
        print ""
    }
    split("", rep); split("", rrep); split("", lists); split("", rlists)
}
NR > 2 {
    split($1, p, ">")
    if (p[1] != last) { last = p[1]; if (!(last in seenW)) W[++nW] = last; seenW[last] = 1 }
    # the kinds of the plan follow each other; a reader that begins a list begins a kind
    if (p[2] == "FADD" && !started) { type = "r"; started = 1 }
    if (p[2] == "DADD.a") type = "d"
    if (p[2] == "guard.MOV") type = "p"
    if (p[2] == "MOV" && p[1] == "UIADD3") type = "u"
    if (p[2] == "USEL") type = "up"
    key2 = p[2] "/" type; key1 = p[1] "/" type
    if (!(key2 in seenR)) { seenR[key2] = 1; R[++nR] = key2; isR[key2, type] = 1 }
    if (!(key1 in seenK)) { seenK[key1] = 1; isK[++nK] = key1; kw[nK] = p[1]; isW[key1, type] = 1 }
    if ($5 == "blind") { d[key1, key2] = "?"; blind++ }
    else if ($5 ~ /^least/) { d[key1, key2] = $2; pairs++ }
    else if ($5 == "one less") wrong++
    else other++
}
END {
    nW = nK
    for (i = 1; i <= nK; i++) W[i] = isK[i]
    printf "\n%d pairs: of %d the least distance, of %d of these also the value when it is one less; ", \
           pairs + blind + other, pairs, wrong
    printf "%d readers\nthat do not tell the two values apart (?); %d otherwise.\n", blind, other
    split("r d p u up", types, " ")
    title["r"] = "Registers"; title["d"] = "Pairs of registers"; title["p"] = "Predicates"
    title["u"] = "Uniform registers"; title["up"] = "Uniform predicates"
    for (t = 1; t <= 5; t++) { printf "\n#### %s\n", title[types[t]]; group(types[t]) }
}' pairs.csv

awk -F, "$common"'
NR > 2 && $1 ~ /^(result|operand)\./ {
    split($1, p, "."); name = substr($1, length(p[1]) + 2); n = $6 - 8
    if ($9 !~ /equal/) { split($9, c, " "); n = n " (" c[2] - 8 ", " c[3] - 8 ", " c[4] - 8 ")" }
    if (!((p[1], n) in list)) order[p[1], ++count[p[1]]] = n
    list[p[1], n] = member(list[p[1], n], name)
}
NR > 2 && $1 ~ /^seen\./ && $5 ~ /^least/ { seen[$2] = member(seen[$2], substr($1, 6)) }
NR > 2 && $1 ~ /^stall\./ && $3 == 1 { split($1, p, "."); stall[p[2] + 0, p[3]] = ($6 - 4) / 8 }
function table(kind, i) {
    printf "\nClocks until the %s:\n\n", kind == "result" ? "result may be read" : "operands may be written"
    for (i = 1; i <= count[kind]; i++) wrap("* " order[kind, i] ":", list[kind, order[kind, i]], "  ")
}
END {
    printf "\n#### Dependence counters\n"
    table("result"); table("operand")
    printf "\nStall count from which on a waiting instruction sees the counter:"
    for (n = 1; n < 12; n++) if (n in seen) printf " %d: %s.", n, seen[n]
    printf "\n\n#### Stall count and yield bit\n\nClocks that a NOP takes, one warp:\n\n| stall count |"
    for (n = 0; n < 16; n++) printf " %d |", n
    printf "\n|---|"
    for (n = 0; n < 16; n++) printf "---|"
    printf "\n| - |"
    for (n = 0; n < 16; n++) printf " %s |", stall[n, "yield-no"]
    printf "\n| Y |"
    for (n = 0; n < 16; n++) printf " %s |", stall[n, "yield-yes"]
    print ""
}' wait.csv

awk -F, "$common"'
NR > 2 && $5 == "" {
    match($1, /x[0-9]+$/); name = substr($1, 1, RSTART - 1)
    c = $6; if ($3 > 1) sub(/.*span /, "", c)
    t[name, $3, substr($1, RSTART + 1)] = c
    if (!(name in have)) { have[name] = 1; names[++k] = name }
}
function rate(name, w) { return (t[name, w, 32] - t[name, w, 16]) / 16 }
END {
    printf "\n#### Issue\n\nClocks for each further instruction of a kind: one warp; one a sub-core; four a sub-core, "
    printf "divided by four.\n"
    for (i = 1; i <= k; i++) {
        key = sprintf("* %s, %s, %s:", rate(names[i], 1), rate(names[i], 4), sprintf("%.4g", rate(names[i], 16) / 4))
        if (!(key in list)) order[++n] = key
        list[key] = member(list[key], names[i])
    }
    print ""
    for (i = 1; i <= n; i++) wrap(order[i], list[order[i]], "  ")
}' issue.csv

awk -F, "$common"'
NR > 2 {
    n = $6 - 8; split($5 == "" ? $9 : "", c, " ")
    if (c[1] == "clocks") {
        lo = hi = c[2] - 8
        for (i = 3; i in c; i++) { if (c[i] - 8 < lo) lo = c[i] - 8; if (c[i] - 8 > hi) hi = c[i] - 8 }
        n = lo " to " hi
    }
}
NR > 2 && $1 ~ /stride-/ {
    split($1, p, "stride-"); sub(/\.$/, "", p[1])
    if (!(p[1] in have)) { have[p[1]] = 1; ops[++k] = p[1] }
    if (!(p[2] in seen)) { seen[p[2]] = 1; strides[++m] = p[2] }
    t[p[1], p[2]] = n
}
NR > 2 && $1 ~ /^further/ { further = member(further, substr($1, 9) ": " n) }
NR > 2 && $1 ~ /^after/ {
    split($7, v, " ")
    after[++na] = "| " substr($1, 7) " | " n " | " (v[1] == "00012345" ? "stored" : "0") " |"
}
NR > 2 && $1 == "flow.nothing" { nothing = $6 }
NR > 2 && $1 ~ /^flow/ && $1 != "flow.nothing" { flow = member(flow, substr($1, 6) ": " $6 - nothing) }
END {
    printf "\n#### Loads\n\nClocks until the result may be read; lanes this many words (of the access) apart:\n\n| |"
    for (i = 1; i <= m; i++) printf " %s |", strides[i]
    printf "\n|---|"
    for (i = 1; i <= m; i++) printf "---|"
    print ""
    for (j = 1; j <= k; j++) {
        printf "| %s |", ops[j]
        for (i = 1; i <= m; i++) printf " %s |", t[ops[j], strides[i]]
        print ""
    }
    printf "\nA word is loaded that lies behind one that was loaded first:\n%s.\n", further
    printf "\nA load after other instructions to the same word of global memory:\n\n"
    printf "| before | clocks | value |\n|---|---|---|\n"
    for (i = 1; i <= na; i++) print after[i]
    printf "\n#### Control flow\n\n"
    wrap("Clocks more than a NOP with stall count 5:", flow ".", "")
}' memory.csv

awk -F, "$common"'
function spread(first, less,   c, i, lo, hi) {
    if ($9 ~ /equal/) return first - less
    split($9, c, " ")
    lo = hi = c[2]
    for (i = 3; i in c; i++) { if (c[i] < lo) lo = c[i]; if (c[i] > hi) hi = c[i] }
    return lo - less " to " hi - less
}
NR > 2 && $1 ~ /^loads/ {
    split($1, p, ".")
    if (!(p[2] in have)) { have[p[2]] = 1; n[++k] = p[2] }
    t[p[2], p[3]] = spread($6, 4)
}
NR > 2 && $1 ~ /^depbar/ { depbar = member(depbar, substr($1, 8) ": " $6 - 8) }
NR > 2 && $1 ~ /^branch/ {
    split($1, p, "[.-]"); split($7, v, " ")
    first = number(v[1]) < number(v[2]) ? 0 : 31
    taken = (p[3] == "low") == (first == 0)
    s[p[2]] = member(s[p[2]], taken ? "taken" : "not taken")
    if (!(p[2] in haveb)) { haveb[p[2]] = 1; b[++m] = p[2] }
}
END {
    printf "\nN loads from the second level of cache: clocks until the last has issued; until none is under way:\n\n"
    printf "| loads | issued | done |\n|---|---|---|\n"
    for (i = 1; i <= k; i++) printf "| %s | %s | %s |\n", n[i], t[n[i], "issue"], t[n[i], "wait"]
    printf "\nEight loads from the first level, then DEPBAR.LE for so many left, clocks:\n%s.\n", depbar
    printf "\nWhich side of a branch runs first, by the lanes of 32 that take it (the high ones; the low ones):\n\n"
    for (i = 1; i <= m; i++) printf "* %s: %s\n", b[i], s[b[i]]
}' control.csv

awk -F, "$common"'
function last(name) { sub(/.*\./, "", name); return name }
NR < 3 { next }
{ split($1, p, "."); v = $6 - 4; split($7, w, " ") }
p[1] == "code" { code[p[2], p[3]] = v }
p[1] == "constant" && $2 != "" {
    key = p[2] "." p[3]
    if (!(key in words)) keys[++nk] = key
    words[key] = $2; t[key, $2] = v
}
$1 ~ /^constant.both/ { both = member(both, p[3] ": " $6 - 4) }
$1 ~ /^constant.first/ { first = member(first, p[3] ": " v) }
p[1] == "l1" && (p[2] == "again" || p[2] == "back") {
    if (p[2] == "again") { n[++nl] = p[3] }
    miss[p[2], p[3]] = number(w[1]) ($9 ~ /^values/ ? "~" : ""); place[p[2], p[3]] = number(w[2])
}
p[1] == "l1" && (p[2] ~ /^shared/ || p[2] == "apart") {
    key = p[2] == "apart" ? "apart " p[3] : p[2]; sub(/shared-/, "shared ", key)
    if (!(key in any)) { any[key] = 1; places[++np] = key }
    if (number(w[1]) == 0 && !(key in some)) none[key] = last($1)
    if (number(w[1]) != 0 && !(key in some)) some[key] = last($1)
}
END {
    printf "\n#### Caches of instructions\n\nClocks a line of 128 bytes, code of so many lines run again and again: "
    printf "NOPs in a row; jumps\nfrom line to line upwards; downwards.\n\n"
    printf "| lines | row | up | down |\n|---|---|---|---|\n"
    k = split("16 42 44 64 128 244 252 256 272 288 320 512 1008 1016 1024 1056 1088 1152 1280 1536 2048", size, " ")
    for (i = 1; i <= k; i++)
        printf "| %s | %.1f | %.1f | %.1f |\n", size[i], code["row", size[i]] / size[i], \
               code["up", size[i]] / size[i], code["down", size[i]] / size[i]
    printf "\n#### Caches of constants\n\nWords so far apart, read again and again, as operands or by LDC: clocks of a "
    printf "word; how many stay;\nclocks that the next one costs, that the last of all costs.\n\n"
    printf "| by, bytes apart | clocks | stay | the next | the last |\n|---|---|---|---|---|\n"
    for (i = 1; i <= nk; i++) {
        key = keys[i]; step = t[key, 2] - t[key, 1]; m = words[key]
        for (d = 2; d <= m && t[key, d] - t[key, d - 1] == step; d++) ;
        printf "| %s | %d | %d | %d | %d |\n", key, step, d - 1, t[key, d] - t[key, d - 1], \
               (t[key, m] - t[key, m - 2]) / 2
    }
    printf "\n24 words as operands and 24 by LDC, clocks: %s.\n", both
    printf "\nThe first operand, after what, clocks:\n%s.\n", first
    printf "\n#### The first level of cache\n\nN lines of 128 bytes loaded again and again: misses of a time. Loaded "
    printf "upwards, then downwards: misses of the\nway down, and the place of the first of them (~: not the same in "
    printf "each run).\n\n| lines | again | back | place |\n|---|---|---|---|\n"
    for (i = 1; i <= nl; i++)
        printf "| %s | %s | %s | %s |\n", n[i], miss["again", n[i]], miss["back", n[i]], \
               place["back", n[i]] ? place["back", n[i]] : "-"
    printf "\nLines that stay, of those that were tried, and the next number, which misses; with so many bytes of "
    printf "shared memory,\nor lines so many bytes apart:\n\n"
    for (i = 1; i <= np; i++) printf "* %s: %s, %s\n", places[i], none[places[i]], some[places[i]]
}' cache.csv

awk -F, "$common"'
function bits(v, from, count) { return int(v / 2 ^ from) % 2 ^ count }
NR < 3 { next }
{ split($1, p, "."); split($6, c, " "); name = substr($1, length(p[1]) + 2) }
p[1] == "queue" {
    if (!(name in have)) { have[name] = 1; q[++nq] = name }
    t[name, $3, $2] = c[1] - 4
}
p[1] == "order" {
    if (!(p[2] in kind)) { kind[p[2]] = 1; kinds[++nk] = p[2] }
    for (i = 1; i <= 16; i++) at[p[2], p[3], i - 1] = c[i]
}
p[1] == "sub-core" { other[++no] = name; both[no] = c[1] }
$1 == "place.VIRTID.1" {
    where = "| 1 | " $3 " |"
    for (i = 1; i <= $3 && i <= 8; i++) where = where " " bits(c[i], 16, 4) "/" bits(c[i], 8, 8)
    slots[++ns] = where ($3 > 8 ? " ..." : "") " |"
}
p[1] == "place" && p[2] == "VIRTUALSMID" && p[3] != "1" {
    split(p[3], g, "x"); least = most = pairs = same = 0; split("", sms); split("", of); list = ""
    for (i = 1; i <= g[1]; i++) {
        sm[i] = c[(i - 1) * g[2] + 1]; of[sm[i]]++
        for (j = 1; j <= g[2]; j++) same += c[(i - 1) * g[2] + j] == sm[i]
        if (i <= 24) list = list " " sm[i]
        if (i % 2 == 0) pairs += sm[i - 1] % 2 == 0 && sm[i] == sm[i - 1] + 1
    }
    k = 0
    for (i in of) { k++; if (!least || of[i] < least) least = of[i]; if (of[i] > most) most = of[i] }
    grids[++ng] = sprintf("| %d | %d | %d | %d to %d | %d of %d | %s |", g[1], g[2], k, least, most, pairs, g[1] / 2, \
                          $9 ~ /equal/ ? "equal" : "differ")
    firsts = list
}
$1 == "place.VIRTID.264x3" {
    for (i = 1; i <= 792; i += 3) {
        s = bits(c[i], 20, 8); x = ""
        for (j = 0; j < 3; j++) x = x " " bits(c[i + j], 8, 8)
        if (bits(c[i], 16, 4) == 0) one[s] = x; else two[s] = x
    }
    for (s in one) if (!((one[s], two[s]) in pairs3)) { pairs3[one[s], two[s]] = 1; lists[++n3] = one[s] ";" two[s] }
    for (i = 1; i <= n3; i++) for (j = i + 1; j <= n3; j++) if (lists[j] < lists[i]) {
        x = lists[i]; lists[i] = lists[j]; lists[j] = x
    }
}
END {
    printf "\n#### Queues of instructions\n\nA warp issues instructions of a kind, each with stall count 1: how many "
    printf "before the first has to wait, and\nclocks of each further one at last; one warp; one a sub-core.\n\n"
    printf "| | one | clocks | four | clocks |\n|---|---|---|---|---|\n"
    for (i = 1; i <= nq; i++) {
        printf "| %s |", q[i]
        for (m = 1; m <= 4; m += 3) {
            for (d = 1; d <= 32 && t[q[i], m, d] == d; d++) ;
            printf " %s | %.3g |", (d > 32 ? "-" : d - 1), (t[q[i], m, 32] - t[q[i], m, 24]) / 8
        }
        print ""
    }
    printf "\n#### Which warp issues\n\nFour warps of a sub-core, the youngest first, issue N NOPs, read the "
    printf "clock, issue 64 more: that clock for\nN of 0, 4 and 64; stall count 1 (plain), 2 and 4; 1 with Y (yield)."
    printf "\n\n"
    printf "| | warp 12 | warp 8 | warp 4 | warp 0 |\n|---|---|---|---|---|\n"
    for (i = 1; i <= nk; i++) {
        printf "| %s |", kinds[i]
        from = at[kinds[i], 0, 12]
        for (w = 12; w >= 0; w -= 4)
            printf " %d, %d, %d |", at[kinds[i], 0, w] - from, at[kinds[i], 4, w] - from, at[kinds[i], 64, w] - from
        print ""
    }
    least = both[1]
    for (i = 1; i <= no; i++) if (both[i] < least) least = both[i]
    printf "\n#### Where warps and blocks go\n\nWarp 0 of eight shares its sub-core with warp"
    for (i = 1; i <= no; i++) if (both[i] > 1.5 * least) printf " %d", other[i]
    printf ".\n\nSR_VIRTID of the warps of a block: bits 16 to 19 / bits 8 to 15.\n\n"
    printf "| blocks | warps | |\n|---|---|---|\n"
    for (i = 1; i <= ns; i++) print slots[i]
    printf "\nBits 8 to 15 of two blocks of three warps on an SM, all that occurred:\n\n"
    for (i = 1; i <= n3; i++) printf "*%s\n", lists[i]
    printf "\nThe SM (SR_VIRTUALSMID) of each block of a grid; two blocks in turn on SMs 2n and 2n + 1; three runs:\n\n"
    printf "| blocks | warps | SMs | blocks on an SM | in pairs | runs |\n|---|---|---|---|---|---|\n"
    for (i = 1; i <= ng; i++) print grids[i]
    printf "\nThe first ones:%s.\n", firsts
}' order.csv

awk -F, "$common"'
NR > 2 && $5 ~ /^least/ {
    split($1, p, ">"); reader = p[2]
    if (!(reader in line)) readers[++n] = reader
    line[reader] = member(line[reader], p[1] " " $2)
}
END {
    printf "\n#### Other operands\n\nLeast distance from a writer of each unit; registers, halves of pairs (high), "
    printf "addresses, uniform registers,\npredicates.\n\n"
    for (i = 1; i <= n; i++) {
        if (!(line[readers[i]] in list)) lines[++m] = line[readers[i]]
        list[line[readers[i]]] = member(list[line[readers[i]]], readers[i])
    }
    for (i = 1; i <= m; i++) wrap("*", list[lines[i]] ": " lines[i], "  ")
}' operands.csv

awk -F, "$common"'
NR > 2 && $5 ~ /^least/ {
    split($1, p, "."); kind = p[1]; name = substr($1, length(kind) + 2)
    gsub(/\.second\./, " then ", name)
    if (kind == "first" && match(name, /\.plus-[0-9]+/)) {
        $2 += substr(name, RSTART + 6, RLENGTH - 6); sub(/\.plus-[0-9]+/, "", name)
    }
    if (kind == "between") { split(name, q, "."); mid = q[1]; name = substr(name, length(mid) + 2); $2++ }
    key = kind SUBSEP $2
    if (!(key in list)) order[kind, ++count[kind]] = $2
    if (!((key, name) in seen)) list[key] = member(list[key], name)
    seen[key, name] = 1
}
function table(kind, head,   i, v) {
    printf "\n%s\n\n", head
    for (i = 1; i <= count[kind]; i++) wrap("* " order[kind, i] ":", list[kind, order[kind, i]], "  ")
}
END {
    printf "\n#### Two writers, written operands, DEPBAR\n"
    table("first", "Distance from which the second of two writers stays:")
    table("operand", "Distance from a reader to a writer of its operand, nothing else under way:")
    table("full", "The same behind twelve others of its kind:")
    table("between", "Distance from a writer to a reader with a NOP, MOV or FADD between, which is 2 at least:")
    table("depbar", "From DEPBAR to a reader of what it waits for (behind); from a load to DEPBAR (before):")
}' again.csv
