/* SPDX-License-Identifier: Apache-2.0
 *
 * Per-thread functions that are compiled twice: by `gt200 cc` inside the kernels of bodies.cu, and by the host
 * compiler inside the test, which compares the results. X(name) lists them.
 */
#ifdef __CUDA__
#define FN static __device__ __forceinline__
#define CONST __constant__
#else
#define FN static inline
#define CONST static
static inline int mul24i(int a, int b)
{
    return (int)((unsigned)(((int)((unsigned)a << 8)) >> 8) * (unsigned)(((int)((unsigned)b << 8)) >> 8));
}
#define __mul24 mul24i
#define __umul24(a, b) (((a) & 0xffffffu) * ((b) & 0xffffffu))
#define fminf(a, b) ((a) < (b) ? (a) : (b))
#define fmaxf(a, b) ((a) > (b) ? (a) : (b))
#define fabsf(a) __builtin_fabsf(a)
#endif

typedef unsigned int u32;
typedef unsigned long long u64;

#define LIST(X) \
    X(arith) \
    X(logic) X(shift) X(mul) X(mulconst) X(mul24) X(mulwide) X(minmax) X(select3) X(ifelse) X(nested) \
        X(shortcircuit) X(loopsum) X(tripcount) X(collatz) X(breaks) X(continues) X(nestedbreak) X(dowhile) X(gcd) \
            X(popcount) X(bitrev) X(early) X(switches) X(bytes) X(shorts) X(localarray) X(table) X(add64) X(mul64) \
                X(shift64) X(cmp64) X(unsignedcmp) X(fhorner) X(fcompare) X(fminmax) X(fconv) X(fabsneg) X(fselect) \
                    X(pressure) X(gotos) X(boolean) X(crc) X(twoexits) X(loopvar) X(notloop) X(absval) \
                        X(uniformloop) X(laterloop) X(predchain)

CONST int ctable[16] = { 3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, -3 };
CONST float cfloat[4] = { 0.5f, -1.25f, 3.0f, 100.0f };

FN u32 bits(float f)
{
    union { float f; u32 u; } x;
    x.f = f;
    return x.u;
}

FN u32 arith(u32 a, u32 b, u32 c) { return a + b - c + (a - 7) - (1000 - b) + (0 - c); }
FN u32 logic(u32 a, u32 b, u32 c) { return (a & b) ^ (~a | c) ^ (b & 0xff00ff) ^ (c | 0x5) ^ ~(a ^ 0x12345678); }
FN u32 shift(u32 a, u32 b, u32 c)
{
    return (a << 3) ^ (b >> 5) ^ (u32)((int)c >> 7) ^ (a << (b & 31)) ^ (b >> (c & 31)) ^ (u32)((int)a >> (c & 31));
}
FN u32 mul(u32 a, u32 b, u32 c) { return a * b + c * c - (u32)((int)a * (int)c); }
FN u32 mulconst(u32 a, u32 b, u32 c)
{
    return a * 10 + b * 0x12345 + c * 65536 + (b & 0xffff) * 77 + (a & 0xfff) * (b & 0xff) + c * 0xfffffff0u;
}
FN u32 mul24(u32 a, u32 b, u32 c) { return (u32)__mul24((int)a, (int)b) + __umul24(b, c) + (u32)__mul24((int)c, 5); }
FN u32 mulwide(u32 a, u32 b, u32 c)
{
    return (u32)(unsigned short)a * (unsigned short)b + (u32)((int)(short)b * (short)c);
}
FN u32 minmax(u32 a, u32 b, u32 c)
{
    int x = (int)a, y = (int)b;
    return (u32)(x < y ? x : y) ^ (b > c ? b : c) ^ (u32)(x > -100 ? x : -100) ^ (c < 1000 ? c : 1000);
}
FN u32 select3(u32 a, u32 b, u32 c)
{
    return (a & 1 ? b : c) + (b & 2 ? 17u : 3u) + (c & 4 ? a : 0) + (a & 8 ? 0 : b) + ((int)a < 0 ? 1u : 0u);
}
FN u32 ifelse(u32 a, u32 b, u32 c)
{
    u32 r = 0;
    if (a & 1)
        r += b * 3;
    else
        r ^= c + 5;
    if (a & 2)
        r = r * r + b;
    return r;
}
FN u32 nested(u32 a, u32 b, u32 c)
{
    u32 r = a;
    if (a & 1) {
        if (b & 1) {
            r += b;
            if (c & 1)
                r = r * 31 + c * b;
            else
                r = r * 37 - c * a;
            r ^= r >> 3;
        } else {
            r -= b * c;
            r ^= r << 5;
        }
        r += 9;
    } else if (a & 2) {
        r = b * b + c * c;
        if (c & 2)
            r += a * a * b;
    } else {
        r = c;
    }
    return r * 2 + 1;
}
FN u32 shortcircuit(u32 a, u32 b, u32 c)
{
    u32 r = 0;
    if ((a & 1 && b & 2) || (c & 4 && !(a & 8)))
        r = a * b;
    if (!(a & 16) && (b & 16 || c & 16))
        r += c * 7;
    return r;
}
FN u32 loopsum(u32 a, u32 b, u32 c)
{
    u32 s = 0;
    for (u32 i = 0; i < 20; i++)
        s = s * 5 + (i ^ a) + (b >> (i & 7));
    return s + c;
}
FN u32 tripcount(u32 a, u32 b, u32 c)
{
    u32 s = b;
    for (u32 i = 0; i < (a & 31); i++)
        s = s * 3 + (c ^ i);
    return s;
}
FN u32 collatz(u32 a, u32 b, u32 c)
{
    u32 n = (a & 0xffff) + 1, k = 0;
    while (n != 1 && k < 200) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        k++;
    }
    return k + (b ^ c) + n;
}
FN u32 breaks(u32 a, u32 b, u32 c)
{
    u32 s = 0;
    for (int i = 0; i < 50; i++) {
        s += a ^ (u32)i;
        if ((s & 15) == (b & 15))
            break;
        s = s * 7 + c;
        if ((s & 31) == 3)
            break;
    }
    return s;
}
FN u32 continues(u32 a, u32 b, u32 c)
{
    u32 s = 0;
    for (int i = 0; i < 30; i++) {
        if ((a >> (i & 31)) & 1)
            continue;
        s = s * 3 + b;
        if (s & 4) {
            s ^= c;
            continue;
        }
        s += (u32)i;
    }
    return s;
}
FN u32 nestedbreak(u32 a, u32 b, u32 c)
{
    u32 s = c;
    for (u32 i = 0; i < (a & 7) + 2; i++) {
        for (u32 k = 0; k < (b & 7) + 3; k++) {
            s = s * 13 + i * k;
            if ((s & 63) == 17)
                break;
            if ((s & 255) == 91)
                return s;
        }
        if ((s & 127) == 5)
            break;
        s ^= i;
    }
    return s + 1;
}
FN u32 dowhile(u32 a, u32 b, u32 c)
{
    u32 n = 0;
    do {
        a = a * 1103515245u + 12345u;
        n++;
    } while ((a >> 16 & 15) != (b & 15) && n < 64);
    return a ^ c ^ n;
}
FN u32 gcd(u32 a, u32 b, u32 c)
{
    a = (a & 255) + 1;
    b = (b & 255) + 1;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a + c;
}
FN u32 popcount(u32 a, u32 b, u32 c)
{
    u32 n = 0;
    while (a) {
        a &= a - 1;
        n++;
    }
    return n * 1000 + (b ^ c);
}
FN u32 bitrev(u32 a, u32 b, u32 c)
{
    u32 r = 0;
    for (int i = 0; i < 32; i++) {
        r = r << 1 | (a & 1);
        a >>= 1;
    }
    return r ^ b ^ c;
}
FN u32 early(u32 a, u32 b, u32 c)
{
    if (a & 1)
        return b + c;
    if (b & 1) {
        if (c & 1)
            return a * c;
        a += b * b;
    }
    for (int i = 0; i < 10; i++) {
        a = a * 3 + c;
        if ((a & 15) == 7)
            return a;
    }
    return a ^ b;
}
FN u32 switches(u32 a, u32 b, u32 c)
{
    switch (a & 7) {
    case 0: return b + c;
    case 1: b *= 3; break;
    case 2: b -= c;     /* fall through */
    case 3: c ^= b; break;
    case 5: c = b * c + 1; break;
    case 6: return c;
    default: b = ~c;
    }
    return b * 5 + c;
}
FN u32 bytes(u32 a, u32 b, u32 c)
{
    unsigned char x = (unsigned char)a, y = (unsigned char)(b + c);
    signed char z = (signed char)(a >> 8), w = (signed char)(x + y);
    x = (unsigned char)(x * y + 3);
    if (z < w)
        x ^= 0x5a;
    return (u32)x + (u32)(int)z * 256 + (u32)(int)w;
}
FN u32 shorts(u32 a, u32 b, u32 c)
{
    short x = (short)a, y = (short)(b - c);
    unsigned short z = (unsigned short)(a * 3), w = (unsigned short)(x + y);
    if (x > y)
        z = (unsigned short)(z >> 3);
    if (w > z)
        x = (short)(x * y);
    return (u32)(int)x ^ (u32)(y >> 2) ^ (u32)z << 8 ^ (u32)w << 3;
}
FN u32 localarray(u32 a, u32 b, u32 c)
{
    u32 t[16], s = 0;
    for (u32 i = 0; i < 16; i++)
        t[i] = a * i ^ b;
    for (u32 i = 0; i < 24; i++)
        t[(a >> (i & 15)) & 15] += t[(b >> (i & 15)) & 15] + c;
    for (u32 i = 0; i < 16; i++)
        s = s * 3 + t[i];
    return s;
}
FN u32 table(u32 a, u32 b, u32 c)
{
    return (u32)ctable[a & 15] * 7 + (u32)ctable[(b >> 3) & 15] + (u32)ctable[5] + bits(cfloat[c & 3]);
}
FN u32 add64(u32 a, u32 b, u32 c)
{
    u64 x = (u64)a << 32 | b, y = (u64)b << 32 | c;
    u64 s = x + y, d = x - y, e = x - 1, n = 0 - y;
    return (u32)(s >> 32) ^ (u32)s ^ (u32)(d >> 32) * 3 ^ (u32)d ^ (u32)(e >> 32) ^ (u32)(n >> 32);
}
FN u32 mul64(u32 a, u32 b, u32 c)
{
    u64 p = (u64)a * b, q = (p + c) * ((u64)c << 20 | a);
    long long s = (long long)(int)a * (int)c;
    return (u32)p ^ (u32)(p >> 32) ^ (u32)(q >> 32) ^ (u32)((u64)s >> 32);
}
FN u32 shift64(u32 a, u32 b, u32 c)
{
    u64 x = (u64)a << 32 | b;
    long long y = (long long)((u64)c << 32 | a);
    return (u32)(x >> 13) ^ (u32)(x >> 40) ^ (u32)((x << 7) >> 32) ^ (u32)(x << 35 >> 32) ^ (u32)(y >> 9) ^
           (u32)(y >> 50);
}
FN u32 cmp64(u32 a, u32 b, u32 c)
{
    u64 x = (u64)(a & 3) << 32 | b, y = (u64)(b & 3) << 32 | c;
    long long s = (long long)(((u64)(a & 3) << 62) | c), t = (long long)((u64)(b & 3) << 62 | a);
    return (x < y ? 1u : 0u) | (x <= y ? 2u : 0u) | (x == y ? 4u : 0u) | (s < t ? 8u : 0u) | (s >= t ? 16u : 0u) |
           (u32)((x > y ? x : y) >> 30) << 8;
}
FN u32 unsignedcmp(u32 a, u32 b, u32 c)
{
    return (a < b) + 2 * (a <= c) + 4 * (b > c) + 8 * (b >= 0x80000000u) + 16 * ((int)a < (int)b) +
           32 * ((int)b >= (int)c) + 64 * (a == b) + 128 * (a != c);
}
FN float tofloat(u32 a) { return (float)(int)(a & 0xfffff) * 0.001f - 300.0f; }
FN u32 fhorner(u32 a, u32 b, u32 c)
{
    float x = tofloat(a) * 0.01f, r = tofloat(b);
    r = r * x + 2.5f;
    r = r * x - tofloat(c);
    r = r * x + 0.125f;
    return bits(r - x * 3.0f);
}
FN u32 fcompare(u32 a, u32 b, u32 c)
{
    float x = tofloat(a), y = tofloat(b), z = tofloat(c);
    return (x < y) + 2 * (x <= z) + 4 * (y > z) + 8 * (y >= 10.0f) + 16 * (x == y) + 32 * (x != z) + 64 * !(x < z);
}
FN u32 fminmax(u32 a, u32 b, u32 c)
{
    float x = tofloat(a), y = tofloat(b), z = tofloat(c);
    return bits(fminf(x, y)) ^ bits(fmaxf(y, z)) ^ bits(fminf(fmaxf(x, 1.5f), 7.25f));
}
FN u32 fconv(u32 a, u32 b, u32 c)
{
    float x = tofloat(a), y = (float)b, z = (float)(int)c;
    return (u32)(int)x ^ (u32)(fabsf(x) * 16.0f) ^ bits(y) ^ bits(z) ^ bits((float)(unsigned char)a) ^
           bits((float)(short)b);
}
FN u32 fabsneg(u32 a, u32 b, u32 c)
{
    float x = tofloat(a), y = -tofloat(b), z = fabsf(tofloat(c));
    return bits(x + y) ^ bits(x * -z) ^ bits(-x - fabsf(y)) ^ bits(fmaxf(-x, -y));
}
FN u32 fselect(u32 a, u32 b, u32 c)
{
    float x = tofloat(a), y = tofloat(b), s = 0;
    for (u32 i = 0; i < (c & 15); i++) {
        if (x < y)
            s += x;
        else
            s -= y * 0.5f;
        x = x * 0.75f;
        y = y + 1.0f;
    }
    return bits(s);
}
FN u32 pressure(u32 a, u32 b, u32 c)
{
    u32 v[24], s = 0;
    for (int i = 0; i < 24; i++)
        v[i] = (a + (u32)i) * (b ^ (u32)i) + c;
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < 24; i++)
            v[i] = v[i] * v[(i + 7) % 24] + v[(i + 11) % 24];
    for (int i = 0; i < 24; i++)
        s ^= v[i];
    return s;
}
FN u32 gotos(u32 a, u32 b, u32 c)
{
    u32 n = 0;
    if (a & 1)
        goto two;
one:
    b = b * 3 + 1;
    if (++n > 10)
        goto out;
two:
    c ^= b + n;
    if ((c & 7) != 3 && n < 12) {
        n++;
        goto one;
    }
out:
    return b ^ c ^ n;
}
FN u32 boolean(u32 a, u32 b, u32 c)
{
    int p = a > b, q = b > c, r = (c & 1) == 0;
    int s = (p && q) || r, t = (p ^ q) & !r;
    return (u32)(s + 2 * t + 4 * (p == r)) + (p != q ? a : b);
}
FN u32 crc(u32 a, u32 b, u32 c)
{
    u32 r = ~a;
    for (int i = 0; i < 16; i++) {
        r ^= (b >> i) & 255;
        for (int k = 0; k < 3; k++)
            r = r >> 1 ^ (r & 1 ? 0xedb88320u : 0);
    }
    return r ^ c;
}
FN u32 twoexits(u32 a, u32 b, u32 c)
{
    u32 i = 0, s = 0;
    while (1) {
        s += a ^ i;
        if (s > 0xf0000000u)
            return s;
        if ((s ^ b) % 64 == 1) {
            s += c;
            break;
        }
        if (++i == 40) {
            s = b;
            goto end;
        }
    }
    s *= 3;
end:
    return s + i;
}
FN u32 loopvar(u32 a, u32 b, u32 c)
{
    u32 x = a, y = b, z = c;
    for (u32 i = 0; i < (c & 7) + 1; i++) {     /* a rotation: copies that form a cycle */
        u32 t = x;
        x = y;
        y = z;
        z = t;
    }
    return x * 3 + y * 5 + z * 7;
}
FN u32 notloop(u32 a, u32 b, u32 c)
{
    u32 r = 0;
    if (a & 4) {
        for (u32 i = 0; i < (b & 3); i++) {
            if (c & (1u << i))
                r += i * a;
            else
                r ^= b;
        }
    } else if (b & 4) {
        r = c;
    }
    return r + a;
}
FN u32 absval(u32 a, u32 b, u32 c)
{
    int x = (int)a, y = (int)b;
    return (u32)(x < 0 ? -x : x) + (u32)(y < 0 ? -y : y) * 3 + (u32)(x == 0 ? 5 : 9) + c;
}
FN u32 uniformloop(u32 a, u32 b, u32 c)
{
    u32 s = a;
    for (int i = 0; i < 12; i++) {
        if (s & 1)
            s = s * 3 + b;
        else if (s & 2)
            s = s * 5 + c;
        else
            s = (s >> 2) + 12345;
    }
    return s;
}
FN u32 laterloop(u32 a, u32 b, u32 c)
{
    u32 s = 0, i = 0, k = 0;
    for (; i < (a & 15); i++)
        s += b;
    for (; k < (i ^ 5) + (c & 3); k++)
        s = s * 3 + i;
    return s + i * 100 + k;
}
FN u32 predchain(u32 a, u32 b, u32 c)
{
    u32 r = 0;
    int p = a < b;
    int q = b < c;
    int s = a < c;
    int t = (a ^ b) < c;
    int u = (b ^ c) < a;
    int v = (a ^ c) < b;
    if (p) r += a * b;
    if (q) r ^= b * c;
    if (s) r -= a * c;
    if (t) r = r * 3 + a;
    if (u) r = r * 5 + b;
    if (v) r = r * 7 + c;
    if (p && u) r += 11;
    if (q && t) r += 13;
    if (s && v) r += 17;
    return r;
}
