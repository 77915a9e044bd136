/* SPDX-License-Identifier: Apache-2.0 */
#include "run_code.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

bool run_launch(struct sm70_launch l, uint64_t limit, const char *code, uint32_t words[16],
                       char message[SM70_MESSAGE])
{
    char text[4096], err[512];
    struct sm70_module m;
    struct sm70_counts counts;
    struct sm70_device d = { .chip = SM70_90, .base = 0x100000000, .bytes = 64, .memory = (uint8_t *)words,
                             .limit = limit };
    uint64_t address = d.base;

    l.params = &address;
    l.nparams = 8;
    memset(words, 0, 64);
    snprintf(text, sizeof text, ".arch sm_90\n.kernel k\n.reg 32\n.params 0 8\n%s", code);
    if (!sm70_text_read(text, "k", &m, err, sizeof err))
        fail_msg("%s", err);
    struct sm70_program *p = sm70_program_new(m.chip, m.kernels);
    assert_non_null(p);
    bool ok = sm70_launch_run(&d, p, &l, &counts, message);
    sm70_program_free(p);
    sm70_module_free(&m);
    return ok;
}

bool run_block(unsigned threads, const char *code, const void *constants, uint32_t n, uint32_t words[16],
                      char message[SM70_MESSAGE])
{
    const struct sm70_launch l = { .grid = { 1, 1, 1 }, .block = { threads, 1, 1 }, .constants = constants,
                                   .nconstants = n };
    return run_launch(l, 1000, code, words, message);
}

bool run_thread(const char *code, const void *constants, uint32_t n, uint32_t words[16],
                       char message[SM70_MESSAGE])
{
    return run_block(1, code, constants, n, words, message);
}
