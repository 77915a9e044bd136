/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads -a values by the parameter's type, and files into device buffers.
 */
#include "args.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"

struct error { char *text; size_t n; };

static bool set_error(const struct error *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool set_error(const struct error *e, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(e->text, e->n, fmt, ap);
    va_end(ap);
    return false;
}

static const char *const written[] = { "a value", "u32:N, s32:N or u64:N", "f32:X", "f64:X",
                                       "a buffer: in:FILE, out:FILE:BYTES, inout:FILE, zero:BYTES" };

/* Is the next parameter one for a value of this type and size? A pointer may be given as a number. */
static bool type_fits(const struct run_args *a, enum run_type type, uint32_t bytes, const struct error *e)
{
    const struct run_param *p = &a->known[a->next];
    const bool number = type == RUN_INTEGER && p->type == RUN_POINTER;

    if (a->next == a->nknown)
        return set_error(e, "%s has %zu parameters", a->kernel, a->nknown);
    if (p->type != RUN_UNKNOWN && p->type != type && !number)
        return set_error(e, "parameter %zu of %s is %s (expected %s)", a->next + 1, a->kernel, p->text,
                         written[p->type]);
    if (p->bytes == bytes || (type == RUN_INTEGER && p->type == RUN_INTEGER && p->bytes < 4 && bytes == 4))
        return true;
    return set_error(e, "parameter %zu of %s has %u bytes, the argument %u", a->next + 1, a->kernel, p->bytes, bytes);
}

/* Does the 32-bit integer fit a smaller parameter? */
static bool in_range(const void *value, const struct run_param *p)
{
    const bool natural = !strncmp(p->text, "unsigned", 8) || !strcmp(p->text, "bool");
    int32_t v;

    if (p->bytes >= sizeof v)
        return true;
    memcpy(&v, value, sizeof v);
    return natural ? v >= 0 && v < 1 << 8 * p->bytes : v >= -(1 << (8 * p->bytes - 1)) && v < 1 << (8 * p->bytes - 1);
}

/* Puts the value where the next parameter lies; of those that nothing is known of, behind the last one at its natural
 * alignment. */
static bool put_param(struct run_args *a, const void *value, enum run_type type, uint32_t bytes, const struct error *e)
{
    uint32_t at = (a->bytes + bytes - 1) / bytes * bytes;

    if (a->nknown) {
        const struct run_param *p = &a->known[a->next];
        if (!type_fits(a, type, bytes, e))
            return false;
        if (!in_range(value, p))
            return set_error(e, "parameter %zu of %s is %s, which has no such value", a->next + 1, a->kernel, p->text);
        at = p->offset;
        bytes = p->bytes;
        a->next++;
    }
    if (at + bytes > sizeof a->params)
        return set_error(e, "more than 256 bytes of parameters");
    memcpy((char *)a->params + at, value, bytes);
    a->bytes = at + bytes > a->bytes ? at + bytes : a->bytes;
    return true;
}

static bool put_u32(struct run_args *a, const char *text, const struct error *e)
{
    uint64_t v;

    if (!cli_number(text, UINT32_MAX, &v))
        return set_error(e, "'%s' is not a number from 0 to 4294967295", text);
    uint32_t w = (uint32_t)v;
    return put_param(a, &w, RUN_INTEGER, 4, e);
}

static bool put_u64(struct run_args *a, const char *text, const struct error *e)
{
    uint64_t v;

    if (!cli_number(text, UINT64_MAX, &v))
        return set_error(e, "'%s' is not a 64-bit number", text);
    return put_param(a, &v, RUN_INTEGER, 8, e);
}

static bool put_f64(struct run_args *a, const char *text, const struct error *e)
{
    char *end;
    double v = strtod(text, &end);

    if (end == text || *end)
        return set_error(e, "'%s' is not a floating-point number", text);
    return put_param(a, &v, RUN_DOUBLE, 8, e);
}

static bool put_s32(struct run_args *a, const char *text, const struct error *e)
{
    char *end;

    errno = 0;
    long long v = strtoll(text, &end, 0);
    if (end == text || *end || errno || v < INT32_MIN || v > INT32_MAX)
        return set_error(e, "'%s' is not a number from -2147483648 to 2147483647", text);
    int32_t w = (int32_t)v;
    return put_param(a, &w, RUN_INTEGER, 4, e);
}

static bool put_f32(struct run_args *a, const char *text, const struct error *e)
{
    char *end;
    float v = strtof(text, &end);

    if (end == text || *end)
        return set_error(e, "'%s' is not a floating-point number", text);
    return put_param(a, &v, RUN_FLOAT, 4, e);
}

/* A pointer is as wide as its parameter, and if that is not known as they all are. */
static uint32_t pointer_bytes(const struct run_args *a)
{
    return a->next < a->nknown && !a->wide_pointers ? a->known[a->next].bytes : a->wide_pointers ? 8 : 4;
}

/* Is the next parameter a pointer, as wide as those before it? Unknown parameters may be. */
static bool pointer_fits(const struct run_args *a, const struct error *e)
{
    if (!a->nknown)
        return true;
    const uint32_t bytes = pointer_bytes(a);
    if (!type_fits(a, RUN_POINTER, bytes, e))
        return false;
    if (bytes != 4 && bytes != 8)
        return set_error(e, "parameter %zu of %s has %u bytes, which is no pointer", a->next + 1, a->kernel, bytes);
    return !a->pointer_bytes || a->pointer_bytes == bytes ||
           set_error(e,
                     "parameter %zu of %s has %u bytes, and a buffer in front of it has %u: one of them is no pointer",
                     a->next + 1, a->kernel, bytes, a->pointer_bytes);
}

/* A new device buffer whose address becomes the next parameter. */
static bool put_buffer(struct run_args *a, struct gt_gpu *g, const char *path, const void *data, uint32_t bytes,
                       const struct error *e)
{
    if (a->nbuffers == sizeof a->buffers / sizeof *a->buffers)
        return set_error(e, "too many buffers");
    const struct run_param *p = a->nknown ? &a->known[a->next] : NULL;
    const uint32_t size = pointer_bytes(a);
    struct run_buffer *b = &a->buffers[a->nbuffers];
    b->path = path;
    b->bytes = bytes;
    b->addr = gt_alloc(g, bytes);
    if (!b->addr)
        return set_error(e, "a buffer of %u bytes does not fit in device memory (--memory)", bytes);
    if (data && !gt_write(g, b->addr, data, bytes))
        return set_error(e, "buffer at 0x%x is outside device memory", b->addr);
    a->nbuffers++;
    uint64_t address = b->addr;
    a->pointer_bytes = size;
    b->at = p ? p->offset : (a->bytes + size - 1) / size * size;
    return put_param(a, &address, RUN_POINTER, size, e);
}

/* A buffer with the contents of a file; back: it is written back there after the run. */
static bool put_file(struct run_args *a, struct gt_gpu *g, const char *path, bool back, const struct error *e)
{
    size_t n;
    char *data = gt_read_file(path, &n);

    if (!data)
        return set_error(e, "%s: %s", path, strerror(errno));
    bool ok = n > 0 && n <= UINT32_MAX ? put_buffer(a, g, back ? path : NULL, data, (uint32_t)n, e)
                                       : set_error(e, "%s: %zu bytes cannot be a buffer", path, n);
    free(data);
    return ok;
}

bool run_args_add(struct run_args *a, struct gt_gpu *g, const char *text, char *err, size_t errn, bool *usage)
{
    const struct error e = { err, errn };
    const char *colon = strchr(text, ':');
    size_t kind = colon ? (size_t)(colon - text) : 0;
    const char *rest = colon ? colon + 1 : "";
    uint64_t bytes;

#define IS(word) (kind == sizeof word - 1 && !strncmp(text, word, kind))
    *usage = true;
    if (IS("u32"))
        return put_u32(a, rest, &e);
    if (IS("s32"))
        return put_s32(a, rest, &e);
    if (IS("f32"))
        return put_f32(a, rest, &e);
    if (IS("f64"))
        return put_f64(a, rest, &e);
    if (IS("u64"))
        return put_u64(a, rest, &e);
    if (IS("zero")) {
        if (!cli_number(rest, UINT32_MAX, &bytes) || bytes == 0)
            return set_error(&e, "'%s': expected zero:BYTES", text);
        *usage = !pointer_fits(a, &e);
        return !*usage && put_buffer(a, g, NULL, NULL, (uint32_t)bytes, &e);
    }
    if (IS("out")) {
        const char *last = strrchr(rest, ':');
        if (!last || last == rest || !cli_number(last + 1, UINT32_MAX, &bytes) || bytes == 0)
            return set_error(&e, "'%s': expected out:FILE:BYTES", text);
        /* argv lives as long as the program: cut the path out of it in place */
        ((char *)rest)[last - rest] = 0;
        *usage = !pointer_fits(a, &e);
        return !*usage && put_buffer(a, g, rest, NULL, (uint32_t)bytes, &e);
    }
    if (IS("in") || IS("inout")) {
        *usage = !pointer_fits(a, &e);
        return !*usage && put_file(a, g, rest, IS("inout"), &e);
    }
#undef IS
    return set_error(&e, "'%s' is not an argument (u32: s32: f32: u64: f64: in: out: inout: zero:)", text);
}

struct contents {
    const void *data;
    size_t      n;
};

static bool write_contents(FILE *f, const void *data)
{
    const struct contents *c = data;
    return fwrite(c->data, 1, c->n, f) == c->n;
}

bool run_args_write(const struct run_args *a, const struct gt_gpu *g, char *err, size_t errn)
{
    const struct error e = { err, errn };

    for (size_t i = 0; i < a->nbuffers; i++) {
        const struct run_buffer *b = &a->buffers[i];
        if (!b->path)
            continue;
        void *data = malloc(b->bytes);
        bool ok = data && gt_read(g, b->addr, data, b->bytes);
        ok = ok ? gt_replace_file(b->path, write_contents, &(struct contents){ data, b->bytes }, err, errn)
                : set_error(&e, "%s: cannot read the buffer back", b->path);
        free(data);
        if (!ok)
            return false;
    }
    return true;
}
