/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of an opcode against the rows of the table.
 */
#include "ptx_table.h"

#include <stdio.h>
#include <string.h>

enum ptype ptype_parse(const char *name)
{
    for (unsigned t = 1; t < T_COUNT; t++)
        if (!strcmp(ptx_types[t].name, name))
            return (enum ptype)t;
    return T_NONE;
}

void ptx_since(const struct ptx_code *code, unsigned *version, unsigned *sm)
{
    struct ptx_code c = *code;
    *version = ptx_rows[code->row].version;
    *sm = ptx_rows[code->row].sm;
    for (unsigned i = 0; i < ptx_nlaters; i++) {
        const struct ptx_later *l = &ptx_laters[i];
        const unsigned member = *ptx_field(&c, l->group);
        bool about = !l->op[0];
        for (unsigned k = 0; k < 4 && l->op[k]; k++)
            about |= l->op[k] == code->op;
        if (!about || !(l->members ? l->members >> member & 1 : !member))
            continue;
        *version = l->version > *version ? l->version : *version;
        *sm = l->sm > *sm ? l->sm : *sm;
    }
}

/* The member of the group of that name among `members`; 0: none. */
static unsigned member_of(const struct ptx_place *p, const char *name)
{
    const struct ptx_group_names *g = &ptx_groups[p->group];
    for (unsigned m = 1; m <= g->members; m++)
        if (p->members >> m & 1 && !strcmp(g->name[m], name))
            return m;
    return 0;
}

/* What could have stood where no row goes on: members by group, and the end. */
struct expected {
    unsigned at;
    bool     end;
    uint32_t members[PTX_GROUPS];
};

static void note_expected(struct expected *x, unsigned at, const struct ptx_place *p)
{
    if (at > x->at) {
        memset(x, 0, sizeof *x);
        x->at = at;
    }
    if (at == x->at && p)
        x->members[p->group] |= p->members;
    else if (at == x->at)
        x->end = true;
}

/* A part fits the first place that has it; the places before it must be optional. */
static bool row_fits(const struct ptx_row *r, const char *const *part, unsigned nparts, struct ptx_code *code,
                     struct expected *x)
{
    unsigned k = 1;
    for (unsigned i = 0; i < r->nplaces; i++) {
        const struct ptx_place *p = &r->place[i];
        unsigned m = k < nparts ? member_of(p, part[k]) : 0;
        if (m) {
            *ptx_field(code, p->group) = (uint8_t)m;
            k++;
            continue;
        }
        note_expected(x, k, p);
        if (!p->optional)
            return false;
    }
    note_expected(x, k, NULL);
    return k == nparts;
}

static void append_name(char *to, size_t room, const char *before, const char *s)
{
    size_t n = strlen(to);
    snprintf(to + n, room - n, "%s%s", before, s);
}

/* Appends what could have stood there: members of groups, the end. */
static void list_expected(const struct expected *x, char *why, size_t room)
{
    const char *before = " .";
    for (unsigned n = 0; n < PTX_GROUPS; n++) {
        unsigned g = (n + 2) % PTX_GROUPS;          /* types last */
        uint32_t m = x->members[g];
        if (g == PTX_GROUP_TYPE)
            m &= ~x->members[PTX_GROUP_DTYPE];
        for (unsigned k = 1; k <= ptx_groups[g].members; k++)
            if (m >> k & 1) {
                append_name(why, room, before, ptx_groups[g].name[k]);
                before = ", .";
            }
    }
    if (x->end)
        append_name(why, room, before[0] == ' ' ? " " : " or ", "the end of the opcode");
}

/* Is it an instruction that the table refuses? Then `why` says why. */
static bool table_refuses(const char *const *part, unsigned nparts, bool later, char *why, size_t room)
{
    for (unsigned i = 0; i < ptx_nlacks; i++) {
        const struct ptx_lack *l = &ptx_lacks[i];
        bool all = !strcmp(l->name, part[0]);
        for (unsigned k = 0; all && k < 3 && l->part[k]; k++) {
            bool there = false;
            for (unsigned j = 1; j < nparts; j++)
                there |= !strcmp(l->part[k], part[j]);
            all = there;
        }
        if (!all)
            continue;
        if (later && (!l->why || strstr(l->why, "compute capability")))     /* which these chips have */
            snprintf(why, room, " is not supported for sm_70 to sm_90");
        else if (l->why)
            snprintf(why, room, " is not supported (%s)", l->why);
        else
            snprintf(why, room, " is not supported (it needs sm_%u and PTX %u.%u)", l->sm, l->version / 10,
                     l->version % 10);
        return true;
    }
    return false;
}

const struct ptx_place *ptx_must(const struct ptx_code *code, unsigned version)
{
    const struct ptx_row *r = &ptx_rows[code->row];
    struct ptx_code of = *code;
    for (unsigned i = 0; i < r->nplaces; i++)
        if (r->place[i].until && version > r->place[i].until && !*ptx_field(&of, r->place[i].group))
            return &r->place[i];
    return NULL;
}

bool ptx_recognise(const char *const *part, unsigned nparts, unsigned of, struct ptx_code *code, char *why,
                   size_t room)
{
    struct expected x = { .at = 0 };
    bool known = false;
    for (unsigned i = 0; i < ptx_nrows; i++) {
        const struct ptx_row *r = &ptx_rows[i];
        if ((r->lib && !(of & PTX_OF_LIBRARY)) || (r->later && !(of & PTX_OF_LATER)) ||
            strcmp(ptx_op_name[r->op], part[0]))
            continue;
        known = true;
        *code = (struct ptx_code){ .row = (uint16_t)i, .op = r->op };
        if (!row_fits(r, part, nparts, code, &x))
            continue;
        if (!code->dtype)
            code->dtype = code->type;
        return true;
    }
    *code = (struct ptx_code){ .op = PTX_NO_OP };
    if (table_refuses(part, nparts, of & PTX_OF_LATER, why, room))
        return false;
    if (!known) {
        snprintf(why, room, " is not supported (there is no '%.40s')", part[0]);
        return false;
    }
    if (x.at < nparts)
        snprintf(why, room, ": '.%.40s' is not legal here; expected", part[x.at]);
    else
        snprintf(why, room, ": something is missing at its end; expected");
    list_expected(&x, why, room);
    return false;
}
