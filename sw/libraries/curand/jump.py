# SPDX-License-Identifier: Apache-2.0
"""jump.py [--check HEADER]: writes curand_xorwow.h, the polynomials by which curand_kernel.h skips ahead in xorwow.

The five words of xorwow without its counter are linear over GF(2): a step is a matrix A of 160 x 160 bits. With p the
characteristic polynomial of A, found by the method of Berlekamp and Massey, and g = x^N mod p, N steps are g(A), which
is the sum of the states that 160 single steps pass, where g has a bit (Haramoto and others, INFORMS J. Computing 2008).
--check compares the header with what would be written, exit status 1 if they differ.
"""
import sys

WORD = 0xffffffff
SIZE = 160
OFFSETS, SEQUENCES, SEQUENCE = range(8, 64), range(64), 67


def step(v):
    """xorwow without the counter (G. Marsaglia, Xorshift RNGs, J. Statistical Software 8, 2003)."""
    t = v[0] ^ v[0] >> 2
    return v[1:] + [v[4] ^ v[4] << 4 & WORD ^ t ^ t << 1 & WORD]


def characteristic():
    """Of the linear recurrence of any one bit, which has the whole size."""
    bits, v = [], [123456789, 362436069, 521288629, 88675123, 5783321]
    for _ in range(2 * SIZE + 32):
        bits.append(v[4] & 1)
        v = step(v)
    current, before, length, gap = 1, 1, 0, 1
    for n in range(len(bits)):
        wrong = sum(bits[n - i] for i in range(length + 1) if current >> i & 1) & 1
        if wrong and 2 * length <= n:
            current, before, length, gap = current ^ before << gap, current, n + 1 - length, 1
        else:
            current ^= before << gap if wrong else 0
            gap += 1
    assert length == SIZE
    return int(format(current, f"0{SIZE + 1}b")[::-1], 2)


def times(a, b, p):
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a <<= 1
        a ^= p if a >> SIZE & 1 else 0
        b >>= 1
    return product


def jump(v, g):
    total = [0] * 5
    for i in range(SIZE):
        if g >> i & 1:
            total = [a ^ b for a, b in zip(total, v)]
        v = step(v)
    return total


def powers():
    """x^(2^k) mod p for k from 0 on."""
    p, g = characteristic(), 2
    while True:
        yield g
        g = times(g, g, p)


def text():
    every = powers()
    table = [next(every) for _ in range(SEQUENCE + len(SEQUENCES))]
    rows = [table[k] for k in OFFSETS] + [table[SEQUENCE + k] for k in SEQUENCES]
    lines = ["    { " + ", ".join(f"0x{g >> 32 * i & WORD:08x}" for i in range(5)) + " }," for g in rows]
    return f"""/* SPDX-License-Identifier: Apache-2.0
 *
 * Skipping ahead in xorwow, for curand_kernel.h; made by sw/libraries/curand/jump.py. x^N mod p, lowest word first;
 * N is 2^8 to 2^63, then 2^{SEQUENCE} to 2^{SEQUENCE + len(SEQUENCES) - 1}.
 */
#ifndef GT200_CURAND_XORWOW_H
#define GT200_CURAND_XORWOW_H

#ifdef __CUDA_ARCH__
static __device__ __constant__
#else
static __attribute__((unused))
#endif
const unsigned __gt_xorwow_jumps[{len(rows)}][5] = {{
""" + "\n".join(lines) + "\n};\n\n#endif\n"


def main():
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2], encoding="ascii") as file:
            if file.read() != text():
                sys.exit(f"{sys.argv[2]}: not what jump.py writes")
    else:
        sys.stdout.write(text())


if __name__ == "__main__":
    main()
