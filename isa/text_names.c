/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that disassembler and assembler share, and what a row says of a slot.
 */
#include "text_int.h"

#include <stddef.h>

const char *const isa_cond_names[32] = {
    "never", "l", "e", "le", "g", "lg", "ge", "lge", "u", "lu", "eu", "leu", "gu", "lgu", "geu", "always",
    "o", "c", "a", "s", "x14", "x15", "x16", "x17", "x18", "x19", "x1a", "x1b", "ns", "na", "nc", "no",
};
const char *const isa_smode_names[4] = { "u8", "u16", "s16", "b32" };
const char *const isa_sreg_names[16] = {
    "physid", "clock", "sr2", "sr3", "pm0", "pm1", "pm2", "pm3", "sr8", "sr9", "sr10", "sr11", "sr12",
    "sr13", "sr14", "sr15",
};

const struct isa_slot *isa_row_slot(const struct isa_row *r, enum isa_slot_id slot)
{
    for (int i = 0; i < r->slots; i++)
        if (r->slot[i].slot == slot)
            return &r->slot[i];
    return NULL;
}
