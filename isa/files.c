/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *gt_slurp(FILE *f, size_t *len)
{
    char *buf = NULL;
    size_t n = 0, size = 0;

    do {
        if (size - n < 4096) {
            char *p = realloc(buf, size = size ? size * 2 : 65536);

            if (!p) {
                free(buf);
                errno = ENOMEM;
                return NULL;
            }
            buf = p;
        }
        n += fread(buf + n, 1, size - n - 1, f);
    } while (!feof(f) && !ferror(f));
    if (ferror(f)) {
        int e = errno ? errno : EIO;

        free(buf);
        errno = e;
        return NULL;
    }
    buf[n] = '\0';
    if (len)
        *len = n;
    return buf;
}

char *gt_read_file(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? gt_slurp(f, len) : NULL;
    int e = errno;

    if (f)
        fclose(f);
    errno = e;
    return text;
}

bool gt_write_file(const char *path, bool (*write)(FILE *f, const void *data), const void *data)
{
    char tmp[4096];
    struct stat st;
    bool direct = strcmp(path, "-") == 0;
    bool device = !direct && lstat(path, &st) == 0 && !S_ISREG(st.st_mode);   /* /dev/null, a pipe, a link: stays
                                                                                 what it is */
    FILE *f;

    if (direct)
        return write(stdout, data) || (perror("standard output"), false);
    if (snprintf(tmp, sizeof tmp, device ? "%s" : "%s.tmp%ld", path, (long)getpid()) >= (int)sizeof tmp) {
        fprintf(stderr, "%s: name too long\n", path);
        return false;
    }
    f = fopen(tmp, "w");
    if (!f) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    bool ok = write(f, data);

    if (fclose(f) != 0)
        ok = false;
    if (ok && !device && rename(tmp, path) != 0)
        ok = false;
    if (!ok) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        if (!device)
            unlink(tmp);
    }
    return ok;
}
