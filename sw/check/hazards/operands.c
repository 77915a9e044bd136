/* SPDX-License-Identifier: Apache-2.0 */
#include "operands.h"

#include <stdio.h>
#include <string.h>

#include "fields.h"

static bool begins_with(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

static bool one_of(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}
#define ONE_OF(name, list) one_of(name, list, sizeof list / sizeof *list)

/* Registers of a load or store by its list of sizes. */
static unsigned size_registers(struct sm70_word w)
{
    static const unsigned n[8] = { 1, 1, 1, 1, 1, 2, 4, 1 };

    return n[sm70_bits(w, 73, 3)];
}

/* The type of an atomic, as it is printed. */
static unsigned atomic_type(const struct sm70_row *row, struct sm70_word w)
{
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        if (f->kind != SM70_MOD || f->pos != 73)
            continue;
        uint64_t v = sm70_bits(w, f->pos, f->width);
        const char *s = v < sm70_list_lengths[f->list] ? sm70_lists[f->list][v] : NULL;
        return s && strstr(s, "64") ? 2 : 1;
    }
    return 1;
}

/* How many registers the row's field i, a register, stands for. */
static unsigned register_count(const struct sm70_row *row, struct sm70_word w, unsigned i)
{
    static const char *const f64[] = { "DADD", "DMUL", "DFMA", "DSETP", "FRND.F64" };
    static const char *const converts[] = { "F2F", "F2F.F64.F16", "F2I", "I2F" };
    static const char *const wide[] = { "IMAD.WIDE", "UIMAD.WIDE", "IMAD.HI" };
    static const char *const moves[] = { "LD", "LDG", "LDS", "LDL", "LDC", "ULDC", "ST", "STG", "STS", "STL" };
    const char *name = row->name;
    const struct sm70_field *f = &row->fields[i];

    if (ONE_OF(name, f64))
        return 2;
    if (ONE_OF(name, converts))
        return sm70_bits(w, f->pos == 16 ? 75 : 84, 2) == 3 ? 2 : 1;
    if (ONE_OF(name, wide)) {
        /* the destination, and the third operand: the last one that is no predicate */
        bool last = true;
        for (unsigned k = i + 1; k < row->nfields; k++)
            last = last && (row->fields[k].kind == SM70_P || row->fields[k].kind == SM70_UP);
        return f->pos == 16 ? (strcmp(name, "IMAD.HI") ? 2 : 1) : last ? 2 : 1;
    }
    if (ONE_OF(name, moves))
        return size_registers(w);
    if (begins_with(name, "ATOM") || begins_with(name, "RED"))
        return begins_with(name, "REDUX") || strstr(name, "POPC") ? 1 : atomic_type(row, w);
    if (!strcmp(name, "CS2R") || !strcmp(name, "RET.REL") || !strcmp(name, "CALL.REL") || !strcmp(name, "BRX"))
        return 2;
    if (!strcmp(name, "TEX") || !strcmp(name, "TLD")) {
        unsigned mask = (unsigned)sm70_bits(w, 72, 4), dim = (unsigned)sm70_bits(w, 61, 3);
        unsigned count = (unsigned)__builtin_popcount(mask);
        if (f->pos == 16)
            return count < 2 ? count : 2;
        if (f->pos == 64)
            return count < 3 ? 0 : count - 2;
        return f->pos == 24 && dim ? 2 : 1;
    }
    return 1;
}

static void add_operand(struct hz_insn *in, uint8_t file, uint64_t index, uint8_t slot, unsigned parts, bool writes)
{
    static const uint8_t none[HZ_FILES] = { 255, 7, 63, 7 };

    for (unsigned p = 0; index != none[file] && p < parts && index + p < none[file] && in->n < HZ_OPERANDS; p++)
        in->op[in->n++] = (struct hz_operand){ .file = file, .index = (uint8_t)(index + p), .slot = slot,
                                               .part = (uint8_t)p, .writes = writes };
}

/* The registers of an address. */
static void add_address(struct hz_insn *in, struct sm70_word w, const struct sm70_row *row, const struct sm70_field *f)
{
    bool pair = f->kind == SM70_MEM_DESC || f->kind == SM70_MEM_U64;
    unsigned parts = pair ? 2 : 1;

    if (f->kind == SM70_MEM)
        for (unsigned i = 0; i < row->nfields; i++)
            if (row->fields[i].kind == SM70_MOD && row->fields[i].pos == 72 && row->fields[i].width == 1 &&
                sm70_bits(w, 72, 1))
                parts = 2;
    add_operand(in, HZ_R, sm70_bits(w, 24, 8), 24, parts, false);
    if (f->ur != SM70_NONE)
        add_operand(in, HZ_U, sm70_bits(w, f->ur, 6), f->ur, pair || f->kind == SM70_MEM_U32 ? 2 : 1, false);
}

void hz_operands(enum sm70_chip chip, struct sm70_word w, struct hz_insn *in)
{
    *in = (struct hz_insn){ .row = sm70_row_of(chip, w), .c = sm70_control_of(w) };
    if (in->row == SIZE_MAX)
        return;
    const struct sm70_row *row = &sm70_table[in->row];

    in->guard_file = sm70_uniform_guard(row) ? HZ_UP : HZ_P;
    in->guard = (uint8_t)sm70_bits(w, 12, 3);
    in->guard_neg = sm70_bits(w, 15, 1);
    in->always = in->guard == 7 && !in->guard_neg;
    add_operand(in, in->guard_file, in->guard, HZ_GUARD, 1, false);
    for (unsigned i = 0; i < row->nfields; i++) {
        const struct sm70_field *f = &row->fields[i];
        uint64_t v = sm70_bits(w, f->pos, f->width);
        bool second = f->pos == 64 && (!strcmp(row->name, "TEX") || !strcmp(row->name, "TLD"));

        switch (f->kind) {
        case SM70_R:
            add_operand(in, HZ_R, v, f->pos, register_count(row, w, i), f->pos == 16 || second);
            break;
        case SM70_U:
            add_operand(in, HZ_U, v, f->pos, register_count(row, w, i), f->pos == 16);
            break;
        case SM70_P: case SM70_UP:
            add_operand(in, f->kind == SM70_P ? HZ_P : HZ_UP, v & 7, f->pos, 1, f->pos == 81 || f->pos == 84);
            break;
        case SM70_PR:
            for (unsigned p = 0; p < 7; p++)
                add_operand(in, f->zero ? HZ_UP : HZ_P, p, f->pos, 1, !i);
            break;
        case SM70_BANK_R:
            add_operand(in, HZ_R, sm70_bits(w, 24, 8), 24, 1, false);
            break;
        case SM70_BANK_U:
            add_operand(in, HZ_U, sm70_bits(w, 24, 6), 24, 1, false);
            break;
        case SM70_MEM: case SM70_MEM_U: case SM70_MEM_U32: case SM70_MEM_U64: case SM70_MEM_UZ: case SM70_MEM_DESC:
            add_address(in, w, row, f);
            break;
        default:
            break;
        }
    }
}

void hz_name(uint8_t file, uint8_t index, char name[8])
{
    static const char *const prefix[HZ_FILES] = { "R", "P", "UR", "UP" };

    snprintf(name, 8, "%s%u", prefix[file], index);
}
