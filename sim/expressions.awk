# SPDX-License-Identifier: Apache-2.0
# Semicolons in what a test is expected to print: CMake takes "a; b" for two expressions, of which any may match.
{
    line = $0
    if (match(line, /_REGULAR_EXPRESSION/)) {
        expected = 1
        line = substr(line, RSTART + RLENGTH)
    }
    if (expected && line ~ /[^ \t]/) {
        expected = 0
        if (!match(line, /^[ \t]*"([^"\\]|\\.)*"/)) next
        if (substr(line, RSTART, RLENGTH) ~ /;/) {
            printf "%s:%d: semicolon in an expected text (write a dot): %s\n", FILENAME, FNR, line
            bad = 1
        }
    }
}
END { exit bad }
