/* SPDX-License-Identifier: Apache-2.0
 *
 * test_hazards [--any] FILE: the programs of an assembly file have no hazard; without a clock of a stall count, a
 * counter that is waited for or one that is set they have, where the comment behind the instruction says so, and
 * nowhere else; with --any for more than half of these changes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "hazards.h"

struct line { unsigned number; char marks[8]; };

static void count(void *ctx, const struct hz_hazard *h)
{
    (void)h;
    ++*(unsigned *)ctx;
}

static unsigned hazards(const struct sm70_module *m, const struct sm70_kernel *k)
{
    unsigned n = 0;
    struct hz_result r = { 0 };
    char err[256];

    if (!hz_check(m->chip, k, count, &n, &r, err, sizeof err)) {
        printf("%s: %s\n", k->name, err);
        exit(1);
    }
    free(r.assumed);
    return n;
}

/* Each instruction's line and marks, over all kernels in turn. */
static struct line *lines(const char *text, size_t *n)
{
    struct line *list = NULL;
    unsigned number = 0;

    *n = 0;
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        number++;
        if (*p != '[')
            continue;
        list = realloc(list, (*n + 1) * sizeof *list);
        if (!list)
            abort();
        struct line *l = &list[(*n)++];
        *l = (struct line){ .number = number };
        const char *c = memchr(p, '#', strcspn(p, "\n"));
        for (unsigned k = 0; c && *c && *c != '\n' && k < sizeof l->marks - 1; c++)
            if (strchr("SBWR", *c))
                l->marks[k++] = *c;
    }
    return list;
}

static unsigned clocks(struct sm70_control c)
{
    return hz_stall[c.yield][c.stall];
}

int main(int argc, char **argv)
{
    struct sm70_module m;
    bool any = argc == 3 && !strcmp(argv[1], "--any");
    const char *path = argc == 2 + any ? argv[1 + any] : NULL;
    char err[512], *text = path ? gt_read_file(path, NULL) : NULL;
    unsigned fails = 0, tried = 0, found = 0;
    size_t n, at = 0;

    if (!text || !sm70_text_read(text, path, &m, err, sizeof err)) {
        printf("%s\n", text ? err : "usage: test_hazards [--any] FILE");
        return 1;
    }
    struct line *l = lines(text, &n);
    for (size_t k = 0; k < m.nkernels; k++) {
        struct sm70_kernel *kernel = &m.kernels[k];
        if (hazards(&m, kernel)) {
            printf("%s: hazards in the program as it is\n", kernel->name);
            fails++;
        }
        for (size_t i = 0; i < kernel->ncode; i++, at++) {
            const struct sm70_word was = kernel->code[i];
            const struct sm70_control c = sm70_control_of(was);
            for (unsigned what = 0; what < 9; what++) {
                struct sm70_control less = c;
                char mark = what < 6 ? 'B' : "SWR"[what - 6];
                if (what < 6)
                    less.wait &= ~(1u << what);
                else if (what == 6)
                    less.stall -= c.stall > 1;
                else if (what == 7)
                    less.wbar = 7;
                else
                    less.rbar = 7;
                if (!memcmp(&less, &c, sizeof c) || (what == 6 && clocks(less) >= clocks(c)))
                    continue;
                sm70_control_set(&kernel->code[i], less);
                bool is = hazards(&m, kernel), wanted = strchr(l[at].marks, mark);
                tried++;
                found += is;
                if (is != wanted && !any) {
                    printf("%s:%u: without %c: expected %s, found %s\n", path, l[at].number, mark,
                           wanted ? "a hazard" : "none", is ? "one" : "none");
                    fails++;
                }
                kernel->code[i] = was;
            }
        }
    }
    printf("%u of %u changes are hazards\n", found, tried);
    free(l);
    free(text);
    sm70_module_free(&m);
    return fails || !tried || at != n || (any && 2 * found <= tried);
}
