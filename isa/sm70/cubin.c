/* SPDX-License-Identifier: Apache-2.0
 *
 * Modules of sm_70 to sm_90 in memory, and writing them as cubins. What of an ELF file a driver needs, and what not, is
 * measured: docs/sm70.md.
 */
#include "cubin_lines.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECTIONS_A_KERNEL = 5 };

static void *grow_list(void *list, size_t n, size_t size)
{
    if (n & (n - 1))
        return list;
    list = realloc(list, (n ? 2 * n : 1) * size);
    if (!list)
        abort();
    return list;
}

struct sm70_kernel *sm70_add_kernel(struct sm70_module *m, const char *name)
{
    m->kernels = grow_list(m->kernels, m->nkernels, sizeof *m->kernels);
    struct sm70_kernel *k = &m->kernels[m->nkernels++];
    *k = (struct sm70_kernel){ .name = strdup(name) };
    if (!k->name)
        abort();
    return k;
}

void sm70_add_param(struct sm70_kernel *k, uint32_t offset, uint32_t bytes)
{
    k->params = grow_list(k->params, k->nparams, sizeof *k->params);
    k->params[k->nparams++] = (struct sm70_param){ offset, bytes };
}

void sm70_add_word(struct sm70_kernel *k, struct sm70_word w)
{
    k->code = grow_list(k->code, k->ncode, sizeof *k->code);
    k->code[k->ncode++] = w;
}

void sm70_add_variable(struct sm70_module *m, const char *name, enum sm70_place place, uint64_t offset, uint64_t bytes)
{
    m->variables = grow_list(m->variables, m->nvariables, sizeof *m->variables);
    m->variables[m->nvariables++] = (struct sm70_variable){ strdup(name), place, offset, bytes };
    if (!m->variables[m->nvariables - 1].name)
        abort();
}

void sm70_add_address(struct sm70_module *m, struct sm70_address a)
{
    m->addresses = grow_list(m->addresses, m->naddresses, sizeof *m->addresses);
    m->addresses[m->naddresses++] = a;
}

/* The place of a name in a list, to which it is appended if it is not there. */
static size_t name_in(char ***list, size_t *n, const char *name)
{
    for (size_t i = 0; i < *n; i++)
        if (!strcmp((*list)[i], name))
            return i;
    *list = grow_list(*list, *n, sizeof **list);
    (*list)[*n] = strdup(name);
    if (!(*list)[*n])
        abort();
    return (*n)++;
}

size_t sm70_add_texture(struct sm70_module *m, const char *name)
{
    return name_in(&m->textures, &m->ntextures, name);
}

size_t sm70_add_file(struct sm70_module *m, const char *name)
{
    return name_in(&m->files, &m->nfiles, name);
}

void sm70_add_line(struct sm70_kernel *k, uint32_t pc, uint32_t file, uint32_t line)
{
    struct sm70_line *last = k->nlines ? &k->lines[k->nlines - 1] : NULL;

    if (last && last->pc == pc) {
        *last = (struct sm70_line){ pc, file, line };
    } else if (!last || last->file != file || last->line != line) {
        k->lines = grow_list(k->lines, k->nlines, sizeof *k->lines);
        k->lines[k->nlines++] = (struct sm70_line){ pc, file, line };
    }
}

void sm70_add_handle(struct sm70_kernel *k, uint32_t at, size_t texture)
{
    k->handles = grow_list(k->handles, k->nhandles, sizeof *k->handles);
    k->handles[k->nhandles++] = (struct sm70_handle){ at, texture };
}

uint64_t sm70_add_data(struct sm70_module *m, enum sm70_place place, uint64_t bytes, uint32_t align)
{
    struct sm70_data *d = &m->data[place];
    uint64_t at = (d->n + align - 1) & ~(uint64_t)(align - 1);

    if (align > d->align)
        d->align = align;
    if (place != SM70_ZEROS && at + bytes) {
        d->bytes = realloc(d->bytes, at + bytes);
        if (!d->bytes)
            abort();
        memset(d->bytes + d->n, 0, at + bytes - d->n);
    }
    d->n = at + bytes;
    return at;
}

void sm70_add_left_out(struct sm70_module *m, const char *name)
{
    m->left_out = grow_list(m->left_out, m->nleft, sizeof *m->left_out);
    m->left_out[m->nleft] = strdup(name);
    if (!m->left_out[m->nleft++])
        abort();
}

void sm70_module_free(struct sm70_module *m)
{
    for (size_t i = 0; i < m->nkernels; i++) {
        free(m->kernels[i].name);
        free(m->kernels[i].params);
        free(m->kernels[i].handles);
        free(m->kernels[i].constants);
        free(m->kernels[i].code);
        free(m->kernels[i].lines);
    }
    for (size_t i = 0; i < m->nleft; i++)
        free(m->left_out[i]);
    for (size_t i = 0; i < m->nvariables; i++)
        free(m->variables[i].name);
    for (unsigned p = 0; p < SM70_PLACES; p++)
        free(m->data[p].bytes);
    for (size_t i = 0; i < m->ntextures; i++)
        free(m->textures[i]);
    for (size_t i = 0; i < m->nfiles; i++)
        free(m->files[i]);
    free(m->files);
    free(m->textures);
    free(m->variables);
    free(m->addresses);
    free(m->kernels);
    free(m->left_out);
    *m = (struct sm70_module){ .chip = m->chip };
}

uint32_t sm70_param_base(enum sm70_chip chip)
{
    return chip == SM70_90 ? 0x210 : 0x160;
}

static const char *const place_names[SM70_PLACES] = { ".nv.constant3", ".nv.global.init", ".nv.global",
                                                      ".nv.constant4" };

const char *sm70_place_name(enum sm70_place place)
{
    return place_names[place];
}

bool sm70_is_cubin(const void *image, size_t size)
{
    const unsigned char *b = image;

    return size > 20 && !memcmp(b, ELFMAG, SELFMAG) && (b[18] | b[19] << 8) == MACHINE;
}

/* ---- writing ---- */

static uint32_t param_bytes(const struct sm70_kernel *k)
{
    uint32_t end = 0;

    for (size_t i = 0; i < k->nparams; i++)
        if (k->params[i].offset + k->params[i].bytes > end)
            end = k->params[i].offset + k->params[i].bytes;
    return (end + 3) & ~3u;
}

struct bytes { unsigned char *p; size_t n, room; };

static void bytes_append(struct bytes *b, const void *data, size_t n)
{
    while (b->n + n > b->room) {
        b->room = b->room ? 2 * b->room : 256;
        b->p = realloc(b->p, b->room);
        if (!b->p)
            abort();
    }
    if (n)
        memcpy(b->p + b->n, data, n);
    b->n += n;
}

static void put_u32(struct bytes *b, uint32_t v)
{
    bytes_append(b, (unsigned char[4]){ v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24 }, 4);
}

static void put_u16(struct bytes *b, uint32_t v)
{
    bytes_append(b, (unsigned char[2]){ v & 255, v >> 8 & 255 }, 2);
}

static void put_attr(struct bytes *b, unsigned attr, uint32_t bytes)
{
    bytes_append(b, (unsigned char[4]){ 4, (unsigned char)attr, bytes & 255, bytes >> 8 & 255 }, 4);
}

/* Offset of a string in a table, where it is appended. */
static uint32_t add_string(struct bytes *b, const char *prefix, const char *s)
{
    uint32_t at = (uint32_t)b->n;

    bytes_append(b, prefix, strlen(prefix));
    bytes_append(b, s, strlen(s) + 1);
    return at;
}

struct section { struct bytes data; GElf_Shdr h; Elf_Type type; };

static struct section *add_section(struct section *list, size_t *n, struct bytes *names, const char *prefix,
                                   const char *name, uint32_t type, uint64_t flags, uint64_t align)
{
    struct section *s = &list[*n];

    ++*n;
    s->type = ELF_T_BYTE;
    s->h = (GElf_Shdr){ .sh_name = add_string(names, prefix, name), .sh_type = type, .sh_flags = flags,
                        .sh_addralign = align };
    return s;
}

static void put_symbol(struct bytes *b, uint32_t name, unsigned char info, size_t index, uint64_t at, uint64_t size)
{
    Elf64_Sym s = { .st_name = name, .st_info = info, .st_shndx = (uint16_t)index, .st_value = at, .st_size = size };

    bytes_append(b, &s, sizeof s);
}

/* Of a kernel's constant bank 0: the parameters, and handles behind them. */
static uint32_t constant0_bytes(const struct sm70_kernel *k, uint32_t base)
{
    uint32_t end = base + param_bytes(k);

    for (size_t i = 0; i < k->nhandles; i++)
        if (k->handles[i].at + 4 > end)
            end = k->handles[i].at + 4;
    return end;
}

/* A variable of that place, for a relocation: the one that `offset` is in, if there is one. */
static size_t variable_at(const struct sm70_module *m, enum sm70_place place, uint64_t offset)
{
    size_t some = SIZE_MAX;

    for (size_t i = 0; i < m->nvariables; i++) {
        const struct sm70_variable *v = &m->variables[i];
        if (v->place != place)
            continue;
        some = i;
        if (offset >= v->offset && offset - v->offset < v->bytes)
            break;
    }
    return some;
}

/* The data, and what of it are addresses. index: of the section of each place, 0: none. symbol: of the first
 * variable. */
static void data_sections(const struct sm70_module *m, struct section *list, size_t *n, struct bytes *names,
                          const size_t *index, size_t symbol)
{
    for (unsigned p = 0; p < SM70_PLACES; p++) {
        const struct sm70_data *d = &m->data[p];
        if (!index[p])
            continue;
        struct section *s = add_section(list, n, names, "", place_names[p], p == SM70_ZEROS ? SHT_NOBITS : SHT_PROGBITS,
                                        p == SM70_ZEROS || p == SM70_GLOBALS ? SHF_ALLOC | SHF_WRITE : SHF_ALLOC,
                                        d->align > 16 ? d->align : 16);
        s->h.sh_size = d->n;
        if (d->bytes)
            bytes_append(&s->data, d->bytes, d->n);
    }
    for (unsigned p = 0; p < SM70_PLACES; p++) {
        struct bytes b = { 0 };
        for (size_t i = 0; i < m->naddresses; i++) {
            const struct sm70_address *a = &m->addresses[i];
            size_t v = a->place == p ? variable_at(m, a->to, a->offset) : SIZE_MAX;
            if (v == SIZE_MAX)
                continue;
            const Elf64_Rela r = { .r_offset = a->at, .r_addend = (int64_t)(a->offset - m->variables[v].offset),
                .r_info = ELF64_R_INFO((uint64_t)(symbol + v), p == SM70_ADDRESSES ? R_ADDRESS : R_GENERIC) };
            bytes_append(&b, &r, sizeof r);
        }
        if (!b.n)
            continue;
        struct section *s = add_section(list, n, names, ".rela", place_names[p], SHT_RELA, SHF_INFO_LINK, 8);
        s->data = b;
        s->type = ELF_T_RELA;
        s->h.sh_entsize = sizeof(Elf64_Rela);
        s->h.sh_link = 3;
        s->h.sh_info = (uint32_t)index[p];
    }
}

/* symbol: that of the first texture. */
static void handle_section(const struct sm70_kernel *k, struct section *list, size_t *n, struct bytes *names,
                           size_t constants, size_t symbol)
{
    if (!k->nhandles)
        return;
    struct section *s = add_section(list, n, names, ".rela.nv.constant0.", k->name, SHT_RELA, SHF_INFO_LINK, 8);
    for (size_t i = 0; i < k->nhandles; i++) {
        const Elf64_Rela r = { .r_offset = k->handles[i].at,
                               .r_info = ELF64_R_INFO((uint64_t)(symbol + k->handles[i].texture), R_TEXTURE) };
        bytes_append(&s->data, &r, sizeof r);
    }
    s->type = ELF_T_RELA;
    s->h.sh_entsize = sizeof(Elf64_Rela);
    s->h.sh_link = 3;
    s->h.sh_info = (uint32_t)constants;
}

/* Source lines, and which kernels they are of. symbol: of the first kernel. */
static void line_sections(const struct sm70_module *m, struct section *list, size_t *n, struct bytes *names,
                          size_t symbol)
{
    size_t *at = calloc(m->nkernels + 1, sizeof *at), size = 0, index = *n;

    if (!at)
        abort();
    unsigned char *lines = sm70_lines_write(m, &size, at);
    if (lines) {
        bytes_append(&add_section(list, n, names, "", ".debug_line", SHT_PROGBITS, 0, 1)->data, lines, size);
        struct section *s = add_section(list, n, names, ".rela", ".debug_line", SHT_RELA, SHF_INFO_LINK, 8);
        for (size_t i = 0; i < m->nkernels; i++) {
            const Elf64_Rela r = { .r_offset = at[i], .r_info = ELF64_R_INFO((uint64_t)(symbol + i), R_ADDRESS) };
            if (at[i] != SIZE_MAX)
                bytes_append(&s->data, &r, sizeof r);
        }
        s->type = ELF_T_RELA;
        s->h.sh_entsize = sizeof(Elf64_Rela);
        s->h.sh_link = 3;
        s->h.sh_info = (uint32_t)index;
    }
    free(lines);
    free(at);
}

/* The sections from 1 on: names, strings, symbols, .nv.info, then four of each kernel, then the data, then lines.
 * Returns how many. */
static size_t make_sections(const struct sm70_module *m, struct section *list)
{
    size_t n = 1, nk = m->nkernels, first = 5;
    struct bytes names = { 0 }, strings = { 0 }, symbols = { 0 }, info = { 0 };
    uint32_t base = sm70_param_base(m->chip);

    bytes_append(&names, "", 1);
    bytes_append(&strings, "", 1);
    put_symbol(&symbols, 0, 0, 0, 0, 0);
    add_section(list, &n, &names, "", ".shstrtab", SHT_STRTAB, 0, 1);
    add_section(list, &n, &names, "", ".strtab", SHT_STRTAB, 0, 1);
    add_section(list, &n, &names, "", ".symtab", SHT_SYMTAB, 0, 8)->h.sh_entsize = sizeof(Elf64_Sym);
    add_section(list, &n, &names, "", ".nv.info", SHT_INFO, 0, 4)->h.sh_link = 3;
    /* local symbols first: the constant bank of each kernel */
    size_t at = first;
    for (size_t i = 0; i < nk; i++) {
        put_symbol(&symbols, add_string(&strings, ".nv.constant0.", m->kernels[i].name), STT_SECTION, at + 2, 0, 0);
        at += m->kernels[i].shared ? 4 : 3;
    }
    for (size_t i = 0; i < nk; i++) {
        const struct sm70_kernel *k = &m->kernels[i];
        uint32_t symbol = (uint32_t)(1 + nk + i), bytes = param_bytes(k);
        size_t text = n;

        put_symbol(&symbols, add_string(&strings, "", k->name), STB_GLOBAL << 4 | STT_FUNC, text, 0, 16 * k->ncode);
        put_attr(&info, ATTR_REGS, 8);
        put_u32(&info, symbol);
        put_u32(&info, k->regs);
        for (unsigned attr = ATTR_FRAME; k->local && attr <= ATTR_STACK; attr++) {
            put_attr(&info, attr, 8);
            put_u32(&info, symbol);
            put_u32(&info, k->local);
        }
        struct section *s = add_section(list, &n, &names, ".text.", k->name, SHT_PROGBITS,
                                        SHF_ALLOC | SHF_EXECINSTR | (uint64_t)k->barriers << 20, 128);
        s->h.sh_link = 3;
        s->h.sh_info = k->regs << 24 | symbol;
        for (size_t w = 0; w < k->ncode; w++) {
            put_u32(&s->data, (uint32_t)k->code[w].lo);
            put_u32(&s->data, (uint32_t)(k->code[w].lo >> 32));
            put_u32(&s->data, (uint32_t)k->code[w].hi);
            put_u32(&s->data, (uint32_t)(k->code[w].hi >> 32));
        }
        s = add_section(list, &n, &names, ".nv.info.", k->name, SHT_INFO, 0, 4);
        s->h.sh_link = 3;
        s->h.sh_info = (uint32_t)text;
        put_attr(&s->data, ATTR_PARAM_CBANK, 8);
        put_u32(&s->data, (uint32_t)(1 + i));
        put_u16(&s->data, base);
        put_u16(&s->data, bytes);
        bytes_append(&s->data, (unsigned char[2]){ 3, ATTR_CBANK_SIZE }, 2);
        put_u16(&s->data, bytes);
        for (size_t p = k->nparams; p-- > 0;) {
            put_attr(&s->data, ATTR_PARAM, 12);
            put_u32(&s->data, 0);
            put_u16(&s->data, (uint32_t)p);
            put_u16(&s->data, k->params[p].offset);
            put_u32(&s->data, k->params[p].bytes << 18 | 0x1f000);
        }
        for (unsigned attr = ATTR_TEXTURE_BANK; k->nhandles && attr <= ATTR_SURFACE_BANK; attr++)
            bytes_append(&s->data, (unsigned char[4]){ 2, (unsigned char)attr, 0, 0 }, 4);
        s = add_section(list, &n, &names, ".nv.constant0.", k->name, SHT_PROGBITS, SHF_ALLOC, 4);
        s->h.sh_info = (uint32_t)text;
        for (uint32_t b = 0; b < constant0_bytes(k, base); b += 4)
            put_u32(&s->data, 0);
        if (k->shared) {
            s = add_section(list, &n, &names, ".nv.shared.", k->name, SHT_NOBITS,
                            SHF_WRITE | SHF_ALLOC | SHF_INFO_LINK, 16);
            s->h.sh_info = (uint32_t)text;
            s->h.sh_size = k->shared;
        }
    }
    size_t index[SM70_PLACES] = { 0 };
    at = n;
    for (unsigned p = 0; p < SM70_PLACES; p++)
        if (m->data[p].n)
            index[p] = at++;
    for (size_t i = 0; i < m->nvariables; i++)
        put_symbol(&symbols, add_string(&strings, "", m->variables[i].name), STB_GLOBAL << 4 | STT_OBJECT,
                   index[m->variables[i].place], m->variables[i].offset, m->variables[i].bytes);
    for (size_t i = 0; i < m->ntextures; i++)
        put_symbol(&symbols, add_string(&strings, "", m->textures[i]), STB_GLOBAL << 4 | STT_TEXTURE, SHN_UNDEF, 0, 0);
    data_sections(m, list, &n, &names, index, 1 + 2 * nk);
    at = first;
    for (size_t i = 0; i < nk; i++) {
        handle_section(&m->kernels[i], list, &n, &names, at + 2, 1 + 2 * nk + m->nvariables);
        at += m->kernels[i].shared ? 4 : 3;
    }
    line_sections(m, list, &n, &names, 1 + nk);
    list[1].data = names;
    list[2].data = strings;
    list[3].data = symbols;
    list[3].h.sh_link = 2;
    list[3].h.sh_info = (uint32_t)(1 + nk);
    list[3].type = ELF_T_SYM;
    list[4].data = info;
    return n;
}

/* The sections as an ELF file. */
static bool build_elf(Elf *elf, const struct sm70_module *m, struct section *list, size_t n)
{
    GElf_Ehdr e;
    uint32_t sm = sm70_chip_name(m->chip);

    if (!gelf_newehdr(elf, ELFCLASS64) || !gelf_getehdr(elf, &e))
        return false;
    e.e_ident[EI_DATA] = ELFDATA2LSB;
    e.e_ident[EI_OSABI] = OSABI;
    e.e_ident[EI_ABIVERSION] = ABIVERSION;
    e.e_type = ET_EXEC;
    e.e_machine = MACHINE;
    e.e_version = EV_CURRENT;
    e.e_flags = sm << 16 | 0x500 | sm;
    e.e_shstrndx = 1;
    if (!gelf_update_ehdr(elf, &e))
        return false;
    for (size_t i = 1; i < n; i++) {
        Elf_Scn *s = elf_newscn(elf);
        Elf_Data *d = s ? elf_newdata(s) : NULL;
        GElf_Shdr h;
        if (!d || !gelf_getshdr(s, &h))
            return false;
        *d = (Elf_Data){ .d_buf = list[i].data.p, .d_type = list[i].type, .d_version = EV_CURRENT,
                         .d_size = list[i].h.sh_type == SHT_NOBITS ? list[i].h.sh_size : list[i].data.n,
                         .d_align = list[i].h.sh_addralign };
        h = list[i].h;
        if (!gelf_update_shdr(s, &h))
            return false;
    }
    return elf_update(elf, ELF_C_WRITE) >= 0;
}

void *sm70_cubin_write(const struct sm70_module *m, size_t *size, char *err, size_t errn)
{
    for (size_t i = 0; i < m->naddresses; i++)
        if (variable_at(m, m->addresses[i].to, m->addresses[i].offset) == SIZE_MAX) {
            snprintf(err, errn, "the cubin could not be made: an address in %s: expected a variable in %s",
                     place_names[m->addresses[i].place], place_names[m->addresses[i].to]);
            return NULL;
        }
    struct section *list = calloc(7 + 2 * SM70_PLACES + SECTIONS_A_KERNEL * m->nkernels, sizeof *list);
    FILE *f = tmpfile();
    void *image = NULL;
    bool ok = false;

    if (!list)
        abort();
    size_t n = make_sections(m, list);
    elf_version(EV_CURRENT);
    Elf *elf = f ? elf_begin(fileno(f), ELF_C_WRITE, NULL) : NULL;
    if (elf)
        ok = build_elf(elf, m, list, n);
    if (!ok)
        snprintf(err, errn, "the cubin could not be made: %s", f ? elf_errmsg(-1) : "no temporary file");
    if (elf)
        elf_end(elf);
    if (ok) {
        long end = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
        image = end > 0 ? malloc((size_t)end) : NULL;
        rewind(f);
        if (!image || fread(image, 1, (size_t)end, f) != (size_t)end) {
            snprintf(err, errn, "the cubin could not be read back");
            free(image);
            image = NULL;
        } else {        /* e_version: libelf writes no other than its own */
            ((unsigned char *)image)[offsetof(Elf64_Ehdr, e_version)] = FILE_VERSION;
        }
        *size = image ? (size_t)end : 0;
    }
    for (size_t i = 0; i < n; i++)
        free(list[i].data.p);
    free(list);
    if (f)
        fclose(f);
    return image;
}
