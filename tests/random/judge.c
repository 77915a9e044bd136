/* SPDX-License-Identifier: Apache-2.0
 *
 * The judge of cycle model and functional model: programs that read the clock make the two differ in memory, in the
 * number of
 * instructions, or in how they end. Each must be a failure whose message says which.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* $clock of the cycle model is above 200 when the first instruction issues, that of the functional one below 10. */
#define CLOCK "mov.b32 $r1, $clock\nmov.b32 $r2, 0x64\nset.l.u32 _|$c0, $r1, $r2\nmov.b32 $r3, s[0x10].b32\n"
#define FAULT "ld.b32 $r4, g14[$r2]\n"        /* address 100 is in no allocation */

static const struct { const char *code, *says; enum gt_status status; } cases[] = {
    {CLOCK "st.b32 g14[$r3], $r1\nnop.exit\n", "memory address 0x10000: cycle model 0x", GT_DIFFERENT},
    {CLOCK "@$c0.lg ret\nadd.b32 $r4, $r2, $r2\nadd.b32 $r4, $r2, $r2\nnop.exit\n",
     " warp instructions in the cycle model, ", GT_DIFFERENT},
    {CLOCK "@$c0.lg " FAULT "nop.exit\n", "functional model only: kernel fuzz: GLOBAL_LIMIT_READ at pc ", GT_DIFFERENT},
    {CLOCK "@$c0.e " FAULT "nop.exit\n", "kernel fuzz: GLOBAL_LIMIT_READ at pc ", GT_FAULT},
    {CLOCK "st.b32 g14[$r3], $r2\nnop.exit\n", "", GT_OK},
};

int main(void)
{
    struct fuzz_prog *p = malloc(sizeof *p);
    struct gt_result *res = malloc(sizeof *res);
    int bad = !p || !res;
    for (size_t i = 0; !bad && i < sizeof cases / sizeof *cases; i++) {
        fuzz_init(p, 32);
        fuzz_asm(p, cases[i].code);
        p->launch.code_words = p->n;
        fuzz_model(NULL, p, res, NULL);
        bool told = *cases[i].says ? strstr(res->message, cases[i].says) != NULL : !*res->message;
        bool ok = told && res->status == cases[i].status &&
                  fuzz_failed(&fuzz_kinds[0], res) == (cases[i].status != GT_OK);
        if (!ok) {
            printf("case %zu: status %d, expected %d; '%s', expected '%s'\n", i, (int)res->status, (int)cases[i].status,
                   res->message, cases[i].says);
            bad = 1;
        }
        fuzz_free(p);
    }
    free(p);
    free(res);
    return bad;
}
