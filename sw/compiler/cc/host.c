/* SPDX-License-Identifier: Apache-2.0
 *
 * Host code: which outputs have it, and the compiler it is given to.
 */
#include "cc.h"

#include <stdio.h>

bool cc_has_host(const struct cc *c)
{
    return c->what == CC_PROGRAM || c->what == CC_OBJECT || c->what == CC_ARCHIVE;
}

const char *cc_host_compiler(struct cc *c)
{
    const char *wanted = c->host_compiler;

    if (!wanted)
        return GT200_CXX;
    snprintf(c->host_program, sizeof c->host_program, "%s%s", wanted, cc_is_folder(wanted) ? "/g++" : "");
    return c->host_program;
}
