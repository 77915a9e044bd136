/* SPDX-License-Identifier: Apache-2.0
 *
 * A form as a statement of a PTX file.
 */
#include <string.h>

#include "forms.h"
#include "ptx_table.h"
#include "values.h"

/* PTX 2.3 has addresses of 64 bits on request; without it they have 32. */
static unsigned address_bits(const struct forms_chip *chip) { return chip->version >= 23 && chip->sm >= 20 ? 64 : 32; }

unsigned forms_head(FILE *f, const struct forms_chip *chip)
{
    fprintf(f, ".version %u.%u\n.target sm_%u\n", chip->version / 10, chip->version % 10, chip->sm);
    fprintf(f, "%s\n", address_bits(chip) == 64 ? ".address_size 64" : "");
    fputs(".global .align 16 .b8 vglobal[64]; .const .align 16 .b8 vconst[64]; .shared .align 16 .b8 vshared[64];\n",
          f);
    fprintf(f, "%s\n", chip->version >= 15 ? ".global .texref texture;" : ".tex .u32 texture;");
    fputs(".func callee { ret; }\n", f);
    /* 1.4 has lists of parameters, before they stand in the body; from 2.0 on a caller stores those of a callee */
    fprintf(f, ".entry k %s\n", chip->version >= 14 ? "(.param .align 16 .b8 vparam[64])\n{"
                                                    : "{\n.param .align 16 .b8 vparam[64];");
    fprintf(f, ".local .align 16 .b8 vlocal[64];%s\n", chip->version >= 20 ? " .param .align 16 .b8 vcall[64];" : "");
    fputs(".reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %l<4>; .reg .f32 %f<4>; .reg .f64 %d<4>; .reg .pred %p<4>;\n",
          f);
    return 10;
}

void forms_tail(FILE *f) { fputs("ret;\n}\n", f); }

/* What the parts of the opcode say that its operands depend on. */
struct said { uint8_t member[PTX_GROUPS]; };

/* The parts of an opcode by group. */
static struct said read_parts(const char *opcode)
{
    struct said s = { { 0 } };
    char name[FORMS_OPCODE];
    snprintf(name, sizeof name, "%s", opcode);
    char *save = NULL, *part = strtok_r(name, ".", &save);
    while ((part = strtok_r(NULL, ".", &save))) {
        enum ptype t = ptype_parse(part);
        if (t && s.member[PTX_GROUP_TYPE])
            s.member[PTX_GROUP_DTYPE] = s.member[PTX_GROUP_TYPE];
        if (t)
            s.member[PTX_GROUP_TYPE] = (uint8_t)t;
        for (unsigned g = 0; !t && g < PTX_GROUPS; g++)
            for (unsigned m = 1; m <= ptx_groups[g].members; m++)
                if (!strcmp(ptx_groups[g].name[m], part))
                    s.member[g] = (uint8_t)m;
    }
    if (!s.member[PTX_GROUP_DTYPE])
        s.member[PTX_GROUP_DTYPE] = s.member[PTX_GROUP_TYPE];
    return s;
}

static enum ptype twice(enum ptype t)
{
    return t == T_U16 ? T_U32 : t == T_S16 ? T_S32 : t == T_S32 ? T_S64 : T_U64;
}

static void registers(FILE *f, enum ptype t, unsigned n, unsigned first)
{
    char c = t ? value_letter(t) : 'r';
    for (unsigned i = 0; i < n; i++)
        fprintf(f, "%s%%%c%u", i ? "," : n > 1 ? "{" : "", c, (first + i) % 4);
    fputs(n > 1 ? "}" : "", f);
}

/* An address operand in that memory. */
static void address(FILE *f, unsigned op, unsigned space, unsigned bits)
{
    static const char *const names[] = {
        [PTX_SPACE_GLOBAL] = "vglobal", [PTX_SPACE_SHARED] = "vshared", [PTX_SPACE_LOCAL] = "vlocal",
        [PTX_SPACE_CONST] = "vconst", [PTX_SPACE_PARAM] = "vparam",
    };
    if (op == PTX_ST && space == PTX_SPACE_PARAM)
        fputs("[vcall]", f);
    else if (space)
        fprintf(f, "[%s]", names[space]);
    else
        fprintf(f, "[%%%c0]", bits == 64 ? 'l' : 'r');
}

/* Before 1.5 there are always four coordinates, of three dimensions ever. */
static void texture(FILE *f, const struct said *s, const struct forms_chip *chip)
{
    char c = value_letter(s->member[PTX_GROUP_TYPE] ? s->member[PTX_GROUP_TYPE] : T_F32);
    unsigned n = s->member[PTX_GROUP_VEC] == PTX_VEC_V2 ? 2 : 4;
    registers(f, s->member[PTX_GROUP_DTYPE], n, 0);
    int geom = s->member[PTX_GROUP_GEOM];
    unsigned coordinates = geom == PTX_GEOM_3D || chip->version < 15 ? 4 : geom == PTX_GEOM_2D ? 2 : 1;
    fputs(", [texture, {", f);
    for (unsigned i = 0; i < coordinates; i++)
        fprintf(f, "%s%%%c%u", i ? "," : "", c, i);
    fputs("}]", f);
}

/* The word of the row's operands that stands at `w`, of `n` letters without '>' and '|'. */
static void operand(FILE *f, const struct said *s, unsigned op, const char *w, size_t n, unsigned first,
                    const struct forms_chip *chip, size_t id)
{
    enum ptype type = s->member[PTX_GROUP_TYPE], dtype = s->member[PTX_GROUP_DTYPE];
    unsigned vec = s->member[PTX_GROUP_VEC] == PTX_VEC_V2 ? 2 : s->member[PTX_GROUP_VEC] == PTX_VEC_V4 ? 4 : 1;
    char name[8] = "";
    memcpy(name, w, n < sizeof name ? n : sizeof name - 1);
    if (!strcmp(name, "tex")) {
        texture(f, s, chip);
        return;
    }
    switch (n == 1 ? *w : !strcmp(name, "call") ? 'c' : 0) {
    case 't': case 'x': registers(f, type, 1, first); return;
    case 'd': registers(f, dtype, 1, first); return;
    case 'w': registers(f, twice(type), 1, first); return;
    case 'v': registers(f, type, vec, first); return;
    case 'p': case 'q': registers(f, T_PRED, 1, first); return;
    case 'm': address(f, op, s->member[PTX_GROUP_SPACE], address_bits(chip)); return;
    case 'l': fprintf(f, "%c%zu", op == PTX_BRX ? 'T' : 'L', id); return;
    case 'n': fputs("0", f); return;
    case 'c': fputs("callee", f); return;
    }
    registers(f, ptype_parse(name), 1, first);
}

void forms_statement(FILE *f, const struct form *form, const struct forms_chip *chip, size_t id)
{
    const struct ptx_row *r = &ptx_rows[form->row];
    const struct said s = read_parts(form->opcode);
    const char *w = r->operands;
    bool label = r->op == PTX_BRA || r->op == PTX_BRX;
    if (r->op == PTX_BRX)
        fprintf(f, "T%zu: .branchtargets L%zu; ", id, id);
    fputs(form->opcode, f);
    for (unsigned k = 0; *w; k++) {
        size_t n = strcspn(w, " "), from = *w == '>', to = w[n - 1] == '|';
        if (w[n - 1] == '?')        /* it may be missing */
            break;
        fputs(k ? ", " : " ", f);
        operand(f, &s, r->op, w + from, n - from - to, k, chip, id);
        w += n + strspn(w + n, " ");
    }
    fprintf(f, label ? "; L%zu:\n" : ";\n", id);
}
