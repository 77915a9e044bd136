/* SPDX-License-Identifier: Apache-2.0
 * Control flow as programs written elsewhere use it: switches, nested loops, early exits, goto, sorting, searching,
 * small machines. */
#include "language.h"

PROGRAM(dense_switch)
{
    unsigned x = a[i];
    switch (x % 12) {
    case 0: return x + 1;
    case 1: return x * 3;
    case 2: x ^= 77; break;
    case 3: x -= 5; /* fall through */
    case 4: x += i; break;
    case 5: return 9;
    case 6: x = x << 3; break;
    case 7: x = x >> 3; break;
    case 8: x = ~x; break;
    case 9: x = x * x; break;
    default: x = 1000;
    }
    return x + 2;
}
PROGRAM(sparse_switch)
{
    switch (a[i] & 0xffff) {
    case 0: return 1;
    case 127: return 2;
    case 255: case 256: return 3;
    case 0x7fff: return 4;
    case 0xffff: return 5;
    default: return 6 + (a[i] >> 30);
    }
}
PROGRAM(switch_in_loop)
{
    unsigned state = 0, n = 0;
    for (unsigned k = 0; k < 20; k++) {
        switch (state) {
        case 0: state = a[i + k] & 1 ? 1 : 2; break;
        case 1: n += k; state = a[i + k] & 2 ? 3 : 0; break;
        case 2: n ^= a[i + k]; state = 4; break;
        case 3: if (a[i + k] & 4) return n * 3; state = 5; break;
        case 4: n = n * 5 + 1; state = 0; break;
        case 5: n -= 7; state = 6; continue;
        case 6: n += 100; state = 7; break;
        default: state = 0;
        }
        n++;
    }
    return n;
}
PROGRAM(switch64)
{
    switch ((long long)a[i] - 2) {
    case -2: return 10;
    case -1: return 11;
    case 0: return 12;
    case 1: return 13;
    case 125: return 14;
    case 0x7ffffffd: return 15;
    case 0xfffffffdll: return 16;
    }
    return 17;
}
PROGRAM(nested_loops)
{
    unsigned s = 0;
    for (unsigned x = 0; x < (a[i] & 7); x++)
        for (unsigned y = x; y < (a[i + 1] & 7); y++) {
            if ((x ^ y) == 3)
                continue;
            for (unsigned z = 0; z < y; z++) {
                s += x * y + z;
                if (s > 300)
                    return s;
            }
        }
    return s;
}
PROGRAM(break_out)
{
    unsigned k, n = 0;
    for (k = 0; k < 40; k++) {
        if (a[i + k] % 11 == 3)
            break;
        if (a[i + k] & 1)
            continue;
        n += a[i + k];
    }
    return n + k;
}
PROGRAM(gotos)
{
    unsigned x = a[i], n = 0;
again:
    if (x & 1)
        goto odd;
    x >>= 1;
    if (++n < 10)
        goto again;
    goto done;
odd:
    x = x * 3 + 1;
    if (++n < 20)
        goto again;
done:
    return x + n;
}
PROGRAM(duff)           /* a loop that is entered at four places */
{
    unsigned n = (a[i] & 7) + 1, k = (n + 3) / 4, x = 0;
    switch (n % 4) {
    case 0:
        do {
            x = x * 3 + a[i + k];
    case 3:
            x ^= 9;
    case 2:
            x = x * 5 + 2;
    case 1:
            x = x * 11 + n;
        } while (--k > 0);
    }
    return x;
}
PROGRAM(collatz)
{
    unsigned x = (a[i] & 255) + 1, n = 0;
    while (x != 1 && n < 200) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        n++;
    }
    return n;
}
PROGRAM(gcd)
{
    unsigned x = a[i] | 1, y = a[i + 1] >> 5;
    while (y) {
        unsigned t = x % y;
        x = y;
        y = t;
    }
    return x;
}
PROGRAM(insertion_sort)
{
    unsigned v[10], s = 0;
    for (int k = 0; k < 10; k++)
        v[k] = a[i + (unsigned)k];
    for (int k = 1; k < 10; k++) {
        unsigned x = v[k];
        int j = k - 1;
        for (; j >= 0 && v[j] > x; j--)
            v[j + 1] = v[j];
        v[j + 1] = x;
    }
    for (int k = 0; k < 10; k++)
        s = s * 33 + v[k];
    return s;
}
PROGRAM(binary_search)
{
    int lo = 0, hi = 64;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if ((unsigned)(mid * mid) < (a[i] & 4095))
            lo = mid + 1;
        else
            hi = mid;
    }
    return (unsigned)lo;
}
PROGRAM(primes)
{
    unsigned x = (a[i] & 1023) | 1;
    for (unsigned d = 3; d * d <= x; d += 2)
        if (x % d == 0)
            return d;
    return x;
}
PROGRAM(short_circuit)
{
    unsigned n = 0;
    if ((a[i] & 1) && (n++, a[i + 1] & 1) && (n++, a[i + 2] & 1))
        n += 10;
    if ((a[i] & 2) || (n += 100, a[i + 1] & 2) || (n += 1000, 0))
        n++;
    return n;
}
PROGRAM(do_while)
{
    unsigned x = a[i], n = 0;
    do {
        n = n * 10 + x % 10;
        x /= 10;
    } while (x);
    return n;
}
/* A machine of bytes: push a nibble, add, multiply, swap, drop. */
PROGRAM(interpreter)
{
    unsigned stack[16], n = 0;
    for (unsigned pc = 0; pc < 24; pc++) {
        unsigned op = a[(i + pc / 4) % 256] >> 8 * (pc % 4) & 255;
        switch (op >> 4) {
        case 0: case 1: case 2: case 3: case 4: if (n < 16) stack[n++] = op; break;
        case 5: case 6: if (n > 1) { stack[n - 2] += stack[n - 1]; n--; } break;
        case 7: if (n > 1) { stack[n - 2] *= stack[n - 1]; n--; } break;
        case 8: if (n > 1) { unsigned t = stack[n - 1]; stack[n - 1] = stack[n - 2]; stack[n - 2] = t; } break;
        case 9: if (n) n--; break;
        case 10: if (n) stack[n - 1] = ~stack[n - 1]; break;
        case 11: if (n && n < 16) { stack[n] = stack[n - 1]; n++; } break;
        case 12: if (n > 2) stack[n - 3] ^= stack[n - 1]; break;
        case 13: if (n && stack[n - 1] > 100) pc++; break;
        default: if (n > 8) return n; break;
        }
    }
    unsigned s = n;
    while (n)
        s = s * 17 + stack[--n];
    return s;
}
static __noinline__ __host__ __device__ unsigned rounds(unsigned x, unsigned k)
{
    for (unsigned r = 0; r < k; r++)
        x = (x << 5 | x >> 27) ^ r * 0x9e3779b9u;
    return x;
}
static __noinline__ __host__ __device__ void split(unsigned x, unsigned *hi, unsigned *lo)
{
    *hi = x >> 16;
    *lo = x & 0xffff;
}
PROGRAM(called_functions)
{
    unsigned h, l;
    split(rounds(a[i], i & 15), &h, &l);
    return rounds(h, 3) + l * rounds(l, h & 3);
}
PROGRAM(queens)
{
    int row[6], k = 0, found = 0, n = 4 + (int)(i % 3);
    row[0] = -1;
    while (k >= 0) {
        if (++row[k] >= n) {
            k--;
            continue;
        }
        bool ok = true;
        for (int j = 0; j < k; j++)
            if (row[j] == row[k] || row[j] - row[k] == j - k || row[j] - row[k] == k - j)
                ok = false;
        if (!ok)
            continue;
        if (k == n - 1)
            found++;
        else
            row[++k] = -1;
    }
    return (unsigned)found;
}
PROGRAM(edit_distance)
{
    unsigned char d[9];
    for (unsigned y = 0; y < 9; y++)
        d[y] = (unsigned char)y;
    for (unsigned x = 1; x < 9; x++) {
        unsigned char diagonal = d[0];
        d[0] = (unsigned char)x;
        for (unsigned y = 1; y < 9; y++) {
            unsigned same = (a[i + x] & 3) == (a[i + 16 + y] & 3), best = diagonal + !same;
            diagonal = d[y];
            if (d[y] + 1u < best) best = d[y] + 1u;
            if (d[y - 1] + 1u < best) best = d[y - 1] + 1u;
            d[y] = (unsigned char)best;
        }
    }
    return d[8];
}
PROGRAM(big_number)
{
    unsigned char digit[30];
    int n = 1;
    digit[0] = 1;
    for (unsigned f = 2; f < 5 + i % 16; f++) {
        unsigned carry = 0;
        for (int k = 0; k < n; k++) {
            carry += digit[k] * f;
            digit[k] = (unsigned char)(carry % 10);
            carry /= 10;
        }
        for (; carry; carry /= 10)
            digit[n++] = (unsigned char)(carry % 10);
    }
    unsigned h = 0;
    for (int k = 0; k < n; k++)
        h = h * 7 + digit[k];
    return h;
}
PROGRAM(random_walk)
{
    unsigned long long seed = a[i] + 1ull;
    int x = 0, y = 0, far = 0;
    for (int k = 0; k < 30; k++) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        switch (seed >> 62) {
        case 0: x++; break;
        case 1: x--; break;
        case 2: y++; break;
        default: y--;
        }
        int d = (x < 0 ? -x : x) + (y < 0 ? -y : y);
        far = d > far ? d : far;
    }
    return (unsigned)far;
}
PROGRAM(conditional_stores)
{
    unsigned v[4] = { 0, 0, 0, 0 };
    for (unsigned k = 0; k < 16; k++) {
        unsigned x = a[i + k];
        if (x & 1) v[0] += x;
        else if (x & 2) v[1] ^= x;
        else if (x & 4) v[2]++;
        else v[3] = x;
    }
    return v[0] + v[1] + v[2] + v[3];
}
PROGRAM(uneven_loops)
{
    unsigned s = 0;
    for (unsigned k = 0; k < i % 9; k++) {
        unsigned x = a[i + k];
        while (x > 100) {
            x = (x >> 2) + 3;
            if (x % 7 == 0)
                break;
            s++;
        }
        if (x == 5)
            return s;
        s += x;
    }
    return s;
}

int main(int argc, char **argv) { return run_programs(argc > 1 ? argv[1] : 0); }
