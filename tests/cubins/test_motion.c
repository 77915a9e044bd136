/* SPDX-License-Identifier: Apache-2.0
 *
 * test-motion TARGET FOLDER: motion_div2.cubin of NVIDIA's compiler, overlapped block motion compensation of a video
 * decoder (two textures, motion vectors in c0[], a block of 256 threads), beside what our compiler makes of
 * motion_div2.ptx: the same pictures.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "module.h"
#include "ptxas.h"
#include "target.h"

/* A picture of 64 x 64 from two references of twice that size. Blocks of 8 x 8 pixels overlap by 4. */
#define SIZE 64
#define REF (2 * SIZE)
#define VECTORS_PER_ROW 16
#define NO_VECTOR 32766                 /* from this reference */
#define PICTURES 4

struct input {
    uint32_t obmc[19];                  /* vectors of a row; weights of the references and the shift behind them */
    int16_t vector[VECTORS_PER_ROW * VECTORS_PER_ROW][4];
    uint8_t ref[2][REF * REF];
};

struct picture { int16_t pixel[SIZE][SIZE]; };

static uint32_t rnd(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

/* A picture's motion vectors and its two references. */
static void make_input(struct input *in, uint32_t seed)
{
    uint32_t s = seed * 2654435761u | 1;
    memset(in, 0, sizeof *in);
    in->obmc[0] = VECTORS_PER_ROW;
    in->obmc[16] = 1 + seed % 3;
    in->obmc[17] = 1;
    in->obmc[18] = 1;
    for (unsigned i = 0; i < VECTORS_PER_ROW * VECTORS_PER_ROW; i++)
        for (unsigned k = 0; k < 4; k++)
            in->vector[i][k] = k < 2 && rnd(&s) % 4 == 0 ? NO_VECTOR : (int16_t)((int)(rnd(&s) % 33) - 16);
    for (unsigned i = 0; i < sizeof in->ref; i++)
        in->ref[i / (REF * REF)][i % (REF * REF)] = (uint8_t)rnd(&s);
}

/* Constants and textures on the device. */
static bool place_input(const struct gt_module *m, struct gt_gpu *g, const struct input *in)
{
    unsigned seg;
    uint32_t at, bytes;
    bool ok = gt_module_constant(m, "obmc", &seg, &at, &bytes) &&
              gt_const_write(g, seg, at, in->obmc, sizeof in->obmc) &&
              gt_module_constant(m, "motion_vectors", &seg, &at, &bytes) &&
              gt_const_write(g, seg, at, in->vector, sizeof in->vector);
    for (unsigned k = 0; k < 2 && ok; k++) {
        struct gt_texture t = {.width = REF, .height = REF, .pitch = REF, .comps = 1, .bits = 8, .type = GT_TEX_UNORM};
        t.addr = gt_alloc(g, sizeof in->ref[k]);
        ok = t.addr && gt_write(g, t.addr, in->ref[k], sizeof in->ref[k]) && gt_texture_bind(g, k, &t);
    }
    return ok;
}

/* Runs motion_copy_2ref of a cubin; the picture starts with what nothing writes. */
static bool run_motion(const char *text, size_t bytes, const char *name, enum gt_target t, const struct input *in,
                       struct picture *out)
{
    struct gt_gpu *g = gt_gpu_new(1 << 20);
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res = {.message = "cannot be set up"};
    const struct gt_run_opts opts = {.reproduce = name, .fst = t == GT_TARGET_LOCKSTEP ? "" : NULL};
    char err[512] = "out of memory";
    if (!g || !gt_module_load_text(&m, g, text, bytes, name, err, sizeof err)) {
        printf("%s: %s\n", name, err);
        gt_gpu_free(g);
        return false;
    }
    memset(out, 0x55, sizeof *out);
    uint32_t dest = gt_alloc(g, sizeof *out);
    const uint32_t one = 0x3f800000;
    /* to, -, bytes of a row, width, height, component, scales of x and y, log2 of: overlap, distance, middle of
     * blocks, in x and y */
    const uint32_t param[] = {dest, 0, 2 * SIZE, SIZE, SIZE, 0, one, one, 2, 2, 3, 3, 2, 2};
    int k = gt_module_kernel(&m, "motion_copy_2ref", err, sizeof err);
    bool ok = k >= 0 && dest && gt_write(g, dest, out, sizeof *out) && place_input(&m, g, in) &&
              gt_module_bind(&m, k, err, sizeof err);
    if (ok) {
        gt_module_launch(&m, k, &l);
        l.params = param;
        l.param_words = sizeof param / sizeof param[0];
        l.grid_x = 8;
        l.grid_y = 2;
        l.block_x = l.block_y = 16;
        l.block_z = 1;
        l.max_cycles = 10000000;
        ok = gt_target_run(t, g, &l, &res, &opts) == GT_OK && gt_read(g, dest, out, sizeof *out);
    }
    if (!ok)
        printf("%s: %s\n", name, res.message);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok;
}

/* Our native code of a PTX file; NULL: the message has been printed. */
static char *compile_ptx(const char *path)
{
    struct ptxas_result r;
    const struct ptxas_options o = {.fma_as_mad = true};
    size_t n;
    char *ptx = gt_read_file(path, &n);
    bool ok = ptx && ptxas_compile(ptx, path, &o, &r);
    if (!ok)
        printf("%s: %s\n", path, ptx ? r.error : "cannot be read");
    free(ptx);
    return ok ? r.text : NULL;
}

static bool compare_pictures(unsigned number, const struct picture *theirs, const struct picture *ours)
{
    unsigned written = 0;
    for (unsigned y = 0; y < SIZE; y++)
        for (unsigned x = 0; x < SIZE; x++) {
            written += theirs->pixel[y][x] != 0x5555;
            if (theirs->pixel[y][x] == ours->pixel[y][x])
                continue;
            printf("picture %u, x %u y %u: %d by NVIDIA's code, %d by ours\n", number, x, y, theirs->pixel[y][x],
                   ours->pixel[y][x]);
            return false;
        }
    printf("picture %u: %u pixels, the same\n", number, written);
    return written > SIZE * SIZE / 2;
}

int main(int argc, char **argv)
{
    enum gt_target t;
    char path[1024];
    size_t n;
    if (argc != 3 || !gt_target_parse(argv[1], &t)) {
        fprintf(stderr, "usage: test-motion TARGET FOLDER\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/motion_div2.cubin", argv[2]);
    char *theirs = gt_read_file(path, &n);
    snprintf(path, sizeof path, "%s/motion_div2.ptx", argv[2]);
    char *ours = theirs ? compile_ptx(path) : NULL;
    struct input *in = malloc(sizeof *in);
    struct picture *p = malloc(2 * sizeof *p);
    bool ok = ours && in && p;
    for (unsigned i = 0; i < (t == GT_TARGET_LOCKSTEP ? 1 : PICTURES) && ok; i++) {
        make_input(in, 1 + i);
        ok = run_motion(theirs, n, "motion_div2.cubin", t, in, &p[0]) &&
             run_motion(ours, strlen(ours), "motion_div2.ptx", GT_TARGET_FUNC, in,
                        &p[1]) && compare_pictures(i, &p[0], &p[1]);
    }
    free(theirs);
    free(ours);
    free(in);
    free(p);
    return !ok;
}
