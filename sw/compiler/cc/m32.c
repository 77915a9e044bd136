/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with pointers of 4 bytes, host and device: -m32. They take the host's libraries for them, of Debian's
 * g++-multilib, and the runtime built for them (sw/compiler/toolkit/m32.cmake), CC_LIB32 beside lib/.
 */
#include "cc.h"
#include "printable.h"

#include <string.h>
#include <unistd.h>

/* What every such program is linked with, where g++-multilib or another architecture of Debian has it. */
static const char *const starts[] = { "/usr/lib32/crt1.o", "/usr/lib/i386-linux-gnu/crt1.o", NULL };

bool cc_find_m32(void)
{
    char path[4200];

    for (int i = 0; starts[i]; i++) {
        if (access(starts[i], R_OK))
            continue;
        if (!cc_find_built("libcudart.a", path, sizeof path - 8))
            return false;
        *strrchr(path, '/') = 0;
        strcpy(strrchr(path, '/'), "/" CC_LIB32 "/libcudart.a");
        if (!access(path, R_OK))
            return true;
        gt_tell("gt200 cc: -m32: %s is missing: this toolkit was built without g++-multilib (./setup --m32, "
                        "then make m32 or make install)\n", path);
        return false;
    }
    fprintf(stderr, "gt200 cc: -m32: this machine has no host libraries for pointers of 4 bytes; install Debian's "
                    "g++-multilib (./setup --m32)\n");
    return false;
}

/* As nvcc does, doubles and 8-byte integers in structures start at multiples of 8 on either side. Floats are not to be
 * computed in registers of 80 bits; clang needs no more for that than SSE2. */
bool cc_add_m32(const struct cc *c, struct cc_args *a, bool clang)
{
    return !c->narrow || !cc_has_host(c) ||
           (cc_add(a, "-m32") && cc_add(a, "-msse2") && (clang || cc_add(a, "-mfpmath=sse")) &&
            (c->doubles_by_4 || cc_add(a, "-malign-double")));
}
