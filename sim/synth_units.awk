# SPDX-License-Identifier: Apache-2.0
# Cuts an elaborated design (RTLIL) into its units, so that each can be synthesised by itself.
#
#   awk -v dir=DIR -f synth_units.awk BOXES DESIGN >LIST
#
#   BOXES   the design with every unit a black box: what a unit knows of the units in it
#   DESIGN  the design as elaborated; the top is renamed to TOP by the caller
#   DIR     one file a unit; it holds no line numbers and no counters of the run that elaborated it,
#           so it changes only if the unit does
#   LIST    lines "UNIT FILE"
function flush_unit(   i) {
    if (name == "") return
    if (!boxes) {
        for (i = 1; i <= used; i++) if (use[i] in box) printf "%s", box[use[i]] > file
        close(file)
        print name, file
    }
    name = ""
}
# A line of the unit. Those of the design go to its file at once: a unit has some megabytes.
function put(text) {
    if (boxes) box[name] = box[name] text
    else printf "%s", text > file
}
function begin_unit() {
    name = $2
    k = used = 0
    split("", number)
    split("", seen)
    file = name
    gsub(/[^A-Za-z0-9_=]/, "_", file)
    file = dir "/" file ".il"
    if (!boxes) put("autoidx 1000000\n")
    put(held)
    held = ""
}
FNR == 1 { flush_unit(); boxes = FILENAME == ARGV[1] }
/^attribute / { if (!/\\src/) held = held $0 "\n"; next }
/^module / { flush_unit(); begin_unit() }
/^ *attribute \\src/ || /^$/ || /^autoidx/ || /^#/ { next }
{
    line = $0
    if (!boxes) {
        if (/^  cell / && !($2 in seen)) { seen[$2]; use[++used] = $2 }
        if (!/^module / && /\$[0-9]/) {
            rest = line; line = ""
            gsub(/\.sv:[0-9.]+(-[0-9.]+)?/, ".sv", rest)
            while (match(rest, /\$[0-9]+/)) {
                n = substr(rest, RSTART + 1, RLENGTH - 1)
                if (substr(rest, RSTART + RLENGTH, 1) !~ /[0-9a-f\\]/) {          # not a hash, not "$0\name"
                    if (!(n in number)) number[n] = ++k
                    n = number[n]
                }
                line = line substr(rest, 1, RSTART) n
                rest = substr(rest, RSTART + RLENGTH)
            }
            line = line rest
        }
    }
    put(line "\n")
}
END { flush_unit() }
