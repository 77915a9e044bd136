/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the files are that come with the programs: no path is compiled in, so that a build folder or an installed one
 * may be moved.
 */
#ifndef GT200_HOME_H
#define GT200_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* A path below the toolkit folder, "include" or "lib/libcudart.a": links in the folder's own name are followed. The
 * toolkit folder is GT200_HOME or, without it, the nearest folder at or above that of the running program which has
 * include/gt200_cuda.h: the build folder, or the prefix of an installation. false after a message that begins with
 * "gt200 CMD: ": there is no such folder, or not that file in it. */
bool cmd_home(const char *cmd, const char *name, char *path, size_t room);

#endif
