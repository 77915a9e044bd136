/* SPDX-License-Identifier: Apache-2.0
 *
 * The tokens of PTX text.
 */
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void lex_init(struct lexer *l, struct cx *cx, const char *source)
{
    memset(l, 0, sizeof *l);
    l->cx = cx;
    l->p = source;
    l->line = l->next_line = 1;
    lex_next(l);
}

/* Blanks, line ends and comments. */
static void skip_blank(struct lexer *l)
{
    for (;;) {
        char c = *l->p;
        if (c == '\n') {
            l->next_line++;
            l->p++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            l->p++;
        } else if (c == '/' && l->p[1] == '/') {
            while (*l->p && *l->p != '\n')
                l->p++;
        } else if (c == '/' && l->p[1] == '*') {
            unsigned start = l->next_line;
            l->p += 2;
            while (*l->p && !(l->p[0] == '*' && l->p[1] == '/'))
                l->next_line += *l->p++ == '\n';
            if (!*l->p)
                cx_error(l->cx, start, "comment without an end");
            l->p += 2;
        } else if (c == '#' || (c == '@' && l->p[1] == '@')) {     /* line marks and debug information (@@DWARF) of
                                                                      old compilers */
            while (*l->p && *l->p != '\n')
                l->p++;
        } else {
            return;
        }
    }
}

static bool ident_start(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%'; }
static bool ident_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%'; }

/* A number: an integer, or the bits of a float (0f, 0d). */
static void lex_number(struct lexer *l)
{
    const char *p = l->p;
    if (p[0] == '0' && (p[1] == 'f' || p[1] == 'F' || p[1] == 'd' || p[1] == 'D')) {
        bool wide = p[1] == 'd' || p[1] == 'D';
        int digits = wide ? 16 : 8, i = 0;
        uint64_t v = 0;
        for (p += 2; i < digits && isxdigit((unsigned char)*p); i++, p++)
            v = v << 4 | (uint64_t)(isdigit((unsigned char)*p) ? *p - '0' : (*p | 32) - 'a' + 10);
        if (i != digits)
            cx_error(l->cx, l->line, "expected %d hexadecimal digits in a floating-point constant", digits);
        l->kind = wide ? TK_FLOAT64 : TK_FLOAT32;
        l->value = v;
        l->p = p;
        return;
    }
    if (p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && (p[2] == '0' || p[2] == '1')) {
        uint64_t v = 0;
        for (p += 2; *p == '0' || *p == '1'; p++)
            v = v << 1 | (uint64_t)(*p - '0');
        l->value = v;
        l->is_unsigned = v >> 63;
        l->kind = TK_INT;
        l->p = p;
        return;
    }
    char *end;
    l->value = strtoull(p, &end, 0);
    l->kind = TK_INT;
    if (*end == '.' || ((*end == 'e' || *end == 'E') && !(p[0] == '0' && (p[1] | 32) == 'x'))) {
        double d = strtod(p, &end);
        memcpy(&l->value, &d, 8);
        l->kind = TK_FLOAT64;
    }
    l->is_unsigned = l->value >> 63;
    for (; *end == 'U' || *end == 'u' || *end == 'L' || *end == 'l'; end++)
        l->is_unsigned |= (*end | 32) == 'u';
    l->p = end;
}

void lex_next(struct lexer *l)
{
    skip_blank(l);
    l->line = l->next_line;
    const char *p = l->p;
    if (!*p) {
        l->kind = TK_EOF;
        return;
    }
    if (ident_start(*p) && (*p != '%' || ident_char(p[1]))) {
        /* Dots belong to opcodes (add.s32) and to special registers (%tid.x). */
        bool dot = false;               /* .shared::cta */
        while (ident_char(*p) || (*p == '.' && ident_char(p[1])) ||
               (dot && p[0] == ':' && p[1] == ':' && ident_char(p[2]))) {
            dot |= *p == '.';
            p += *p == ':' ? 2 : 1;
        }
        l->kind = TK_IDENT;
        l->text = l->p;
        l->len = (size_t)(p - l->p);
        l->p = p;
        return;
    }
    if (*p == '.' && ident_start(p[1])) {
        p++;
        while (ident_char(*p))
            p++;
        l->kind = TK_DIRECTIVE;
        l->text = l->p + 1;
        l->len = (size_t)(p - l->p - 1);
        l->p = p;
        return;
    }
    if (isdigit((unsigned char)*p)) {
        lex_number(l);
        return;
    }
    if (*p == '"') {
        const char *q = ++p;
        while (*q && *q != '"' && *q != '\n')
            q++;
        if (*q != '"')
            cx_error(l->cx, l->line, "string without an end");
        l->kind = TK_STRING;
        l->text = p;
        l->len = (size_t)(q - p);
        l->p = q + 1;
        return;
    }
    if (strchr("@!,;:(){}[]<>=+-*/%|&^~?", *p)) {
        l->kind = TK_PUNCT;
        l->punct = *p;
        l->p++;
        return;
    }
    cx_error(l->cx, l->line, isprint((unsigned char)*p) ? "unexpected character '%c'" : "unexpected byte 0x%02x",
             (unsigned char)*p);
}
