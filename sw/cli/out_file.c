/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "out_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool out_file_special(const char *path)
{
    struct stat st;
    return !lstat(path, &st) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode);
}

static bool fail(const char *path, const char *why, char *err, size_t errn)
{
    snprintf(err, errn, "%s: %s", path, why);
    return false;
}

bool out_file(const char *path, bool (*write)(const void *data, FILE *f), const void *data, char *err, size_t errn)
{
    char tmp[4096];
    struct stat st;
    bool direct = !lstat(path, &st) && !S_ISREG(st.st_mode);

    if (snprintf(tmp, sizeof tmp, direct ? "%s" : "%s.tmp%ld", path, (long)getpid()) >= (int)sizeof tmp)
        return fail(path, "name too long", err, errn);
    FILE *f = fopen(tmp, "wb");
    if (!f)
        return fail(path, strerror(errno), err, errn);
    bool ok = write(data, f) && !ferror(f);
    int why = errno;
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
    return ok || fail(path, why ? strerror(why) : "cannot be written", err, errn);
}
