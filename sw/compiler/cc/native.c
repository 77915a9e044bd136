/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects with PTX inside, which --embed-ptx leaves there: native code in its place. The host's clang puts device code
 * into a section of its own and refers to its beginning only, so that its text can be of any length.
 */
#include "cc.h"
#include "files.h"
#include "printable.h"
#include "sm70cc.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SECTION ".nv_fatbin"

struct object {
    char  *data;                    /* malloc'ed */
    size_t n;
};

/* The header of the section with device code; NULL: this is no object, or has none. */
static Elf64_Shdr *device_section(const struct object *o)
{
    const Elf64_Ehdr *h = (const void *)o->data;
    const size_t one = sizeof(Elf64_Shdr);

    if (o->n < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_ident[EI_CLASS] != ELFCLASS64 ||
        h->e_type != ET_REL || h->e_shentsize != one || h->e_shoff % _Alignof(Elf64_Shdr) || h->e_shoff > o->n ||
        h->e_shnum > (o->n - h->e_shoff) / one || h->e_shstrndx >= h->e_shnum)
        return NULL;
    Elf64_Shdr *s = (void *)(o->data + h->e_shoff), *names = s + h->e_shstrndx;
    if (names->sh_offset > o->n || names->sh_size > o->n - names->sh_offset)
        return NULL;
    for (unsigned i = 0; i < h->e_shnum; i++, s++)
        if (s->sh_type == SHT_PROGBITS && s->sh_name < names->sh_size &&
            names->sh_size - s->sh_name >= sizeof SECTION &&
            !memcmp(o->data + names->sh_offset + s->sh_name, SECTION, sizeof SECTION))
            return s->sh_offset > o->n || s->sh_size > o->n - s->sh_offset ? NULL : s;
    return NULL;
}

/* Its text when that is PTX for this chip, which .version begins, and nothing but zeros follow; else NULL. PTX for
 * later chips is compiled when it is loaded, for the chip that is there. */
static const char *ptx_of(const struct object *o, const Elf64_Shdr *s)
{
    const char *text = o->data + s->sh_offset, *end = memchr(text, 0, s->sh_size);
    char chip[16];

    for (const char *p = end; p && p < text + s->sh_size; p++)
        if (*p)
            return NULL;                /* of several objects: the runtime compiles it */
    if (!end || !strncmp(text, "architecture", 12) || !strstr(text, ".version"))
        return NULL;
    const char *target = strstr(text, ".target ");
    return target && sscanf(target, ".target %15[a-z0-9_]", chip) == 1 && sm70cc_arch(chip) ? NULL : text;
}

/* Makes the section's contents data; they go behind all that is there. */
static bool replace(struct object *o, const char *data, size_t n)
{
    const size_t at = (o->n + 15) / 16 * 16;
    char *grown = realloc(o->data, at + n);

    if (!grown)
        return false;
    o->data = grown;
    memset(o->data + o->n, 0, at - o->n);
    memcpy(o->data + at, data, n);
    o->n = at + n;
    Elf64_Shdr *s = device_section(o);
    s->sh_offset = at;
    s->sh_size = n;
    return true;
}

bool cc_native(struct cc *c, const char *path, const char *to, bool *made)
{
    struct object o = { .n = 0 };
    struct ptxas_result res;
    char name[512];

    o.data = gt_read_file(path, &o.n);
    if (!o.data) {
        gt_tell("%s: %s\n", path, strerror(errno));
        return false;
    }
    const Elf64_Shdr *s = device_section(&o);
    const char *ptx = s ? ptx_of(&o, s) : NULL;
    bool ok = true;
    if (made)
        *made = ptx != NULL;
    if (ptx) {
        snprintf(name, sizeof name, "%s: PTX", path);
        ok = ptxas_compile(ptx, name, &c->ptxas, &res);
        if (!ok) {
            gt_tell("%s\n", res.error);
        } else {
            ok = replace(&o, res.text, res.length + 1);
            if (!ok)
                gt_tell("%s: out of memory\n", path);
            free(res.text);
        }
    }
    ok = ok && ((!ptx && made) || cmd_write(to, o.data, o.n));
    free(o.data);
    return ok;
}
