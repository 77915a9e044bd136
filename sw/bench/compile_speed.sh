#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How long the compiler takes: writes CUDA kernels of about LINES lines and prints the time of each stage.
# usage: compile_speed.sh BUILD [LINES]
set -eu
build=$1 lines=${2:-1000}
work=$build/compile-speed
mkdir -p "$work"

# straight: a chain of arithmetic on 24 variables; branchy: loops and conditions; crowded: 150 floats alive at once, more than
# there are registers; integer: products, quotients and bytes of shared memory; wide: 64-bit integers and doubles.
kernel() {
    awk -v kind="$1" -v lines="$lines" '
    function rnd(n) { seed = (seed * 16807) % 2147483647; return seed % n }
    function v(n) { return "v" rnd(n) }
    BEGIN {
        seed = 20091121
        type = kind == "straight" || kind == "crowded" || kind == "branchy" ? "float" : kind == "wide" ? "long long" : "int"
        n = kind == "crowded" ? 150 : 24
        print "extern \"C\" __global__ void " kind "(" type " *out, const " type " *in, int n)\n{"
        print "    __shared__ unsigned char table[512];\n    int t = threadIdx.x;\n    table[t] = t;\n    __syncthreads();"
        for (i = 0; i < n; i++)
            print "    " type " v" i " = in[t + " i " * n];"
        for (l = n + 8; l < lines - n; l++) {
            a = v(n); b = v(n); c = v(n); k = rnd(6)
            if (kind == "straight" || kind == "crowded")
                line = k == 0 ? a " = " b " / " c ";" : k == 1 ? a " += sinf(" b ");" : a " = " b " * " c " + " v(n) ";"
            else if (kind == "branchy")
                line = k == 0 ? "if (" a " > " rnd(9) ") " b " *= " a "; else " c " += " a ";" : k == 1 ? "for (int i = 0; i < (t & " 1 + rnd(7) "); i++) " a " += in[i * n] * " b ";" : a " += " b " * " c ";"
            else if (kind == "integer")
                line = k == 0 ? a " = " b " / (" c " | 1);" : k == 1 ? a " += table[" b " & 511];" : k == 2 ? "table[" a " & 511] = " b ";" : a " = " b " * " c " ^ " a ";"
            else
                line = k == 0 ? a " = (long long)((double)" b " * 0.5 + (double)" c ");" : k == 1 ? a " = " b " << (" c " & 31);" : a " = " b " * " c " - " a ";"
            print "    " line
        }
        for (i = 0; i < n; i++)
            print "    out[t + " i " * n] = v" i ";"
        print "}"
    }'
}

seconds() {
    start=$(date +%s%N)
    "$@"
    awk -v a="$start" -v b="$(date +%s%N)" 'BEGIN { printf "%.2f", (b - a) / 1e9 }'
}

printf '%-10s %6s %8s %8s %8s\n' kernel lines 'gt200 cc' ptxas instructions
for kind in straight branchy crowded integer wide; do
    kernel $kind >"$work/$kind.cu"
    whole=$(seconds "$build/gt200" cc "$work/$kind.cu" -o "$work/$kind.cubin")
    "$build/gt200" cc "$work/$kind.cu" --ptx -o "$work/$kind.ptx"
    own=$(seconds "$build/gt200" ptxas "$work/$kind.ptx" -o "$work/$kind.cubin")
    count=$("$build/gt200" ptxas "$work/$kind.ptx" -o "$work/$kind.cubin" -v 2>&1 | sed -n 's/.* code, \([0-9]*\) instructions.*/\1/p')
    printf '%-10s %6d %7ss %7ss %8s\n' $kind "$(wc -l <"$work/$kind.cu")" "$whole" "$own" "$count"
done
