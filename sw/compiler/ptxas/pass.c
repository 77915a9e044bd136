/* SPDX-License-Identifier: Apache-2.0
 *
 * Between two passes: printing and verifying what the first has made.
 */
#include "check.h"

#include <string.h>

const char pass_names[] = "lower cleanup canonical ssa dce propagate gvn demand mul legalize tests smem licm leave "
                          "ifconvert joins layout literals sched areg regalloc";

bool pass_is_known(const char *name)
{
    size_t n = strlen(name);
    for (const char *p = pass_names; n && (p = strstr(p, name)); p++)
        if ((p == pass_names || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return !strcmp(name, "all");
}

void verify_fn(struct fn *f, const char *pass)
{
    verify_form(f, pass);
    if (f->stage == STAGE_ALLOCATED)
        verify_registers(f, pass);
}

void pass_done(struct fn *f, const char *pass)
{
    const struct ptxas_options *o = f->cx->opt;
    if (o->print_after && o->print_out && (!strcmp(o->print_after, "all") || !strcmp(o->print_after, pass)))
        print_fn(o->print_out, f, pass);
    if (f->cx->verify)
        verify_fn(f, pass);
}
