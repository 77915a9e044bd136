/* SPDX-License-Identifier: Apache-2.0
 *
 * Which source line each instruction was made from: the line number program of DWARF 2 (section 6.2), and what versions
 * 3 and 4 have beside it; later ones are left alone.
 */
#ifndef SM70_CUBIN_LINES_H
#define SM70_CUBIN_LINES_H

#include "cubin_int.h"

enum {
    COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN, NEGATE_STMT, BASIC_BLOCK, CONST_ADD_PC, FIXED_ADVANCE_PC,
    OPCODE_BASE,                        /* of what is written; special opcodes are not used there */
    END_SEQUENCE = 1, SET_ADDRESS,      /* behind a byte 0 and a length */
    HEADER_FIXED = 10                   /* bytes in front of the first thing that header_length counts */
};

/* Section .debug_line of the module's lines, malloc'd; NULL: it has none. at: of each kernel, where in the section its
 * address is to be set; SIZE_MAX: nowhere. */
unsigned char *sm70_lines_write(const struct sm70_module *m, size_t *size, size_t *at);

/* Where in the section the address of a kernel is to be set, and to which of its bytes. */
struct sm70_line_start { size_t at, kernel; uint64_t address; };
/* Adds the lines of a section. */
void sm70_lines_read(struct sm70_module *m, const unsigned char *p, size_t n, const struct sm70_line_start *starts,
                     size_t nstarts);

#endif
