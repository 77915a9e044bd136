/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen ISA_DIR C_DIR SV_DIR: writes everything that follows from the tables and numbers that C and Verilog share.
 *
 *   ISA_DIR  gt200.isa insn.def chip.def events.def tic.def insn.h sm_enums.h sfu_rom/
 *   C_DIR    gt_chip.h gt_chips.h gt_event.h gt_event_fields.inc gt_insn.h gt_tic.h isa_slots.h isa_table.c
 *            isa_combine.inc isa_members.inc rtl_events_take.hpp events.md
 *   SV_DIR   gpu_cfg_pkg.sv gpu_cfg_*.sv
 *            isa_ops.svh sm_enums.svh ctl_types.svh trace_types.svh isa_decode.sv sfu_rom.sv
 */
#include "isagen.h"

#include <stdlib.h>

struct path { char text[1024]; };

static struct path in_dir(const char *dir, const char *name)
{
    struct path p;

    if ((size_t)snprintf(p.text, sizeof p.text, "%s/%s", dir, name) >= sizeof p.text)
        gen_fail(dir, 0, "the name is too long");
    return p;
}

int main(int argc, char **argv)
{
    struct gen_enums enums = { .count = 0 };
    struct gen_table *table = malloc(sizeof *table);

    if (argc != 4 || !table) {
        fprintf(stderr, "usage: isagen ISA_DIR C_DIR SV_DIR\n");
        return 2;
    }
    const char *isa = argv[1], *c = argv[2], *sv = argv[3];
    const struct path insn = in_dir(isa, "insn.h"), chip = in_dir(isa, "chip.def"), enum_h = in_dir(isa, "sm_enums.h"),
                      tic = in_dir(isa, "tic.def"), fields = in_dir(isa, "insn.def"),
                      events = in_dir(isa, "events.def"), rom = in_dir(isa, "sfu_rom"), rows = in_dir(isa, "gt200.isa");
    gen_read_enums(insn.text, &enums);
    gen_chip(chip.text, c, sv);
    gen_ops(&enums, sv);
    gen_sm_enums(enum_h.text, tic.text, c, sv);
    gen_events(events.text, c, sv);
    gen_rom(rom.text, sv);
    struct gen_insn *in = gen_read_insn(fields.text);
    gen_read_table(rows.text, &enums, table);
    gen_resolve_insn(in, table, &enums);
    gen_c(table, c);
    gen_insn_c(in, c);
    gen_insn_types(in, sv);
    gen_sv(table, in, sv);
    free(in);
    free(table);
    return 0;
}
