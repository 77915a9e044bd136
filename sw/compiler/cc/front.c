/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200-front: gt200 cc without the compiler of PTX, for what the build compiles with clang: PTX, objects with PTX
 * inside, links. A change of the instruction set leaves this program, and with it what it has made, as it is.
 */
#include "sm70cc.h"

bool ptxas_compile(const char *source, const char *name, const struct ptxas_options *opt, struct ptxas_result *res)
{
    (void)source, (void)opt;
    snprintf(res->error, sizeof res->error, "%s: gt200-front makes no native code; gt200-tools does", name);
    return false;
}

/* No chip has native code here: cubins, which are all that is made for later chips, end in ptxas_compile's message. */
unsigned sm70cc_arch(const char *name)
{
    (void)name;
    return 0;
}

bool sm70cc_compile(unsigned arch, const char *source, const char *name, const struct ptxas_options *opt,
                    struct ptxas_result *res)
{
    (void)arch;
    return ptxas_compile(source, name, opt, res);
}
