# SPDX-License-Identifier: Apache-2.0
# Area of a hierarchy from the cell counts of its units, each synthesised by itself.
#
#   awk -v top=TOP -f synth_count.awk LIST STAT... >UNITS
#
#   LIST   lines "UNIT FILE", in the order of the STATs
#   STAT   what yosys' stat printed of that unit
#   UNITS  one line a unit below TOP, sub-units included, but for those that begin with OWN (its own, with its
#   memories):
#          "LEVEL UNIT INSTANCES LUT FF BLOCKRAM MULTIPLIERS RAMBITS OWN_LUT OWN_RAMBITS OWN_RAMLUT OWN_CARRY
#          OWN_MUX"; RAMBITS are bits of RAM made of LUTs; of OWN_LUT, OWN_RAMLUT are those RAMs, OWN_CARRY carry
#          cells, OWN_MUX multiplexers of four and more
function fail(text) { print "synth: " text > "/dev/stderr"; bad = 1; exit 1 }
# Memories and multiplexers of rtl/lib count as their user's.
function library(u) { return pretty(u) ~ /^((lutram|sram|sync)_|mux4)/ }
function pretty(u,   part) {
    sub(/^\\/, "", u)
    if (u !~ /^\$paramod/) return u
    split(u, part, "[\\\\]")
    return part[2]
}
FILENAME == ARGV[1] { file[FNR] = $1; known[$1]; next }
FNR == 1 { unit = file[++nth]; open = 0 }
/^=== design hierarchy/ { open = 0 }
/^=== / { open = !/design/ ; next }
open && NF == 2 && $2 ~ /^[0-9]+$/ {
    c = $1; n = $2
    if (("\\" c) in known) c = "\\" c
    if (c in known) { child[unit, ++children[unit]] = c; times[unit, children[unit]] = n }
    else if (c ~ /^LUT[1-6]$/ || c == "INV")    lut[unit] += n
    else if (c == "CCU2C")                    { lut[unit] += 2 * n; carry[unit] += 2 * n }
    else if (c == "TRELLIS_DPR16X4")          { lut[unit] += 6 * n; ramlut[unit] += 6 * n; bits[unit] += 64 * n }
    else if (c == "RAM32M" || c == "RAM64M")  { lut[unit] += 4 * n; bits[unit] += (c == "RAM32M" ? 192 : 192) * n }
    else if (c == "RAM128X1D")                { lut[unit] += 4 * n; bits[unit] += 128 * n }
    else if (c ~ /^RAM(32|64)X1D$/)           { lut[unit] += 2 * n; bits[unit] += (c == "RAM32X1D" ? 32 : 64) * n }
    else if (c == "TRELLIS_FF" || c ~ /^FD[RSCP]E$/)  ff[unit] += n
    else if (c ~ /^LD[CP]E$/)                         ff[unit] += n     # a latch, in the place of a flip-flop
    else if (c == "DP16KD" || c == "RAMB18E1")        ram[unit] += n
    else if (c == "RAMB36E1")                         ram[unit] += 2 * n
    else if (c == "MULT18X18D" || c == "DSP48E1")     dsp[unit] += n
    else if (c == "PFUMX")                            mux[unit] += 2 * n
    else if (c !~ /^(CARRY4|MUXF[78]|GSR|PUR|VCC|GND|L6MUX21)$/) fail("unknown cell " c " in " unit)
}
# Adds k instances of u to row r and to all rows above it.
function add(r, u, k) {
    own[r] += k * lut[u]; ownbits[r] += k * bits[u]; ownram[r] += k * ramlut[u]; owncarry[r] += k * carry[u]
    ownmux[r] += k * (pretty(u) ~ /^mux4/ ? lut[u] : mux[u])
    for (; r; r = up[r]) {
        L[r] += k * lut[u]; F[r] += k * ff[u]; R[r] += k * ram[u]; D[r] += k * dsp[u]; B[r] += k * bits[u]
    }
}
# Row of the units of that name in row r: variants of a parameter share one.
function row(r, u,   at) {
    at = r SUBSEP pretty(u)
    if (!(at in rows)) {
        rows[at] = ++made; up[made] = r; what[made] = pretty(u); level[made] = r ? level[r] + 1 : 0
        below[r, ++belows[r]] = made
    }
    return rows[at]
}
function walk(r, u, k,   i, c, to) {
    add(r, u, k)
    for (i = 1; i <= children[u]; i++) {
        c = child[u, i]
        if (library(c)) { walk(r, c, k * times[u, i]); continue }
        to = row(r, c)
        inst[to] += k * times[u, i]
        walk(to, c, k * times[u, i])
    }
}
function show(r,   i) {
    printf "%d %s %d %d %d %d %d %d %d %d %d %d %d\n", level[r], what[r], inst[r], L[r], F[r], R[r], D[r], B[r],
           own[r], ownbits[r], ownram[r], owncarry[r], ownmux[r]
    for (i = 1; i <= belows[r]; i++) show(below[r, i])
}
END {
    if (bad) exit 1
    top = "\\" top
    if (!(top in known)) fail("no unit " top)
    r = row(0, top); inst[r] = 1
    walk(r, top, 1)
    show(r)
}
