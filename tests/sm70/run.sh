#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh GT200 SOURCE FOLDER: gt200 run --chip h100: a product by NVIDIA's code of our kernel is that of GT200's
# func; what is not there is refused by name; chips and options that do not fit are refused.
set -eu
gt200=$1 src=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "run.sh: $*"; fails=$((fails + 1)); }

# Whole numbers, so that neither order nor fusion of sums tells.
awk 'BEGIN { for (i = 0; i < 1024; i++) printf "%c%c%c%c", 0, 0, 64 + i * 7 % 64, 64 }' >a
awk 'BEGIN { for (i = 0; i < 1024; i++) printf "%c%c%c%c", 0, 0, 64 + i * 5 % 64, 65 }' >b
"$gt200" cc --cubin "$src/sw/examples/matmul.cu" -o old.cubin
set -- -k tiled -g 2,2 -b 16,16 -a in:a -a in:b
"$gt200" run old.cubin "$@" -a out:want:4096 -a u32:32 >/dev/null || fail "func of GT200"
"$gt200" as "$src/tests/sm70/matmul.sm90" -o new.cubin
"$gt200" run new.cubin --chip h100 "$@" -a out:got:4096 -a u32:32 >out || fail "func of sm_90"
cmp want got || fail "another product"
[ "$("$gt200" run new.cubin --list)" = tiled ] || fail "--list: $("$gt200" run new.cubin --list 2>&1)"
grep -q '^chip: h100 (values compared with one)$' out || fail "$(cat out)"
grep -q '^thread instructions: 1[0-9]*$' out || fail "$(cat out)"

refused() {     # refused MESSAGE FILE OPTION...
    message=$1
    shift
    if "$gt200" run "$@" >out 2>err; then
        fail "taken: $*"
    elif ! grep -qF -- "$message" err; then
        fail "expected '$message', found '$(cat err)'"
    fi
}
refused 'new.cubin is made for sm_90, t4 is sm_75' new.cubin --chip t4 "$@" -a out:no:4096 -a u32:32
refused '4 parameters, 3 were given' new.cubin --chip h100 "$@" -a out:no:4096
refused 'which kernel' new.cubin --chip h100 -g 1 -b 32
refused 'no checks but --stale, and no threads' new.cubin --chip h100 --memcheck "$@" -a out:no:4096 -a u32:32
refused 'target model has no such chip' new.cubin --chip h100 --target model "$@" -a out:no:4096 -a u32:32
refused ': lane 0: address 0x0 is outside device memory' new.cubin --chip h100 -k tiled -g 2,2 -b 16,16 -a u64:0 \
    -a u64:0 -a u64:0 -a u32:32
grep -q ' at pc 0x[0-9a-f]*, block ([01], [01], 0), warp [0-7]: .*LDG' err || fail "which block and warp: $(cat err)"
# Where in the source: faults, what goes round for ever.
cat >lines.cu <<'S'
__global__ void stray(int *p)
{
    p[threadIdx.x] = 1;
    p[threadIdx.x * 100000000] = 2;
}
__global__ void waits(int *p)
{
    while (*(volatile int *)p == 0)
        ;
    p[1] = 3;
}
S
"$gt200" cc --cubin -arch=sm_90 -lineinfo lines.cu -o lines.cubin
refused 'lines.cu:4: _Z5strayPi at pc 0x' lines.cubin --chip h100 -k stray -g 1 -b 32 -a zero:128
refused ' (lines.cu:8), block (0, 0, 0), warp 0: ' lines.cubin --chip h100 -k waits -g 1 -b 32 -a zero:128
cat >absent.s <<'S'
.arch sm_90
.kernel k
.reg 8
.params
[B------:R-:W-:-:S05] MUFU.EX2.F16 R0, R1
[B------:R-:W-:-:S05] EXIT
S
sed -i '/params/d' absent.s
refused 'MUFU.EX2.F16 R0, R1: of f16 is not known' absent.s --chip h100 -k k -g 1 -b 32
sed 's/MUFU.*/BRA 0x0/' absent.s >ever.s
refused 'more than 1000 warp instructions' ever.s --chip h100 -k k -g 1 -b 32 --max-cycles 1000
# More local memory than a kernel finds without asking.
cat >local.s <<'S'
.arch sm_90
.kernel k
.reg 8
.lmem 20480
[B------:R-:W-:-:S15] MOV R1, c[0x0][0x28]
[B------:R0:W-:-:S15] STL [R1+-0x5000], R1
[B0-----:R-:W-:-:S05] EXIT
S
"$gt200" run local.s --chip h100 -k k -g 1 -b 64 >/dev/null || fail "local memory"
sed 's/20480/16384/' local.s >less.s
refused 'is outside local memory (0x0 to 0x4000)' less.s --chip h100 -k k -g 1 -b 64
# A lock that each thread takes in turn. Who has it waits for the others at a convergence barrier: they have to yield.
cat >lock.s <<'S'
.arch sm_90
.kernel k
.reg 16
.smem 2048
.params 0 8
[B------:R-:W-:Y:S15] MOV R1, 0x1
[B------:R-:W0:Y:S15] S2R R7, SR_LANEID
[B------:R-:W-:Y:S15] MOV R4, c[0x0][0x210]
[B------:R-:W-:Y:S15] MOV R5, c[0x0][0x214]
[B0-----:R-:W-:Y:S15] IMAD.WIDE.U32 R4, R7, 0x4, R4
[B------:R-:W-:Y:S15] ULDC.64 UR4, c[0x0][0x208]
[B------:R-:W-:Y:S15] BSSY B0, `(taken)
again:
[B------:R-:W-:Y:S15] YIELD
[B------:R-:W0:Y:S15] ATOMS.CAS R0, [0x400], RZ, R1
[B0-----:R-:W-:Y:S15] ISETP.NE.U32.AND P0, PT, R0, RZ, PT
[B------:R-:W-:Y:S15] @P0 BRA `(again)
taken:
[B------:R-:W-:Y:S15] BSYNC B0
[B------:R-:W0:Y:S15] LDS R2, [0x404]
[B0-----:R0:W-:Y:S15] STG.E desc[UR4][R4.64], R2
[B0-----:R-:W-:Y:S15] IADD3 R2, R2, 0x1, RZ
[B------:R0:W-:Y:S15] STS [0x404], R2
[B0-----:R0:W-:Y:S15] STS [0x400], RZ
[B0-----:R-:W-:Y:S15] EXIT
S
"$gt200" run lock.s --chip h100 -k k -g 1 -b 32 -a out:turns:128 --max-cycles 100000 >/dev/null || fail "a lock"
test "$(od -An -v -tu4 -w4 turns | sort -n | uniq | wc -l)" = 32 || fail "turns: $(od -An -tu4 turns)"
sed 's/YIELD/NOP/' lock.s >hangs.s
refused 'more than 100000 warp instructions' hangs.s --chip h100 -k k -g 1 -b 32 -a zero:128 --max-cycles 100000

# A word that is no instruction: one line that says so, and no file.
python3 -c 'b = open("new.cubin", "rb").read(); open("odd.cubin", "wb").write(b.replace(b"\x4d\x79", b"\xff\x7f", 1))'
for to in - no; do
    if "$gt200" dis odd.cubin -o $to >out 2>err; then fail "dis took a word that is none"; fi
    grep -q '^odd.cubin: [A-Za-z0-9_]*+0x[0-9a-f]*: 0x[0-9a-f]* 0x[0-9a-f]*7fff is no instruction of sm_90$' err &&
        ! grep -q 'Success\|No such' err || fail "dis: $(cat err)"
done
test ! -e no || fail "a file is left"
test "$fails" = 0
