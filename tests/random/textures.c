/* SPDX-License-Identifier: Apache-2.0
 *
 * What texture fetches random programs contain: each executable instruction with each number of coordinates, from
 * linear memory and from rows, each sampler.
 */
#include <stdio.h>
#include <stdlib.h>

#include "decode.h"
#include "fuzz.h"
#include "tex.h"

#define PROGRAMS 200

enum { FETCH1, FETCH2, FETCH3, AUTO1, AUTO2, AUTO3, KINDS };
static const char *const kind_name[KINDS] = {"texfetch, one coordinate", "texfetch, two", "texfetch, three",
                                             "texauto, one coordinate", "texauto, two", "texauto, three"};

struct seen { unsigned linear_memory[KINDS], rows[KINDS], slices[KINDS], normalized, filtered, mode[3][4], unbound; };

static void look(struct seen *s, const struct gt_insn *in, const struct gt_gpu *g)
{
    struct gt_tex_op op = gt_tex_op_of(in);
    unsigned k = (op.sample ? AUTO1 : FETCH1) + op.coords - 1u;
    const struct gt_texture *t = gt_tex_bound(g, &op);
    if (!t->width) {
        s->unbound++;
    } else if (!t->height) {
        s->linear_memory[k]++;
    } else {
        s->rows[k]++;
        s->slices[k] += t->depth > 1;
        if (!op.sample)
            return;
        s->normalized += t->normalized;
        s->filtered += t->linear;
        for (unsigned d = 0; d < op.coords; d++)
            s->mode[d][t->mode[d]]++;
    }
}

static bool enough(const char *what, unsigned count)
{
    printf("%-44s %u\n", what, count);
    return count >= 5;
}

int main(void)
{
    struct seen s = {0};
    struct fuzz_prog *p = malloc(sizeof *p);
    if (!p)
        return 1;
    for (unsigned k = 0; k < FUZZ_KINDS; k++)
        for (uint32_t seed = 1; fuzz_kinds[k].ends && seed <= PROGRAMS; seed++) {
            fuzz_kinds[k].make(p, seed);
            for (uint32_t w = 0; w < p->n;) {
                struct gt_insn in;
                isa_decode(p->code[w], w + 1 < p->n ? p->code[w + 1] : 0, 4 * w, &in);
                if (in.err == GT_DE_NONE && in.unit == GT_UNIT_TEX && gt_tex_supported(&in))
                    look(&s, &in, p->gpu);
                w += in.len == 8 ? 2 : 1;
            }
            fuzz_free(p);
        }
    free(p);
    static const char *const mode[] = {"clamp", "wrap", "mirror", "border"};
    bool ok = enough("no texture", s.unbound);
    for (unsigned k = 0; k < KINDS; k++) {
        char line[64];
        snprintf(line, sizeof line, "%s, linear memory", kind_name[k]);
        ok = enough(line, s.linear_memory[k]) && ok;
        snprintf(line, sizeof line, "%s, rows", kind_name[k]);
        ok = enough(line, s.rows[k]) && ok;
        snprintf(line, sizeof line, "%s, slices", kind_name[k]);
        ok = enough(line, s.slices[k]) && ok;
    }
    ok = enough("normalized", s.normalized) && ok;
    ok = enough("filtered", s.filtered) && ok;
    for (unsigned d = 0; d < 3; d++)
        for (unsigned m = 0; m < 4; m++) {
            char line[16];
            snprintf(line, sizeof line, "%c %s", "xyz"[d], mode[m]);
            ok = enough(line, s.mode[d][m]) && ok;
        }
    printf(ok ? "all drawn\n" : "NOT ALL DRAWN (5 each)\n");
    return !ok;
}
