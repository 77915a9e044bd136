/* SPDX-License-Identifier: Apache-2.0
 *
 * Tries the places where a libcuda can be and passes over our own.
 */
#define _POSIX_C_SOURCE 200809L
#include "cuda_library.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libcuda.so.1"
#define PATH 4096

/* Folders that are in no cache: those of container runtimes, of WSL and NixOS, then the system's. */
static const char *const folders[] = {
    "/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/wsl/lib", "/run/opengl-driver/lib",
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/lib64", "/usr/lib", "/lib",
    "/usr/lib/x86_64-linux-gnu/nvidia/current",
};

/* A search: what it is for, what it has found, and what was wrong with the files passed over. */
struct search {
    const char *name;
    void  *library;
    char   opened[PATH];
    char  *wrong;
    size_t wrongn;
};

static void note(struct search *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void note(struct search *s, const char *fmt, ...)
{
    const size_t n = strlen(s->wrong);
    va_list ap;

    va_start(ap, fmt);
    snprintf(s->wrong + n, s->wrongn - n, "; ");
    if (n + 2 < s->wrongn)
        vsnprintf(s->wrong + n + 2, s->wrongn - n - 2, fmt, ap);
    va_end(ap);
}

/* Takes the file if it is a library, and another one than ours. */
static bool take(struct search *s, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (!library) {
        note(s, "%s", dlerror());
    } else if (dlsym(library, CUDA_LIBRARY_MARKER)) {
        note(s, "%s is GT200's own library, no driver", path);
        dlclose(library);
    } else {
        s->library = library;
        snprintf(s->opened, sizeof s->opened, "%s", path);
    }
    return s->library != NULL;
}

/* The same of a file in a folder, if there is one. */
static bool take_in(struct search *s, const char *folder, size_t n)
{
    char path[PATH];

    return n && snprintf(path, sizeof path, "%.*s/%s", (int)n, folder, s->name) < (int)sizeof path &&
           !access(path, F_OK) && take(s, path);
}

/* A list of folders, separated by colons; an empty one is the current folder, which is no place for a driver. */
static bool take_in_list(struct search *s, const char *list)
{
    for (const char *at = list; at && *at; at += *at == ':') {
        const size_t n = strcspn(at, ":");
        if (take_in(s, at, n))
            return true;
        at += n;
    }
    return false;
}

/* Lines of ldconfig -p: "\tNAME (libc6,x86-64) => PATH". Those of other machines do not load. */
static bool take_cached(struct search *s)
{
    char line[PATH + 256];
    FILE *f = popen("PATH=/sbin:/usr/sbin:$PATH ldconfig -p 2>/dev/null", "r");

    while (f && !s->library && fgets(line, sizeof line, f)) {
        char *name = line + strspn(line, " \t"), *to = strstr(name, " => ");
        if (!to || strcspn(name, " ") != strlen(s->name) || strncmp(name, s->name, strlen(s->name)))
            continue;
        to[strcspn(to, "\n")] = 0;
        take(s, to + strlen(" => "));
    }
    if (f)
        pclose(f);
    return s->library != NULL;
}

static bool take_anywhere(struct search *s)
{
    if (strchr(s->name, '/'))
        return take(s, s->name);
    if (take_in_list(s, getenv("LD_LIBRARY_PATH")) || take_cached(s))
        return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (take_in(s, folders[i], strlen(folders[i])))
            return true;
    return false;
}

void *cuda_library_open(char *path, size_t pathn, char *err, size_t errn)
{
    const char *named = getenv("GT200_LIBCUDA");
    char wrong[2048] = "";
    struct search s = { .name = named && *named ? named : LIBRARY, .wrong = wrong, .wrongn = sizeof wrong };

    if (!take_anywhere(&s)) {
        if (*wrong)
            snprintf(err, errn, "no NVIDIA driver: %s", wrong + 2);
        else
            snprintf(err, errn, "no NVIDIA driver: there is no %s in LD_LIBRARY_PATH, in the cache of ldconfig, nor in "
                     "%s and the system's folders (GT200_LIBCUDA names a file)", s.name, folders[0]);
        return NULL;
    }
    snprintf(path, pathn, "%s", s.opened);
    return s.library;
}
