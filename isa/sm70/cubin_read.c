/* SPDX-License-Identifier: Apache-2.0
 *
 * Reader of cubins of sm_70 to sm_90. Nothing in the file is trusted.
 */
#include "cubin_lines.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

static uint32_t word_at(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Calls each attribute of a .nv.info section; false: it ends within one. */
static bool each_attribute(const unsigned char *p, size_t n,
                           void (*each)(void *ctx, unsigned attr, const unsigned char *v, size_t length, unsigned inl),
                           void *ctx)
{
    for (size_t i = 0; i < n;) {
        if (i + 4 > n)
            return false;
        unsigned length = p[i + 2] | p[i + 3] << 8;
        if (p[i] == 4) {
            if (i + 4 + length > n)
                return false;
            each(ctx, p[i + 1], p + i + 4, length, 0);
            i += 4 + length;
        } else {
            each(ctx, p[i + 1], p, 0, length);
            i += 4;
        }
    }
    return true;
}

static void take_parameter(void *ctx, unsigned attr, const unsigned char *v, size_t length, unsigned inl)
{
    struct sm70_kernel *k = ctx;

    (void)inl;
    if (attr == ATTR_PARAM && length == 12)
        sm70_add_param(k, v[6] | (uint32_t)v[7] << 8, word_at(v + 8) >> 18);
}

static struct sm70_kernel *kernel_named(struct sm70_module *m, const char *name)
{
    for (size_t i = 0; i < m->nkernels; i++)
        if (!strcmp(m->kernels[i].name, name))
            return &m->kernels[i];
    return NULL;
}

/* A section; of the file it has the n bytes at p. */
struct part { const char *name; GElf_Shdr h; Elf_Data *d; const unsigned char *p; size_t n; };

struct reader {
    struct sm70_module *m;
    Elf_Data *symbols; uint32_t strings;
    Elf *elf; size_t names;
    struct part lines, starts;          /* .debug_line and its relocations */
};

/* An attribute of .nv.info: registers or bytes of stack of the kernel that its symbol names. */
static void take_registers(void *ctx, unsigned attr, const unsigned char *v, size_t length, unsigned inl)
{
    struct reader *r = ctx;
    GElf_Sym s;

    (void)inl;
    if ((attr != ATTR_REGS && attr != ATTR_STACK) || length != 8 || !r->symbols ||
        !gelf_getsym(r->symbols, (int)word_at(v), &s))
        return;
    const char *name = elf_strptr(r->elf, r->strings, s.st_name);
    struct sm70_kernel *k = name ? kernel_named(r->m, name) : NULL;
    if (k)
        *(attr == ATTR_REGS ? &k->regs : &k->local) = word_at(v + 4);
}

/* Sections that say nothing of their own: names, debugging, what the writer makes anew. */
static bool of_no_account(const char *name, uint64_t size)
{
    static const char *const names[] = { ".shstrtab", ".strtab", ".symtab", ".debug", ".rela.debug", ".rel.debug",
        ".nv.info", ".nv.constant0.", ".nv.callgraph", ".nv.prototype", ".nv.rel.action", ".note", ".nv.shared.",
        ".nv.compat", ".nv_debug", ".rela.nv_debug", ".rel.nv_debug" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return !size;
}

/* Is it the name of the section of a module's data, and which? */
static bool place_of(const char *name, enum sm70_place *place)
{
    unsigned p = 0;

    while (p < SM70_PLACES && strcmp(name, sm70_place_name((enum sm70_place)p)))
        p++;
    *place = (enum sm70_place)p;
    return p < SM70_PLACES;
}

/* The same of the section with this index. */
static bool place_at(const struct reader *r, size_t index, enum sm70_place *place)
{
    GElf_Shdr h;
    Elf_Scn *s = elf_getscn(r->elf, index);
    const char *name = s && gelf_getshdr(s, &h) ? elf_strptr(r->elf, r->names, h.sh_name) : NULL;

    return name && place_of(name, place);
}

/* A section of the module's data. What the file promises and does not have is refused: its size is not trusted. */
static bool read_data(struct sm70_module *m, enum sm70_place place, const struct part *s, char *err, size_t errn)
{
    const uint64_t align = s->h.sh_addralign ? s->h.sh_addralign : 1;

    if (!s->h.sh_size)
        return true;
    if (align & (align - 1) || align > 1u << 31 || m->data[place].n) {
        snprintf(err, errn, "expected one section %s, aligned to a power of two up to 2^31", s->name);
        return false;
    }
    if (place != SM70_ZEROS && s->n != s->h.sh_size) {
        snprintf(err, errn, "%s: expected %llu bytes, found %zu", s->name, (unsigned long long)s->h.sh_size, s->n);
        return false;
    }
    sm70_add_data(m, place, s->h.sh_size, (uint32_t)align);
    if (place != SM70_ZEROS)
        memcpy(m->data[place].bytes, s->p, s->n);
    return true;
}

static void read_variables(const struct reader *r)
{
    GElf_Sym s;
    enum sm70_place place;

    for (int i = 0; r->symbols && gelf_getsym(r->symbols, i, &s); i++) {
        const char *name = elf_strptr(r->elf, r->strings, s.st_name);
        if (GELF_ST_TYPE(s.st_info) == STT_OBJECT && name && place_at(r, s.st_shndx, &place))
            sm70_add_variable(r->m, name, place, s.st_value, s.st_size);
    }
}

/* Relocation i of a section of type SHT_RELA or SHT_REL, which has no addend; false: there is none. */
static bool relocation_at(Elf_Data *d, bool rela, int i, GElf_Rela *e)
{
    GElf_Rel plain;

    if (rela)
        return gelf_getrela(d, i, e);
    if (!gelf_getrel(d, i, &plain))
        return false;
    *e = (GElf_Rela){ .r_offset = plain.r_offset, .r_info = plain.r_info };
    return true;
}

/* The addresses of variables within a module's data; false: not only such. */
static bool read_relocations(const struct reader *r, const GElf_Shdr *h, Elf_Data *d)
{
    struct sm70_address a;
    bool rela = h->sh_type == SHT_RELA;

    if (!d || !h->sh_entsize || !place_at(r, h->sh_info, &a.place))
        return false;
    for (int i = 0; (uint64_t)i < h->sh_size / h->sh_entsize; i++) {
        GElf_Rela e;
        GElf_Sym s;
        if (!relocation_at(d, rela, i, &e))
            return false;
        const struct sm70_data *in = &r->m->data[a.place];
        const unsigned type = (unsigned)GELF_R_TYPE(e.r_info);
        if ((type != R_ADDRESS && type != R_GENERIC) || !in->bytes || in->n < 8 || e.r_offset > in->n - 8 ||
            !r->symbols || !gelf_getsym(r->symbols, (int)GELF_R_SYM(e.r_info), &s) || !place_at(r, s.st_shndx, &a.to))
            return false;
        if (!rela)
            memcpy(&e.r_addend, in->bytes + e.r_offset, 8);
        a.at = e.r_offset;
        a.offset = s.st_value + (uint64_t)e.r_addend;
        sm70_add_address(r->m, a);
    }
    return true;
}

/* Handles of textures in a kernel's constant bank 0; false: not only such. */
static bool read_handles(const struct reader *r, const GElf_Shdr *h, Elf_Data *d, struct sm70_kernel *k)
{
    if (!k || !d || h->sh_type != SHT_RELA || !h->sh_entsize)
        return false;
    for (int i = 0; (uint64_t)i < h->sh_size / h->sh_entsize; i++) {
        GElf_Rela e;
        GElf_Sym s;
        if (!gelf_getrela(d, i, &e) || GELF_R_TYPE(e.r_info) != R_TEXTURE || e.r_offset > UINT16_MAX || !r->symbols ||
            !gelf_getsym(r->symbols, (int)GELF_R_SYM(e.r_info), &s))
            return false;
        const char *name = elf_strptr(r->elf, r->strings, s.st_name);
        if (!name)
            return false;
        sm70_add_handle(k, (uint32_t)e.r_offset, sm70_add_texture(r->m, name));
    }
    return true;
}

/* Source lines, as far as the file has them. */
static void read_lines(const struct reader *r)
{
    const bool rela = r->starts.h.sh_type == SHT_RELA;
    const size_t size = rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel), n = r->starts.n / size;
    struct sm70_line_start *starts = calloc(n + 1, sizeof *starts);
    size_t have = 0;

    if (!starts)
        abort();
    for (size_t i = 0; i < n && r->symbols; i++) {
        GElf_Rela e;
        GElf_Sym s;
        if (!relocation_at(r->starts.d, rela, (int)i, &e))
            break;
        const char *name = gelf_getsym(r->symbols, (int)GELF_R_SYM(e.r_info), &s)
                               ? elf_strptr(r->elf, r->strings, s.st_name) : NULL;
        const struct sm70_kernel *k = name ? kernel_named(r->m, name) : NULL;
        if (k)
            starts[have++] = (struct sm70_line_start){ e.r_offset, (size_t)(k - r->m->kernels), (uint64_t)e.r_addend };
    }
    if (r->lines.p && have)
        sm70_lines_read(r->m, r->lines.p, r->lines.n, starts, have);
    free(starts);
}

/* A section of the first pass: kernels, symbols, data. */
static bool take_own(struct reader *r, const struct part *s, char *err, size_t errn)
{
    enum sm70_place place;

    if (s->h.sh_type == SHT_SYMTAB) {
        r->symbols = s->d;
        r->strings = s->h.sh_link;
    }
    if (place_of(s->name, &place))
        return read_data(r->m, place, s, err, errn);
    if (strncmp(s->name, ".text.", 6))
        return true;
    if (s->n % 16) {
        snprintf(err, errn, "%s: expected instructions of 16 bytes, found %zu bytes", s->name, s->n);
        return false;
    }
    struct sm70_kernel *k = sm70_add_kernel(r->m, s->name + 6);
    k->regs = (uint32_t)(s->h.sh_info >> 24);
    k->barriers = (uint32_t)(s->h.sh_flags >> 20 & 127);
    for (size_t i = 0; i < s->n; i += 16)
        sm70_add_word(k, (struct sm70_word){ word_at(s->p + i) | (uint64_t)word_at(s->p + i + 4) << 32,
                                             word_at(s->p + i + 8) | (uint64_t)word_at(s->p + i + 12) << 32 });
    return true;
}

/* A section of the second pass: what refers to those of the first. */
static bool take_rest(struct reader *r, const struct part *s, char *err, size_t errn)
{
    const char *name = s->name;
    struct sm70_kernel *k;
    enum sm70_place place;

    if (!strncmp(name, ".text.", 6) || place_of(name, &place))
        return true;
    if (!strncmp(name, ".nv.shared.", 11) && (k = kernel_named(r->m, name + 11))) {
        if (s->h.sh_size > UINT32_MAX) {
            snprintf(err, errn, "%s: expected at most 4 GB, found %llu bytes", name, (unsigned long long)s->h.sh_size);
            return false;
        }
        k->shared = (uint32_t)s->h.sh_size;
    } else if (!strncmp(name, ".nv.constant2.", 14) && s->n && s->n <= 65536 && (k = kernel_named(r->m, name + 14))) {
        free(k->constants);
        k->constants = malloc(s->n);
        if (!k->constants)
            abort();
        memcpy(k->constants, s->p, s->n);
        k->nconstants = (uint32_t)s->n;
    } else if (!strcmp(name, ".nv.info") || (!strncmp(name, ".nv.info.", 9) && kernel_named(r->m, name + 9))) {
        if (name[8] ? !each_attribute(s->p, s->n, take_parameter, kernel_named(r->m, name + 9))
                    : !each_attribute(s->p, s->n, take_registers, r)) {
            snprintf(err, errn, "%s ends within an attribute", name);
            return false;
        }
    } else if (!strcmp(name, ".debug_line")) {
        r->lines = *s;
    } else if (!strcmp(name, ".rela.debug_line") || !strcmp(name, ".rel.debug_line")) {
        r->starts = *s;
    } else if (!of_no_account(name, s->h.sh_size) &&
               !((s->h.sh_type == SHT_RELA || s->h.sh_type == SHT_REL) && read_relocations(r, &s->h, s->d)) &&
               !(!strncmp(name, ".rela.nv.constant0.", 19) &&
                 read_handles(r, &s->h, s->d, kernel_named(r->m, name + 19)))) {
        sm70_add_left_out(r->m, name);
    }
    return true;
}

/* Twice through the sections, since symbols and attributes may stand in front of what they speak of. */
static bool read_sections(struct reader *r, char *err, size_t errn)
{
    for (int pass = 0; pass < 2; pass++)
        for (Elf_Scn *scn = NULL; (scn = elf_nextscn(r->elf, scn));) {
            struct part s;
            s.name = gelf_getshdr(scn, &s.h) ? elf_strptr(r->elf, r->names, s.h.sh_name) : NULL;
            if (!s.name) {
                snprintf(err, errn, "expected a section with a name: %s", elf_errmsg(-1));
                return false;
            }
            s.d = s.h.sh_type != SHT_NOBITS ? elf_getdata(scn, NULL) : NULL;
            s.p = s.d ? s.d->d_buf : NULL;
            s.n = s.p ? s.d->d_size : 0;
            if (!(pass ? take_rest : take_own)(r, &s, err, errn))
                return false;
        }
    return true;
}

static bool read_elf(Elf *elf, struct sm70_module *m, char *err, size_t errn)
{
    GElf_Ehdr e;
    struct reader r = { .m = m, .elf = elf };

    if (!gelf_getehdr(elf, &e) || elf_getshdrstrndx(elf, &r.names)) {
        snprintf(err, errn, "expected an ELF file: %s", elf_errmsg(-1));
        return false;
    }
    /* CUDA 13 has it one byte higher. */
    unsigned sm = (e.e_ident[EI_ABIVERSION] > ABIVERSION ? e.e_flags >> 8 : e.e_flags) & 0xff;
    m->chip = sm70_chip_of(sm);
    if (gelf_getclass(elf) != ELFCLASS64 || m->chip == SM70_CHIPS) {
        snprintf(err, errn, "expected code for sm_70, 75, 80, 86, 89 or 90 with addresses of 64 bits, found sm_%u", sm);
        return false;
    }
    if (!read_sections(&r, err, errn))
        return false;
    read_variables(&r);
    read_lines(&r);
    return true;
}

static int by_offset(const void *a, const void *b)
{
    const struct sm70_param *p = a, *q = b;

    return p->offset < q->offset ? -1 : p->offset > q->offset;
}

bool sm70_cubin_read(const void *image, size_t size, struct sm70_module *m, char *err, size_t errn)
{
    bool ok = false;

    *m = (struct sm70_module){ .chip = SM70_CHIPS };
    if (!sm70_is_cubin(image, size)) {
        snprintf(err, errn, "expected an ELF file for a GPU");
        return false;
    }
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)(uintptr_t)image, size);
    if (!elf)
        snprintf(err, errn, "expected an ELF file: %s", elf_errmsg(-1));
    else
        ok = read_elf(elf, m, err, errn);
    if (elf)
        elf_end(elf);
    for (size_t i = 0; i < m->nkernels; i++)
        if (m->kernels[i].nparams)
            qsort(m->kernels[i].params, m->kernels[i].nparams, sizeof *m->kernels[i].params, by_offset);
    if (!ok)
        sm70_module_free(m);
    return ok;
}
