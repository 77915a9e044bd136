/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX to GT200 native code (library gt200ptxas).
 *
 * Passes, in the order of compile.c: parse*.c, inline.c read PTX and expand calls; lower*.c turn one entry into
 * machine instructions on virtual registers; ssa.c, gvn.c, combine.c, demand.c, mul.c, smem.c, licm.c under opt.c
 * optimise them; cfg.c, diverge.c, layout.c arrange blocks and place joinat/join; sched.c orders instructions; areg.c
 * assigns $a; regalloc.c, spill.c assign $r and $c; pair.c, emit.c choose short and long forms; machine.c fills what
 * isa_encode() makes words of.
 */
#ifndef GT200_PTXAS_H
#define GT200_PTXAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct ptxas_options {
    unsigned max_regs;      /* registers per thread the code may use, 4..124; 0 = 124 */
    unsigned arch;          /* 10 to 13: sm_10 to sm_13; 0: sm_13 */
    bool     no_opt;        /* -O0: every PTX instruction as it stands */
    bool     fma_as_mad;    /* fma.rn.f32 without .ftz is the chip's multiply-add, which truncates its product */
    FILE    *verbose;       /* NULL, or where one line per kernel goes: registers, shared, local, constant, code
                               bytes */
    FILE    *asm_out;       /* NULL, or where the assembly text goes */
    FILE    *warnings;      /* NULL, or where warnings go, one line each */
    const char *print_after;        /* NULL, or a pass, or "all": print_out gets the instructions behind it */
    FILE    *print_out;
    bool     verify;        /* check the intermediate form behind each pass; GT200_VERIFY in the environment does,
                             * too */
};

#define PTXAS_ERROR 4096        /* bytes of a message, which has the whole line of PTX that it is about */

struct ptxas_result {
    char  *text;            /* the cubin's text, malloc'ed, NUL-terminated; the caller frees it */
    size_t length;
    char   error[PTXAS_ERROR];  /* "FILE:LINE: ..." when compiling failed */
};

/* Compiles PTX source (NUL-terminated; `name` is used in messages) to a text cubin.
 * Returns false and fills res->error when the PTX is wrong or uses what is not supported. */
bool ptxas_compile(const char *source, const char *name, const struct ptxas_options *opt, struct ptxas_result *res);

/* Commands of the gt200 program. Return the exit status: 0, 1 (failure), 2 (usage). */
int gt_cmd_ptxas(int argc, char **argv);
int gt_cmd_cc(int argc, char **argv);

#endif
