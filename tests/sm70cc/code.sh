#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: code.sh GT200 FOLDER: what the compiler for sm_70 to sm_90 makes of sums of sums, of words that all lanes
# share, of barriers without .aligned, of loops with several entries, and of surfaces: how many instructions of a kind,
# the values on the functional model, what is refused.
set -eu
gt200=$1 dir=$2
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "code.sh: $*"; fails=$((fails + 1)); }

# kernel TEXT: k(out, a, b) with registers r0 to r99 and a table of 64 constants, 7 i + 3; r0 is stored by each thread.
kernel() {
    {
        echo '.version 7.8
.target sm_90
.address_size 64
.const .align 4 .u32 table[64] = {'
        awk 'BEGIN { for (i = 0; i < 64; i++) printf "%s%d", i ? "," : "", 7 * i + 3 }'
        echo '};
.visible .entry k(.param .u64 out, .param .u32 a, .param .u32 b)
{
 .reg .u32 r<100>, t; .reg .u64 o, w, c, d, e; .reg .pred p, q;
 ld.param.u64 o, [out]; ld.param.u32 r1, [a]; ld.param.u32 r2, [b];
 mov.u32 t, %tid.x; mul.wide.u32 w, t, 4; add.u64 o, o, w; mov.u64 c, table;'
        echo "$1"
        echo ' st.global.u32 [o], r0;
 ret;
}'
    } >k.ptx
}

# Lines of the code that match, none of them too; a pattern that is none ends the script.
count_lines() { grep -cE "$1" k.s || test $? = 1; }

# expect WHAT CHIP VALUE PATTERN MOST [PATTERN LEAST]: k compiles, thread 5 of $threads stores VALUE with a = 9 and
# b = 4, and at most MOST, at least LEAST lines of the code match.
threads=32
expect() {
    case $2 in 70) chip=v100 ;; 75) chip=t4 ;; 80) chip=a100 ;; 86) chip=a6000 ;; 89) chip=l40 ;; *) chip=h100 ;; esac
    "$gt200" ptxas -arch "sm_$2" k.ptx -o k.cubin || { fail "$1, sm_$2: refused"; return; }
    "$gt200" dis k.cubin >k.s
    grep -q 'EXIT' k.s || fail "$1, sm_$2: no code"
    "$gt200" hazards k.cubin -k k >k.hazards || fail "$1, sm_$2: $(cat k.hazards)"
    "$gt200" run k.cubin --chip "$chip" -k k -g 1 -b $threads -a out:out:$((4 * threads)) -a u32:9 \
        -a u32:4 >/dev/null || fail "$1, sm_$2"
    got=$(od -An -v -tu4 -j20 -N4 out | tr -d ' ')
    test "$got" = "$3" || fail "$1, sm_$2: thread 5 stores $got, not $3"
    n=$(count_lines "$4")
    test "$n" -le "$5" || fail "$1, sm_$2: $n times $4, at most $5 expected"
    test $# -ge 7 || return 0
    n=$(count_lines "$6")
    test "$n" -ge "$7" || fail "$1, sm_$2: $n times $6, not $7"
}
again() { awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) { s = text; gsub(/#/, i, s); print s } }'; }

kernel "mov.u32 r0, t; $(again 50 'add.u32 r0, r0, r2;')"
expect 'a term 50 times' 90 205 'IADD3|IMAD' 6
kernel "mov.u32 r0, t; $(again 20 'sub.u32 r0, r0, r2; add.u32 r0, r0, 3; add.u32 r0, r0, r2;')"
expect 'a term and a number' 90 65 'IADD3|IMAD ' 3
kernel "shl.b32 r3, t, 1; mov.u32 r0, t; $(again 9 'sub.u32 r0, r0, r3;')"
expect 'a lane'\''s term' 90 4294967211 'IADD3|IMAD ' 3
kernel "sub.u32 r0, r2, t; $(again 30 'abs.s32 r0, r0;') $(again 30 'max.s32 r0, r0, r1;')"
expect 'what changes nothing again' 90 9 'IABS|MNMX' 2
# What is computed between two readings of the clock stays there.
sums="$(again 3 'add.u32 r0, r0, r2;')"
kernel "mov.u32 r0, t; mov.u32 r3, %clock; $sums mov.u32 r4, %clock; $sums mov.u32 r5, %clock; $sums"
expect 'sums between clocks' 90 41 'IMAD R.*, 0x[4-9]' 0 'IMAD R.*, 0x3, R' 3

# A walk through constants, the index in a loop of b turns.
walk="mov.u32 r3, 0; mov.u32 r5, r1;
L: and.b32 r6, r5, 63; mul.wide.u32 d, r6, 4; add.u64 e, d, c; ld.const.u32 r5, [e];
 add.u32 r3, r3, 1; setp.lt.u32 p, r3, r2; @p bra L; add.u32 r0, r5, t;"
kernel "$walk"
for arch in 75 80 86 89 90; do
    expect 'a walk' $arch 414 ' LDC' 0 'ULDC UR[0-9]+, c\[0x3\]\[UR' 1
done
expect 'a walk' 70 414 'ULDC' 0
# The same where half of the lanes walk: none of it in uniform registers.
kernel "mov.u32 r0, 1; setp.lt.u32 q, t, 16; @!q bra M; $walk M:"
expect 'a walk of some lanes' 90 414 'ULDC UR[0-9]+, c\[0x3\]\[UR' 0
# Behind the place where the lanes meet again it is.
kernel "mov.u32 r4, 1; setp.lt.u32 q, t, 16; @!q bra M; ld.global.u32 r4, [o]; M: $walk
 add.u32 r0, r0, r4; sub.u32 r0, r0, r4;"
expect 'a walk behind' 90 414 ' LDC' 0
# More words than there are uniform registers.
awk 'BEGIN { for (i = 0; i < 70; i++) printf "add.u32 r3, r1, %d; and.b32 r3, r3, 63; mul.wide.u32 w, r3, 4; " \
    "add.u64 w, w, c; ld.const.u32 r%d, [w];\n", i, 10 + i
    print "mov.u32 r0, t;"
    for (i = 0; i < 70; i++) printf "mad.lo.u32 r0, r0, 5, r%d;\n", 10 + i
    for (i = 69; i >= 0; i--) printf "mad.lo.u32 r0, r0, 3, r%d;\n", 10 + i }' >many
kernel "$(cat many)"
"$gt200" ptxas -arch sm_70 k.ptx -o k.cubin
"$gt200" run k.cubin --chip v100 -k k -g 1 -b 32 -a out:out:128 -a u32:9 -a u32:4 >/dev/null
many=$(od -An -v -tu4 -j20 -N4 out | tr -d ' ')
expect 'many words' 90 "$many" 'ULDC UR[0-9]+, c.0x3' 0 ' LDC' 70

# Cache operators, as ptxas 12.9 has them: whether the first cache may answer, how long a line is wanted.
# cached .OPERATOR CHIP LOAD .OPERATOR STORE: what ld.global.OPERATOR and the store become; loads happen each time
cached() {
    kernel "st.global$4.u32 [o], t; ld.global$1.u32 r3, [o]; ld.global$1.u32 r4, [o]; add.u32 r0, r3, r4;"
    expect "ld.global$1" "$2" 10 "$3" 2 "$3" 2
    expect "st.global$4" "$2" 10 "$5" 2 "$5" 1
}
cached .cg 75 'LDG.E.STRONG.GPU R' .cg 'STG.E.STRONG.GPU \['
cached .cg 90 'LDG.E.STRONG.GPU R' .cg 'STG.E.STRONG.GPU desc'
cached .cv 90 'LDG.E.STRONG.SYS R' .wt 'STG.E.STRONG.SYS desc'
cached .cs 70 'LDG.E.EF.SYS R' .cs 'STG.E.EF.SYS'
cached .cs 90 'LDG.E.EF R' .cs 'STG.E.EF desc'
cached .lu 90 'LDG.E.LU R' .wb 'STG.E desc'
kernel "st.global.cs.v2.u32 [c], {t, t}; mov.u32 r0, 1;"
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin
"$gt200" dis k.cubin | grep -q 'STG.E.EF.64 desc' || fail 'st.global.cs.v2'
# What a program asks for by name; a loop that polls past the first cache reads each time.
cat >named.cu <<'END'
extern "C" __global__ void k(float2 *out, const volatile int *flag, const float2 *in)
{
    while (!__ldcg((const int *)flag)) { }
    __stcg(out + threadIdx.x, __ldcg(in + threadIdx.x));
    __stwt((short *)out + 900, __ldcg((const short *)in + 7));
}
END
"$gt200" cc --cubin -arch=sm_90 named.cu -o named.cubin && "$gt200" dis named.cubin >k.s || fail 'named.cu'
for line in 'LDG.E.STRONG.GPU R' 'LDG.E.64.STRONG.GPU R' 'STG.E.64.STRONG.GPU desc' 'LDG.E.U16.STRONG.GPU' \
    'STG.E.U16.STRONG.SYS'; do
    grep -q "$line" k.s || fail "named.cu: no $line"
done

# Barriers without .aligned: where all lanes come, not where some may.
kernel 'barrier.sync 0; mov.u32 r0, 1;'
expect 'a barrier of all' 90 1 'BAR' 1
kernel 'setp.lt.u32 q, t, 16; mov.u32 r0, 1; @q bra M; barrier.sync 0; bra N; M: barrier.sync 0; N:'
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin 2>said && fail 'a barrier of some lanes was taken'
grep -q 'k.ptx:.*barrier without .aligned where lanes of a warp may be at different places' said ||
    fail "a barrier of some lanes: $(cat said)"

# Barriers with their number, how many threads, or both in registers, of pairs of warps: what the partner has stored
# before is there, which it is not without one. Thread 5 stores how many threads saw it all, and 1000 if all did.
threads=128
kernel '.shared .u32 s[128];
 mov.u32 r0, s; mad.lo.u32 r10, t, 4, r0; xor.b32 r11, t, 32; mad.lo.u32 r12, r11, 4, r0; add.u32 r13, r11, 1;
 shr.u32 r14, t, 6; add.u32 r14, r14, r1; mul.lo.u32 r15, r2, 16; mul.lo.u32 r16, r2, 32; add.u32 r18, r14, 0xff0;
 st.shared.u32 [r10], t; bar.sync r18, r15; ld.shared.u32 r17, [r12]; setp.eq.u32 p, r17, r11; bar.sync r2;
 add.u32 r17, t, 1; st.shared.u32 [r10], r17; bar.sync r14, 64; ld.shared.u32 r17, [r12];
 setp.eq.and.u32 p, r17, r13, p; barrier.sync.aligned r2;
 st.shared.u32 [r10], t; barrier.sync 3, r16; ld.shared.u32 r17, [r12]; setp.eq.and.u32 p, r17, r11, p;
 bar.sync 3, r16; and.b32 r17, t, 32; setp.eq.u32 q, r17, 0; @q bra FIRST;
 add.u32 r17, t, 1; st.shared.u32 [r10], r17; bar.arrive r14, r15; bra MEET;
FIRST: bar.sync r14, r15; ld.shared.u32 r17, [r12]; setp.eq.and.u32 p, r17, r13, p;
MEET: bar.red.popc.u32 r20, r2, p; not.pred q, p; bar.red.or.pred q, r14, r15, q; @q mov.u32 r20, 0;
 setp.lt.u32 q, t, 64; bar.red.and.pred q, 7, r16, q; @q mov.u32 r20, 0;
 bar.red.and.pred q, r14, 64, p; selp.u32 r0, 1000, 0, q; add.u32 r0, r0, r20;'
for arch in 70 75 80 86 89 90; do
    expect 'barriers in registers' $arch 1128 'BAR.SYNC.DEFER_BLOCKING R[0-9]+, R' 2 'BAR.*[VG] R[0-9]+, (R|0x40)' 6
done
grep -qx '.bar 16' k.s || fail "barriers in registers: $(grep bar k.s)"
threads=32

# prmt's modes, each with c = 0 to 3 as a number and with more bits in a register: the bytes that PTX' manual names.
modes=
for mode in 'f4e 3210 4321 5432 6543' 'b4e 5670 6701 7012 0123' 'rc8 0000 1111 2222 3333' 'ecl 3210 3211 3222 3333' \
    'ecr 0000 1110 2210 3210' 'rc16 1010 3232 1010 3232'; do
    # shellcheck disable=SC2086
    set -- $mode
    for n in 0 1 2 3; do
        shift
        want=0x$(echo "$1" | sed 's/./&&/g')
        modes="$modes prmt.b32.${mode%% *} r10, r3, r4, $n; prmt.b32.${mode%% *} r11, r3, r4, r$((20 + n));
 setp.eq.u32 p, r10, $want; setp.eq.and.u32 p, r11, $want, p; @p add.u32 r0, r0, 1;"
    done
done
kernel "mov.u32 r3, 0x33221100; mov.u32 r4, 0x77665544; mov.u32 r0, 0;
 $(again 4 'mad.lo.u32 r2#, r2, 5, #;') $modes"
for arch in 70 90; do
    expect "prmt's modes" $arch 24 'PRMT ' 0
done
kernel "add.u32 r3, t, 5; match.sync.any.b32 r4, r3, -1; match.sync.all.b32 r5|p, r1, -1; add.u32 r0, r4, r5;"
expect 'match.sync' 90 31 'MATCH' 2 'MATCH.ANY' 2

# What a block learns of where it is: multiprocessors, its own, its warp there, shared memory.
placed() {      # placed CHIP ARCH MULTIPROCESSORS
    kernel '.shared .u32 s[50]; mov.u32 r4, %ctaid.x; mad.lo.u32 r4, r4, 64, t; mul.wide.u32 w, r4, 4;
 ld.param.u64 o, [out]; add.u64 o, o, w; mov.u32 r5, %smid; mov.u32 r6, %nsmid; mov.u32 r7, %warpid;
 st.shared.u32 [s], t; mov.u32 r8, %total_smem_size; mov.u32 r9, %dynamic_smem_size; mov.u32 r10, %clock_hi;
 mov.u64 d, %gridid; cvt.u32.u64 r11, d; mad.lo.u32 r0, r5, 1000, r6; mad.lo.u32 r0, r7, 1000000, r0;
 add.u32 r10, r10, r11; mad.lo.u32 r10, r10, 7, r9; setp.gt.u32 p, t, 31; @!p bra M;
 shl.b32 r0, r8, 16; add.u32 r0, r0, r10; M:'
    "$gt200" ptxas -arch "sm_$2" k.ptx -o k.cubin || fail "places, sm_$2: refused"
    "$gt200" hazards k.cubin -k k >k.hazards || fail "places, sm_$2: $(cat k.hazards)"
    "$gt200" run k.cubin --chip "$1" -k k -g $(($3 + 3)) -b 64 --smem 300 -a out:out:$((256 * ($3 + 3))) -a u32:9 \
        -a u32:4 >/dev/null || fail "places, sm_$2: not run"
    step=$(($2 < 80 ? 256 : 128))
    shared=$(((208 + 300 + step - 1) / step * step))
    for block in 0 1 $(($3 - 1)) "$3" $(($3 + 2)); do
        want=" $((block / $3 * 2000000 + block % $3 * 1000 + $3)) $((shared * 65536 + 300))"
        found=$(for lane in 0 32; do od -An -v -tu4 -j $((256 * block + 4 * lane)) -N 4 out; done | tr -s '\n ' ' ')
        test "${found% }" = "$want" || fail "places, sm_$2, block $block:$found, not$want"
    done
}
placed v100 70 80
placed a100 80 108
placed h100 90 132

# cp.async: a lane's bytes are there for its neighbour; of fewer than are written the others are zeros. Word i of g is
# 0x01010101 i; thread 5 counts what is right of thread 4's.
saw() { echo "ld.shared.u32 r5, [r4+$1]; setp.eq.u32 p, r5, $2; @p add.u32 r0, r0, 1;"; }
kernel ".shared .align 16 .b8 s[2048]; mov.u32 r3, s; mad.lo.u32 r3, t, 64, r3; xor.b32 r4, t, 1; shl.b32 r4, r4, 6;
 mov.u32 r5, s; add.u32 r4, r4, r5; mov.u64 d, g; mul.wide.u32 w, t, 4; add.u64 w, d, w; and.b32 r6, t, 7;
 mul.wide.u32 e, r6, 16; add.u64 e, d, e; mad.lo.u32 r7, t, 2, 1; sub.u32 r8, r1, 9; sub.u32 r9, r2, 1;
 st.shared.v4.u32 [r3+32], {r7, r7, r7, r7}; st.shared.v4.u32 [r3+48], {r7, r7, r7, r7}; setp.lt.u32 q, t, 16;
 cp.async.ca.shared.global [r3], [w], 4; cp.async.ca.shared::cta.global.L2::128B [r3+4], [w], 4, r9;
 cp.async.ca.shared.global [r3+8], [e+-16], 8; cp.async.commit_group; cp.async.cg.shared.global [r3+16], [e], 16;
 cp.async.cg.shared.global [r3+32], [e], 16, r7; @q cp.async.ca.shared.global.L2::64B [r3+48], [e], 16, r8;
 cp.async.commit_group; cp.async.wait_group 1; cp.async.wait_all; bar.sync 0; mov.u32 r0, 0;
 $(saw 0 0x04040404) $(saw 4 0x040404) $(saw 8 0x0c0c0c0c) $(saw 12 0x0d0d0d0d) $(saw 16 0x10101010)
 $(saw 20 0x11111111) $(saw 24 0x12121212) $(saw 28 0x13131313) $(saw 32 0x10101010) $(saw 36 0x11111111)
 $(saw 40 0x12) $(saw 44 0) $(saw 48 0) $(saw 60 0)"
sed -i "s/^\.const/.global .align 16 .u32 g[64] = {$(awk 'BEGIN { for (i = 0; i < 64; i++)
    printf "%s0x%02x%02x%02x%02x", i ? "," : "", i, i, i, i }')};\n&/" k.ptx
for arch in 80 90; do
    expect 'copies to shared memory' $arch 14 'LDGSTS' 0 'STS.128' 4
done

# Atomics on halves of a word and pairs of f16, in shared, global and generic memory: sums of all lanes, one's swap.
right() { echo "ld.$1.u32 r5, [$2]; setp.eq.u32 p, r5, $3; @p add.u32 r0, r0, 1;"; }
kernel "{.reg .b16 h<9>; .shared .align 4 .u32 s[4]; shl.b32 r3, t, 2; cvt.u64.u32 w, r3; sub.u64 e, o, w;
 mov.u32 r0, 0; mov.u32 r4, 0x3c003800; mov.b32 {h1, h2}, r4; mov.b32 {h3, h4}, r1;
 st.shared.v4.u32 [s], {r0, r0, r0, r0}; mov.u64 d, s; cvta.shared.u64 d, d; setp.eq.u32 q, t, 99; @q mov.u64 d, e;
 setp.eq.u32 q, t, 7; bar.sync 0;
 atom.shared.add.noftz.f16x2 r3, [s], r4; red.shared.add.noftz.f16x2 [s], r4; atom.add.noftz.f16x2 r3, [d+12], r4;
 atom.shared.add.noftz.f16 h5, [s+4], h2; red.shared.add.noftz.f16 [s+6], h1; red.add.noftz.f16 [d+10], h2;
 atom.global.add.noftz.f16 h5, [e+66], h2; red.global.add.noftz.f16 [e+64], h1; mov.b16 h5, 0;
 @q atom.global.cas.b16 h6, [e+70], h5, h3; @q atom.global.cas.b16 h5, [e+70], h4, h2;
 @q atom.cas.b16 h5, [d+8], h4, h3; bar.sync 0;
 $(right shared s 0x54005000) $(right shared s+4 0x4c005000) $(right shared s+8 0x50000009)
 $(right shared s+12 0x50004c00) $(right global e+64 0x50004c00) $(right global e+68 0x00090000)}"
for arch in 70 90; do
    expect 'atomics on halves' $arch 6 'XXX' 0 'ATOM' 8
done

# An atomic that is a loop has its fences: in front, behind, both.
order() {       # order ATOMIC PATTERN: of MEMBARs and comparisons
    kernel ".shared .align 8 .u64 s[2]; mov.u64 d, 1; mov.u64 w, 0; st.shared.v2.u64 [s], {w, w}; bar.sync 0;
 $1; bar.sync 0; ld.shared.u32 r0, [s+8];"
    expect "$1" 90 32 'MEMBAR' 2
    found=$(sed -n 's/.*\(MEMBAR[.A-Z]*\).*/\1/p; s/.*\(ATOMS\).*/\1/p' k.s | tr '\n' ' ')
    test "$found" = "$2 " || fail "$1: $found"
}
order 'atom.relaxed.gpu.shared.add.u64 e, [s+8], d' 'ATOMS'
order 'atom.release.cta.shared.add.u64 e, [s+8], d' 'MEMBAR.SC.CTA ATOMS'
order 'atom.acquire.sys.shared.add.u64 e, [s+8], d' 'ATOMS MEMBAR.SC.SYS'
order 'atom.acq_rel.shared.add.u64 e, [s+8], d' 'MEMBAR.SC.GPU ATOMS MEMBAR.SC.GPU'

# A loop that lanes enter and leave in several places: a BSSY in front of it does not come again with each round.
kernel 'mov.u32 r0, t; mov.u32 r3, 0; and.b32 r4, t, 4; setp.ne.u32 q, r4, 0; @q bra B;
A: mul.lo.u32 r0, r0, 3; and.b32 r4, t, 8; setp.ne.u32 q, r4, 0; @q bra C;
B: mad.lo.u32 r0, r0, 5, 7; add.u32 r3, r3, 1; and.b32 r4, t, 1; setp.ne.u32 p, r4, 0; setp.lt.and.u32 q, r3, 5, p;
 @q bra A;
C: xor.b32 r0, r0, r3; add.u32 r3, r3, 1; and.b32 r4, t, 2; setp.ne.u32 p, r4, 0; setp.lt.and.u32 q, r3, 5, p;
 @q bra B;'
expect 'a loop with two ways in' 90 1645317 BSSY 0

# Surfaces, layers, cubes, levels and queries are refused with file, line and the instruction.
refused() {     # refused INSTRUCTION TEXT: the instruction with its operands
    kernel "mov.u32 r0, 1; mov.u32 r3, 0; mov.u64 d, t0; {.reg .f32 f<9>;
 $1 $2 }"
    sed -i 's/^\.const/.global .texref t0;\n&/' k.ptx
    line=$(grep -nF "$1 " k.ptx | cut -d: -f1)
    for arch in 75 90; do
        "$gt200" ptxas -arch "sm_$arch" k.ptx -o k.cubin 2>said && fail "$1, sm_$arch: taken"
        grep -qF "k.ptx:$line: instruction $1 is not supported" said || fail "$1, sm_$arch: $(cat said)"
    done
}
refused tex.a1d.v4.f32.f32 '{f1, f2, f3, f4}, [t0, {r3, f5}];'
refused tex.a2d.v4.f32.f32 '{f1, f2, f3, f4}, [t0, {r3, f5, f6, f6}];'
refused tex.cube.v4.f32.f32 '{f1, f2, f3, f4}, [t0, {f5, f6, f7, f7}];'
refused tex.level.2d.v4.f32.f32 '{f1, f2, f3, f4}, [t0, {f5, f6}], f7;'
refused tld4.r.2d.v4.f32.f32 '{f1, f2, f3, f4}, [t0, {f5, f6}];'
refused txq.width.b32 'r0, [t0];'
refused suld.b.1d.b32.trap 'r0, [d, {r3}];'
refused sust.b.2d.b32.trap '[d, {r3, r3}], r0;'
refused sured.b.add.1d.u32.trap '[d, {r3}], r0;'
refused suq.width.b32 'r0, [d];'
test "$fails" = 0
