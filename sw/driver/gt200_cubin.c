/* SPDX-License-Identifier: Apache-2.0 */
#include "gt200_cubin.h"

#include <stddef.h>

enum { SEGMENTS = 16, SEGMENT_BYTES = 65536, VARIABLE_ALIGN = 256 };

/* What is left of the text, and the word that was read last: blanks part words, '{', '}', '=' stand for themselves. */
struct reader {
    const char *p, *end;
    const char *word;
    uint32_t length;                /* 0: the end */
    uint32_t line;
};

/* The words of a list, to be read later; p NULL: there is none. */
struct list { struct reader at; bool there; };

/* consts, reloc, const */
struct data {
    const char *name;
    uint32_t name_length, seg, offset, bytes;
    struct list words, addresses;
};

struct loader {
    struct reader r;
    const struct gt200_places *places;
    const char *text;
    uint32_t length;
    uint32_t line;                  /* of an error */
    uint64_t placed;                /* bytes of variables so far */
    uint16_t segments;
};

#define TRY(x) do { const enum gt200_cubin_error e_ = (x); if (e_ != GT200_CUBIN_OK) return e_; } while (0)

const char *gt200_cubin_error_name(enum gt200_cubin_error e)
{
    static const char *const name[] = {
        "ok", "no cubin, or a damaged one", "a cubin for another chip", "no such kernel", "no such variable",
        "no room for code", "no room for constants", "no room for variables"
    };
    return (size_t)e < sizeof name / sizeof *name ? name[e] : "unknown error";
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_single(char c) { return c == '{' || c == '}' || c == '='; }

/* Takes the next word of the text; of length 0 at its end. */
static void next_word(struct reader *r)
{
    for (; r->p < r->end && is_blank(*r->p); r->p++)
        r->line += *r->p == '\n';
    r->word = r->p;
    if (r->p < r->end && is_single(*r->p))
        r->p++;
    else
        while (r->p < r->end && !is_blank(*r->p) && !is_single(*r->p))
            r->p++;
    r->length = (uint32_t)(r->p - r->word);
}

static bool same_text(const char *a, uint32_t n, const char *b)
{
    uint32_t i = 0;

    while (i < n && b[i] && a[i] == b[i])
        i++;
    return i == n && !b[i];
}

static bool is_word(const struct reader *r, const char *s) { return same_text(r->word, r->length, s); }

static enum gt200_cubin_error refuse_text(struct loader *c, enum gt200_cubin_error e)
{
    c->line = c->r.line;
    return e;
}

static enum gt200_cubin_error take_word(struct loader *c, const char *s)
{
    if (!is_word(&c->r, s))
        return refuse_text(c, GT200_CUBIN_SYNTAX);
    next_word(&c->r);
    return GT200_CUBIN_OK;
}

/* The word at hand as a number of 32 bits, decimal or 0x. */
static enum gt200_cubin_error read_number(struct loader *c, uint32_t *value)
{
    const struct reader *r = &c->r;
    const bool hex = r->length > 2 && r->word[0] == '0' && r->word[1] == 'x';
    uint64_t v = 0;

    if (!r->length)
        return refuse_text(c, GT200_CUBIN_SYNTAX);
    for (uint32_t i = hex ? 2 : 0; i < r->length; i++) {
        const char ch = r->word[i];
        unsigned digit = 16;
        if (ch >= '0' && ch <= '9')
            digit = (unsigned)(ch - '0');
        else if (ch >= 'a' && ch <= 'f')
            digit = (unsigned)(ch - 'a') + 10;
        else if (ch >= 'A' && ch <= 'F')
            digit = (unsigned)(ch - 'A') + 10;
        v = (hex ? v << 4 : v * 10) + digit;
        if (digit >= (hex ? 16u : 10u) || v >> 32)
            return refuse_text(c, GT200_CUBIN_SYNTAX);
    }
    *value = (uint32_t)v;
    next_word(&c->r);
    return GT200_CUBIN_OK;
}

/* Behind a '{': to behind its '}'. */
static enum gt200_cubin_error skip_block(struct loader *c)
{
    for (unsigned depth = 1; depth; next_word(&c->r)) {
        if (!c->r.length)
            return refuse_text(c, GT200_CUBIN_SYNTAX);
        if (is_word(&c->r, "{"))
            depth++;
        else if (is_word(&c->r, "}"))
            depth--;
    }
    return GT200_CUBIN_OK;
}

static enum gt200_cubin_error take_list(struct loader *c, struct list *l)
{
    TRY(take_word(c, "{"));
    *l = (struct list){ c->r, true };
    return skip_block(c);
}

/* Behind a key that does not matter: = VALUE or { ... } */
static enum gt200_cubin_error pass_value(struct loader *c)
{
    next_word(&c->r);
    if (is_word(&c->r, "{")) {
        next_word(&c->r);
        return skip_block(c);
    }
    TRY(take_word(c, "="));
    if (!c->r.length || is_single(c->r.word[0]))
        return refuse_text(c, GT200_CUBIN_SYNTAX);
    next_word(&c->r);
    return GT200_CUBIN_OK;
}

static enum gt200_cubin_error read_field(struct loader *c, uint32_t *to)
{
    next_word(&c->r);
    TRY(take_word(c, "="));
    return read_number(c, to);
}

/* Behind the '{' of consts, reloc, const. */
static enum gt200_cubin_error data_block(struct loader *c, struct data *d)
{
    *d = (struct data){ 0 };
    while (!is_word(&c->r, "}")) {
        if (is_word(&c->r, "name")) {
            next_word(&c->r);
            TRY(take_word(c, "="));
            d->name = c->r.word;
            d->name_length = c->r.length;
            next_word(&c->r);
        } else if (is_word(&c->r, "segnum")) {
            TRY(read_field(c, &d->seg));
        } else if (is_word(&c->r, "offset")) {
            TRY(read_field(c, &d->offset));
        } else if (is_word(&c->r, "bytes")) {
            TRY(read_field(c, &d->bytes));
        } else if (is_word(&c->r, "mem")) {
            next_word(&c->r);
            TRY(take_list(c, &d->words));
        } else if (is_word(&c->r, "addresses")) {
            next_word(&c->r);
            TRY(take_list(c, &d->addresses));
        } else {
            TRY(pass_value(c));
        }
    }
    next_word(&c->r);
    return GT200_CUBIN_OK;
}

static void put_bytes(volatile uint8_t *at, uint32_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The place of n bytes in a constant segment; NULL: there is none. */
static volatile uint8_t *constant_at(struct loader *c, uint32_t seg, uint32_t offset, uint32_t n)
{
    const struct gt200_memory *m = &c->places->constants;

    if (seg >= SEGMENTS || offset > SEGMENT_BYTES || n > SEGMENT_BYTES - offset ||
        (uint64_t)seg * SEGMENT_BYTES + offset + n > m->bytes)
        return NULL;
    c->segments |= (uint16_t)(1u << seg);
    return m->at + seg * SEGMENT_BYTES + offset;
}

/* What a block of data starts as, at `at`. */
static enum gt200_cubin_error fill_data(struct loader *c, const struct data *d, volatile uint8_t *at)
{
    const struct reader behind = c->r;

    if (d->words.there) {
        c->r = d->words.at;
        for (uint32_t i = 0; i < d->bytes; i += 4) {
            uint32_t word;
            TRY(read_number(c, &word));
            put_bytes(at + i, word, d->bytes - i < 4 ? d->bytes - i : 4);
        }
        TRY(take_word(c, "}"));
    } else {
        for (uint32_t i = 0; i < d->bytes; i++)
            at[i] = 0;
    }
    if (d->addresses.there) {
        c->r = d->addresses.at;
        while (!is_word(&c->r, "}")) {
            uint32_t offset, add, device;
            char name[256];
            TRY(read_number(c, &offset));
            if (c->r.length >= sizeof name || d->bytes < 4 || offset > d->bytes - 4)
                return refuse_text(c, GT200_CUBIN_SYNTAX);
            for (uint32_t i = 0; i < c->r.length; i++)
                name[i] = c->r.word[i];
            name[c->r.length] = '\0';
            if (gt200_cubin_variable(c->text, c->length, name, c->places, &device, NULL) != GT200_CUBIN_OK)
                return refuse_text(c, GT200_CUBIN_NO_VARIABLE);
            next_word(&c->r);
            TRY(read_number(c, &add));
            put_bytes(at + offset, device + add, 4);
        }
    }
    c->r = behind;
    return GT200_CUBIN_OK;
}

static enum gt200_cubin_error load_consts(struct loader *c)
{
    struct data d;
    TRY(data_block(c, &d));
    volatile uint8_t *at = constant_at(c, d.seg, d.offset, d.bytes);
    return at ? fill_data(c, &d, at) : refuse_text(c, GT200_CUBIN_CONSTANT_ROOM);
}

/* Where the next variable lies, from the first one on; false: not in memory. */
static bool place_variable(struct loader *c, const struct data *d, uint32_t *at)
{
    const uint32_t room = c->places->variables.bytes;

    if (c->placed > room || d->bytes > room - c->placed)
        return false;
    *at = (uint32_t)c->placed;
    c->placed += ((uint64_t)d->bytes + VARIABLE_ALIGN - 1) / VARIABLE_ALIGN * VARIABLE_ALIGN;
    return true;
}

/* Its bytes in memory, its address in the constants. */
static enum gt200_cubin_error load_variable(struct loader *c)
{
    struct data d;
    uint32_t at;
    TRY(data_block(c, &d));
    volatile uint8_t *address = constant_at(c, d.seg, d.offset, 4);
    if (!address)
        return refuse_text(c, GT200_CUBIN_CONSTANT_ROOM);
    if (!place_variable(c, &d, &at))
        return refuse_text(c, GT200_CUBIN_VARIABLE_ROOM);
    put_bytes(address, c->places->variables_device + at, 4);
    return fill_data(c, &d, c->places->variables.at + at);
}

/* Copies a bincode { } list into the code memory. */
static enum gt200_cubin_error load_code(struct loader *c, struct gt200_launch *l, const struct list *words)
{
    const struct gt200_memory *m = &c->places->code;
    const struct reader behind = c->r;
    uint32_t bytes = 0;

    if (!words->there)
        return refuse_text(c, GT200_CUBIN_SYNTAX);
    for (c->r = words->at; !is_word(&c->r, "}"); bytes += 4) {
        uint32_t word;
        TRY(read_number(c, &word));
        if (bytes > m->bytes || m->bytes - bytes < 4)
            return refuse_text(c, GT200_CUBIN_CODE_ROOM);
        put_bytes(m->at + bytes, word, 4);
    }
    c->r = behind;
    l->code_bytes = bytes;
    return GT200_CUBIN_OK;
}

/* Behind the '{' of a kernel; its name may be anywhere in it. */
static enum gt200_cubin_error is_named(struct loader *c, const char *kernel, bool *named)
{
    const struct reader from = c->r;

    *named = false;
    while (!is_word(&c->r, "}")) {
        if (!is_word(&c->r, "name")) {
            TRY(pass_value(c));
            continue;
        }
        next_word(&c->r);
        TRY(take_word(c, "="));
        *named = is_word(&c->r, kernel);
        next_word(&c->r);
    }
    if (*named)
        c->r = from;
    else
        next_word(&c->r);
    return GT200_CUBIN_OK;
}

/* The kernel's code { } block: its needs, its constants, its words. */
static enum gt200_cubin_error kernel_block(struct loader *c, struct gt200_launch *l)
{
    struct list words = { 0 };

    l->regs = l->shared = l->local_bytes = 0;
    while (!is_word(&c->r, "}")) {
        if (is_word(&c->r, "reg")) {
            TRY(read_field(c, &l->regs));
        } else if (is_word(&c->r, "smem")) {
            TRY(read_field(c, &l->shared));
        } else if (is_word(&c->r, "lmem")) {
            TRY(read_field(c, &l->local_bytes));
        } else if (is_word(&c->r, "bincode")) {
            next_word(&c->r);
            TRY(take_list(c, &words));
        } else if (is_word(&c->r, "const")) {
            next_word(&c->r);
            TRY(take_word(c, "{"));
            TRY(load_consts(c));
        } else {
            TRY(pass_value(c));
        }
    }
    TRY(load_code(c, l, &words));
    next_word(&c->r);
    return GT200_CUBIN_OK;
}

/* architecture {sm_10} */
static enum gt200_cubin_error check_chip(struct loader *c)
{
    TRY(take_word(c, "architecture"));
    TRY(take_word(c, "{"));
    if (!is_word(&c->r, "sm_10") && !is_word(&c->r, "sm_11") && !is_word(&c->r, "sm_12") && !is_word(&c->r, "sm_13"))
        return refuse_text(c, GT200_CUBIN_CHIP);
    next_word(&c->r);
    return take_word(c, "}");
}

static struct loader make_loader(const char *text, uint32_t length, const struct gt200_places *places)
{
    struct loader c = { .places = places, .text = text, .length = length };

    c.r = (struct reader){ .p = text, .end = text + length, .line = 1 };
    next_word(&c.r);
    return c;
}

/* The whole text: constants and variables of the module, and the one kernel that is asked for. */
static enum gt200_cubin_error load_kernel(struct loader *c, struct gt200_launch *l, const char *kernel)
{
    bool found = false;

    TRY(check_chip(c));
    while (c->r.length) {
        const bool constants = is_word(&c->r, "consts"), reloc = is_word(&c->r, "reloc"),
                   of_kernel = is_word(&c->r, "code");
        bool named = false;
        next_word(&c->r);
        TRY(take_word(c, "{"));
        if (constants) {
            TRY(load_consts(c));
        } else if (reloc) {
            TRY(load_variable(c));
        } else if (of_kernel) {
            TRY(is_named(c, kernel, &named));
            if (named)
                TRY(kernel_block(c, l));
            found = found || named;
        } else {
            TRY(skip_block(c));
        }
    }
    if (!found)
        return refuse_text(c, GT200_CUBIN_NO_KERNEL);
    l->code      = c->places->code.bus;
    l->entry     = 0;
    l->constants = c->places->constants.bus;
    l->segments  = c->segments;
    return GT200_CUBIN_OK;
}

enum gt200_cubin_error gt200_cubin_load(struct gt200_launch *l, const char *text, uint32_t length, const char *kernel,
                                        const struct gt200_places *places, uint32_t *line)
{
    struct loader c = make_loader(text, length, places);
    const enum gt200_cubin_error e = load_kernel(&c, l, kernel);

    if (line)
        *line = c.line;
    return e;
}

enum gt200_cubin_error gt200_cubin_variable(const char *text, uint32_t length, const char *name,
                                            const struct gt200_places *places, uint32_t *device, uint32_t *bytes)
{
    struct loader c = make_loader(text, length, places);
    struct data d;
    uint32_t at;

    TRY(check_chip(&c));
    while (c.r.length) {
        const bool reloc = is_word(&c.r, "reloc");
        next_word(&c.r);
        TRY(take_word(&c, "{"));
        if (!reloc) {
            TRY(skip_block(&c));
            continue;
        }
        TRY(data_block(&c, &d));
        if (!place_variable(&c, &d, &at))
            return GT200_CUBIN_VARIABLE_ROOM;
        if (same_text(d.name, d.name_length, name)) {
            *device = places->variables_device + at;
            if (bytes)
                *bytes = d.bytes;
            return GT200_CUBIN_OK;
        }
    }
    return GT200_CUBIN_NO_VARIABLE;
}
