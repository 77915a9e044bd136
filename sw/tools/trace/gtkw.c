/* SPDX-License-Identifier: Apache-2.0
 *
 * The groups of sm_signals.h, in the order of a warp's life. A mask of warps is shown as the bit of the warp.
 */
#include "gtkw.h"

#include "gt_chip.h"
#include "sm_signals.h"

#define SM "TOP.tpc_top.g_sm[0].u_sm."

enum { GROUP, BIT, BINARY, HEX, DECIMAL };
/* GTKWave's flags of a trace line: how it is shown, right-justified. */
enum { SHOW_HEX = 0x22, SHOW_DECIMAL = 0x24, SHOW_BINARY = 0x28, OPEN = 0x800200, CLOSE = 0x1000200 };

static const struct { unsigned char how; const char *name; unsigned char bits; } lines[] = {
#define GROUP_ROW(name) { GROUP, name, 0 },
#define SIGNAL_ROW(id, how, name, bits) { how, name, bits },
    GT_SIGNAL_LIST(GROUP_ROW, SIGNAL_ROW)
};

/* A signal in this form; BIT: of a mask only the warp's bit. */
static void signal(FILE *f, unsigned how, const char *name, unsigned bits, unsigned warp)
{
    static const unsigned show[] = { [BIT] = SHOW_BINARY, [BINARY] = SHOW_BINARY, [HEX] = SHOW_HEX,
                                     [DECIMAL] = SHOW_DECIMAL };
    fprintf(f, "@%x\n", show[how]);
    if (how == BIT)                     /* bits are counted from the left */
        fprintf(f, "(%u)", bits - 1 - warp);
    fprintf(f, SM "%s", name);
    if (bits > 1)
        fprintf(f, "[%u:0]", bits - 1);
    fprintf(f, "\n");
}

/* The scope of the warp in a wave of the model (wave.c). */
static void warp_state(FILE *f, unsigned warp)
{
    static const struct { unsigned how; const char *name; } own[] = {
        { SHOW_HEX, "state" }, { SHOW_HEX, "pc[23:0]" }, { SHOW_HEX, "active[31:0]" }, { SHOW_DECIMAL, "depth[6:0]" },
    };
    fprintf(f, "@%x\n-warp\n", (unsigned)OPEN);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        fprintf(f, "@%x\n" SM "warp%02u.%s\n", own[i].how, warp, own[i].name);
    fprintf(f, "@%x\n-warp\n", (unsigned)CLOSE);
}

bool trace_gtkw(FILE *f, const char *wave, const char *kernel, unsigned warp, bool model)
{
    const char *open = NULL;

    fprintf(f, "[*] gt200: kernel %s, warp %u; time is 2 * cycle\n[dumpfile] \"%s\"\n[timestart] 0\n"
            "[size] 1600 900\n[sst_expanded] 0\n@%x\n-kernel %s, warp %u\n", kernel, warp, wave, 0x200u, kernel, warp);
    if (model)
        warp_state(f, warp);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (lines[i].how != GROUP) {
            signal(f, lines[i].how, lines[i].name, lines[i].bits, warp);
            continue;
        }
        if (open)
            fprintf(f, "@%x\n-%s\n", (unsigned)CLOSE, open);
        fprintf(f, "@%x\n-%s\n", (unsigned)OPEN, open = lines[i].name);
    }
    fprintf(f, "@%x\n-%s\n", (unsigned)CLOSE, open);
    return !ferror(f);
}
