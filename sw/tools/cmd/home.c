/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks from the program's own folder upwards for one with the mark of a toolkit.
 */
#define _XOPEN_SOURCE 700
#include "home.h"
#include "printable.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char mark[] = "include/gt200_cuda.h";

static bool has_mark(const char *folder)
{
    char path[PATH_MAX + sizeof mark];

    snprintf(path, sizeof path, "%s/%s", folder, mark);
    return access(path, R_OK) == 0;
}

/* The folder itself or the nearest one above it; it is shortened to that. */
static bool nearest(char *folder)
{
    for (char *slash; !has_mark(folder); *slash = 0)
        if (!(slash = strrchr(folder, '/')))
            return false;
    return true;
}

/* The toolkit's folder: GT200_HOME, or one above the program; false: the message has been printed. */
static bool find(const char *cmd, char home[PATH_MAX])
{
    const char *wanted = getenv("GT200_HOME");
    char program[PATH_MAX];

    if (wanted && *wanted) {
        if (has_mark(wanted) && realpath(wanted, home))
            return true;
        gt_tell("gt200 %s: GT200_HOME=%s: expected %s there\n", cmd, wanted, mark);
        return false;
    }
    if (realpath("/proc/self/exe", home)) {
        strcpy(program, home);
        *strrchr(home, '/') = 0;
        if (nearest(home))
            return true;
    } else {
        strcpy(program, "the program");
    }
    gt_tell("gt200 %s: no folder above %s has %s; GT200_HOME names one that has\n", cmd, program, mark);
    return false;
}

bool cmd_home(const char *cmd, const char *name, char *path, size_t room)
{
    char home[PATH_MAX], whole[2 * PATH_MAX], real[PATH_MAX];

    if (!find(cmd, home))
        return false;
    snprintf(whole, sizeof whole, "%s/%s", home, name);
    if (!realpath(whole, real)) {
        gt_tell("gt200 %s: %s: %s\n", cmd, whole, strerror(errno));
        return false;
    }
    return (size_t)snprintf(path, room, "%s", real) < room;
}
