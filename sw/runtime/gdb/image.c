/* SPDX-License-Identifier: Apache-2.0
 *
 * The ELF: sections one behind the other, the table of them at the end.
 */
#include "image.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "dwarf.h"

enum section { NONE, TEXT, SYMTAB, STRTAB, INFO, ABBREV, LINE, RANGES, LOC, FRAME, NAMES, SECTIONS };

static const struct { const char *name; unsigned type, flags; } sections[SECTIONS] = {
    [NONE] = { "", SHT_NULL, 0 }, [TEXT] = { ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR },
    [SYMTAB] = { ".symtab", SHT_SYMTAB, 0 }, [STRTAB] = { ".strtab", SHT_STRTAB, 0 },
    [INFO] = { ".debug_info", SHT_PROGBITS, 0 }, [ABBREV] = { ".debug_abbrev", SHT_PROGBITS, 0 },
    [LINE] = { ".debug_line", SHT_PROGBITS, 0 }, [RANGES] = { ".debug_ranges", SHT_PROGBITS, 0 },
    [LOC] = { ".debug_loc", SHT_PROGBITS, 0 }, [FRAME] = { ".debug_frame", SHT_PROGBITS, 0 },
    [NAMES] = { ".shstrtab", SHT_STRTAB, 0 },
};

static void add_symbol(struct dwarf_bytes *symbols, struct dwarf_bytes *names, const char *name, unsigned type,
                       unsigned section, uint64_t value, uint64_t size)
{
    const Elf64_Sym s = { .st_name = (Elf64_Word)names->n, .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
                          .st_shndx = (Elf64_Half)section, .st_value = value, .st_size = size };
    dwarf_put(symbols, &s, sizeof s);
    dwarf_string(names, name);
}

/* Head, sections and section table around the contents. */
static void write_elf(struct dwarf_bytes *out, struct dwarf_bytes *content, uint64_t text)
{
    Elf64_Ehdr head = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
                        .e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_entry = text,
                        .e_ehsize = sizeof head, .e_shentsize = sizeof (Elf64_Shdr), .e_shnum = SECTIONS,
                        .e_shstrndx = NAMES };
    Elf64_Shdr table[SECTIONS] = { { 0 } };

    dwarf_put(out, &head, sizeof head);
    for (unsigned i = 0; i < SECTIONS; i++) {
        while (out->n % 16)
            dwarf_u8(out, 0);
        table[i] = (Elf64_Shdr){ .sh_name = (Elf64_Word)content[NAMES].n, .sh_type = sections[i].type,
                                 .sh_flags = sections[i].flags, .sh_addr = i == TEXT ? text : 0, .sh_addralign = 1 };
        dwarf_string(&content[NAMES], sections[i].name);
    }
    for (unsigned i = TEXT; i < SECTIONS; i++) {
        while (out->n % 16)
            dwarf_u8(out, 0);
        table[i].sh_offset = out->n;
        table[i].sh_size = content[i].n;
        dwarf_put(out, content[i].p, content[i].n);
    }
    table[SYMTAB].sh_link = STRTAB;
    table[SYMTAB].sh_info = 1;
    table[SYMTAB].sh_entsize = sizeof (Elf64_Sym);
    while (out->n % 16)
        dwarf_u8(out, 0);
    head.e_shoff = out->n;
    dwarf_put(out, table, sizeof table);
    if (!out->full)
        memcpy(out->p, &head, sizeof head);
}

bool gdb_image(const struct gdb_kernel *k, size_t n, const struct gdb_variable *v, size_t nv, uint8_t **bytes,
               size_t *size)
{
    static const Elf64_Sym no_symbol;
    struct dwarf d = { .abbrevs = 0 };
    struct dwarf_bytes content[SECTIONS] = { { 0 } }, out = { 0 };
    bool full = false;

    dwarf_put(&content[SYMTAB], &no_symbol, sizeof no_symbol);
    dwarf_u8(&content[STRTAB], 0);
    for (size_t i = 0; i < n; i++) {
        const struct gt_cubin_kernel *c = k[i].kernel;
        while (content[TEXT].n < k[i].base - k[0].base)
            dwarf_u8(&content[TEXT], 0);
        for (size_t w = 0; w < c->code_words; w++)
            dwarf_u32(&content[TEXT], c->code[w]);
        add_symbol(&content[SYMTAB], &content[STRTAB], c->name, STT_FUNC, TEXT, k[i].base, 4 * c->code_words);
        dwarf_outermost(&d, k[i].base, 4 * c->code_words);
    }
    for (size_t i = 0; i < nv; i++)
        add_symbol(&content[SYMTAB], &content[STRTAB], v[i].name, STT_OBJECT, SHN_ABS, v[i].address, v[i].bytes);
    for (size_t i = 0, end; i < n; i = end) {           /* a unit for each cubin */
        for (end = i + 1; end < n && k[end].cubin == k[i].cubin; end++)
            continue;
        debug_unit(&d, k + i, end - i, v, nv);
    }
    dwarf_u8(&d.abbrev, 0);
    content[INFO] = d.info, content[ABBREV] = d.abbrev, content[LINE] = d.line;
    content[RANGES] = d.ranges, content[LOC] = d.loc, content[FRAME] = d.frame;
    write_elf(&out, content, n ? k[0].base : GDB_CODE);
    for (unsigned i = 0; i < SECTIONS; i++)
        full |= content[i].full;
    free(content[TEXT].p);
    free(content[SYMTAB].p);
    free(content[STRTAB].p);
    free(content[NAMES].p);
    full |= d.failed || out.full;
    dwarf_free(&d);
    *bytes = out.p;
    *size = out.n;
    return !full;
}
