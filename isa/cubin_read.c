/* SPDX-License-Identifier: Apache-2.0
 *
 * Reader of text cubins. Tokens are words separated by blanks; '{', '}' and '=' stand for themselves.
 * Nothing in the file is trusted.
 */
#include "cubin.h"
#include "files.h"
#include "printable.h"

#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define TOKEN_MAX 1024

struct reader {
    const char *p, *end, *name;
    int      line;
    char     tok[TOKEN_MAX];    /* current token; empty at the end of the file */
    int      tok_line;
    char    *err;
    size_t   errn;
    jmp_buf  fail;
    /* words being collected, owned here so that a failure can free them */
    uint32_t *words;
    size_t    nwords, room;
};

static _Noreturn void fail_expected(struct reader *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the reading with a message on the token at hand. */
static _Noreturn void fail_expected(struct reader *r, const char *fmt, ...)
{
    char what[200];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (r->tok[0])
        snprintf(r->err, r->errn, "%s:%d: expected %s, found '%.60s'", r->name, r->tok_line, what, r->tok);
    else
        snprintf(r->err, r->errn, "%s:%d: expected %s, found the end of the file", r->name, r->tok_line,
                 what);
    gt_printable(r->err);
    longjmp(r->fail, 1);
}

/* Takes the next token into r->tok; "" at the end of the file. */
static void next_token(struct reader *r)
{
    size_t n = 0;

    while (r->p < r->end && isspace((unsigned char)*r->p))
        r->line += *r->p++ == '\n';
    r->tok_line = r->line;
    while (r->p < r->end && !isspace((unsigned char)*r->p)) {
        unsigned char c = (unsigned char)*r->p;
        bool single = c == '{' || c == '}' || c == '=';

        if (c < 0x20 || c >= 0x7f) {
            snprintf(r->tok, sizeof r->tok, "byte 0x%02x", c);
            fail_expected(r, "text");
        }
        if (single && n)
            break;
        if (n + 1 == sizeof r->tok) {
            r->tok[n] = '\0';
            fail_expected(r, "a shorter word");
        }
        r->tok[n++] = *r->p++;
        if (single)
            break;
    }
    r->tok[n] = '\0';
}

static bool is_token(const struct reader *r, const char *s) { return strcmp(r->tok, s) == 0; }

static void take_token(struct reader *r, const char *s)
{
    if (!is_token(r, s))
        fail_expected(r, "'%s'", s);
    next_token(r);
}

/* The token at hand as a number of 32 bits, decimal or 0x. */
static uint32_t read_number(struct reader *r, const char *what)
{
    char *end;
    unsigned long long v;

    errno = 0;
    v = strtoull(r->tok, &end, strncmp(r->tok, "0x", 2) == 0 ? 16 : 10);
    if (!isdigit((unsigned char)r->tok[0]) || *end || errno || v > 0xffffffff)
        fail_expected(r, "%s", what);
    next_token(r);
    return (uint32_t)v;
}

static void copy_token(struct reader *r, char **to, const char *what)
{
    if (!r->tok[0] || is_token(r, "{") || is_token(r, "}") || is_token(r, "="))
        fail_expected(r, "%s", what);
    free(*to);
    *to = malloc(strlen(r->tok) + 1);
    if (!*to)
        fail_expected(r, "memory");
    strcpy(*to, r->tok);
    next_token(r);
}

/* { words } */
static void read_words(struct reader *r)
{
    r->nwords = 0;
    take_token(r, "{");
    while (!is_token(r, "}")) {
        if (!isdigit((unsigned char)r->tok[0]))
            fail_expected(r, "a word or '}'");
        if (r->nwords == r->room) {
            uint32_t *p = realloc(r->words, (r->room = r->room * 2 + 256) * sizeof *p);

            if (!p)
                fail_expected(r, "memory");
            r->words = p;
        }
        r->words[r->nwords] = read_number(r, "a word");
        r->nwords++;
    }
    next_token(r);
}

/* Hands the collected words over. */
static uint32_t *give_words(struct reader *r)
{
    uint32_t *w = r->words;

    r->words = NULL;
    r->room = 0;
    return w;
}

/* { offset name add ... } */
static void address_list(struct reader *r, struct gt_cubin_data *d)
{
    take_token(r, "{");
    while (!is_token(r, "}")) {
        uint32_t offset = read_number(r, "the offset of an address or '}'");
        char name[sizeof r->tok];

        if (is_token(r, "{") || is_token(r, "}") || is_token(r, "="))
            fail_expected(r, "the name of a variable");
        strcpy(name, r->tok);
        next_token(r);
        if (d->bytes < 4 || offset > d->bytes - 4)
            fail_expected(r, "an address inside the %u bytes of the variable, not at %u, before", d->bytes, offset);
        cubin_add_address(d, offset, name, read_number(r, "what is added to the address"));
    }
    next_token(r);
}

/* Body of consts, reloc, const: up to and with '}' */
static void data_block(struct reader *r, struct gt_cubin_data *d, bool named, const char *segname)
{
    bool have_bytes = false, pointer = !strcmp(segname, "reloc");      /* the segment has its address, memory its
                                                                          bytes */

    while (!is_token(r, "}")) {
        uint32_t *field = is_token(r, "segnum") ? &d->seg : is_token(r, "offset") ? &d->offset
                          : is_token(r, "bytes") ? &d->bytes : NULL;

        if (field) {
            if (field == &d->bytes && (d->words || d->naddresses))
                fail_expected(r, "bytes before mem and addresses");
            have_bytes = have_bytes || field == &d->bytes;
            next_token(r);
            take_token(r, "=");
            *field = read_number(r, "a number");
        } else if (is_token(r, "name") && named) {
            next_token(r);
            take_token(r, "=");
            copy_token(r, &d->name, "a name");
        } else if (is_token(r, "segname")) {
            next_token(r);
            take_token(r, "=");
            take_token(r, segname);
        } else if (is_token(r, "mem")) {
            next_token(r);
            read_words(r);
            if (!have_bytes || r->nwords != ((uint64_t)d->bytes + 3) / 4)
                fail_expected(r, have_bytes ? "(%u + 3) / 4 words in mem, not %zu, and then an entry"
                                            : "bytes = %u before mem (%zu words)", d->bytes, r->nwords);
            free(d->words);
            d->words = give_words(r);
        } else if (is_token(r, "addresses") && named) {
            next_token(r);
            address_list(r, d);
        } else {
            fail_expected(r, "%ssegname, segnum, offset, bytes, mem or '}'", named ? "name, " : "");
        }
    }
    if (d->seg > 15)
        fail_expected(r, "segnum up to 15, not %u, before", d->seg);
    if ((uint64_t)d->offset + (pointer ? 4 : d->bytes) > 65536)
        fail_expected(r, "data inside the 64 KB of a segment (offset %u, %u bytes) before", d->offset,
                      pointer ? 4 : d->bytes);
    if (named && (!d->name || !d->name[0]))
        fail_expected(r, "name");
    next_token(r);
}

/* { offset bytes ... } */
static void param_list(struct reader *r, struct gt_cubin_kernel *k)
{
    k->nparams = 0;
    k->has_params = true;
    take_token(r, "{");
    while (!is_token(r, "}")) {
        uint32_t offset = read_number(r, "the offset of a parameter or '}'"), bytes = read_number(r, "its bytes");

        if (bytes > 256 || offset > 256 - bytes)
            fail_expected(r, "parameters inside 256 bytes (offset %u, %u bytes) before", offset, bytes);
        cubin_add_param(k, offset, bytes);
    }
    next_token(r);
}

/* { x y z } */
static void block_shape(struct reader *r, uint32_t block[3])
{
    take_token(r, "{");
    for (int i = 0; i < 3; i++)
        if (!(block[i] = read_number(r, "three extents of a block")))
            fail_expected(r, "extents of a block from 1, not 0, before");
    take_token(r, "}");
}

/* { word ... } */
static void debug_words(struct reader *r, struct gt_cubin_words *w)
{
    take_token(r, "{");
    while (!is_token(r, "}")) {
        if (!*r->tok || is_token(r, "{") || is_token(r, "="))
            fail_expected(r, "a word or '}'");
        cubin_add_word(w, r->tok);
        next_token(r);
    }
    next_token(r);
}

/* { pc source line ... } */
static void line_table(struct reader *r, struct gt_cubin_kernel *k)
{
    k->nlines = 0;
    take_token(r, "{");
    while (!is_token(r, "}")) {
        uint32_t pc = read_number(r, "a byte address or '}'"), source = read_number(r, "the number of a source file");

        if (k->nlines && pc < k->lines[k->nlines - 1].pc)
            fail_expected(r, "ascending addresses in lines, not 0x%x, before", pc);
        cubin_add_line(k, pc, source, read_number(r, "a line number"));
    }
    next_token(r);
}

/* { pc const|shared begin end name ... } */
static void array_table(struct reader *r, struct gt_cubin_kernel *k)
{
    take_token(r, "{");
    while (!is_token(r, "}")) {
        const uint32_t pc = read_number(r, "a byte address or '}'");
        const bool constant = is_token(r, "const");

        if (!constant && !is_token(r, "shared"))
            fail_expected(r, "const or shared");
        next_token(r);
        const uint32_t begin = read_number(r, "the first byte of a variable"),
                       end = read_number(r, "the end of a variable");

        if (k->narrays && pc < k->arrays[k->narrays - 1].pc)
            fail_expected(r, "ascending addresses in arrays, not 0x%x, before", pc);
        if (!r->tok[0] || is_token(r, "{") || is_token(r, "}") || is_token(r, "="))
            fail_expected(r, "the name of a variable");
        cubin_add_array(k, pc, constant, begin, end, r->tok);
        next_token(r);
    }
    next_token(r);
}

/* name = PATH, with %20 and the like for the bytes that a word cannot have */
static void source_block(struct reader *r, struct gt_cubin *c)
{
    char path[TOKEN_MAX], *to = path;

    take_token(r, "name");
    take_token(r, "=");
    for (const char *p = r->tok; *p; p++) {
        unsigned v;

        if (*p == '%' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2]) &&
            sscanf(p + 1, "%2x", &v) == 1 && v) {
            *to++ = (char)v;
            p += 2;
        } else {
            *to++ = *p;
        }
    }
    *to = 0;
    if (to == path || is_token(r, "{") || is_token(r, "}") || is_token(r, "="))
        fail_expected(r, "a path");
    for (size_t i = 0; i < c->nsources; i++)
        if (strcmp(c->sources[i], path) == 0)
            fail_expected(r, "a source that was not there before");
    cubin_source(c, path);
    next_token(r);
    take_token(r, "}");
}

/* A code { } block up to its '}'. */
static void kernel_block(struct reader *r, struct gt_cubin *c)
{
    struct gt_cubin_kernel *k = cubin_add_kernel(c, "");
    bool named = false;

    while (!is_token(r, "}")) {
        uint32_t *field = is_token(r, "lmem") ? &k->lmem : is_token(r, "smem") ? &k->smem : is_token(r, "reg") ? &k->reg
                          : is_token(r, "bar") ? &k->bar : is_token(r, "param") ? &k->param
                          : is_token(r, "maxntid") ? &k->max_threads : NULL;

        if (field) {
            k->has_param = k->has_param || field == &k->param;
            next_token(r);
            take_token(r, "=");
            *field = read_number(r, "a number");
        } else if (is_token(r, "name")) {
            next_token(r);
            take_token(r, "=");
            for (size_t i = 0; i + 1 < c->nkernels; i++)
                if (is_token(r, c->kernels[i].name))
                    fail_expected(r, "a name that no other kernel has");
            copy_token(r, &k->name, "a name");
            named = true;
        } else if (is_token(r, "bincode")) {
            next_token(r);
            read_words(r);
            free(k->code);
            k->code_words = r->nwords;
            k->code = give_words(r);
        } else if (is_token(r, "params")) {
            next_token(r);
            param_list(r, k);
        } else if (is_token(r, "reqntid")) {
            next_token(r);
            block_shape(r, k->block);
        } else if (is_token(r, "lines")) {
            next_token(r);
            line_table(r, k);
        } else if (is_token(r, "arrays")) {
            next_token(r);
            array_table(r, k);
        } else if (is_token(r, "debug")) {
            next_token(r);
            debug_words(r, &k->debug);
        } else if (is_token(r, "const")) {
            next_token(r);
            take_token(r, "{");
            data_block(r, cubin_add_kernel_const(k), false, "const");
        } else {
            fail_expected(r, "name, lmem, smem, reg, bar, bincode, const or '}'");
        }
    }
    if (!named)
        fail_expected(r, "name");
    if (!k->code_words)
        fail_expected(r, "bincode with words");
    next_token(r);
}

/* architecture {sm_10} and its like */
static void header_value(struct reader *r, struct gt_cubin *c)
{
    bool arch = is_token(r, "architecture"), abi = is_token(r, "abiversion");

    next_token(r);
    take_token(r, "{");
    if (arch) {
        static const char *const names[] = { "sm_10", "sm_11", "sm_12", "sm_13" };

        for (c->arch = 10; c->arch < 14 && !is_token(r, names[c->arch - 10]); c->arch++)
            ;
        if (c->arch == 14)
            fail_expected(r, "sm_10, sm_11, sm_12 or sm_13");
        next_token(r);
    } else if (abi) {
        c->abiversion = read_number(r, "a number");
    } else {
        copy_token(r, &c->modname, "a name");
    }
    take_token(r, "}");
}

/* A sampler { } block up to its '}'. */
static void sampler_block(struct reader *r, struct gt_cubin_sampler *s)
{
    while (!is_token(r, "}")) {
        if (is_token(r, "name")) {
            next_token(r);
            take_token(r, "=");
            copy_token(r, &s->name, "a name");
        } else if (is_token(r, "texunit")) {
            next_token(r);
            take_token(r, "=");
            s->texunit = read_number(r, "a number");
        } else {
            fail_expected(r, "name, texunit or '}'");
        }
    }
    next_token(r);
}

static void read_module(struct reader *r, struct gt_cubin *c)
{
    next_token(r);
    if (!is_token(r, "architecture"))
        fail_expected(r, "'architecture', as every text cubin starts");
    while (r->tok[0]) {
        if (is_token(r, "architecture") || is_token(r, "abiversion") || is_token(r, "modname")) {
            header_value(r, c);
        } else if (is_token(r, "consts")) {
            next_token(r);
            take_token(r, "{");
            data_block(r, cubin_add_const(c, ""), true, "const");
        } else if (is_token(r, "reloc")) {
            next_token(r);
            take_token(r, "{");
            data_block(r, cubin_add_reloc(c, ""), true, "reloc");
        } else if (is_token(r, "sampler")) {
            next_token(r);
            take_token(r, "{");
            sampler_block(r, cubin_add_sampler(c, ""));
        } else if (is_token(r, "source")) {
            next_token(r);
            take_token(r, "{");
            source_block(r, c);
        } else if (is_token(r, "debug")) {
            next_token(r);
            debug_words(r, &c->debug);
        } else if (is_token(r, "code")) {
            next_token(r);
            take_token(r, "{");
            kernel_block(r, c);
        } else {
            fail_expected(r, "consts, reloc, sampler or code");
        }
    }
    if (!c->nkernels)
        fail_expected(r, "a kernel: code { ... }");
}

bool cubin_parse(const char *text, size_t len, const char *name, struct gt_cubin *c, char *err, size_t errn)
{
    struct reader *r = calloc(1, sizeof *r);
    bool ok = true;

    cubin_init(c);
    if (!r) {
        snprintf(err, errn, "%s: out of memory", name);
        return false;
    }
    r->p = text;
    r->end = text + len;
    r->name = name;
    r->line = 1;
    r->err = err;
    r->errn = errn;
    if (setjmp(r->fail) == 0) {
        read_module(r, c);
    } else {
        cubin_free(c);
        ok = false;
    }
    free(r->words);
    free(r);
    return ok;
}

bool cubin_read(const char *path, struct gt_cubin *c, char *err, size_t errn)
{
    size_t len;
    char *text = gt_read_file(path, &len);
    bool ok;

    cubin_init(c);
    if (!text) {
        snprintf(err, errn, "%s: %s", path, strerror(errno));
        return false;
    }
    ok = cubin_parse(text, len, path, c, err, errn);
    free(text);
    return ok;
}
