/* SPDX-License-Identifier: Apache-2.0
 * Textures of gt200 run: N:FORMAT:FILE and N:FORMAT:@B+OFFSET,WIDTH. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "cli.h"

/* "unorm8x4" and the like, up to the colon. */
static bool parse_format(const char *text, size_t n, struct gt_texture *t)
{
    static const struct { const char *name; uint8_t type; } types[] = {
        { "unorm", GT_TEX_UNORM }, { "snorm", GT_TEX_SNORM }, { "u", GT_TEX_UINT }, { "s", GT_TEX_SINT }, { "f", GT_TEX_FLOAT },
    };
    char copy[16], tail[2];
    unsigned bits, comps = 1;

    if (n >= sizeof copy)
        return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t len = strlen(types[i].name);
        if (strncmp(copy, types[i].name, len) != 0)
            continue;
        int got = sscanf(copy + len, "%2ux%1u%1s", &bits, &comps, tail);
        if (got != 2 && !(got == 1 && !strchr(copy + len, 'x')))
            return false;
        t->type = types[i].type;
        bool norm = t->type == GT_TEX_UNORM || t->type == GT_TEX_SNORM, real = t->type == GT_TEX_FLOAT;
        t->bits = (uint8_t)bits;
        t->comps = (uint8_t)comps;
        return (bits == 8 || bits == 16 || bits == 32) && !(norm && bits == 32) && !(real && bits == 8) &&
               (comps == 1 || comps == 2 || comps == 4);
    }
    return false;
}

static bool place(struct gt_gpu *g, struct gt_texture *t, unsigned unit, const char *path, FILE *f, char *err, size_t errn)
{
    uint32_t size = t->comps * t->bits / 8u;
    long bytes;

    if (fseek(f, 0, SEEK_END) != 0 || (bytes = ftell(f)) < 0 || fseek(f, 0, SEEK_SET) != 0) {
        snprintf(err, errn, "%s: %s", path, strerror(errno));
        return false;
    }
    if (bytes == 0 || (unsigned long)bytes % size || (unsigned long)bytes / size > 1ul << 27) {
        snprintf(err, errn, "%s: %ld bytes are not 1 to 2^27 texels of %u bytes", path, bytes, size);
        return false;
    }
    void *data = malloc((size_t)bytes);
    t->width = (uint32_t)((unsigned long)bytes / size);
    t->addr = data ? gt_alloc(g, (uint32_t)bytes) : 0;
    bool ok = t->addr != 0;
    if (!ok)
        snprintf(err, errn, "%s: %ld bytes do not fit in device memory (--memory)", path, bytes);
    else if (!(ok = fread(data, 1, (size_t)bytes, f) == (size_t)bytes))
        snprintf(err, errn, "%s: cannot be read", path);
    else
        ok = gt_write(g, t->addr, data, (uint32_t)bytes) && gt_texture_bind(g, unit, t);
    free(data);
    return ok;
}

/* "@B+OFFSET,WIDTH": texels of the B-th buffer among the arguments. */
static bool inside(struct gt_gpu *g, const struct run_args *a, struct gt_texture *t, unsigned unit, const char *where, char *err, size_t errn)
{
    unsigned buffer, offset, width, size = t->comps * t->bits / 8u;
    char tail[2];

    if (sscanf(where, "@%9u+%9u,%9u%1s", &buffer, &offset, &width, tail) != 3 || buffer == 0) {
        snprintf(err, errn, "'%s' is not @B+OFFSET,WIDTH: buffer number B of the arguments, from byte OFFSET on, WIDTH texels", where);
        return false;
    }
    if (buffer > a->nbuffers) {
        snprintf(err, errn, "'%s': the arguments have %zu buffers", where, a->nbuffers);
        return false;
    }
    const struct run_buffer *b = &a->buffers[buffer - 1];
    t->addr = b->addr + offset;
    t->width = width;
    if (width == 0 || offset % size || (uint64_t)offset + (uint64_t)width * size > b->bytes || !gt_texture_bind(g, unit, t)) {
        snprintf(err, errn, "'%s': not 1 to 2^27 texels of %u bytes, aligned and inside the buffer of %u bytes", where, size, (unsigned)b->bytes);
        return false;
    }
    return true;
}

bool run_texture(struct gt_gpu *g, const struct run_args *a, const char *text, char *err, size_t errn, bool *usage)
{
    struct gt_texture t = { 0 };
    const char *format = strchr(text, ':'), *path = format ? strchr(format + 1, ':') : NULL;
    char number[8];
    uint64_t unit;

    *usage = true;
    snprintf(number, sizeof number, "%.*s", format ? (int)(format - text) : 0, text);
    if (!path || !cli_number(number, GT_TEXTURES - 1, &unit) || !parse_format(format + 1, (size_t)(path - format - 1), &t)) {
        snprintf(err, errn, "'%s' is not N:FORMAT:FILE with N from 0 to %d and a FORMAT like u32, s16x2, unorm8x4 or f32", text,
                 GT_TEXTURES - 1);
        return false;
    }
    if (path[1] == '@')
        return inside(g, a, &t, (unsigned)unit, path + 1, err, errn);
    *usage = false;
    FILE *f = fopen(path + 1, "rb");
    if (!f) {
        snprintf(err, errn, "%s: %s", path + 1, strerror(errno));
        return false;
    }
    bool ok = place(g, &t, (unsigned)unit, path + 1, f, err, errn);
    fclose(f);
    return ok;
}
