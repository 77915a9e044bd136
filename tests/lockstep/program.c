/* SPDX-License-Identifier: Apache-2.0
 *
 * The `#!` lines of a test program: read, applied to a GPU, its results checked.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool report_bad(const char *path, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", path, line, what);
    return false;
}

/* A line "#! ..." of the source; false: it is malformed, or there is no room for it. */
static bool read_directive(struct program *p, const char *s)
{
    int n = 0;

    if (!strncmp(s, "grid ", 5))
        return sscanf(s, "grid %u %u", &p->grid[0], &p->grid[1]) >= 1;
    if (!strncmp(s, "block ", 6))
        return sscanf(s, "block %u %u %u", &p->block[0], &p->block[1], &p->block[2]) >= 1;
    if (!strncmp(s, "smem ", 5))
        return sscanf(s, "smem %u", &p->smem) == 1;
    if (!strncmp(s, "max-cycles ", 11)) {
        p->max_cycles = strtoull(s + 11, NULL, 0);
        return true;
    }
    if (!strncmp(s, "pm ", 3)) {
        char list[128], err[1024] = "expected names";
        if (sscanf(s, "pm %127s", list) == 1 && gt_pm_parse(list, p->pm, err, sizeof err))
            return true;
        fprintf(stderr, "%s\n", err);
        return false;
    }
    if (!strncmp(s, "u32 ", 4)) {
        p->param[p->nparams].buffer = -1;
        p->param[p->nparams++].value = (uint32_t)strtoul(s + 4, NULL, 0);
        return true;
    }
    if (!strncmp(s, "out ", 4) || !strncmp(s, "in ", 3)) {
        if (p->nbuffers == 8)
            return false;
        struct prog_buffer *b = &p->buffers[p->nbuffers];
        p->param[p->nparams++].buffer = (int)p->nbuffers++;
        if (*s == 'o')
            return sscanf(s, "out %15s %u", b->name, &b->words) == 2;
        return sscanf(s, "in %15s %u = %127[^\n]", b->name, &b->words, b->init) == 3;
    }
    if (!strncmp(s, "const ", 6)) {
        if (p->nconsts == 8)
            return false;
        struct prog_const *c = &p->consts[p->nconsts++];
        return sscanf(s, "const %u %u = %127[^\n]", &c->seg, &c->words, c->init) == 3;
    }
    if (!strncmp(s, "tex ", 4)) {
        if (p->ntexs == sizeof p->texs / sizeof *p->texs)
            return false;
        struct prog_tex *t = &p->texs[p->ntexs++];
        int got = sscanf(s, "tex %u %15s %7s %u %u %u %u %u %7s %7s %19s", &t->unit, t->name, t->type, &t->bits,
                         &t->comps, &t->width, &t->height, &t->pitch, t->sampler[0], t->sampler[1], t->flags);
        return got == 6 || got == 10 || got == 11;
    }
    if (!strncmp(s, "slices ", 7)) {
        if (!p->ntexs)
            return false;
        struct prog_tex *t = &p->texs[p->ntexs - 1];
        return sscanf(s, "slices %u %u %7s", &t->depth, &t->slice, t->sampler[2]) == 3;
    }
    if (!strncmp(s, "expect ", 7)) {
        if (p->nexpects == 32)
            return false;
        struct prog_expect *e = &p->expects[p->nexpects++];
        return sscanf(s, "expect %15s %u %u = %191[^\n]", e->name, &e->from, &e->to, e->expr) == 4;
    }
    if (sscanf(s, "fault %n", &n) == 0 && n && p->nfaults < 4)
        return sscanf(s + n, "%95[^\n]", p->faults[p->nfaults++]) == 1;
    if (sscanf(s, "hang %n", &n) == 0 && n && p->nhangs < 4)
        return sscanf(s + n, "%95[^\n]", p->hangs[p->nhangs++]) == 1;
    return false;
}

bool program_read(struct program *p, const char *path)
{
    char line[512];
    FILE *f = fopen(path, "r");
    bool ok = true;

    memset(p, 0, sizeof *p);
    p->grid[0] = p->grid[1] = p->block[0] = p->block[1] = p->block[2] = 1;
    if (!f)
        return report_bad(path, 0, "cannot be opened");
    for (int n = 1; ok && fgets(line, sizeof line, f); n++)
        if (!strncmp(line, "#! ", 3) && !read_directive(p, line + 3))
            ok = report_bad(path, n, "malformed #! line");
    fclose(f);
    return ok;
}

/* ---- expressions: precedence climbing over C's binary operators --------------------------------- */

struct parser { const char *s, *all; uint32_t i, tpc; };

static uint32_t parse_ternary(struct parser *p);

static void exit_malformed(const struct parser *p)
{
    fprintf(stderr, "malformed expression '%s' at '%s'\n", p->all, p->s);
    exit(1);
}

static void skip_blanks(struct parser *p)
{
    while (*p->s == ' ')
        p->s++;
}

/* A number, i, tpc or a bracket, with signs. */
static uint32_t parse_unary(struct parser *p)
{
    skip_blanks(p);
    char c = *p->s;
    if (c == '~' || c == '-' || c == '!') {
        p->s++;
        uint32_t v = parse_unary(p);
        return c == '~' ? ~v : c == '-' ? -v : !v;
    }
    if (c == '(') {
        p->s++;
        uint32_t v = parse_ternary(p);
        skip_blanks(p);
        if (*p->s++ != ')')
            exit_malformed(p);
        return v;
    }
    if (c == 'i') {
        p->s++;
        return p->i;
    }
    if (!strncmp(p->s, "tpc", 3)) {
        p->s += 3;
        return p->tpc;
    }
    char *end;
    uint32_t v = (uint32_t)strtoul(p->s, &end, 0);
    if (end == p->s)
        exit_malformed(p);
    p->s = end;
    return v;
}

static const struct { const char *op; int level; } operators[] = {
    { "<<", 7 }, { ">>", 7 }, { "<=", 6 }, { ">=", 6 }, { "==", 5 }, { "!=", 5 }, { "&&", 1 }, { "||", 0 }, { "<", 6 },
    { ">", 6 },  { "&", 4 },  { "^", 3 },  { "|", 2 },  { "+", 8 },  { "-", 8 },  { "*", 9 },  { "/", 9 },  { "%", 9 },
};

/* a OP b in 32 bits. */
static uint32_t apply_operator(const struct parser *p, const char *op, uint32_t a, uint32_t b)
{
    if ((*op == '/' || *op == '%') && b == 0)
        exit_malformed(p);
    switch (op[0] << 8 | op[1]) {
    case '<' << 8 | '<': return b < 32 ? a << b : 0;
    case '>' << 8 | '>': return b < 32 ? a >> b : 0;
    case '<' << 8 | '=': return a <= b;
    case '>' << 8 | '=': return a >= b;
    case '=' << 8 | '=': return a == b;
    case '!' << 8 | '=': return a != b;
    case '&' << 8 | '&': return a && b;
    case '|' << 8 | '|': return a || b;
    case '<' << 8: return a < b;
    case '>' << 8: return a > b;
    case '&' << 8: return a & b;
    case '^' << 8: return a ^ b;
    case '|' << 8: return a | b;
    case '+' << 8: return a + b;
    case '-' << 8: return a - b;
    case '*' << 8: return a * b;
    case '/' << 8: return a / b;
    default: return a % b;
    }
}

/* Operators of this level and above, from the left. */
static uint32_t parse_binary(struct parser *p, int level)
{
    uint32_t a = parse_unary(p);

    for (;;) {
        size_t k, n = sizeof operators / sizeof *operators;
        skip_blanks(p);
        for (k = 0; k < n && strncmp(p->s, operators[k].op, strlen(operators[k].op)); k++)
            ;
        if (k == n || operators[k].level < level)
            return a;
        p->s += strlen(operators[k].op);
        uint32_t b = parse_binary(p, operators[k].level + 1);
        a = apply_operator(p, operators[k].op, a, b);
    }
}

/* A whole expression. */
static uint32_t parse_ternary(struct parser *p)
{
    uint32_t c = parse_binary(p, 0);

    skip_blanks(p);
    if (*p->s != '?')
        return c;
    p->s++;
    uint32_t a = parse_ternary(p);
    skip_blanks(p);
    if (*p->s++ != ':')
        exit_malformed(p);
    uint32_t b = parse_ternary(p);
    return c ? a : b;
}

uint32_t program_eval(const char *expr, uint32_t i, uint32_t tpc)
{
    struct parser p = { expr, expr, i, tpc };
    uint32_t v = parse_ternary(&p);

    skip_blanks(&p);
    if (*p.s)
        exit_malformed(&p);
    return v;
}

/* ---- running ------------------------------------------------------------------------------------- */

/* Binds a texture to its buffer. */
static bool bind_texture(const struct program *p, struct gt_gpu *g, const struct prog_tex *t)
{
    static const char *const types[] = { "uint", "sint", "unorm", "snorm", "float" };
    static const char *const modes[] = { "clamp", "wrap", "mirror", "border" };
    bool both = !strcmp(t->flags, "both");
    struct gt_texture x = { .normalized = both || !strcmp(t->flags, "normalized"),
                            .linear = both || !strcmp(t->flags, "linear"), .width = t->width, .height = t->height,
                            .pitch = t->pitch, .depth = t->depth, .slice = t->slice, .comps = (uint8_t)t->comps,
                            .bits = (uint8_t)t->bits, .type = 255 };

    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(t->type, types[i]))
            x.type = (uint8_t)i;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
            if (!strcmp(t->sampler[k], modes[i]))
                x.mode[k] = (uint8_t)i;
    for (uint32_t k = 0; k < p->nbuffers; k++)
        if (!strcmp(t->name, p->buffers[k].name))
            x.addr = p->buffers[k].addr;
    return gt_texture_bind(g, t->unit, &x);
}

bool program_place(struct program *p, struct gt_gpu *g)
{
    p->tpc = g->next_tpc;
    for (uint32_t k = 0; k < p->nbuffers; k++) {
        struct prog_buffer *b = &p->buffers[k];
        b->addr = gt_alloc(g, b->words * 4);
        for (uint32_t i = 0; b->addr && *b->init && i < b->words; i++) {
            uint32_t v = program_eval(b->init, i, p->tpc);
            if (!gt_write(g, b->addr + 4 * i, &v, 4))
                return false;
        }
    }
    for (uint32_t k = 0; k < p->nconsts; k++)
        for (uint32_t i = 0; i < p->consts[k].words; i++) {
            uint32_t v = program_eval(p->consts[k].init, i, p->tpc);
            if (!gt_const_write(g, p->consts[k].seg, 4 * i, &v, 4))
                return false;
        }
    for (uint32_t k = 0; k < p->ntexs; k++)
        if (!bind_texture(p, g, &p->texs[k]))
            return false;
    for (uint32_t k = 0; k < p->nparams; k++)
        p->params[k] = p->param[k].buffer < 0 ? p->param[k].value : p->buffers[p->param[k].buffer].addr;
    return true;
}

void program_launch(const struct program *p, const struct gt_module *m, struct gt_launch *l)
{
    gt_module_launch(m, 0, l);
    l->grid_x = p->grid[0];
    l->grid_y = p->grid[1];
    l->block_x = p->block[0];
    l->block_y = p->block[1];
    l->block_z = p->block[2];
    l->dyn_smem = p->smem;
    l->params = p->params;
    l->param_words = p->nparams;
    l->max_cycles = p->max_cycles;
    memcpy(l->pm, p->pm, sizeof l->pm);
}

/* Is it the status that is expected, with all of the texts in its message? */
static bool check_message(const char *what, const char texts[][96], uint32_t n, enum gt_status want,
                          const struct gt_result *res)
{
    bool ok = res->status == want;

    for (uint32_t k = 0; k < n; k++)
        ok = ok && strstr(res->message, texts[k]);
    if (!ok) {
        fprintf(stderr, "expected a %s with", what);
        for (uint32_t k = 0; k < n; k++)
            fprintf(stderr, " '%s'", texts[k]);
        fprintf(stderr, ", got status %d: %s\n", (int)res->status, res->message);
    }
    return ok;
}

bool program_check(const struct program *p, const struct gt_gpu *g, const struct gt_result *res)
{
    unsigned wrong = 0;

    if (p->nfaults)
        return check_message("fault", p->faults, p->nfaults, GT_FAULT, res);
    if (p->nhangs)
        return check_message("hang", p->hangs, p->nhangs, GT_HANG, res);
    if (res->status != GT_OK) {
        fprintf(stderr, "failed: %s\n", res->message);
        return false;
    }
    for (uint32_t k = 0; k < p->nexpects; k++) {
        const struct prog_expect *e = &p->expects[k];
        const struct prog_buffer *b = NULL;
        for (uint32_t j = 0; j < p->nbuffers; j++)
            if (!strcmp(p->buffers[j].name, e->name))
                b = &p->buffers[j];
        if (!b || e->to >= b->words) {
            fprintf(stderr, "expect %s %u %u: no such words\n", e->name, e->from, e->to);
            return false;
        }
        for (uint32_t i = e->from; i <= e->to; i++) {
            uint32_t v = 0, want = program_eval(e->expr, i, p->tpc);
            gt_read(g, b->addr + 4 * i, &v, 4);
            if (v != want && wrong++ < 10)
                fprintf(stderr, "%s[%u] is 0x%x, expected 0x%x\n", e->name, i, v, want);
        }
    }
    if (wrong)
        fprintf(stderr, "%u words are wrong\n", wrong);
    return wrong == 0;
}
