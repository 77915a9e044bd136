/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200-textures: what the texture units make of coordinates, on a GPU as a record of checksums, and the same in the
 * functional model. A line of the record is a case (texture_cases.c) and the CRC-32 of its results.
 */
#define _POSIX_C_SOURCE 200809L
#include "gpu.h"
#include "sm70_sampler.h"
#include "sm70cc.h"
#include "texture_cases.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { THREADS = 128, BLOCKS = TEXTURE_POINTS / THREADS };

static const char head[] = ".version 7.8\n.target sm_90\n.address_size 64\n.tex .u64 t;\n";
static const char kernel[] =
    ".entry k%u(.param .u64 in, .param .u64 out)\n{\n"
    "    .reg .u64 a, b, o;\n    .reg .u32 i, n, r<4>;\n    .reg .f32 x, y, z, w;\n"
    "    mov.u32 i, %%ctaid.x;\n    mov.u32 n, %%ntid.x;\n    mul.lo.u32 i, i, n;\n"
    "    mov.u32 n, %%tid.x;\n    add.u32 i, i, n;\n    mul.wide.u32 o, i, 16;\n"
    "    ld.param.u64 a, [in];\n    ld.param.u64 b, [out];\n    add.u64 a, a, o;\n    add.u64 b, b, o;\n"
    "    ld.global.v4.f32 {x, y, z, w}, [a];\n"
    "    tex.%ud.v4.u32.f32 {r0, r1, r2, r3}, [t, {%s}];\n"
    "    st.global.v4.u32 [b], {r0, r1, r2, r3};\n    ret;\n}\n";

static void exit_unless(bool ok, const char *err)
{
    if (!ok) {
        fprintf(stderr, "%s\n", err);
        exit(1);
    }
}

static gpu_module load_kernels(struct gpu *g)
{
    static const char *const at[] = { "x", "x, y", "x, y, z, w" };
    char text[8192];
    char err[1024];
    const struct ptxas_options opt = { 0 };
    struct ptxas_result r;
    gpu_module m;
    size_t n = (size_t)snprintf(text, sizeof text, "%s", head);

    for (unsigned d = 1; d <= 3; d++)
        n += (size_t)snprintf(text + n, sizeof text - n, kernel, d, d, at[d - 1]);
    exit_unless(sm70cc_compile(gpu_capability(g), text, "kernels", &opt, &r), r.error);
    exit_unless(gpu_load(g, r.text, &m, err, sizeof err), err);
    free(r.text);
    return m;
}

static unsigned format_of(const struct gt_texture *t)
{
    if (t->type == GT_TEX_FLOAT)
        return t->bits == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    const bool sign = t->type == GT_TEX_SNORM || t->type == GT_TEX_SINT;
    if (t->bits == 8)
        return sign ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8;
    if (t->bits == 16)
        return sign ? CU_AD_FORMAT_SIGNED_INT16 : CU_AD_FORMAT_UNSIGNED_INT16;
    return sign ? CU_AD_FORMAT_SIGNED_INT32 : CU_AD_FORMAT_UNSIGNED_INT32;
}

/* false: the driver refuses the texture. */
static bool on_gpu(struct gpu *g, gpu_module m, const struct texture_case *c, uint64_t memory, uint32_t (*out)[4])
{
    static const unsigned modes[] = { [GT_TEX_CLAMP] = CU_TR_ADDRESS_MODE_CLAMP,
                                      [GT_TEX_WRAP] = CU_TR_ADDRESS_MODE_WRAP,
                                      [GT_TEX_MIRROR] = CU_TR_ADDRESS_MODE_MIRROR,
                                      [GT_TEX_BORDER] = CU_TR_ADDRESS_MODE_BORDER };
    const bool whole = c->t.type == GT_TEX_UINT || c->t.type == GT_TEX_SINT;
    const struct gpu_texels t = {
        .dims = c->dims, .width = c->t.width, .height = c->t.height ? c->t.height : 1,
        .depth = c->t.depth, .format = format_of(&c->t), .comps = c->t.comps,
        .flags = (whole ? CU_TRSF_READ_AS_INTEGER : 0) | (c->t.normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0),
        .filter = c->t.linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT,
        .mode = { modes[c->t.mode[0]], modes[c->t.mode[1]], modes[c->t.mode[2]] }, .bytes = c->bytes,
        .texels = c->texels };
    const size_t bytes = TEXTURE_POINTS * sizeof *out;
    uint64_t results = memory + bytes;
    void *args[] = { &memory, &results };
    char err[1024], name[4];
    gpu_array a;
    bool lost;

    snprintf(name, sizeof name, "k%u", c->dims);
    if (!gpu_bind(g, m, "t", &t, &a, err, sizeof err)) {
        fprintf(stderr, "%s: %s\n", c->name, err);
        memset(out, 0, bytes);
        return false;
    }
    exit_unless(gpu_put(g, memory, c->at, bytes, err, sizeof err) &&
                gpu_call(g, m, name, BLOCKS, THREADS, args, &lost, err, sizeof err) &&
                gpu_get(g, out, results, bytes, err, sizeof err), err);
    gpu_unbind(g, a);
    return true;
}

static void on_model(const struct texture_case *c, uint32_t (*out)[4])
{
    for (unsigned k = 0; k < TEXTURE_POINTS; k++)
        sm70_sample(&c->t, c->texels, c->dims, c->at[k], out[k]);
}

static unsigned long crc_of(uint32_t (*out)[4])
{
    return crc32(0, (const Bytef *)out, (uInt)(TEXTURE_POINTS * sizeof *out));
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *f = fopen(path, mode);

    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

/* raw: a file of all results; NULL: none. The record is written when the GPU has taken all textures. */
static int measure_textures(const char *path, const char *raw)
{
    static uint32_t out[TEXTURE_POINTS][4];
    char err[2600];
    struct gpu *g = gpu_open(err, sizeof err);
    struct texture_case c;
    uint64_t memory;
    bool refused = false;

    exit_unless(g != NULL, err);
    exit_unless(gpu_take(g, 2 * sizeof out, &memory, err, sizeof err), err);
    gpu_module m = load_kernels(g);
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length), *all = raw ? open_file(raw, "wb") : NULL;
    exit_unless(f != NULL, "out of memory");
    fprintf(f, "# Textures: case, CRC-32 of its %d results (sw/measure/probe/texture_cases.c).\n# %s\n",
            TEXTURE_POINTS, gpu_about(g));
    for (unsigned i = 0; texture_case_make(i, &c); i++) {
        refused |= !on_gpu(g, m, &c, memory, out);
        fprintf(f, "%s %08lx\n", c.name, crc_of(out));
        for (unsigned k = 0; all && k < TEXTURE_POINTS; k++)
            exit_unless(fwrite(out[k], 4, c.t.comps, all) == c.t.comps, raw);
        texture_case_free(&c);
    }
    exit_unless(!fclose(f) && (!all || !fclose(all)), "the results cannot be written");
    if (!refused) {
        f = open_file(path, "w");
        const bool written = fwrite(text, 1, length, f) == length;
        exit_unless(!fclose(f) && written, path);
    }
    free(text);
    return refused;
}

static int check_record(const char *path)
{
    static uint32_t out[TEXTURE_POINTS][4];
    FILE *f = open_file(path, "r");
    char text[256], name[65];
    struct texture_case c;
    unsigned i = 0, different = 0;
    unsigned long crc;

    while (fgets(text, sizeof text, f)) {
        if (*text == '#')
            continue;
        if (!texture_case_make(i++, &c) || sscanf(text, "%64s %lx", name, &crc) != 2 || strcmp(c.name, name)) {
            fprintf(stderr, "%s: expected texture %u of texture_cases.c and a CRC-32, found %s", path, i - 1,
                    text);
            return 1;
        }
        on_model(&c, out);
        if (crc_of(out) != crc) {
            different++;
            printf("%s: not the GPU's\n", name);
        }
        texture_case_free(&c);
    }
    fclose(f);
    printf("%u textures, %u differ\n", i, different);
    return different || !i;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && argc <= 4 && !strcmp(argv[1], "measure"))
        return measure_textures(argv[2], argv[3]);
    if (argc == 3 && !strcmp(argv[1], "check"))
        return check_record(argv[2]);
    fprintf(stderr, "usage: gt200-textures measure RECORD [RAW]\n       gt200-textures check RECORD\n");
    return 2;
}
