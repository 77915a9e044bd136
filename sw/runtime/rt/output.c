/* SPDX-License-Identifier: Apache-2.0
 *
 * What kernels print: the records of sw/compiler/lib/gt200_output.h; where they take memory from.
 */
#include "output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MASK, RING, RING_UPPER, WORDS };                     /* of the variable */
enum { LEFT, LOST, HEAD_WORDS };                            /* in front of the ring */
_Static_assert(WORDS == GT_OUTPUT_WORDS && 4 * HEAD_WORDS == GT_OUTPUT_HEAD, "output.h says so");
enum { RECORD_PRINTF = 1, RECORD_ASSERT = 2, RECORD_ASSERT_TEXTS = 3 };
enum { RECORD_HEAD = 2, RECORD_REST = 3 };
enum arg { ARG_WORD = 1, ARG_LONG, ARG_DOUBLE, ARG_POINTER, ARG_TEXT };

bool gt_output_has(const struct gt_module *m)
{
    uint32_t a, n;

    return gt_module_variable(m, GT_OUTPUT_NAME, &a, &n) && n == 4 * WORDS;
}

uint32_t gt_output_new(struct gt_gpu *g, uint32_t bytes)
{
    return gt_alloc(g, GT_OUTPUT_HEAD + bytes);
}

void gt_output_begin(const struct gt_module *m, uint32_t ring, uint32_t bytes)
{
    static const uint32_t head[HEAD_WORDS];
    uint32_t state[GT_OUTPUT_WORDS], a, n;

    gt_output_state(state, ring, bytes);
    if (gt_module_variable(m, GT_OUTPUT_NAME, &a, &n) && gt_write(m->gpu, ring, head, sizeof head))
        gt_write(m->gpu, a, state, sizeof state);
}

void gt_output_state(uint32_t state[GT_OUTPUT_WORDS], uint64_t ring, uint32_t bytes)
{
    state[MASK] = bytes / 4 - 1;
    state[RING] = (uint32_t)ring;
    state[RING_UPPER] = (uint32_t)(ring >> 32);
}

/* ---- a record and its arguments -------------------------------------------------------------------------- */

struct record { const uint32_t *w; uint32_t at, end; };     /* words from at to end, less the length behind them */

static uint32_t next_word(struct record *r)
{
    return r->at < r->end ? r->w[r->at++] : 0;
}

static uint64_t two_words(struct record *r)
{
    const uint64_t low = next_word(r);

    return low | (uint64_t)next_word(r) << 32;
}

struct value { enum arg kind; uint64_t bits; double real; char *text; };

/* The next argument; kind 0: there is none. Its text is malloc'ed. */
static struct value next_argument(struct record *r)
{
    struct value v = { .kind = (enum arg)next_word(r) };

    switch (v.kind) {
    case ARG_WORD:
        v.bits = (uint64_t)(int64_t)(int32_t)next_word(r);
        v.real = (double)(int64_t)v.bits;
        break;
    case ARG_LONG:
        v.bits = two_words(r);
        v.real = (double)(int64_t)v.bits;
        break;
    case ARG_DOUBLE:
        v.bits = two_words(r);
        memcpy(&v.real, &v.bits, sizeof v.real);
        break;
    case ARG_POINTER:
        v.bits = two_words(r);
        break;
    case ARG_TEXT: {
        v.bits = two_words(r);
        uint32_t n = next_word(r);
        const uint32_t words = r->end - r->at;
        if (n > words * 4)
            n = words * 4;
        v.text = v.bits || n ? malloc((size_t)n + 1) : NULL;
        if (v.text) {
            memcpy(v.text, r->w + r->at, n);
            v.text[n] = 0;
        }
        r->at += (n + 3) / 4;
        break;
    }
    default:
        v.kind = (enum arg)0;
    }
    return v;
}

/* A string of the program in device memory, malloc'ed; NULL: there is none, or no end. */
static char *text_at(const struct gt_output_memory *m, uint64_t a)
{
    enum { STEP = 64, MOST = 1 << 20 };
    char *s = NULL;

    for (size_t n = 0; n < MOST; n += STEP) {
        char *more = realloc(s, n + STEP + 1);
        if (!more)
            break;
        s = more;
        size_t got = 0;             /* to the end of memory at most */
        while (got < STEP && m->read(m->ctx, a + n + got, s + n + got, 1) && s[n + got])
            got++;
        if (got < STEP) {
            s[n + got] = 0;
            return s;
        }
    }
    free(s);
    return NULL;
}

/* ---- printf ----------------------------------------------------------------------------------------------- */

/* One conversion, as the C library has it, of a value of whatever kind: its size is the conversion's. */
static void print_conversion(FILE *out, const char *flags, const char *size, char how, const struct value *v)
{
    char one[64];

    if (strchr("diouxXc", how)) {
        int64_t s = (int64_t)(v->kind == ARG_DOUBLE ? (uint64_t)(int64_t)v->real : v->bits);
        const bool sign = how == 'd' || how == 'i';
        if (how == 'c') {
            snprintf(one, sizeof one, "%%%sc", flags);
            fprintf(out, one, (int)s);
            return;
        }
        if (!strcmp(size, "hh"))
            s = sign ? (int64_t)(int8_t)s : (int64_t)(uint8_t)s;
        else if (!strcmp(size, "h"))
            s = sign ? (int64_t)(int16_t)s : (int64_t)(uint16_t)s;
        else if (!*size)
            s = sign ? (int64_t)(int32_t)s : (int64_t)(uint32_t)s;
        else if (!sign && v->kind == ARG_WORD)
            s = (int64_t)(uint32_t)s;
        snprintf(one, sizeof one, "%%%s" PRId64, flags);
        one[strlen(one) - 1] = how;
        fprintf(out, one, s);
    } else if (strchr("eEfFgGaA", how)) {
        snprintf(one, sizeof one, "%%%s%c", flags, how);
        fprintf(out, one, v->real);
    } else if (how == 's') {
        snprintf(one, sizeof one, "%%%ss", flags);
        fprintf(out, one, v->text ? v->text : "(null)");
    } else {
        snprintf(one, sizeof one, "%%%sp", flags);
        fprintf(out, one, (void *)(uintptr_t)v->bits);
    }
}

/* A record of printf: as C's, with what is not understood printed as it is. */
static void print_record(FILE *out, const char *f, struct record *r)
{
    while (*f) {
        if (*f != '%') {
            const size_t n = strcspn(f, "%");
            fwrite(f, 1, n, out);
            f += n;
            continue;
        }
        const char *start = f++;
        char flags[40], size[3] = "";
        size_t n = 0;
        /* flags, width and precision; a star is the next argument */
        while (*f && strchr("-+ #0123456789.*", *f) && n < sizeof flags - 12) {
            if (*f == '*') {
                const struct value v = next_argument(r);
                n += (size_t)snprintf(flags + n, sizeof flags - n, "%d", (int)v.bits);
                free(v.text);
            } else {
                flags[n++] = *f;
            }
            f++;
        }
        flags[n] = 0;
        for (size_t i = 0; *f && strchr("hlLqjzt", *f); f++)
            if (i < 2)
                size[i++] = *f;
        if (*f == '%') {
            fputc('%', out);
            f++;
            continue;
        }
        struct value v = { (enum arg)0, 0, 0, NULL };
        if (!*f || !strchr("diouxXceEfFgGaAsp", *f) || !(v = next_argument(r)).kind) {
            /* no conversion of this kind, or no argument: the text as it is */
            f += *f != 0;
            fwrite(start, 1, (size_t)(f - start), out);
            continue;
        }
        print_conversion(out, flags, size, *f++, &v);
        free(v.text);
    }
}

/* ---- assert ----------------------------------------------------------------------------------------------- */

/* A record of assert, as text. */
static void assertion_text(const struct gt_output_memory *m, bool texts, struct record *r, char *out, size_t n)
{
    char *text[3];
    uint32_t v[7];

    for (size_t i = 0; i < 3; i++)
        text[i] = texts ? next_argument(r).text : text_at(m, two_words(r));
    for (size_t i = 0; i < 7; i++)
        v[i] = next_word(r);
    snprintf(out, n, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.",
             text[1] ? text[1] : "?", v[0], text[2] ? text[2] : "?", v[1], v[2], v[3], v[4], v[5], v[6],
             text[0] ? text[0] : "?");
    for (size_t i = 0; i < 3; i++)
        free(text[i]);
}

/* ---- the ring ---------------------------------------------------------------------------------------------- */

/* The words of the ring in the order in which they were left, the last one last; malloc'ed, *n of them. */
static uint32_t *ring_words(const uint32_t *ring, uint32_t mask, uint32_t *n)
{
    const uint32_t left = ring[LEFT];
    const uint64_t most = (uint64_t)mask + 1;

    *n = left < most ? left : (uint32_t)most;
    uint32_t *w = malloc(*n ? *n * sizeof *w : 1);
    for (uint32_t i = 0; w && i < *n; i++)
        w[i] = ring[HEAD_WORDS + ((left - *n + i) & mask)];
    return w;
}

bool gt_output_print(const uint32_t *ring, uint32_t size, const struct gt_output_memory *m, FILE *out, FILE *err,
                     char *text, size_t textn)
{
    uint32_t n;
    bool failed = false;

    uint32_t *w = ring_words(ring, size / 4 - 1, &n);
    uint32_t *starts = malloc(n ? n * sizeof *starts : 1);
    size_t records = 0;
    /* From the end: each record says behind itself how long it is. One that is not whole was overwritten. */
    for (uint32_t end = n; w && starts && end >= RECORD_HEAD + RECORD_REST - 1;) {
        const uint32_t length = w[end - 1];
        if (length < 4 || length > end || w[end - length] != length)
            break;
        end -= length;
        starts[records++] = end;
    }
    const uint32_t first = records ? starts[records - 1] : n;
    const bool lost = ring[LEFT] > n || first > 0 || ring[LOST];
    while (w && starts && records--) {
        const uint32_t start = starts[records], what = w[start + 1];
        struct record r = { w, start + RECORD_HEAD, start + w[start] - 1 };
        if (what == RECORD_PRINTF) {
            char *format = text_at(m, two_words(&r));
            if (format)
                print_record(out, format, &r);
            free(format);
        } else if (what == RECORD_ASSERT || what == RECORD_ASSERT_TEXTS) {
            char line[2048];
            assertion_text(m, what == RECORD_ASSERT_TEXTS, &r, line, sizeof line);
            if (!failed)
                snprintf(text, textn, "%s", line);
            failed = true;
            fflush(out);
            if (err)
                fprintf(err, "%s\n", line);
        }
    }
    fflush(out);
    if (lost && err)
        fprintf(err, "gt200: what kernels printed did not fit in %u bytes: the oldest output is lost "
                     "(cudaLimitPrintfFifoSize)\n", size);
    free(starts);
    free(w);
    return failed;
}

static bool read_gpu(void *ctx, uint64_t address, void *to, size_t bytes)
{
    return address <= UINT32_MAX && gt_read(ctx, (uint32_t)address, to, (uint32_t)bytes);
}

bool gt_output_end(const struct gt_module *m, FILE *out, FILE *err, char *text, size_t textn)
{
    uint32_t state[WORDS], a, bytes;

    if (!gt_module_variable(m, GT_OUTPUT_NAME, &a, &bytes) || !gt_read(m->gpu, a, state, sizeof state) || !state[RING])
        return false;
    const struct gt_output_memory memory = { read_gpu, m->gpu };
    const uint32_t *ring = (const void *)(m->gpu->mem + (state[RING] - GT_G_BASE));
    return gt_output_print(ring, (state[MASK] + 1) * 4, &memory, out, err, text, textn);
}

/* ---- memory of kernels ---------------------------------------------------------------------------------------- */

enum { HEAP_HEAD = GT_HEAP_HEAD, HEAP_WORDS = GT_HEAP_WORDS };

uint32_t gt_heap_default(const struct gt_gpu *g)
{
    return g->mem_bytes / 8 < GT_HEAP_BYTES ? g->mem_bytes / 8 : GT_HEAP_BYTES;
}

bool gt_heap_has(const struct gt_module *m)
{
    uint32_t a, n;

    return gt_module_variable(m, GT_HEAP_NAME, &a, &n) && n == 4 * HEAP_WORDS;
}

uint32_t gt_heap_new(struct gt_gpu *g, uint32_t bytes)
{
    static const uint8_t nothing[HEAP_HEAD];
    const uint32_t region = gt_alloc(g, bytes);

    if (region)
        gt_write(g, region, nothing, sizeof nothing);
    return region;
}

void gt_heap_begin(const struct gt_module *m, uint32_t region, uint32_t bytes)
{
    uint32_t state[HEAP_WORDS], a, n;

    gt_heap_state(state, region, bytes);
    if (gt_module_variable(m, GT_HEAP_NAME, &a, &n))
        gt_write(m->gpu, a, state, sizeof state);
}

void gt_heap_state(uint32_t state[GT_HEAP_WORDS], uint64_t region, uint32_t bytes)
{
    state[0] = (uint32_t)region;
    state[1] = bytes;
    state[2] = (uint32_t)(region >> 32);
}
