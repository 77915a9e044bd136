/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells a file by its first bytes, and what one would rather have done with it.
 */
#include "file_kind.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ELF_TYPE   16           /* where a file says whether it is an object: 1, or something that runs */
#define ELF_OBJECT 1

/* Behind blanks and comments. */
static const char *first_word(const char *p)
{
    for (;;) {
        const char *end = NULL;
        p += strspn(p, " \t\r\n");
        if (!strncmp(p, "//", 2))
            end = strchr(p, '\n');
        else if (!strncmp(p, "/*", 2))
            end = (end = strstr(p + 2, "*/")) ? end + 2 : NULL;
        if (!end)
            return p;
        p = end;
    }
}

static bool ends_with(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);

    return n > m && !strcmp(path + n - m, end);
}

enum file_kind file_kind(const char *path)
{
    static const char *const sources[] = { ".cu", ".c", ".cpp", ".cc", ".cxx", ".h", ".cuh" };
    char head[4096] = "";
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(head, 1, sizeof head - 1, f) : 0;

    if (f)
        fclose(f);
    if (n > ELF_TYPE && !memcmp(head, "\177ELF", 4))
        return head[ELF_TYPE] == ELF_OBJECT ? FILE_OBJECT : FILE_PROGRAM;
    const char *word = first_word(head);
    if (!strncmp(word, "architecture", 12))
        return FILE_CUBIN;
    if (!strncmp(word, ".version", 8))
        return FILE_PTX;
    if (!strncmp(head, "#!", 2))
        return FILE_SCRIPT;
    for (size_t i = 0; n && i < sizeof sources / sizeof *sources; i++)
        if (ends_with(path, sources[i]))
            return FILE_SOURCE;
    return FILE_OTHER;
}

void file_kind_advice(enum file_kind kind, const char *path, const char *kernel, char *out, size_t n)
{
    const char *here = strchr(path, '/') ? "" : "./";

    *out = 0;
    switch (kind) {
    case FILE_CUBIN:
        snprintf(out, n, "%s is a cubin of this machine: target cuda needs PTX, which gt200 cc --ptx -arch=sm_20 "
                 "makes, and an NVIDIA GPU; without --target cuda it runs here", path);
        break;
    case FILE_PTX:
        snprintf(out, n, "%s is PTX: gt200 ptxas %s -o K.cubin makes a cubin of it", path, path);
        break;
    case FILE_SOURCE:
        snprintf(out, n, "%s is source: gt200 cc %s -o K.cubin makes a cubin of its kernels, gt200 nvcc a program",
                 path, path);
        break;
    case FILE_PROGRAM:
        snprintf(out, n, "%s is a program: it runs by itself, GT200_TARGET=model %s%s; gt200 run takes one kernel of a "
                 "cubin (gt200 cc K.cu -o K.cubin, gt200 run K.cubin -k %s)", path, here, path,
                 kernel ? kernel : "NAME");
        break;
    case FILE_OBJECT:
        snprintf(out, n, "%s is an object file: gt200 nvcc links it; gt200 cuobjdump shows what it has for the device",
                 path);
        break;
    case FILE_SCRIPT:
        snprintf(out, n, "%s is a script; gt200 run takes one kernel of a cubin (gt200 cc K.cu -o K.cubin)", path);
        break;
    case FILE_OTHER:
        break;
    }
}
