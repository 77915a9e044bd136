/* SPDX-License-Identifier: Apache-2.0
 *
 * A random program as a file of tests/lockstep: assembly with its `#!` lines.
 */
#include "fuzz.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"

static uint32_t const_bytes(const struct gt_gpu *g, unsigned seg)
{
    uint32_t n = g->cseg[seg] ? GT_CONST_BYTES : 0;
    while (n && g->cseg[seg][n - 1] == 0)
        n--;
    return (n + 3) & ~3u;
}

static void put_const(struct gt_cubin_data *d, const struct gt_gpu *g, unsigned seg, uint32_t bytes)
{
    d->seg = seg;
    d->bytes = bytes;
    d->words = malloc(bytes);
    fuzz_must(d->words != NULL);
    memcpy(d->words, g->cseg[seg], bytes);
}

/* Textures and counters as options of gt200 run. */
static void put_options(FILE *f, const struct fuzz_prog *p)
{
    static const char *const type[] = {[GT_TEX_UINT] = "u",
                                       [GT_TEX_SINT] = "s", [GT_TEX_UNORM] = "unorm", [GT_TEX_SNORM] = "snorm",
                                       [GT_TEX_FLOAT] = "f"};
    static const char *const mode[] = {
        [GT_TEX_CLAMP] = "clamp", [GT_TEX_WRAP] = "wrap", [GT_TEX_MIRROR] = "mirror", [GT_TEX_BORDER] = "border"};
    for (unsigned i = 0; i < GT_TEXTURES; i++) {
        const struct gt_texture *t = &p->gpu->tex[i];
        if (!t->width)
            continue;
        fprintf(f, " --tex %u:%s%ux%u:@1+%u,", i, type[t->type], t->bits, t->comps, (unsigned)(t->addr - p->out));
        if (t->height)
            fprintf(f, "%u,%ux%u", (unsigned)t->pitch, (unsigned)t->width, (unsigned)t->height);
        if (t->depth)
            fprintf(f, "x%u", (unsigned)t->depth);
        if (t->height)
            fprintf(f, "%s%s,%s,%s,%s", t->normalized ? ",normalized" : "", t->linear ? ",linear" : "",
                    mode[t->mode[0]], mode[t->mode[1]], mode[t->mode[2]]);
        else
            fprintf(f, "%u", (unsigned)t->width);
    }
    for (unsigned i = 0; i < 4; i++)
        fprintf(f, "%s%s", i ? "," : " --pm ", gt_pm_name(p->launch.pm[i]));
}

static void put_seed(FILE *f, const char *option, uint32_t seed)
{
    if (seed)
        fprintf(f, " %s %u", option, (unsigned)seed);
}

/* Each line as a comment. */
static void put_comment(FILE *f, const char *text)
{
    while (*text) {
        int n = (int)strcspn(text, "\n");
        fprintf(f, "# %.*s\n", n, text);
        text += n + (text[n] == '\n');
    }
}

static bool is_zero(const uint8_t *p, size_t n)
{
    while (n && p[n - 1] == 0)
        n--;
    return n == 0;
}

bool fuzz_save(const struct fuzz_kind *k, uint32_t seed, const struct fuzz_prog *p, const char *target,
               const char *again, const char *why, const char *path)
{
    const struct gt_launch *l = &p->launch;
    struct fuzz_prog *fresh = malloc(sizeof *fresh);
    char buffer[1024] = "in:", *const name = buffer + 3;
    fuzz_must(fresh != NULL);
    k->make(fresh, seed);                       /* memory as before the run */
    const uint8_t *mem = fresh->gpu->mem + (fresh->out - GT_G_BASE);
    bool ok = true;
    if (is_zero(mem, FUZZ_OUT_BYTES)) {
        snprintf(buffer, sizeof buffer, "zero:%u", FUZZ_OUT_BYTES);
    } else {
        snprintf(name, sizeof buffer - 3, "%s.in", path);
        FILE *f = fopen(name, "wb");
        ok = f && fwrite(mem, 1, FUZZ_OUT_BYTES, f) == FUZZ_OUT_BYTES;
        ok = (!f || fclose(f) == 0) && ok;
    }

    struct gt_cubin c;
    cubin_init(&c);
    c.arch = p->gpu->chip->values->compute;     /* the chip refuses a later one */
    struct gt_cubin_kernel *kn = cubin_add_kernel(&c, "fuzz");
    kn->lmem = l->lmem;
    kn->smem = l->smem;
    kn->reg = l->regs;
    kn->code_words = p->n;
    kn->code = malloc(4 * p->n + 4);
    fuzz_must(kn->code != NULL);
    memcpy(kn->code, p->code, 4 * p->n);
    for (unsigned seg = 0; seg < GT_CONST_SEGS; seg++) {
        uint32_t bytes = const_bytes(fresh->gpu, seg);
        if (bytes && seg == 1)
            put_const(cubin_add_kernel_const(&c.kernels[0]), fresh->gpu, seg, bytes);
        else if (bytes)
            put_const(cubin_add_const(&c, "constants"), fresh->gpu, seg, bytes);
    }

    FILE *f = ok ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "# A %s program of gt200 fuzz that fails on target %s, shrunk. The whole program again:\n"
                   "#   gt200 fuzz --kind %s --programs 1 --seed %u --target %s%s",
                k->name, target, k->name, (unsigned)seed, target, again);
        fprintf(
            f,
            "\n# This one:\n"
            "#   gt200 as %s -o fuzz.cubin && gt200 run fuzz.cubin -k fuzz -g %u -b %u --target %s --memory %u -a %s",
            path, (unsigned)l->grid_x, (unsigned)l->block_x, target, (unsigned)(p->gpu->mem_bytes >> 20), buffer);
        for (uint32_t i = 1; i < l->param_words; i++)
            fprintf(f, " -a u32:%u", (unsigned)l->params[i]);
        put_options(f, fresh);
        put_seed(f, "--jitter", p->gpu->jitter);
        put_seed(f, "--stall", p->gpu->stall);
        put_seed(f, "--fold", p->gpu->fold);
        put_seed(f, "--check", strncmp(target, "fpga:", 5) ? 0 : 1000);     /* else nothing is compared */
        if (l->max_cycles)
            fprintf(f, " --max-cycles %llu", (unsigned long long)l->max_cycles);
        fprintf(f, "\n#\n");
        put_comment(f, why);
        fprintf(f, "\n");
        ok = isa_dis_file(f, &c, true);
        ok = fclose(f) == 0 && ok;
    } else {
        ok = false;
    }
    int e = errno;
    cubin_free(&c);
    fuzz_free(fresh);
    free(fresh);
    errno = e;
    return ok;
}
