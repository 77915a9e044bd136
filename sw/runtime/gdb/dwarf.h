/* SPDX-License-Identifier: Apache-2.0
 *
 * DWARF 4 as GDB reads it, written from a tree of entries: sections .debug_info, _abbrev, _line, _ranges, _loc and
 * _frame. What is allocated lives until dwarf_free.
 */
#ifndef GT200_GDB_DWARF_H
#define GT200_GDB_DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The names that are used here, by their numbers in the standard. */
enum { DW_TAG_formal_parameter = 0x05, DW_TAG_lexical_block = 0x0b, DW_TAG_compile_unit = 0x11,
       DW_TAG_inlined_subroutine = 0x1d, DW_TAG_subprogram = 0x2e, DW_TAG_variable = 0x34 };
enum { DW_AT_sibling = 0x01, DW_AT_location = 0x02, DW_AT_name = 0x03, DW_AT_byte_size = 0x0b, DW_AT_stmt_list = 0x10,
       DW_AT_low_pc = 0x11, DW_AT_high_pc = 0x12, DW_AT_language = 0x13, DW_AT_comp_dir = 0x1b,
       DW_AT_address_class = 0x33, DW_AT_producer = 0x25, DW_AT_frame_base = 0x40, DW_AT_ranges = 0x55,
       DW_AT_linkage_name = 0x6e, DW_AT_MIPS_linkage_name = 0x2007 };
enum { DW_FORM_addr = 0x01, DW_FORM_block2 = 0x03, DW_FORM_block4 = 0x04, DW_FORM_data2 = 0x05, DW_FORM_data4 = 0x06,
       DW_FORM_data8 = 0x07, DW_FORM_string = 0x08, DW_FORM_block = 0x09, DW_FORM_block1 = 0x0a, DW_FORM_data1 = 0x0b,
       DW_FORM_flag = 0x0c, DW_FORM_sdata = 0x0d, DW_FORM_udata = 0x0f, DW_FORM_ref4 = 0x13, DW_FORM_sec_offset = 0x17,
       DW_FORM_exprloc = 0x18 };
enum { DW_OP_addr = 0x03, DW_OP_const8u = 0x0e, DW_OP_plus = 0x22, DW_OP_piece = 0x93, DW_OP_deref_size = 0x94 };

struct dwarf_bytes { uint8_t *p; size_t n, room; bool full; };
void dwarf_put(struct dwarf_bytes *b, const void *bytes, size_t n);
void dwarf_u8(struct dwarf_bytes *b, unsigned v);
void dwarf_u16(struct dwarf_bytes *b, unsigned v);
void dwarf_u32(struct dwarf_bytes *b, uint32_t v);
void dwarf_u64(struct dwarf_bytes *b, uint64_t v);
void dwarf_uleb(struct dwarf_bytes *b, uint64_t v);
void dwarf_string(struct dwarf_bytes *b, const char *text);

struct dwarf_die;
struct dwarf_attr {
    unsigned name, form;
    uint64_t value;                     /* addresses, numbers, offsets */
    const void *data;                   /* string; bytes of a block, value of them */
    struct dwarf_die *die;              /* DW_FORM_ref4 */
};
struct dwarf_die {
    unsigned tag, abbrev;
    uint32_t offset;                    /* in the unit, once it is written */
    struct dwarf_attr *attr;
    size_t attrs;
    struct dwarf_die *first, *last, *next;
};

struct dwarf {
    struct dwarf_bytes info, abbrev, line, ranges, loc, frame;
    unsigned abbrevs;
    void **made;
    size_t nmade;
    bool failed;                        /* memory ran out */
};

void *dwarf_alloc(struct dwarf *d, size_t n);           /* zeros */
struct dwarf_die *dwarf_child(struct dwarf *d, struct dwarf_die *parent, unsigned tag);
struct dwarf_attr *dwarf_attr(struct dwarf *d, struct dwarf_die *e, unsigned name, unsigned form, uint64_t value,
                              const void *data);
/* A list of address ranges (pairs), or of ranges with an expression each; returns its offset in its section. */
struct dwarf_range { uint64_t from, to; const uint8_t *expr; unsigned length; };
uint32_t dwarf_ranges(struct dwarf *d, const struct dwarf_range *r, size_t n);
uint32_t dwarf_locations(struct dwarf *d, const struct dwarf_range *r, size_t n);
/* A unit and all that hangs on it. */
void dwarf_unit(struct dwarf *d, struct dwarf_die *unit);
/* A line table: files count from 1 (files[0] is none); each sequence begins at a base and ends at its end. */
struct dwarf_row { uint64_t address; unsigned file, line; bool end; };
uint32_t dwarf_lines(struct dwarf *d, const char *const *files, size_t nfiles, const struct dwarf_row *rows, size_t n);
/* Code from there on is called by nobody. */
void dwarf_outermost(struct dwarf *d, uint64_t from, uint64_t bytes);
void dwarf_free(struct dwarf *d);

#endif
