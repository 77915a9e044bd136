/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory and errors of one compilation. Everything is allocated from an arena that is freed as a whole;
 * an error leaves the compilation by longjmp, so no pass has error returns to thread through.
 */
#ifndef PTXAS_UTIL_H
#define PTXAS_UTIL_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ptxas.h"

struct chunk;
struct line_map;

struct cx {
    struct chunk *chunks;
    size_t        left;         /* bytes left in the newest chunk */
    unsigned char *next;
    jmp_buf       fail;
    const char   *file;
    const char   *source;       /* NULL or the text, for quoting a line in messages */
    const struct line_map *lines;       /* what the PTX was made from, or NULL */
    const char   *kernel;       /* that is read or compiled, for messages; or NULL */
    char         *error;        /* PTXAS_ERROR bytes */
    const struct ptxas_options *opt;
    bool          later;                /* for sm_70 and later: their instructions, too */
    const struct gt_values *chip;       /* of the chip that opt->arch names */
    unsigned      arch;                 /* 10 to 13 */
    bool          verify;               /* after each pass */
    bool          generic_warned;       /* the warning about generic addresses was given */
};

/* Sets opt, which may be NULL, and the chip that it names; sm_13's for later ones, too. */
void cx_options(struct cx *cx, const struct ptxas_options *opt);
/* Zeroed memory, never NULL. */
void *cx_alloc(struct cx *cx, size_t bytes);
char *cx_strdup(struct cx *cx, const char *s, size_t n);
char *cx_printf(struct cx *cx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void  cx_free(struct cx *cx);
/* A kernel's name as the source has it, when it is one of C++. */
const char *cx_plain(struct cx *cx, const char *name);
/* Ends the compilation with "FILE:LINE: message: the line", of the PTX; line 0 is left out. Where .loc says what the
 * PTX was made from the message starts with the source's file and line instead, and that of the PTX stands behind it.
 * The kernel is named where the message does not name it. */
_Noreturn void cx_error(struct cx *cx, unsigned line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void cx_warn(struct cx *cx, unsigned line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Grows an arena array so that index n is valid; *cap counts elements. */
void *cx_grow(struct cx *cx, void *p, size_t elem, size_t n, size_t *cap);
#define VEC(T) struct { T *v; size_t n, cap; }
#define vec_push(cx, vec, item) \
    ((vec)->v = cx_grow(cx, (vec)->v, sizeof *(vec)->v, (vec)->n, &(vec)->cap), (vec)->v[(vec)->n++] = (item))

/* Bit sets. */
static inline bool bit_get(const uint64_t *s, size_t i) { return s[i >> 6] >> (i & 63) & 1; }
static inline void bit_set(uint64_t *s, size_t i) { s[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline void bit_clr(uint64_t *s, size_t i) { s[i >> 6] &= ~((uint64_t)1 << (i & 63)); }

#endif
