/* SPDX-License-Identifier: Apache-2.0
 *
 * Default arguments of a member template that only its declaration has, and its definition, which comes later, has
 * not: clang forgets them when the class is instantiated (LLVM 160982). In the changed text the definition has them,
 * and the declaration has blanks instead.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16

/* The parameters of `template <...>`: where each begins and ends, and where its default begins, the sign included;
 * its end if it has none. */
struct parameters {
    const char *begin[MOST], *value[MOST], *end[MOST];
    int n;
};

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *blanks_back(const char *text, const char *p)
{
    while (p > text && isspace((unsigned char)p[-1]))
        p--;
    return p;
}

/* The place where a word ends at p begins; p: there is none. */
static const char *word_back(const char *text, const char *p)
{
    while (p > text && in_word(p[-1]))
        p--;
    return p;
}

static bool is(const char *from, const char *to, const char *word)
{
    return (size_t)(to - from) == strlen(word) && !strncmp(from, word, (size_t)(to - from));
}

/* Splits a parameter list at its commas, and notes where default values begin; false: too many, or none. */
static bool read_parameters(const char *p, const char *close, struct parameters *all)
{
    int depth = 0;

    for (all->n = 0; p < close; p++) {
        const int k = all->n++;
        if (k == MOST)
            return false;
        all->begin[k] = p;
        all->value[k] = NULL;
        for (; p < close && (depth || *p != ','); p++) {
            depth += (strchr("(<[{", *p) != NULL) - (strchr(")>]}", *p) != NULL);
            if (*p == '=' && !depth && !all->value[k])
                all->value[k] = p;
        }
        all->end[k] = p;
        if (!all->value[k])
            all->value[k] = p;
    }
    return all->n > 0;
}

/* Is the word at `name` that of a class template, `template <...> struct NAME`, and what are its parameters? */
static bool is_template(const char *text, const char *name, struct parameters *all)
{
    const char *end = blanks_back(text, name), *begin = word_back(text, end), *close;
    int depth = 0;

    if (!is(begin, end, "struct") && !is(begin, end, "class") && !is(begin, end, "union"))
        return false;
    close = blanks_back(text, begin) - 1;
    if (close <= text || *close != '>')
        return false;
    const char *p = close;
    do
        depth += (*p == '>') - (*p == '<');
    while (depth && p-- > text);
    if (depth || p <= text)
        return false;
    end = blanks_back(text, p);
    return is(word_back(text, end), end, "template") && read_parameters(p + 1, close, all);
}

/* The parameters of a declaration of that name in front of the definition, which it has defaults for; false: there is
 * none. */
static bool declaration(const char *text, const char *name, size_t n, const struct parameters *of,
                        struct parameters *all)
{
    for (const char *p = text; (p = strstr(p, "template")) && p < name; p++) {
        const char *end = p + strcspn(p, ";{");
        const char *to = blanks_back(text, end), *from = word_back(text, to);
        if (*end != ';' || end > name || (size_t)(to - from) != n || strncmp(from, name, n) ||
            !is_template(text, from, all) || all->n != of->n)
            continue;
        for (int k = 0; k < all->n; k++)
            if (all->value[k] < all->end[k] && of->value[k] == of->end[k])
                return true;
    }
    return false;
}

char *cc_rewrite_defaults(const char *text, const char *name)
{
    struct parameters of, declared;
    size_t n = 0, length;
    char *made = NULL;

    while (in_word(name[n]))
        n++;
    if (!n || !is_template(text, name, &of) || !declaration(text, name, n, &of, &declared))
        return NULL;
    FILE *f = open_memstream(&made, &length);
    const char *p = text;
    for (int k = 0; f && k < of.n; k++) {
        fwrite(p, 1, (size_t)(declared.value[k] - p), f);
        for (p = declared.value[k]; p < declared.end[k]; p++)
            putc(*p == '\n' ? '\n' : ' ', f);
    }
    for (int k = 0; f && k < of.n; k++) {
        fwrite(p, 1, (size_t)(of.end[k] - p), f);
        p = of.end[k];
        if (of.value[k] == of.end[k] && declared.value[k] < declared.end[k])
            fprintf(f, " %.*s", (int)(declared.end[k] - declared.value[k]), declared.value[k]);
    }
    if (f)
        fputs(p, f);
    return f && !fclose(f) ? made : NULL;
}
