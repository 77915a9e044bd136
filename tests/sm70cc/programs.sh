#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: programs.sh GT200 SOURCE FOLDER: kernels of the examples, compiled for sm_90 and run on its functional model,
# give the bytes that GT200's code of them gives on GT200's. What is not there is refused by name.
set -eu
gt200=$1 src=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
fails=0
fail() { echo "programs.sh: $*"; fails=$((fails + 1)); }

# both SOURCE KERNEL LAUNCH ARGUMENT...: out:%:BYTES is a result, inout:%:FILE one that starts as the file.
both() {
    source=$1 kernel=$2 launch=$3
    shift 3
    test -e "$source.old" || "$gt200" cc --cubin -m64 "$src/sw/examples/$source.cu" -o "$source.old"
    test -e "$source.new" || "$gt200" cc --cubin -arch=sm_90 "$src/sw/examples/$source.cu" -o "$source.new"
    for of in old new; do
        args=
        for a; do
            case $a in inout:%:*) cp "${a#inout:%:}" "$source.$kernel.$of"; a=inout:% ;; esac
            args="$args -a $(echo "$a" | sed "s/%/$source.$kernel.$of/")"
        done
        case $of in old) chip=--ptr64 ;; new) chip='--chip h100' ;; esac
        # shellcheck disable=SC2086
        "$gt200" run "$source.$of" $chip -k "$kernel" $launch $args >/dev/null || fail "$source, $kernel, $of"
    done
    cmp "$source.$kernel.old" "$source.$kernel.new" || fail "$source, $kernel: another result"
}

# Floats that are whole numbers, so that neither order nor fusion of sums tells; words.
awk 'BEGIN { for (i = 0; i < 4096; i++) printf "%c%c%c%c", 0, 0, 64 + i * 7 % 64, 64 + i % 2 }' >f
awk 'BEGIN { for (i = 0; i < 4096; i++) printf "%c%c%c%c", 1 + i * 5 % 120, 1 + i * 11 % 99, 1 + i % 7, 0 }' >w
awk 'BEGIN { for (i = 0; i < 2048; i++) printf "%c%c%c%c%c%c%c%c", 0, 0, 0, 0, 0, 0, 64 + i * 7 % 64, 64 }' >d

both vecadd add '-g 4 -b 256' in:f in:f out:%:4096 s32:1000
both matmul tiled '-g 2,2 -b 16,16' in:f in:f out:%:4096 u32:32
both matmul naive '-g 2,2 -b 16,16' in:f in:f out:%:4096 u32:32
both bitonic sort_shared '-g 4 -b 128' inout:%:w s32:2 s32:256 s32:128
both bitonic step_global '-g 8 -b 128' inout:%:w s32:2048 s32:1024
both histogram count_global '-g 2 -b 128' in:w out:%:1024 s32:16384
both histogram count_shared '-g 2 -b 128' in:w out:%:1024 s32:16384
both transpose naive '-g 4,4 -b 16,16' in:w out:%:16384 s32:64
both reduction interleaved_divergent '-g 8 -b 128' in:w out:%:32 u32:1024
both reduction unrolled_warp '-g 4 -b 128' in:w out:%:32 u32:1024
both scan scan_blocks '-g 4 -b 128' in:w out:%:4096 zero:64 s32:1024
both sha256 digests '-g 2 -b 64' out:%:4096 s32:128
both cg combine '-g 4 -b 128' f64:2 in:d f64:3 inout:%:d s32:2048
both life generation '-g 2,2 -b 16,16 --tex 0:u8:w' out:%:1024 s32:32
both needle align '-g 1 -b 16' in:w in:w inout:%:w s32:32 s32:0 s32:0

# Filtered textures: an H200 gives these bytes, with our code and with its driver's.
filtered() {    # filtered SOURCE KERNEL CKSUM ARGUMENT...
    source=$1 kernel=$2 sum=$3
    shift 3
    "$gt200" cc --cubin -arch=sm_90 "$src/sw/examples/$source.cu" -o k.cubin
    "$gt200" run k.cubin --chip h100 -k "$kernel" "$@" >/dev/null || fail "$source"
    test "$(cksum <out | cut -d' ' -f1)" = "$sum" || fail "$source: $(cksum <out)"
}
filtered volume look 3662159503 -g 2,2 -b 8,8 --tex 0:unorm8:32x32x16,linear,normalized,border:w -a out:out:1024 \
    -a s32:16 -a f32:0.0625
head -c 4096 w >picture
filtered rotate rotate 3724762369 -g 4,4 -b 8,8 --tex 0:unorm8x4:32x32,linear,normalized,wrap:picture -a out:out:16384 \
    -a s32:32 -a f32:0.03125 -a f32:0.8 -a f32:0.6

refused() {     # refused MESSAGE ARGUMENT...
    message=$1
    shift
    if "$gt200" "$@" >out 2>err; then
        fail "taken: $*"
    elif ! grep -qF -- "$message" err; then
        fail "expected '$message', found '$(cat err)'"
    fi
    test ! -e no.cubin || fail "a file is left"
}
refused 'rotate.cu:' cc --cubin -arch=sm_70 "$src/sw/examples/rotate.cu" -o no.cubin
grep -q 'textures are not supported for this chip' err || fail "$(cat err)"
refused 'sm_90 has pointers of 8 bytes' cc --cubin -m32 -arch=sm_90 "$src/sw/examples/vecadd.cu" -o no.cubin
ptx() { printf '.version 7.8\n.target sm_90\n.address_size %s\n%s\n' "$1" "$2" >k.ptx; }
ptx 32 '.entry k() { ret; }'
refused 'expected .address_size 64' ptxas -arch sm_90 k.ptx -o no.cubin
ptx 64 '.entry k() { pmevent 1; }'
refused 'k.ptx:4: sm_90: instruction pmevent: is not supported for this chip' ptxas -arch sm_90 k.ptx -o no.cubin
for what in 'call (r), r, (r)' 'call r'; do
    ptx 64 ".entry k() { .reg .u64 r; $what; }"
    refused 'expected a pointer of 8 bytes and the label of a .callprototype or .calltargets' ptxas -arch sm_90 k.ptx \
        -o no.cubin
done
ptx 64 '.func f(.param .u64 a) { .reg .u64 r; .reg .u32 t; ld.param.u64 r, [a]; .param .u64 p; st.param.u64 [p], r;
to: .calltargets f; call r, (p), to; ret; }
.entry k() { .param .u64 p; .reg .u64 r; mov.u64 r, f; st.param.u64 [p], r; call f, (p); ret; }'
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin || fail 'a function that calls itself'
ptx 64 '.func (.param .u32 r) f(.param .u32 a) { .reg .u32 x; .param .u32 p; .param .u32 q; ld.param.u32 x, [a];
add.u32 x, x, 1; st.param.u32 [p], x; call (q), f, (p); ld.param.u32 x, [q]; add.u32 x, x, 1;
st.param.u32 [r], x; ret; }
.entry k() { .param .u32 p; .param .u32 q; st.param.u32 [p], 1; call (q), f, (p); ret; }'
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin || fail 'a function that calls itself without end'
refused 'is outside local memory' run k.cubin --chip h100 -k k -g 1 -b 1
refused "expected a number from 4 to 124, found '125'" cc --cubin -maxrregcount=125 "$src/sw/examples/vecadd.cu" \
    -o no.cubin
"$gt200" cc --cubin -arch=sm_90 -maxrregcount=255 "$src/sw/examples/sha256.cu" -o k.cubin || fail "255 registers"
ptx 64 '.entry k() { .reg .pred p; .reg .u32 r; mov.u32 r, %tid.x; setp.eq.u32 p, r, 5; @p trap; ret; }'
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin
refused 'BPT.TRAP 0x1: a trap, lanes 0x00000020' run k.cubin --chip h100 -k k -g 1 -b 32
for what in 'barrier.cluster.arrive' 'discard.global.L2 [r], 128' 'suld.b.1d.b32.trap {t}, [r, {t}]' \
    'fence.proxy.async'; do
    ptx 64 ".entry k() { .reg .u64 r; .reg .u32 t; mov.u64 r, 0; $what; }"
    refused "instruction ${what%% *} is not supported for sm_70 to sm_90" ptxas -arch sm_90 k.ptx -o no.cubin
done
ptx 64 '.extern .global .u32 v; .entry k() { .reg .u32 r; ld.global.u32 r, [v]; st.global.u32 [v], r; ret; }'
refused "k.ptx:4: 'v': variables of other modules" ptxas -arch sm_90 k.ptx -o no.cubin
ptx 64 '.global .u32 v; .global .u32 w = v; .entry k() { ret; }'
refused "'w': initial value: the address of 'v' has 8 bytes" ptxas -arch sm_90 k.ptx -o no.cubin
ptx 64 '.const .u32 v[16380]; .const .u32 w[5]; .entry k() { ret; }'
refused "k.ptx:4: 'w' does not fit in 64 KB of constant memory" ptxas -arch sm_90 k.ptx -o no.cubin
# A register that is written again and again is seen through.
ptx 64 '.entry k(.param .u64 out) { .reg .u64 a; .reg .u32 r, t; ld.param.u64 a, [out]; mov.u32 r, %tid.x;
shl.b32 t, r, 2; add.u32 r, r, t; shl.b32 t, r, 2; add.u32 r, r, t; st.global.u32 [a], r; ret; }'
"$gt200" ptxas -arch sm_90 k.ptx --asm -o k.cubin >out
test "$(grep -c 'LEA R[0-9]*, R[0-9]*, R[0-9]*, 0x2' out)" = 2 || fail "sums of shifts: $(cat out)"

# A quotient and what it leaves share a reciprocal; a power of 2 is not negative; a product takes a negation.
code() {        # code BODY: of a kernel with u32 a, b, c and f32 x, y, z, whose c and z are stored
    ptx 64 ".entry k(.param .u64 out, .param .u32 i, .param .u32 j, .param .f32 f, .param .f32 g) {
.reg .u64 p; .reg .u32 a, b, c, d; .reg .f32 x, y, z; ld.param.u64 p, [out]; ld.param.u32 a, [i]; ld.param.u32 b, [j];
ld.param.f32 x, [f]; ld.param.f32 y, [g]; mov.u32 c, 0; mov.f32 z, 0f00000000; $1
st.global.u32 [p], c; st.global.f32 [p+4], z; ret; }"
    "$gt200" ptxas -arch sm_90 k.ptx --asm -o k.cubin >out
}
count() { test "$(grep -c "$2" out)" = "$1" || fail "expected $2 $1 times: $(cat out)"; }
code 'div.s32 c, a, b; rem.s32 d, a, b; add.s32 c, c, d;'
count 1 MUFU.RCP
count 1 F2I
code 'ex2.approx.f32 z, x; ex2.approx.f32 z, z; ex2.approx.f32 z, z;'
count 1 FSETP
count 3 MUFU.EX2
code 'mul.f32 y, y, x; neg.f32 y, y; fma.rn.f32 z, y, x, x; neg.f32 z, z; add.f32 z, z, x;'
count 1 FFMA
count 1 FADD
# Words side by side are one load where the address is a multiple of that, and nothing lies between that may write them.
words() { code ".shared .align 16 .b8 s[4096]; .reg .u32 q, r; mov.u32 q, %tid.x; mov.u32 r, s; mad.lo.u32 q, q, $1, r;
ld.shared.u32 a, [q+4]; ld.shared.u32 b, [q]; $2 ld.shared.u32 c, [q+8]; ld.shared.u32 d, [q+12]; sub.u32 a, a, b;
mad.lo.u32 c, c, a, d;"; }
words 16 ''
count 1 LDS.128
count 1 LDS
words 24 ''
count 2 LDS.64
words 24 'st.shared.u32 [q+12], a;'
count 2 LDS.64
words 16 'st.shared.u32 [q+12], a;'
count 2 LDS.64
words 20 ''
count 4 'LDS R'

# Variables of a module: of global and constant memory, with and without initial values, addresses as initial values.
ptx 64 '.global .u32 zero;
.global .u32 table[4] = { 1, 2, 3, 4 };
.const .u32 five[4] = { 5, 6, 7, 8 };
.global .u64 to[3] = { zero, table, generic(table)+8 };
.const .u64 from[3] = { table+4, generic(five)+4, five+8 };
.entry k(.param .u64 out)
{
    .reg .u64 a<8>;
    .reg .u32 r<8>;
    ld.param.u64 a0, [out];
    ld.global.u64 a1, [to];
    ld.global.u32 r0, [a1];
    ld.global.u64 a2, [to+16];
    ld.global.u32 r1, [a2];
    ld.const.u64 a3, [from];
    ld.global.u32 r2, [a3];
    ld.const.u64 a4, [from+8];
    ld.global.u32 r3, [a4];
    st.global.v4.u32 [a0], {r0, r1, r2, r3};
    ld.const.u64 a5, [from+16];
    ld.const.u32 r4, [a5];
    mov.u64 a6, table+12;
    ld.global.u32 r5, [a6];
    st.global.u32 [table+8], 9;
    ld.global.u32 r6, [a2];
    ld.global.u32 r7, [table+4];
    st.global.v4.u32 [a0+16], {r4, r5, r6, r7};
    ret;
}'
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 1 -a out:out:32 >/dev/null || fail variables
test "$(od -An -v -td4 out | tr -s ' \n' ' ')" = ' 0 3 2 6 7 4 9 2 ' || fail "variables: $(od -An -td4 out)"

# Constants in front of what a register says, words and a byte.
ptx 64 '.const .u32 five[4] = { 5, 6, 7, 8 };
.entry k(.param .u64 out) { .reg .u64 a, c; .reg .u32 t, r, s; ld.param.u64 a, [out]; mov.u32 t, %tid.x;
mad.wide.u32 a, t, 4, a; mov.u64 c, five+8; mad.wide.u32 c, t, 4, c; ld.const.u32 r, [c+-8]; ld.const.u8 s, [c+-4];
mad.lo.u32 r, s, 100, r; st.global.u32 [a], r; ret; }'
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 3 -a out:out:12 >/dev/null || fail 'constants in front'
test "$(od -An -v -td4 out | tr -s ' \n' ' ')" = ' 605 706 807 ' || fail "constants in front: $(od -An -td4 out)"

# Calls through pointers: from a table in global memory, of constants, by a choice, and of a virtual function.
cat >pointers.cu <<'C'
struct pair { float a, b; };
__device__ __noinline__ float area(const struct pair *p) { return p->a * p->b; }
__device__ __noinline__ float sum(const struct pair *p) { return p->a + p->b; }
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ __noinline__ long long wide(long long a, int b) { return a * b; }
__device__ int (*table[4])(int, int) = { plus, minus, times, 0 };
__constant__ long long (*wides[1])(long long, int) = { wide };
struct none { __device__ virtual int f(int x) const = 0; };
struct base : none { __device__ int f(int x) const { return x + 1; } };
struct derived : base {
    int k;
    __device__ derived(int k) : k(k) {}
    __device__ int f(int x) const { return x * k; }
};
__device__ __noinline__ int through(const none *b, int x) { return b->f(x); }
extern "C" __global__ void k(int *out, int n, int m)
{
    const int t = threadIdx.x;
    struct pair p = { (float)t, (float)n };
    float (*f)(const struct pair *) = t % 5 < 2 ? area : sum;
    derived d(n);
    base b;
    out[4 * t] = table[(t + 7) % m](t, n);
    out[4 * t + 1] = (int)(wides[0]((long long)t << 33, n) >> 33);
    out[4 * t + 2] = (int)f(&p);
    out[4 * t + 3] = through(t & 1 ? &b : &d, t);
}
C
"$gt200" cc --cubin -arch=sm_90 pointers.cu -o k.cubin
for n in 7 -6; do
    "$gt200" run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:512 -a "s32:$n" -a u32:3 >/dev/null || fail pointers
    awk -v n=$n 'BEGIN { for (t = 0; t < 32; t++) { i = (t + 7) % 3; print i == 0 ? t + n : i == 1 ? t - n : t * n,
        t * n, t % 5 < 2 ? t * n : t + n, t % 2 ? t + 1 : t * n } }' >want
    od -An -v -td4 -w16 out | awk '{ $1 = $1; print }' >got
    cmp want got || fail "pointers, $n: $(head -4 got)"
done
refused 'BPT.TRAP 0x1: a trap, lanes 0x11111111' run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:512 -a u32:7 \
    -a u32:4

# A pointer to shared memory that was stored there.
cat >stored.cu <<'C'
extern "C" __global__ void k(int *out, int n)
{
    __shared__ int a[32], *p, *q;
    a[threadIdx.x] = threadIdx.x * n;
    if (!threadIdx.x) {
        p = a;
        q = out;
    }
    __syncthreads();
    q[threadIdx.x] = p[threadIdx.x ^ 1];
}
C
"$gt200" cc --cubin -arch=sm_90 stored.cu -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:128 -a s32:3 >/dev/null || fail 'stored pointers'
test "$(od -An -v -td4 out | tr -s ' \n' ' ' | cut -c1-12)" = ' 3 0 9 6 15 ' || fail "stored: $(od -An -td4 out)"

# What lanes of a warp do together, and f16: for each lane 64 bytes. An H200 has the same, by the driver's compiler but
# for bits of NaNs.
lines() { od -An -v -tx4 -w64 "$1" | sed 's/^ //' | sed -n "$2"; }
says() {        # says WHAT FILE LANE WORDS WORDS
    test "$(lines "$2" "$3p")" = "$4 $5" || fail "$1, lane $(($3 - 1)): $(lines "$2" "$3p")"
}
"$gt200" ptxas -arch sm_90 "$src/tests/sm70cc/warp.ptx" -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:2048 -a u32:9 >/dev/null || fail warp
says warp out 1 "00000020 00000007 0000000b 00000058 22222222 00000059 11111111 ffffffff" \
    "000fffff 00000170 00022222 00011111 00000022 00000015 00000011 0000007f"
says warp out 10 "00000097 0000002b 00000080 00000058 22222222 00000059 22222222 ffffffff" \
    "000fffff 00000170 00022222 00022222 22222200 00000019 22222200 ffffff80"
says warp out 25 "00000350 000001c0 000002ab 00000058 22222222 00000059 11111111 ffffffff" \
    "fff00000 000001c0 00000006 fff00000 22222200 00000019 11111100 ffffff80"
cat >lanes.cu <<'C'
extern "C" __global__ void k(unsigned *out)
{
    unsigned t = threadIdx.x, r[8];
    r[0] = __shfl_sync(~0u, t * 10, 5) + (unsigned)__shfl_xor_sync(~0u, t + 0.25, 9);
    r[1] = __shfl_up_sync(~0u, t, 3, 16);
    r[2] = __shfl_down_sync(~0u, (long long)t << 33, 4) >> 33;
    r[3] = __ballot_sync(~0u, t % 3 == 0) ^ (__all_sync(~0u, t < 32) ? 1u << 31 : 0);
    r[3] ^= __any_sync(~0u, t > 32) ? 1 : 0;
    r[4] = r[5] = 7;
    if (t < 12) {
        r[4] = __activemask() + __match_any_sync(0xfff, t & 1);
        r[5] = __shfl_down_sync(0xfff, t, 2);
    }
    __syncwarp();
    r[6] = __any(t == 31);
    r[7] = __all(t == 31);
    for (int i = 0; i < 8; i++)
        out[8 * t + i] = r[i];
}
C
"$gt200" cc --cubin -arch=sm_90 lanes.cu -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:1024 >/dev/null || fail lanes
lanes() {       # lanes LINE WORDS
    test "$(od -An -v -tu4 -w32 out | sed -n "$1p" | tr -s ' ')" = " $2" || fail "lanes: $(od -An -v -tu4 -w32 out)"
}
lanes 1 '59 0 4 3374617161 5460 2 1 0'
lanes 19 '77 18 22 3374617161 7 7 1 0'
lanes 20 '76 16 23 3374617161 7 7 1 0'
cat >reduce.cu <<'C'
extern "C" __global__ void k(int *out, unsigned all)
{
    const unsigned t = threadIdx.x, v = t * 0x9e3779b9 + 12345, mine = __match_any_sync(~0u, t % 3);
    int r[8];
    r[0] = __reduce_add_sync(~0u, (int)t);
    r[1] = __reduce_max_sync(all, (int)v);
    r[2] = (int)(__reduce_min_sync(~0u, v) ^ __reduce_xor_sync(all, v));
    r[3] = t < 12 ? (int)__reduce_or_sync(0xfff, t) : -1;
    r[4] = (int)__reduce_add_sync(mine, v);
    r[5] = __reduce_min_sync(mine, (int)v);
    r[6] = (int)(__reduce_and_sync(mine, v) + __reduce_max_sync(mine, t));
    r[7] = 0;
    for (int i = 0; i < 8; i++)
        out[8 * t + i] = r[i];
}
C
"$gt200" cc --cubin -arch=sm_90 reduce.cu -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:1024 -a u32:0xffffffff >/dev/null || fail reduce
lanes 1 '496 2027820829 1047721497 15 4190340784 2323674087 30 0'
lanes 12 '496 2027820829 1047721497 15 3415774525 2175747458 29 0'
lanes 30 '496 2027820829 1047721497 4294967295 3415774525 2175747458 29 0'
ptx 64 '.entry k() { .reg .u32 r; mov.u32 r, %tid.x; redux.sync.add.u32 r, r, 0xffffffff; ret; }'
refused 'instruction redux.sync.add.u32: needs sm_80' ptxas -arch sm_75 k.ptx -o no.cubin
statement() { ptx 64 ".entry k(.param .u64 p) { .reg .u64 a; .reg .u32 r; .reg .f32 x; ld.param.u64 a, [p];
mov.u32 r, %tid.x; $1 ret; }"; }
statement 'cp.async.wait_all;'
refused 'instruction cp.async.wait_all: needs sm_80' ptxas -arch sm_75 k.ptx -o no.cubin
statement 'cp.async.cg.shared.global [r], [a], 8;'
refused 'instruction cp.async.cg.shared.global: operand 3: expected 16' ptxas -arch sm_90 k.ptx -o no.cubin
statement 'bar.arrive 1, 66;'
refused 'expected a number of threads that is a multiple of 32, to 1024, found 66' ptxas -arch sm_90 k.ptx -o no.cubin
statement 'barrier.sync 16;'
refused 'a barrier of the block: expected a number of 0 to 15, found 16' ptxas -arch sm_90 k.ptx -o no.cubin
statement 'tanh.approx.f32 x, 0f3f800000;'
refused 'instruction tanh.approx.f32: needs sm_75' ptxas -arch sm_70 k.ptx -o no.cubin
# a barrier's numbers may stand in registers that are known
statement '.reg .u32 s, t; mov.u32 s, 3; mov.u32 t, 64; bar.sync s, t; st.global.u32 [a], r;'
"$gt200" ptxas -arch sm_90 k.ptx --asm -o k.cubin | grep -q 'BAR.SYNC.DEFER_BLOCKING 0x3, 0x40' ||
    fail 'numbers of a barrier'
"$gt200" ptxas -arch sm_90 "$src/tests/sm70cc/half.ptx" -o k.cubin
head -c 16384 /dev/zero >out
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 256 -a inout:out >/dev/null || fail half
says half out 1 "c0003155 31553c00 3155b155 3c00c000 0000001a 44003155 c0003800 3c000000" \
    "47002f1c c700af1c 40003800 00000000 00000000 00000000 00000000 00000000"
says half out 2 "cbfe4184 49e33c00 2202c9e3 49e3cbfe 0000001a 4e1f4184 cbfe4190 3c000000" \
    "56e94173 d6e9c173 4bfe4190 3c002e66 3f8ccccd 3dcccccd 00000000 00000000"
says half out 10 "45879f0a 1f5a2cf9 1f5a9f5a 2cf99f0a 00000025 c5879f0a 4587a570 10580000" \
    "c5879f24 45871f24 45872570 48803b33 411e6666 3f666667 00000000 00000000"
says half out 200 "76b8bb96 b9e93c00 39f439e9 3c00bb96 00000026 f6b8bb96 76b83852 3c0030dc" \
    "f68cba5f 768c3a5f 76b83852 5a384cfa 435ae666 419f3333 00000000 00000000"

# The least of the lanes named; approximations of f16, exact where the result is; a subnormal that .ftz flushes.
ptx 64 '.entry k(.param .u64 out)
{
    .reg .u64 a;
    .reg .u32 t, r<8>;
    .reg .b16 h<8>;
    .reg .f32 x;
    .reg .pred p;
    ld.param.u64 a, [out];
    mov.u32 t, %tid.x;
    mad.wide.u32 a, t, 32, a;
    elect.sync r0|p, 0xfffffff8;
    selp.u32 r1, 1, 0, p;
    mov.b16 h0, 0x4200;
    ex2.approx.f16 h1, h0;
    mov.u32 r2, 0xc0003c00;
    ex2.approx.ftz.f16x2 r2, r2;
    tanh.approx.f32 x, 0f00000000;
    mov.u32 r3, 0x7c000000;
    tanh.approx.f16x2 r3, r3;
    mov.b16 h2, 0x0001;
    min.ftz.f16 h2, h2, h0;
    cvt.u32.u16 r4, h1;
    cvt.u32.u16 r5, h2;
    st.global.v4.u32 [a], {r0, r1, r2, r3};
    mov.b32 r6, x;
    st.global.v4.u32 [a+16], {r4, r5, r6, t};
    ret;
}'
sed -i 's/^.version 7.8/.version 8.0/' k.ptx
"$gt200" ptxas -arch sm_90 k.ptx -o k.cubin
"$gt200" run k.cubin --chip h100 -k k -g 1 -b 32 -a out:out:1024 >/dev/null || fail elect
test "$(od -An -v -tx4 -w32 out | sed -n 4p)" = \
    ' 00000003 00000001 34004000 3c000000 00004800 00000000 00000000 00000003' || fail "elect: $(od -An -tx4 -w32 out)"
test "$(od -An -v -tx4 -w32 out | sed -n 5p)" = \
    ' 00000003 00000000 34004000 3c000000 00004800 00000000 00000000 00000004' || fail "elect: $(od -An -tx4 -w32 out)"

# Barriers that parts of a warp reach: threads 0, 16 and 32, as an H200 gave them.
"$gt200" ptxas -arch sm_90 "$src/tests/sm70cc/barrier.ptx" -o k.cubin
for of in 'both 0:112 16:64 32:80' 'twice 0:112 16:96 32:64' 'ended 0:0 16:64 32:80'; do
    "$gt200" run k.cubin --chip h100 -k "${of%% *}" -g 1 -b 64 -a out:out:4100 >/dev/null || fail "barriers, $of"
    got=$(od -An -v -tu4 -w8 out | awk 'NR == 1 || NR == 17 || NR == 33 { printf " %d:%d", NR - 1, $2 }')
    test "$got" = " ${of#* }" || fail "barriers, $of: $got"
done
test "$fails" = 0
