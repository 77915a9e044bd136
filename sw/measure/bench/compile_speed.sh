#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How long the compiler takes: writes CUDA kernels of about LINES lines and prints the time of each stage; then PTX
# kernels of PTX instructions without a loop, where time must grow as their length does.
# usage: compile_speed.sh BUILD [LINES [PTX]]
set -eu
build=$1 lines=${2:-1000} ptx=${3:-100000}
work=$build/compile-speed
mkdir -p "$work"

# straight: a chain of arithmetic on 24 variables; branchy: loops and conditions; crowded: 150 floats alive at once,
# more than there are registers; integer: products, quotients and bytes of shared memory; wide: 64-bit integers and
# doubles.
kernel() {
    awk -v kind="$1" -v lines="$lines" '
    function rnd(n) { seed = (seed * 16807) % 2147483647; return seed % n }
    function v(n) { return "v" rnd(n) }
    BEGIN {
        seed = 20091121
        floats = kind == "straight" || kind == "crowded" || kind == "branchy"
        type = floats ? "float" : kind == "wide" ? "long long" : "int"
        n = kind == "crowded" ? 150 : 24
        print "extern \"C\" __global__ void " kind "(" type " *out, const " type " *in, int n)\n{"
        print "    __shared__ unsigned char table[512];\n    int t = threadIdx.x;"
        print "    table[t] = t;\n    __syncthreads();"
        for (i = 0; i < n; i++)
            print "    " type " v" i " = in[t + " i " * n];"
        for (l = n + 8; l < lines - n; l++) {
            a = v(n); b = v(n); c = v(n); k = rnd(6)
            if (kind == "straight" || kind == "crowded")
                line = k == 0 ? a " = " b " / " c ";" : k == 1 ? a " += sinf(" b ");" : a " = " b " * " c " + " v(n) ";"
            else if (kind == "branchy")
                line = k == 0 ? "if (" a " > " rnd(9) ") " b " *= " a "; else " c " += " a ";" : \
                       k == 1 ? "for (int i = 0; i < (t & " 1 + rnd(7) "); i++) " a " += in[i * n] * " b ";" : \
                       a " += " b " * " c ";"
            else if (kind == "integer")
                line = k == 0 ? a " = " b " / (" c " | 1);" : k == 1 ? a " += table[" b " & 511];" : \
                       k == 2 ? "table[" a " & 511] = " b ";" : a " = " b " * " c " ^ " a ";"
            else
                line = k == 0 ? a " = (long long)((double)" b " * 0.5 + (double)" c ");" : \
                       k == 1 ? a " = " b " << (" c " & 31);" : a " = " b " * " c " - " a ";"
            print "    " line
        }
        for (i = 0; i < n; i++)
            print "    out[t + " i " * n] = v" i ";"
        print "}"
    }'
}

# Processor time, of the program and of those that it starts.
seconds() {
    ("$@"; times) | awk 'END { split($1, u, /[ms]/); split($2, s, /[ms]/)
        printf "%.2f", 60 * (u[1] + s[1]) + u[2] + s[2] }'
}

printf '%-10s %6s %8s %8s %8s\n' kernel lines 'gt200 cc' ptxas instructions
for kind in straight branchy crowded integer wide; do
    kernel $kind >"$work/$kind.cu"
    whole=$(seconds "$build/gt200" cc "$work/$kind.cu" -o "$work/$kind.cubin")
    "$build/gt200" cc "$work/$kind.cu" --ptx -o "$work/$kind.ptx"
    own=$(seconds "$build/gt200" ptxas "$work/$kind.ptx" -o "$work/$kind.cubin")
    count=$("$build/gt200" ptxas "$work/$kind.ptx" -o "$work/$kind.cubin" -v 2>&1 |
        sed -n 's/.* code, \([0-9]*\) instructions.*/\1/p')
    printf '%-10s %6d %7ss %7ss %8s\n' $kind "$(wc -l <"$work/$kind.cu")" "$whole" "$own" "$count"
done

# chain: one value; plain: 24 floats; full: 150 floats, more than registers; memory: loads and stores between sums;
# codes: predicates, 8 at once; long: 64-bit integers; blocks: branches; ways: branches with code on both sides; loops:
# one behind the other; sums: addresses at as many distances, more constants than an instruction reaches.
ptx_kernel() {
    awk -v kind="$1" -v lines="$2" '
    function rnd(n) { seed = (seed * 16807) % 2147483647; return seed % n }
    function op(name, reg, n) { printf "%s %s%d, %s%d, %s%d;\n", name, reg, rnd(n), reg, rnd(n), reg, rnd(n) }
    function each(name, reg, n, size, from, load) {
        for (k = 0; k < n; k++)
            if (load) printf "ld.global.%s %s%d, [%%i+%d];\n", name, reg, k, from + size * k
            else printf "st.global.%s [%%o+%d], %s%d;\n", name, from + size * k, reg, k
    }
    function all(load) {
        each("f32", "%f", n, 4, 0, load); each("u32", "%r", 24, 4, 1000, load); each("u64", "%d", 24, 8, 2000, load)
    }
    BEGIN {
        seed = 20091121
        n = kind == "full" ? 150 : 24
        print ".version 1.4\n.target sm_13\n.entry k(.param .u32 out, .param .u32 in)\n{\n.shared .align 4 .b8 s[4096];"
        print ".reg .u32 %t, %o, %i, %r<24>; .reg .f32 %f<150>; .reg .pred %p<8>; .reg .u64 %d<24>;"
        print "cvt.u32.u16 %t, %tid.x; shl.b32 %t, %t, 2; ld.param.u32 %o, [out]; ld.param.u32 %i, [in];"
        print "add.u32 %o, %o, %t; add.u32 %i, %i, %t;"
        all(1)
        for (l = 0; l < lines; l++) {
            k = rnd(6)
            if (kind == "chain") print "add.u32 %r0, %r0, %r1;"
            else if (kind == "sums") {
                printf "add.u32 %%r0, %%o, %d;\nst.global.u32 [%%r0], %%r1;\n", 70004 * l
                l++
            } else if (kind == "memory" && k == 0) printf "st.global.f32 [%%o+%d], %%f%d;\n", 4 * rnd(1000), rnd(n)
            else if (kind == "memory" && k == 1) printf "ld.shared.f32 %%f%d, [s+%d];\n", rnd(n), 4 * rnd(1000)
            else if (kind == "memory" && k == 2) printf "st.shared.f32 [s+%d], %%f%d;\n", 4 * rnd(1000), rnd(n)
            else if (kind == "codes" && k < 3) printf "setp.lt.s32 %%p%d, %%r%d, %%r%d;\n", rnd(8), rnd(24), rnd(24)
            else if (kind == "codes") op("@%p" rnd(8) " add.u32", "%r", 24)
            else if (kind == "long") op(k < 2 ? "mul.lo.u64" : k < 4 ? "add.u64" : "xor.b64", "%d", 24)
            else if (kind == "blocks" && k == 0) {
                printf "setp.lt.s32 %%p0, %%r%d, %%r%d; @%%p0 bra L%d;\n", rnd(24), rnd(24), l
                for (j = 0; j < 5; j++) printf "st.global.u32 [%%o+%d], %%r%d;\n", 4 * rnd(1000), rnd(24)
                printf "L%d:\n", l
                l += 6
            } else if (kind == "blocks") op("add.u32", "%r", 24)
            else if (kind == "ways") {
                printf "setp.lt.u32 %%p0, %%r%d, %%r%d; @%%p0 bra L%d;\n", rnd(24), rnd(24), l
                op("add.u32", "%r", 24)
                printf "bra.uni E%d;\nL%d:\n", l, l
                op("mul.lo.u32", "%r", 24)
                printf "E%d:\n", l
                l += 4
            } else if (kind == "loops") {
                printf "mov.u32 %%r0, 0;\nL%d: add.u32 %%r0, %%r0, 1;\n", l
                op("add.f32", "%f", n)
                printf "setp.lt.u32 %%p0, %%r0, %%r%d; @%%p0 bra L%d;\n", 1 + rnd(23), l
                l += 4
            }
            else printf "mad.f32 %%f%d, %%f%d, %%f%d, %%f%d;\n", rnd(n), rnd(n), rnd(n), rnd(n)
        }
        all(0)
        print "exit;\n}"
    }'
}

printf '\n%-10s %7s %8s %8s\n' kernel PTX ptxas instructions
for kind in chain plain full memory codes long blocks ways loops sums; do
    for n in $((ptx / 10)) $ptx; do
        ptx_kernel $kind $n >"$work/ptx.ptx"
        own=$(seconds "$build/gt200" ptxas "$work/ptx.ptx" -o "$work/ptx.cubin")
        count=$("$build/gt200" ptxas "$work/ptx.ptx" -o "$work/ptx.cubin" -v 2>&1 |
            sed -n 's/.* code, \([0-9]*\) instructions.*/\1/p')
        printf '%-10s %7d %7ss %8s\n' $kind $n "$own" "$count"
    done
done
