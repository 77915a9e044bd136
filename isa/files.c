/* SPDX-License-Identifier: Apache-2.0
 *
 * Files are read whole, and replaced whole or not at all.
 */
#include "files.h"
#include "printable.h"

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

bool gt_special_file(const char *path)
{
    struct stat st;
    return !lstat(path, &st) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode);
}

static bool fail(const char *path, const char *why, char *err, size_t errn)
{
    snprintf(err, errn, "%s: %s", path, why);
    return false;
}

bool gt_replace_file(const char *path, bool (*write)(FILE *f, const void *data), const void *data, char *err,
                     size_t errn)
{
    char tmp[4096];
    struct stat st;
    bool direct = !lstat(path, &st) && !S_ISREG(st.st_mode);

    if (snprintf(tmp, sizeof tmp, direct ? "%s" : "%s.tmp%ld", path, (long)getpid()) >= (int)sizeof tmp)
        return fail(path, "name too long", err, errn);
    FILE *f = fopen(tmp, "wb");
    if (!f)
        return fail(path, strerror(errno), err, errn);
    errno = 0;
    bool ok = write(f, data) && !ferror(f);
    int why = ferror(f) ? errno : 0;            /* else it is the writer's affair, who has said it */
    if (fclose(f) && ok) {
        ok = false;
        why = errno;
    }
    if (ok && !direct && rename(tmp, path)) {
        ok = false;
        why = errno;
    }
    if (!ok && !direct)
        remove(tmp);
    return ok || fail(path, why ? strerror(why) : "not written", err, errn);
}

bool gt_write_file(const char *path, bool (*write)(FILE *f, const void *data), const void *data)
{
    char err[4352];

    if (strcmp(path, "-") == 0) {
        bool ok = write(stdout, data);
        if (ferror(stdout))
            perror("standard output");
        return ok;
    }
    if (gt_replace_file(path, write, data, err, sizeof err))
        return true;
    gt_tell("%s\n", err);
    return false;
}
