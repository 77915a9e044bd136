/* SPDX-License-Identifier: Apache-2.0
 *
 * OpenMP. Its pragmas in host code of .cu are clang's, so programs are linked with clang's library, libomp, which
 * also has what the objects of g++ -fopenmp call; two such libraries in one program would each start threads of their
 * own. So -fopenmp does not reach the linker, and -lgomp means libomp; -lomp is found wherever it is.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "printable.h"

#include <stdlib.h>
#include <string.h>

static bool is_switch(const char *option) { return !strcmp(option, "-fopenmp"); }

/* Is this the name behind a -l? */
static bool is_library(const struct cc_args *link, int i)
{
    return i && !strcmp(link->v[i - 1], "-l") && (!strcmp(link->v[i], "gomp") || !strcmp(link->v[i], "omp"));
}

static bool wanted(const struct cc *c)
{
    for (int i = 0; i < c->host.n; i++)
        if (is_switch(c->host.v[i]))
            return true;
    for (int i = 0; i < c->link.n; i++)
        if (is_library(&c->link, i))
            return true;
    return false;
}

/* clang names the file's path, or the name alone when it has none. */
static bool find(struct cc *c, char *path, size_t room)
{
    struct cc_args a = { { c->clang, "-print-file-name=libomp.so" }, 2 };
    char *said = NULL;

    if (!cc_run(c, &a, &said, NULL))
        return false;
    snprintf(path, room, "%.*s", (int)strcspn(said, "\n"), said);
    free(said);
    return strchr(path, '/') != NULL;
}

bool cc_openmp(struct cc *c)
{
    struct cc_args host = { .n = 0 }, link = { .n = 0 };
    bool ok = true;

    if (!wanted(c))
        return true;
    if (c->narrow) {
        fprintf(stderr, "gt200 cc: -m32: Debian has no OpenMP library of clang's for pointers of 4 bytes\n");
        return false;
    }
    if (!c->dry && !find(c, c->openmp, sizeof c->openmp)) {
        gt_tell("gt200 cc: OpenMP: %s has no libomp.so; install libomp-" GT200_CLANG "-dev (./setup)\n",
                c->clang);
        return false;
    }
    for (int i = 0; i < c->host.n && ok; i++)
        ok = is_switch(c->host.v[i]) || cc_add(&host, c->host.v[i]);
    for (int i = 0; i < c->link.n && ok; i++)
        if (is_library(&c->link, i))
            link.n--;                   /* with the -l in front of it */
        else
            ok = cc_add(&link, c->link.v[i]);
    c->host = host;
    c->link = link;
    return ok && cc_add(&c->link, *c->openmp ? c->openmp : "-lomp");
}
