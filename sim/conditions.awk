# SPDX-License-Identifier: Apache-2.0
# awk -f conditions.awk FILE.svh... FILE.sv...: single bits that are joined as words are joined, with & | ~ instead of
# && || !; each as FILE:LINE. What has one bit is known from the declarations of the file and from the fields of
# structs: names without a range, a bit of a vector, comparisons, reductions, and what is made of them. A word that is
# compared with something may be made with any operator; the condition of an `if` of one line may not be a word.
{
    if (FNR == 1) {
        if (NR > 1) file_done()
        name = FILENAME
    }
    text = $0
    sub(/\/\/.*/, "", text)
    gsub(/"[^"]*"/, " ", text)
    line[lines = FNR] = $0
    words(text)
    while (match(text, /(^|[^A-Za-z0-9_])if \(/)) {
        text = substr(text, RSTART + RLENGTH - 1)
        if (wrong(text)) { told[FNR] = 1; break }
    }
}
END { file_done(); exit bad }

# --- words of a file: tok, in line at, inside deep brackets; other: the bracket that a bracket belongs to -----------
function words(text,   t) {
    while (match(text, /[^ \t]/)) {
        text = substr(text, RSTART)
        if (match(text, /^[A-Za-z_`$][A-Za-z0-9_$]*/)) t = substr(text, 1, RLENGTH)
        else if (match(text, /^[0-9]*'[sS]?[bdohBDOH][0-9a-fA-FxXzZ_?]+/)) t = substr(text, 1, RLENGTH)
        else if (match(text, /^('[01xXzZ]|[0-9][0-9_]*)/)) t = substr(text, 1, RLENGTH)
        else if (match(text, /^(<<<|>>>|===|!==|&&|\|\||==|!=|<=|>=|<<|>>|~&|~\||~\^|\+:|-:|::|->)/))
            t = substr(text, 1, RLENGTH)
        else t = substr(text, 1, 1)
        tok[++n] = t; at[n] = FNR
        text = substr(text, length(t) + 1)
    }
}
function file_done(   i) {
    brackets()
    declarations()
    if (name ~ /\.sv$/) {
        for (i = 2; i < n; i++)
            if (tok[i] ~ /^[&|]$/ && operand_ends(i - 1) && chain_of_bits(i) || tok[i] == "~" && bit_after(i))
                told[at[i]] = 1
        for (i = 1; i <= lines; i++)
            if (i in told) { print name ":" i ": " line[i]; bad = 1 }
    }
    n = lines = 0
    for (i in told) delete told[i]
    for (i in kind) delete kind[i]
}
function brackets(   i, d, open) {
    d = 0
    for (i = 1; i <= n; i++) {
        if (tok[i] ~ /^[([{]$/) { deep[i] = d; open[++d] = i }
        else if (tok[i] ~ /^[])}]$/) { deep[i] = --d; other[i] = open[d + 1]; other[open[d + 1]] = i }
        else deep[i] = d
    }
}

# --- declarations: kind of a name, 1: a bit, v: a vector, f: a function of a bit, w: anything else; field the same
function declarations(   i, k, struct, type, end, what, of) {
    what = "^(input|output|inout|wire|logic|reg|int|integer|genvar|localparam|parameter|signed|automatic)$"
    of = "^(int|integer|genvar|localparam|parameter)$"
    struct = 0
    for (i = 1; i <= n; i++) {
        if (tok[i] == "struct" || tok[i] == "union") { struct = 1; while (tok[i] != "{") i++; end = other[i]; continue }
        if (struct && i >= end) struct = 0
        if (tok[i] == "function") {
            while (tok[i + 1] ~ /^(automatic|logic|signed)$/) i++
            if (tok[i] == "logic" && tok[i + 1] ~ /^[A-Za-z_]/) { note(tok[i + 1], "f", 0); i++ }
            continue
        }
        if (tok[i] !~ what) continue
        for (type = "1"; tok[i] ~ what; i++) if (tok[i] ~ of) type = "w"
        for (k = 0; tok[i] == "["; i = other[i] + 1) k++
        if (k) type = type == "1" && k == 1 ? "v" : "w"
        if (tok[i] ~ /^[A-Za-z_]/ && tok[i + 1] ~ /^[A-Za-z_]/) { type = "w"; i++ }
        while (tok[i] ~ /^[A-Za-z_]/ && tok[i] !~ what) {
            note(tok[i], tok[i + 1] != "[" ? type : type == "1" ? "v" : "w", struct)
            for (k = i + 1; tok[k] == "["; k = other[k] + 1) ;
            if (tok[k] == "=") while (k < n && !(deep[k] == deep[i] && tok[k] ~ /^[,;]$/) && deep[k] >= deep[i]) k++
            if (tok[k] != ",") { i = k; break }
            i = k + 1
        }
        i--
    }
}
function note(what, type, struct) {
    if (struct) { if (what in field && field[what] != type) type = "w"; field[what] = type }
    else { if (what in kind && kind[what] != type) type = "w"; kind[what] = type }
}

# --- is it one bit? ---------------------------------------------------------------------------------------------------
# the last word of an operand, so that what follows joins two
function operand_ends(i) { return tok[i] ~ /^([A-Za-z0-9_`$'].*|[])}])$/ && tok[i] !~ /^(return|else|begin)$/ }
# word i is a sign of the kind ops, between two operands at the depth d
function sign(i, d, ops) { return deep[i] == d && tok[i] ~ ops && (tok[i] ~ /^[?:=;,]$/ || operand_ends(i - 1)) }
function stops(i, d, ops) {
    return i < 1 || i > n || deep[i] < d || deep[i] == d && (tok[i] ~ /^[;,?:=]$/ || tok[i] ~ /^(&&|\|\|)$/ ||
        tok[i] ~ ops && operand_ends(i - 1) || tok[i] ~ /^(begin|end|else|assign|return)$/ ||
        tok[i] == "<=" && assigns(i)) || deep[i] == d && tok[i] == ")" && tok[other[i] - 1] ~ /^(if|for|case)$/
}
# a <= outside all brackets is an assignment unless one is there already
function assigns(i,   d) {
    d = deep[i]
    if (d) return 0
    for (i--; i > 0 && !(tok[i] ~ /^(;|begin|end|else)$/); i--) if (tok[i] == "=" && deep[i] == d) return 0
    return 1
}
# Everything that the & or | in i joins with others of its kind has one bit.
function chain_of_bits(i,   d, lower, from, to) {
    d = deep[i]
    lower = tok[i] == "&" ? "^(\\||\\^)$" : "^$"
    for (from = i; !stops(from - 1, d, lower); from--) ;
    for (to = i; !stops(to + 1, d, lower); to++) ;
    return bits(from, to)
}
# an expression in words from to to
function bits(from, to,   i, d, q, colon) {
    if (from > to) return 0
    d = deep[from]
    for (i = from; i <= to; i++)
        if (sign(i, d, "^[?]$")) {
            for (colon = i + 1; colon <= to; colon++) {
                if (sign(colon, d, "^[?]$")) q++
                if (sign(colon, d, "^:$") && !q--) break
            }
            return bits(i + 1, colon - 1) && bits(colon + 1, to)
        }
    for (i = from; i <= to; i++) if (sign(i, d, "^(&&|\\|\\|)$")) return 1
    return all(from, to, d, "^\\|$")
}
function all(from, to, d, ops,   i, start) {
    start = from
    for (i = from; i <= to + 1; i++)
        if (i > to || sign(i, d, ops)) {
            if (!part(start, i - 1, d, ops)) return 0
            start = i + 1
        }
    return 1
}
function part(from, to, d, ops,   i) {
    if (ops == "^\\|$") return all(from, to, d, "^\\^$")
    if (ops == "^\\^$") return all(from, to, d, "^&$")
    for (i = from; i <= to; i++) if (sign(i, d, "^(===|!==|==|!=|<|>|<=|>=)$")) return 1
    return primary(from) == to && one
}
function bit_after(i) { return primary(i + 1) && one }
# the last word of what begins in i; one: it is one bit
function primary(i,   last, type) {
    one = 0
    if (tok[i] ~ /^(!|&|\||\^|~&|~\||~\^)$/) { last = primary(i + 1); one = 1; return last }
    if (tok[i] == "~") return primary(i + 1)
    if (tok[i] == "(") {
        last = other[i]
        if (tok[last + 1] == "'") { last = other[last + 2]; one = 0; return last }
        one = bits(i + 1, last - 1)
        return last
    }
    if (tok[i] == "{") return other[i]
    if (tok[i] ~ /^1'[bdh][01]$/) { one = 1; return i }
    if (tok[i] ~ /^[0-9']/) { if (tok[i + 1] == "'") { one = tok[i] == "1"; return other[i + 2] } ; return i }
    if (tok[i] !~ /^[A-Za-z_]/) return i
    type = kind[tok[i]]
    for (last = i; ; ) {
        if (tok[last + 1] == "." || tok[last + 1] == "::") { last += 2; type = field[tok[last]] }
        else if (tok[last + 1] == "[") {
            type = type == "v" && single(last + 1) ? "1" : "w"
            last = other[last + 1]
        } else if (tok[last + 1] == "(") { type = type == "f" ? "1" : "w"; last = other[last + 1] }
        else if (tok[last + 1] == "'") { type = "w"; last = other[last + 2] }
        else break
    }
    one = type == "1"
    return last
}
function single(i,   k) {
    for (k = i + 1; k < other[i]; k++) if (deep[k] == deep[i] + 1 && tok[k] ~ /^(:|\+:|-:)$/) return 0
    return 1
}

# --- the condition of an `if` -----------------------------------------------------------------------------------------
# what begins with a parenthesis: is the condition in it wrong?
function wrong(text,   depth, i, c) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += (c == "(") - (c == ")")
        if (depth == 0) break
    }
    if (depth) return 0
    text = substr(text, 2, i - 2)
    gsub(/'[0-9bdh]/, "", text)
    while (match(text, /\[[^][]*\]/)) text = cut(text, "")
    while (match(text, /\{[^{}]*\}/)) text = cut(text, "w")
    while (match(text, /\([^()]*\)/)) {
        before = substr(text, 1, RSTART - 1)
        after = substr(text, RSTART + RLENGTH)
        if (after !~ /^ *(==|!=|<|>)/ && before !~ /((==|!=|<=|>=|<|>) *|[A-Za-z0-9_&|^])$/ &&
            as_words(substr(text, RSTART + 1, RLENGTH - 2)))
            return 1
        text = cut(text, "w")
    }
    return as_words(text)
}
function cut(text, put) { return substr(text, 1, RSTART - 1) put substr(text, RSTART + RLENGTH) }
function as_words(text) { return text ~ / [&|] / || text ~ /(^|[ (])~/ }
