/* SPDX-License-Identifier: Apache-2.0
 *
 * Members of classes without __device__ in device code: there are programs of the time whose kernels call a constructor or operator that says
 * nothing (CUDA by Example has one), and clang does not take them. This puts a pragma of clang's around the heads of functions that are defined inside a class, so that they
 * count as both __host__ and __device__; what cannot be device code is no error as long as no device code calls it. Functions that are
 * only declared there stay as they are, as their definitions elsewhere say nothing either. Lines keep their numbers.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "_Pragma(\"clang force_cuda_host_device begin\")"
#define END "_Pragma(\"clang force_cuda_host_device end\")"

struct scan {
    FILE *out;
    const char *p;
    int depth;              /* open braces */
    int inside;             /* depth within the outermost class; 0: in none */
    bool head;              /* after struct, class or union, where a body may follow */
    bool bases;             /* in the head, after ':' */
    int angles;             /* in the head */
    bool takes_arguments;   /* the last word was an attribute with parentheses */
    bool member;            /* at the beginning of a member of the class */
    bool begun;             /* BEGIN has been written, END not yet */
    int functions;          /* between both */
};

/* The end of a literal or comment, or of a line of the preprocessor (first: only blanks before it); p itself: there is none at p. */
static const char *skip(const char *p, bool first)
{
    if ((*p == '#' && first) || (p[0] == '/' && p[1] == '/')) {
        while (*p && *p != '\n')
            p += p[0] == '\\' && p[1] ? 2 : 1;
    } else if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        p = end ? end + 2 : p + strlen(p);
    } else if (*p == '"' || *p == '\'') {
        char quote = *p++;
        while (*p && *p != quote && *p != '\n')
            p += p[0] == '\\' && p[1] ? 2 : 1;
        p += *p == quote;
    }
    return p;
}

static void copy(struct scan *s, size_t n)
{
    fwrite(s->p, 1, n, s->out);
    s->p += n;
}

static void copy_parentheses(struct scan *s)
{
    int open = 0;

    do {
        open += (*s->p == '(') - (*s->p == ')');
        copy(s, 1);
    } while (*s->p && open);
}

/* Has the member that begins at p parentheses and then a body? */
static bool is_defined(const char *p)
{
    int open = 0, arguments = 0;
    bool line = true;

    for (; *p; p++) {
        const char *end = skip(p, line);
        line = *p == '\n' || (line && isspace((unsigned char)*p));
        if (end > p) {
            p = end - 1;
            continue;
        }
        open += (*p == '(') - (*p == ')');
        arguments += *p == '(';
        if (!open && strchr("{};", *p))
            return *p == '{' && arguments;
    }
    return false;
}

static bool same(const char *word, size_t n, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == n && !memcmp(word, *list, n))
            return true;
    return false;
}

static void word(struct scan *s)
{
    static const char *const keys[] = { "struct", "class", "union", NULL };
    static const char *const attributes[] = { "__align__", "__attribute__", "alignas", "__declspec", "__builtin_align__", NULL };
    size_t n = 0;

    while (isalnum((unsigned char)s->p[n]) || s->p[n] == '_')
        n++;
    if (same(s->p, n, keys)) {
        s->head = !s->inside;
        s->bases = false;
        s->angles = 0;
    }
    s->takes_arguments = same(s->p, n, attributes);
    copy(s, n);
}

/* A character of the head of a class, if it is one: does it go on? */
static void in_head(struct scan *s, char c)
{
    if (c == '<')
        s->angles++;
    else if (c == '>' && s->angles)
        s->angles--;
    else if (c == ':')
        s->bases = true;
    else if (strchr(";()=>", c) || (c == ',' && !s->bases && !s->angles))
        s->head = false;
}

static void brace(struct scan *s)
{
    if (*s->p == '{') {
        copy(s, 1);
        s->depth++;
        if (s->begun)
            fputs(END, s->out);
        s->begun = false;
        if (s->head)
            s->inside = s->depth;
        s->member = s->head;
        s->head = false;
        return;
    }
    if (s->depth == s->inside)
        s->inside = 0;
    s->depth--;
    copy(s, 1);
    s->member = s->inside && s->depth == s->inside;
}

char *cc_members(const char *text, const char *name)
{
    char *changed = NULL;
    size_t size = 0;
    struct scan s = { .out = open_memstream(&changed, &size), .p = text };
    bool line = true;       /* nothing but blanks since its beginning */

    if (!s.out)
        return NULL;
    fprintf(s.out, "#line 1 \"%s\"\n", name);
    while (*s.p) {
        char c = *s.p;
        const char *end = skip(s.p, line);
        if (s.member && is_defined(s.p)) {
            fputs(BEGIN, s.out);
            s.begun = true;
            s.functions++;
        }
        s.member = false;
        line = c == '\n' || (line && isspace((unsigned char)c));
        if (end > s.p)
            copy(&s, (size_t)(end - s.p));
        else if (isalnum((unsigned char)c) || c == '_')
            word(&s);
        else if (c == '{' || c == '}')
            brace(&s);
        else if (c == '(' && s.head && s.takes_arguments)
            copy_parentheses(&s);
        else {
            if (s.head)
                in_head(&s, c);
            copy(&s, 1);
            s.member = c == ';' && s.inside && s.depth == s.inside;
        }
    }
    bool ok = !fclose(s.out) && s.functions && !s.inside && !s.begun;
    if (!ok) {
        free(changed);
        changed = NULL;
    }
    return changed;
}
