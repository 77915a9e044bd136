/* SPDX-License-Identifier: Apache-2.0
 * Textures of gt200 run: texels or rows of texels from a file (N:FORMAT:FILE, N:FORMAT:ROWS:FILE) or from a buffer of
 * the arguments (N:FORMAT:@B+OFFSET,WIDTH, N:FORMAT:@B+OFFSET,PITCH,ROWS). */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "cli.h"
#include "gt_chip.h"

/* "unorm8x4" and the like, up to the colon. */
static bool parse_format(const char *text, size_t n, struct gt_texture *t)
{
    static const struct { const char *name; uint8_t type; } types[] = {
        { "unorm", GT_TEX_UNORM }, { "snorm", GT_TEX_SNORM }, { "u", GT_TEX_UINT }, { "s", GT_TEX_SINT },
        { "f", GT_TEX_FLOAT },
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

#define ROWS "WIDTHxHEIGHT[xDEPTH][,linear][,normalized][,MODE[,MODE[,MODE]]] (MODE: clamp, border, wrap or mirror, " \
             "for x, y and z)"

/* ROWS, n characters: rows of texels, or slices of rows, and how they are read. The last MODE holds for the coordinates
 * behind it. */
static bool parse_rows(const char *text, size_t n, struct gt_texture *t)
{
    static const struct { const char *name; uint8_t mode; } modes[] = {
        { "clamp", GT_TEX_CLAMP }, { "border", GT_TEX_BORDER }, { "wrap", GT_TEX_WRAP }, { "mirror", GT_TEX_MIRROR },
    };
    char copy[64], *save = NULL;
    unsigned nmodes = 0;
    int end = 0, more = 0;

    if (n >= sizeof copy)
        return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    char *word = strtok_r(copy, ",", &save);
    if (!word || sscanf(word, "%5" SCNu32 "x%5" SCNu32 "%n", &t->width, &t->height, &end) != 2)
        return false;
    bool slices = sscanf(word + end, "x%4" SCNu32 "%n", &t->depth, &more) == 1;
    if (word[end + more] || !t->width || !t->height || (slices && !t->depth))
        return false;
    while ((word = strtok_r(NULL, ",", &save))) {
        size_t k = 0;
        while (k < sizeof modes / sizeof *modes && strcmp(word, modes[k].name))
            k++;
        if (k < sizeof modes / sizeof *modes && nmodes < 3) {
            for (unsigned d = nmodes++; d < 3; d++)
                t->mode[d] = modes[k].mode;
        } else if (!strcmp(word, "linear")) {
            t->linear = true;
        } else if (!strcmp(word, "normalized")) {
            t->normalized = true;
        } else {
            return false;
        }
    }
    return true;
}

/* Texels of a file into device memory, rows at the hardware's pitch, and the texture that they make. */
static bool load_texture(struct gt_gpu *g, struct gt_texture *t, unsigned unit, const char *path, FILE *f, char *err,
                         size_t errn)
{
    uint32_t size = t->comps * t->bits / 8u, row = t->width * size;
    uint32_t rows = (t->height ? t->height : 1) * (t->depth ? t->depth : 1);
    long bytes;

    if (fseek(f, 0, SEEK_END) != 0 || (bytes = ftell(f)) < 0 || fseek(f, 0, SEEK_SET) != 0) {
        snprintf(err, errn, "%s: %s", path, strerror(errno));
        return false;
    }
    if (t->height && (uint64_t)bytes != (uint64_t)row * rows) {
        snprintf(err, errn, "%s: %ld bytes are not %u rows of %u texels of %u bytes", path, bytes, rows, t->width,
                 size);
        return false;
    }
    if (bytes == 0 || (unsigned long)bytes % size || (unsigned long)bytes / size > GT_TEX_LINEAR_WIDTH) {
        snprintf(err, errn, "%s: %ld bytes are not 1 to 2^27 texels of %u bytes", path, bytes, size);
        return false;
    }
    if (t->height) {
        t->pitch = (row + GT_TEX_PITCH - 1) / GT_TEX_PITCH * GT_TEX_PITCH;
        t->slice = t->depth ? t->height * t->pitch : 0;
    } else {
        t->width = (uint32_t)((unsigned long)bytes / size);
        row = t->pitch = (uint32_t)bytes;
    }
    uint64_t all = (uint64_t)t->pitch * rows;
    uint8_t *data = all <= UINT32_MAX ? calloc(1, all) : NULL;
    t->addr = data ? gt_alloc(g, (uint32_t)all) : 0;
    bool ok = t->addr != 0;
    if (!ok)
        snprintf(err, errn, "%s: %llu bytes do not fit in device memory (--memory)", path, (unsigned long long)all);
    for (uint32_t y = 0; ok && y < rows; y++)
        if (!(ok = fread(data + (size_t)y * t->pitch, 1, row, f) == row))
            snprintf(err, errn, "%s: cannot be read", path);
    if (!t->height)
        t->pitch = 0;
    if (ok && !(ok = gt_write(g, t->addr, data, (uint32_t)all) && gt_texture_bind(g, unit, t)))
        snprintf(err, errn,
                 "%s: such a texture cannot be: at most %d x %d texels, %d slices; integers are not filtered, wrap and "
                 "mirror need 'normalized'", path, GT_TEX_WIDTH, GT_TEX_HEIGHT, GT_TEX_DEPTH);
    free(data);
    return ok;
}

/* "@B+OFFSET,WIDTH" or "@B+OFFSET,PITCH,ROWS": texels of the B-th buffer among the arguments. */
static bool texture_in_buffer(struct gt_gpu *g, const struct run_args *a, struct gt_texture *t, unsigned unit,
                              const char *where, char *err, size_t errn)
{
    unsigned buffer, offset, width, size = t->comps * t->bits / 8u;
    int end = 0;

    if (sscanf(where, "@%9u+%9u,%9u%n", &buffer, &offset, &width, &end) != 3 || buffer == 0 ||
        (where[end] && (where[end] != ',' || !parse_rows(where + end + 1, strlen(where + end + 1), t)))) {
        snprintf(err, errn,
                 "'%s' is not @B+OFFSET,WIDTH or @B+OFFSET,PITCH,ROWS: buffer number B of the arguments, from byte "
                 "OFFSET on, WIDTH "
                 "texels or rows PITCH bytes apart; ROWS: " ROWS,
                 where);
        return false;
    }
    if (t->height) {
        t->pitch = width;
        width = t->width;
        t->slice = t->depth ? t->height * t->pitch : 0;
    }
    if (buffer > a->nbuffers) {
        snprintf(err, errn, "'%s': the arguments have %zu buffers", where, a->nbuffers);
        return false;
    }
    const struct run_buffer *b = &a->buffers[buffer - 1];
    uint64_t rows = (uint64_t)t->height * (t->depth ? t->depth : 1), above = t->height ? (rows - 1) * t->pitch : 0;
    t->addr = b->addr + offset;
    t->width = width;
    if (width == 0 || offset % size || offset + above + (uint64_t)width * size > b->bytes ||
        !gt_texture_bind(g, unit, t)) {
        if (t->height)
            snprintf(err, errn,
                     "'%s': not rows of texels of %u bytes, from a multiple of %u bytes on, PITCH such a multiple "
                     "and not below WIDTH "
                     "texels, inside the buffer of %u bytes; wrap and mirror only with normalized, linear not with "
                     "integers",
                     where, size, GT_TEX_PITCH, (unsigned)b->bytes);
        else
            snprintf(err, errn, "'%s': not 1 to 2^27 texels of %u bytes, aligned and inside the buffer of %u bytes",
                     where, size, (unsigned)b->bytes);
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
    if (!path || !cli_number(number, GT_TEXTURES - 1, &unit) ||
        !parse_format(format + 1, (size_t)(path - format - 1), &t)) {
        snprintf(err, errn,
                 "'%s' is not N:FORMAT:FILE with N from 0 to %d and a FORMAT like u32, s16x2, unorm8x4 or f32", text,
                 GT_TEXTURES - 1);
        return false;
    }
    size_t word = strspn(path + 1, "0123456789");
    const char *rows = word && path[1 + word] == 'x' ? strchr(path + 1, ':') : NULL;
    if (rows && !parse_rows(path + 1, (size_t)(rows - path - 1), &t)) {
        snprintf(err, errn, "'%.*s' is not " ROWS, (int)(rows - path - 1), path + 1);
        return false;
    }
    if (rows)
        path = rows;
    if (path[1] == '@')
        return texture_in_buffer(g, a, &t, (unsigned)unit, path + 1, err, errn);
    *usage = false;
    FILE *f = fopen(path + 1, "rb");
    if (!f) {
        snprintf(err, errn, "%s: %s", path + 1, strerror(errno));
        return false;
    }
    bool ok = load_texture(g, &t, (unsigned)unit, path + 1, f, err, errn);
    fclose(f);
    return ok;
}
