/* SPDX-License-Identifier: Apache-2.0
 *
 * Matches a name with mangled ones, and reads parameter types from them.
 */
#include "kernel_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

/* The C++ library's, which the program is linked with. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *n, int *status) __attribute__((weak));

/* space::k(int, float*) of its mangled name; NULL: it is not mangled. free() it. */
static char *demangled_name(const char *name)
{
    int status;

    return !strncmp(name, "_Z", 2) && __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
}

/* The parenthesis that opens the list of parameters: the first outside of the arguments of templates that no text of
 * an anonymous namespace is in. */
static const char *list_of(const char *text)
{
    int depth = 0;

    for (const char *p = text; *p; p++) {
        depth += (*p == '<') - (*p == '>');
        if (*p == '(' && !depth && strncmp(p, "(anonymous", 10))
            return p;
    }
    return NULL;
}

/* space::k of "void space::k<int>(int*)". */
static bool plain_name(const char *text, char *out, size_t n)
{
    const char *end = list_of(text), *from = text;
    int depth = 0;
    size_t used = 0;

    if (!end)
        return false;
    for (const char *p = text; p < end; p++) {      /* behind the type that a template returns */
        depth += (*p == '<') - (*p == '>');
        if (*p == ' ' && !depth && strncmp(p, " namespace)", 11))
            from = p + 1;
    }
    for (const char *p = from; p < end && used + 1 < n; p++) {
        depth += *p == '<';
        if (!depth)
            out[used++] = *p;
        depth -= *p == '>';
    }
    out[used] = 0;
    return used > 0;
}

/* Is the kernel called so in the source? */
static bool is_called(const char *mangled, const char *name)
{
    char *text = demangled_name(mangled), whole[512];
    bool yes = false;

    if (text && plain_name(text, whole, sizeof whole)) {
        const char *last = strrchr(whole, ':');
        yes = !strcmp(whole, name) || (last && !strcmp(last + 1, name)) || !strcmp(text, name);
    }
    free(text);
    return yes;
}

/* The kernels' names as a list for a message; only: those that have this short name, with their parameters. */
static void list_names(const struct gt_cubin *c, const char *only, char *out, size_t n)
{
    size_t used = 0;

    for (size_t i = 0; i < c->nkernels && used < n; i++) {
        if (only && !is_called(c->kernels[i].name, only))
            continue;
        char *text = demangled_name(c->kernels[i].name), whole[512];
        const bool short_name = !only && text && plain_name(text, whole, sizeof whole);
        used += (size_t)snprintf(out + used, n - used, "%s%s", used ? ", " : "",
                                 short_name ? whole : c->kernels[i].name);
        if (only && text && used < n)
            used += (size_t)snprintf(out + used, n - used, " %s", text);
        free(text);
    }
}

int kernel_by_name(const struct gt_cubin *c, const char *name, char *err, size_t n)
{
    const struct gt_cubin_kernel *k = cubin_kernel(c, name);
    int found = -1;
    char list[2048] = "";

    if (k)
        return (int)(k - c->kernels);
    for (size_t i = 0; i < c->nkernels; i++) {
        if (!is_called(c->kernels[i].name, name))
            continue;
        if (found >= 0) {
            list_names(c, name, list, sizeof list);
            snprintf(err, n, "'%s' may be any of: %s", name, list);
            return -1;
        }
        found = (int)i;
    }
    if (found < 0) {
        list_names(c, NULL, list, sizeof list);
        snprintf(err, n, "no kernel '%s'; there %s %s", name, c->nkernels == 1 ? "is" : "are",
                 c->nkernels ? list : "none");
    }
    return found;
}

void kernel_names(const struct gt_cubin *c, char *out, size_t n)
{
    *out = 0;
    list_names(c, NULL, out, n);
}

void kernel_short_name(const struct gt_cubin *c, size_t i, char *out, size_t n)
{
    char *text = demangled_name(c->kernels[i].name), whole[512], err[4096];
    const char *name = c->kernels[i].name;

    if (text && plain_name(text, whole, sizeof whole)) {
        const char *last = strrchr(whole, ':');
        last = last ? last + 1 : whole;
        if (kernel_by_name(c, last, err, sizeof err) == (int)i)
            name = last;
    }
    snprintf(out, n, "%s", name);
    free(text);
}

void kernels_of_ptx(struct gt_cubin *c, const char *path)
{
    static const char entry[] = ".entry";
    char *text = gt_read_file(path, NULL);

    cubin_init(c);
    for (char *p = text; p && (p = strstr(p, entry));) {
        p += strlen(entry);
        char *name = p + strspn(p, " \t\r\n"), *end = name + strcspn(name, " \t\r\n({");
        const char after = *end;
        if (name == p || !after)
            continue;
        *end = 0;
        cubin_add_kernel(c, name);
        *end = after;
        p = end;
    }
    free(text);
}

/* Kind of a parameter by its type in C++. */
static enum run_type type_of(const char *text, size_t n)
{
    static const char *const integers[] = {
        "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
        "unsigned long", "long long", "unsigned long long",
    };

    if (n && text[n - 1] == '*')
        return RUN_POINTER;
    if (n == 5 && !strncmp(text, "float", n))
        return RUN_FLOAT;
    if (n == 6 && !strncmp(text, "double", n))
        return RUN_DOUBLE;
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (n == strlen(integers[i]) && !strncmp(text, integers[i], n))
            return RUN_INTEGER;
    return RUN_UNKNOWN;
}

/* Types of the parameters in the text behind the parenthesis, as many as there are in all. */
static size_t parameter_types(const char *list, struct run_param *p, size_t n)
{
    size_t have = 0;
    int depth = 0;

    for (const char *at = list, *from = list; *at; at++) {
        const bool end = *at == ')' && !depth;
        if ((end || (*at == ',' && !depth)) && at > from) {
            if (have < n) {
                p[have].type = type_of(from, (size_t)(at - from));
                snprintf(p[have].text, sizeof p[have].text, "%.*s", (int)(at - from), from);
            }
            have++;
            from = at + 1 + (at[1] == ' ');
        }
        if (end)
            break;
        depth += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
    }
    return have;
}

bool kernel_params(const struct gt_cubin_kernel *k, struct run_args *a)
{
    char *text = demangled_name(k->name);
    const char *list = text ? list_of(text) : NULL;

    a->nknown = 0;
    if (!k->has_params || k->nparams > sizeof a->known / sizeof *a->known) {
        free(text);
        return false;
    }
    a->nknown = k->nparams;
    for (size_t i = 0; i < k->nparams; i++)
        a->known[i] = (struct run_param){ .offset = k->params[i].offset, .bytes = k->params[i].bytes };
    if (list && parameter_types(list + 1, a->known, a->nknown) != a->nknown)
        for (size_t i = 0; i < a->nknown; i++)
            a->known[i].type = RUN_UNKNOWN;
    snprintf(a->kernel, sizeof a->kernel, "%s", text ? text : k->name);
    free(text);
    for (size_t i = 0; i < a->nknown; i++)
        if (a->known[i].type == RUN_UNKNOWN && a->known[i].bytes != 4 && a->known[i].bytes != 8)
            a->nknown = 0;
    return a->nknown > 0;
}
