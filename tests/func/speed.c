/* SPDX-License-Identifier: Apache-2.0
 *
 * Speed of the functional model on a tiled matrix multiply written in machine code: prints thread-instructions
 * per second of the clock. Under callgrind: instructions per simulated thread-instruction. Arguments: matrix size
 * (multiple of 16, default 256), host threads (default 1, 0: one per core).
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "enc.h"

/* C = A * B, 16 x 16 tiles in shared memory, inner loop unrolled 16 times: per step one ld s[] and one mad with an
 * s[] operand. s[]: 0x10 A, 0x14 B, 0x18 C, 0x1c row bytes; tiles at 0x40 and 0x440. */
static void matmul(struct prog *p, uint32_t n)
{
    const uint32_t tx = 1, ty = 2, acc = 3, pa = 4, pb = 5, cnt = 6, t = 7, u = 8, v = 9, one = 10, row = 11;
    andi(p, tx, 0, 0x3ff);
    emit(p, 0x30000001u | 16u << 16 | 0 << 9 | ty << 2, 0xe4100000u | ALWAYS);         /* shr.u32 ty = r0 >> 16 */
    ld_s(p, row, 0x1c, 0, ALWAYS);
    /* t = ctaid.y * 16 + ty; u = ctaid.x * 16 + tx */
    emit(p, 0x10000001u | 1u << 14 | 7 << 9 | t << 2, 0x0423c780u);                   /* mov t = s[0xe].u16 */
    emit(p, 0x10000001u | 1u << 14 | 6 << 9 | u << 2, 0x0423c780u);                   /* mov u = s[0xc].u16 */
    shli(p, t, t, 4, ALWAYS);
    shli(p, u, u, 4, ALWAYS);
    add(p, t, t, ty, ALWAYS);
    add(p, u, u, tx, ALWAYS);
    shli(p, u, u, 2, ALWAYS);
    mul24(p, t, t, row);                                                                /* byte offset of row */
    ld_s(p, pa, 0x10, 0, ALWAYS);
    add(p, pa, pa, t, ALWAYS);
    shli(p, v, tx, 2, ALWAYS);
    add(p, pa, pa, v, ALWAYS);                                                          /* &A[row][tx] */
    ld_s(p, pb, 0x14, 0, ALWAYS);
    add(p, pb, pb, u, ALWAYS);
    mul24(p, v, ty, row);
    add(p, pb, pb, v, ALWAYS);                                                          /* &B[ty][col] */
    add(p, t, t, u, ALWAYS);
    ld_s(p, u, 0x18, 0, ALWAYS);
    add(p, t, t, u, ALWAYS);                                                            /* &C[row][col] */
    shli(p, row, row, 4, ALWAYS);
    shli(p, v, ty, 4, ALWAYS);
    add(p, v, v, tx, ALWAYS);
    shl_a(p, 1, v, 2);                                                                  /* own tile element */
    shl_a(p, 2, ty, 6);                                                                 /* tile row */
    shl_a(p, 3, tx, 2);                                                                 /* tile column */
    movi(p, acc, 0);
    movi(p, cnt, n / 16);
    movi(p, one, 1);
    uint32_t loop = p->n * 4;
    ld_g(p, u, pa, GT_MT_B32, ALWAYS);
    ld_g(p, v, pb, GT_MT_B32, ALWAYS);
    st_s(p, 0x40, 1, u, ALWAYS);
    st_s(p, 0x440, 1, v, ALWAYS);
    bar(p, 0, 3, 0xfff);
    for (uint32_t k = 0; k < 16; k++) {
        ld_s(p, v, 0x440 + 64 * k, 3, ALWAYS);
        /* an s[] operand reaches 124 bytes: the tile row starts at $a2 + 0x40 */
        fmad_s(p, acc, 0x40 + 4 * k, 2, v, acc);
    }
    bar(p, 0, 3, 0xfff);
    addi(p, pa, pa, 64);
    add(p, pb, pb, row, ALWAYS);
    sub(p, cnt, cnt, one, ALWAYS | CDST(0));
    bra_if(p, loop, PRED(0, P_LG));
    st_g(p, t, acc, GT_MT_B32, ALWAYS | EXIT);
}

int main(int argc, char **argv)
{
    uint32_t n = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 256, bytes = n * n * 4;
    struct prog p = {.n = 0};
    struct gt_gpu *g = gt_gpu_new(4 * bytes + 65536);
    if (!g || n % 16 || !n || n > 2048)
        return 2;
    g->threads = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    uint32_t par[4] = {gt_alloc(g, bytes), gt_alloc(g, bytes), gt_alloc(g, bytes), n * 4};
    float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    if (!a || !b || !c)
        return 2;
    for (uint32_t i = 0; i < n * n; i++) {
        a[i] = (float)(i % 7) - 3.0f;           /* small integers: every sum is exact */
        b[i] = (float)(i % 5) - 2.0f;
    }
    gt_write(g, par[0], a, bytes);
    gt_write(g, par[1], b, bytes);
    matmul(&p, n);
    struct gt_launch l = launch_of(&p, n / 16, 16);
    l.grid_y = n / 16;
    l.block_y = 16;
    l.params = par;
    l.param_words = 4;
    l.smem = 0x840;
    struct gt_result *res = malloc(sizeof *res);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    enum gt_status s = gt_func_run(g, &l, res, NULL, NULL);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    if (s != GT_OK) {
        fprintf(stderr, "%s\n", res->message);
        return 1;
    }
    gt_read(g, par[2], c, bytes);
    for (uint32_t i = 0; i < n * n; i += 97) {
        float want = 0;
        for (uint32_t k = 0; k < n; k++)
            want += a[i / n * n + k] * b[k * n + i % n];
        if (c[i] != want) {
            fprintf(stderr, "element %u is %g, expected %g\n", (unsigned)i, (double)c[i], (double)want);
            return 1;
        }
    }
    double sec = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
    printf("matrix multiply %ux%u: %llu thread-instructions in %.3f s: %.1f million per second\n", (unsigned)n,
           (unsigned)n, (unsigned long long)res->thread_insns, sec, 1e-6 * (double)res->thread_insns / sec);
    free(res);
    free(a);
    free(b);
    free(c);
    gt_gpu_free(g);
    return 0;
}
