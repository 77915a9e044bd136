/* SPDX-License-Identifier: Apache-2.0
 *
 * What reader and writer of cubins share: numbers of the format, which ELF itself does not know.
 */
#ifndef SM70_CUBIN_H
#define SM70_CUBIN_H

#include "sm70_module.h"

enum {
    MACHINE = 190, OSABI = 0x33, ABIVERSION = 7, FILE_VERSION = 0x76,
    SHT_INFO = 0x70000000,              /* .nv.info */
    ATTR_PARAM_CBANK = 0x0a, ATTR_FRAME = 0x11, ATTR_STACK = 0x12, ATTR_PARAM = 0x17, ATTR_CBANK_SIZE = 0x19,
    ATTR_REGS = 0x2f,
    R_ADDRESS = 2, R_GENERIC = 4,       /* an address of 64 bits: as code has it; as any code has it */
    R_TEXTURE = 6, STT_TEXTURE = 10,    /* a texture's handle */
    ATTR_TEXTURE_BANK = 0x15, ATTR_SURFACE_BANK = 0x16
};

/* Notes a section that nothing here describes. */
void sm70_add_left_out(struct sm70_module *m, const char *name);

#endif
