# SPDX-License-Identifier: Apache-2.0
# Of a profile as text and then as CSV (PROF-4 to PROF-6): the reasons of each row are its cycles, those of each kernel
# the cycles of its SMs, "other" is at most one in a hundred. Prints "ok N kernels".
FNR == NR {
    if (/ cycles of chip /) {
        match($0, /target [a-z]*.*, [0-9]+ of its/)
        sms[++kernels] = substr($0, RSTART, RLENGTH)
        sub(/.*, /, "", sms[kernels])
        sub(/ of its.*/, "", sms[kernels])
    }
    next
}
FNR == 1 {
    n = split($0, title, ",")
    for (i = 1; i <= n; i++) column[title[i]] = i
    next
}
{
    match($0, /^"[^"]*"/)
    name = substr($0, RSTART, RLENGTH)
    gsub(/"[^"]*"/, "Q")
    split($0, value, ",")
    if (name != last) { last = name; k++ }
    sum = 0
    for (i = column["issue"]; i <= column["other"]; i++) sum += value[i]
    if (sum != value[column["cycles"]]) {
        print name ": a row of " value[column["cycles"]] " cycles has reasons for " sum
        bad = 1
    }
    all[k] += sum
    other[k] += value[column["other"]]
    names[k] = name
}
END {
    if (k != kernels || !k) { print k + 0 " kernels in the CSV, " kernels + 0 " in the text"; exit 1 }
    for (i = 1; i <= k; i++) {
        if (all[i] != sms[i]) { print names[i] ": reasons for " all[i] " cycles of " sms[i]; bad = 1 }
        if (100 * other[i] > all[i]) { print names[i] ": " other[i] " cycles of " all[i] " have no reason"; bad = 1 }
    }
    if (bad) exit 1
    print "ok " k " kernels"
}
