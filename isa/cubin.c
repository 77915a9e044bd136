/* SPDX-License-Identifier: Apache-2.0
 *
 * Cubins in memory, and writing them. The layout of the text is NVIDIA's, trailing blanks included, so
 * that an unchanged module is written as it was read.
 */
#include "cubin.h"

#include <stdlib.h>
#include <string.h>

/* Appends a zeroed element to a list. */
static void *append_zeroed(void *list, size_t *n, size_t size)
{
    char *p = realloc(list, (*n + 1) * size);

    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    memset(p + *n * size, 0, size);
    ++*n;
    return p;
}

static char *copy_text(const char *s)
{
    size_t n = strlen(s) + 1;
    char *p = malloc(n);

    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memcpy(p, s, n);
}

void cubin_init(struct gt_cubin *c)
{
    memset(c, 0, sizeof *c);
    c->arch = 13;
}

static void free_data(struct gt_cubin_data *d, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(d[i].name);
        free(d[i].words);
        for (size_t k = 0; k < d[i].naddresses; k++)
            free(d[i].addresses[k].name);
        free(d[i].addresses);
    }
    free(d);
}

static void free_arrays(struct gt_cubin_kernel *k)
{
    for (size_t i = 0; i < k->narrays; i++)
        free(k->arrays[i].name);
    free(k->arrays);
}

static void free_words(struct gt_cubin_words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free(w->word[i]);
    free(w->word);
}

void cubin_free(struct gt_cubin *c)
{
    for (size_t i = 0; i < c->nkernels; i++) {
        free(c->kernels[i].name);
        free(c->kernels[i].code);
        free(c->kernels[i].params);
        free(c->kernels[i].lines);
        free_arrays(&c->kernels[i]);
        free_words(&c->kernels[i].debug);
        free_data(c->kernels[i].consts, c->kernels[i].nconsts);
    }
    for (size_t i = 0; i < c->nsamplers; i++)
        free(c->samplers[i].name);
    for (size_t i = 0; i < c->nsources; i++)
        free(c->sources[i]);
    free(c->sources);
    free_words(&c->debug);
    free(c->kernels);
    free(c->samplers);
    free_data(c->consts, c->nconsts);
    free_data(c->relocs, c->nrelocs);
    free(c->modname);
    cubin_init(c);
}

struct gt_cubin_kernel *cubin_add_kernel(struct gt_cubin *c, const char *name)
{
    c->kernels = append_zeroed(c->kernels, &c->nkernels, sizeof *c->kernels);
    c->kernels[c->nkernels - 1].name = copy_text(name);
    return &c->kernels[c->nkernels - 1];
}

struct gt_cubin_data *cubin_add_const(struct gt_cubin *c, const char *name)
{
    c->consts = append_zeroed(c->consts, &c->nconsts, sizeof *c->consts);
    c->consts[c->nconsts - 1].name = copy_text(name);
    return &c->consts[c->nconsts - 1];
}

struct gt_cubin_data *cubin_add_reloc(struct gt_cubin *c, const char *name)
{
    c->relocs = append_zeroed(c->relocs, &c->nrelocs, sizeof *c->relocs);
    c->relocs[c->nrelocs - 1].name = copy_text(name);
    c->relocs[c->nrelocs - 1].seg = 14;
    return &c->relocs[c->nrelocs - 1];
}

struct gt_cubin_sampler *cubin_add_sampler(struct gt_cubin *c, const char *name)
{
    c->samplers = append_zeroed(c->samplers, &c->nsamplers, sizeof *c->samplers);
    c->samplers[c->nsamplers - 1].name = copy_text(name);
    return &c->samplers[c->nsamplers - 1];
}

struct gt_cubin_data *cubin_add_kernel_const(struct gt_cubin_kernel *k)
{
    k->consts = append_zeroed(k->consts, &k->nconsts, sizeof *k->consts);
    return &k->consts[k->nconsts - 1];
}

void cubin_add_address(struct gt_cubin_data *d, uint32_t offset, const char *name, uint32_t add)
{
    d->addresses = append_zeroed(d->addresses, &d->naddresses, sizeof *d->addresses);
    d->addresses[d->naddresses - 1] = (struct gt_cubin_address){ offset, add, copy_text(name) };
}

void cubin_add_param(struct gt_cubin_kernel *k, uint32_t offset, uint32_t bytes)
{
    k->params = append_zeroed(k->params, &k->nparams, sizeof *k->params);
    k->params[k->nparams - 1] = (struct gt_cubin_param){ offset, bytes };
    k->has_params = true;
}

void cubin_add_line(struct gt_cubin_kernel *k, uint32_t pc, uint32_t source, uint32_t line)
{
    k->lines = append_zeroed(k->lines, &k->nlines, sizeof *k->lines);
    k->lines[k->nlines - 1] = (struct gt_cubin_line){ pc, source, line };
}

void cubin_add_array(struct gt_cubin_kernel *k, uint32_t pc, bool constant, uint32_t begin, uint32_t end,
                     const char *name)
{
    k->arrays = append_zeroed(k->arrays, &k->narrays, sizeof *k->arrays);
    k->arrays[k->narrays - 1] = (struct gt_cubin_array){ pc, begin, end, constant, copy_text(name) };
}

void cubin_add_word(struct gt_cubin_words *w, const char *word)
{
    if (w->n == w->room) {
        w->room = w->room ? 2 * w->room : 64;
        w->word = realloc(w->word, w->room * sizeof *w->word);
        if (!w->word) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
    }
    w->word[w->n++] = copy_text(word);
}

uint32_t cubin_source(struct gt_cubin *c, const char *name)
{
    for (size_t i = 0; i < c->nsources; i++)
        if (strcmp(c->sources[i], name) == 0)
            return (uint32_t)i;
    c->sources = append_zeroed(c->sources, &c->nsources, sizeof *c->sources);
    c->sources[c->nsources - 1] = copy_text(name);
    return (uint32_t)c->nsources - 1;
}

bool cubin_line_at(const struct gt_cubin *c, const struct gt_cubin_kernel *k, uint32_t pc, const char **source,
                   uint32_t *line)
{
    const struct gt_cubin_line *at = NULL;

    for (size_t i = 0; i < k->nlines && k->lines[i].pc <= pc; i++)
        at = &k->lines[i];
    if (!at || at->source >= c->nsources)
        return false;
    *source = c->sources[at->source];
    *line = at->line;
    return true;
}

const struct gt_cubin_kernel *cubin_kernel(const struct gt_cubin *c, const char *name)
{
    for (size_t i = 0; i < c->nkernels; i++)
        if (strcmp(c->kernels[i].name, name) == 0)
            return &c->kernels[i];
    return NULL;
}

int cubin_variable(const struct gt_cubin *c, const char *name)
{
    for (size_t i = 0; i < c->nrelocs; i++)
        if (strcmp(c->relocs[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Four words a line; zero is written with ten digits and no 0x. */
static void write_words(FILE *f, const uint32_t *w, size_t n, const char *indent)
{
    for (size_t i = 0; i < n; i++) {
        if (i % 4 == 0)
            fputs(indent, f);
        if (w[i])
            fprintf(f, "0x%08x ", w[i]);
        else
            fputs("0000000000 ", f);
        if (i % 4 == 3 || i + 1 == n)
            fputc('\n', f);
    }
}

/* A variable or relocation: where it lies, and its initial words if it has some. */
static void write_data(FILE *f, const struct gt_cubin_data *d, const char *segname, const char *indent)
{
    if (d->name)
        fprintf(f, "%sname = %s\n", indent, d->name);
    fprintf(f, "%ssegname = %s\n%ssegnum = %u\n%soffset = %u\n%sbytes = %u\n", indent, segname, indent,
            d->seg, indent, d->offset, indent, d->bytes);
    if (d->naddresses) {
        fprintf(f, "%saddresses  {\n", indent);
        for (size_t i = 0; i < d->naddresses; i++)
            fprintf(f, "%s\t%u %s %u\n", indent, d->addresses[i].offset, d->addresses[i].name, d->addresses[i].add);
        fprintf(f, "%s}\n", indent);
    }
    if (!d->words)
        return;
    fprintf(f, "%smem  {\n", indent);
    write_words(f, d->words, (d->bytes + 3) / 4, indent[1] ? "\t\t\t" : "\t\t");
    fprintf(f, "%s}\n", indent);
}

/* The file's words end at blanks and braces, paths may contain them: such bytes are written %20. */
static void write_path(FILE *f, const char *path)
{
    for (const unsigned char *p = (const unsigned char *)path; *p; p++)
        fprintf(f, *p > 0x20 && *p < 0x7f && !strchr("%{}=", *p) ? "%c" : "%%%02x", *p);
}

/* The parameters and the line table of a kernel. */
static void write_tables(FILE *f, const struct gt_cubin_kernel *k)
{
    if (k->has_params) {
        fprintf(f, "\tparams  {\n");
        for (size_t i = 0; i < k->nparams; i++)
            fprintf(f, "\t\t%u %u\n", k->params[i].offset, k->params[i].bytes);
        fprintf(f, "\t}\n");
    }
    if (k->nlines) {
        fprintf(f, "\tlines  {\n");
        for (size_t i = 0; i < k->nlines; i++)
            fprintf(f, "\t\t0x%08x %u %u\n", k->lines[i].pc, k->lines[i].source, k->lines[i].line);
        fprintf(f, "\t}\n");
    }
    if (k->narrays) {
        fprintf(f, "\tarrays  {\n");
        for (size_t i = 0; i < k->narrays; i++)
            fprintf(f, "\t\t0x%08x %s %u %u %s\n", k->arrays[i].pc, k->arrays[i].constant ? "const" : "shared",
                    k->arrays[i].begin, k->arrays[i].end, k->arrays[i].name);
        fprintf(f, "\t}\n");
    }
}

static void write_debug(FILE *f, const struct gt_cubin_words *w, const char *indent)
{
    if (!w->n)
        return;
    fprintf(f, "%sdebug  {", indent);
    for (size_t i = 0; i < w->n; i++)
        fprintf(f, "%s%s", i % 8 ? " " : "\n\t", w->word[i]);
    fprintf(f, "\n%s}\n", indent);
}

/* A code { } block. */
static void write_kernel(FILE *f, const struct gt_cubin_kernel *k)
{
    fprintf(f, "code  {\n\tname = %s\n\tlmem = %u\n\tsmem = %u\n\treg = %u\n\tbar = %u\n", k->name,
            k->lmem, k->smem, k->reg, k->bar);
    if (k->has_param)
        fprintf(f, "\tparam = %u\n", k->param);
    if (k->max_threads)
        fprintf(f, "\tmaxntid = %u\n", k->max_threads);
    if (k->block[0])
        fprintf(f, "\treqntid  { %u %u %u }\n", k->block[0], k->block[1], k->block[2]);
    write_tables(f, k);
    write_debug(f, &k->debug, "\t");
    fprintf(f, "\tbincode  {\n");
    write_words(f, k->code, k->code_words, "\t\t");
    fprintf(f, "\t}\n");
    for (size_t i = 0; i < k->nconsts; i++) {
        fprintf(f, "\tconst  {\n");
        write_data(f, &k->consts[i], "const", "\t\t");
        fprintf(f, "\t}\n");
    }
    fprintf(f, "}\n");
}

bool cubin_write(FILE *f, const struct gt_cubin *c)
{
    fprintf(f, "architecture {sm_%u}\nabiversion {%u}\n", c->arch, c->abiversion);
    if (c->modname)
        fprintf(f, "modname {%s}\n", c->modname);
    for (size_t i = 0; i < c->nconsts; i++) {
        fprintf(f, "consts  {\n");
        write_data(f, &c->consts[i], "const", "\t");
        fprintf(f, "}\n");
    }
    for (size_t i = 0; i < c->nrelocs; i++) {
        fprintf(f, "reloc  {\n");
        write_data(f, &c->relocs[i], "reloc", "\t");
        fprintf(f, "}\n");
    }
    for (size_t i = 0; i < c->nsamplers; i++)
        fprintf(f, "sampler  {\n\tname = %s\n\ttexunit = %u\n}\n", c->samplers[i].name,
                c->samplers[i].texunit);
    for (size_t i = 0; i < c->nsources; i++) {
        fprintf(f, "source  {\n\tname = ");
        write_path(f, c->sources[i]);
        fprintf(f, "\n}\n");
    }
    write_debug(f, &c->debug, "");
    for (size_t i = 0; i < c->nkernels; i++)
        write_kernel(f, &c->kernels[i]);
    return fflush(f) == 0 && !ferror(f);
}
