# SPDX-License-Identifier: Apache-2.0
# awk -f conditions.awk FILE.sv...: conditions of `if` that join single bits as words are joined, with & | ~ instead of
# && || !; each as FILE:LINE. A word that is compared with something may be made with any operator. Conditions of more
# than one line are not looked at.
{
    text = $0
    sub(/\/\/.*/, "", text)
    while (match(text, /(^|[^A-Za-z0-9_])if \(/)) {
        text = substr(text, RSTART + RLENGTH - 1)
        if (!wrong(text)) continue
        print FILENAME ":" FNR ": " $0
        bad = 1
        break
    }
}
END { exit bad }
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
