/* SPDX-License-Identifier: Apache-2.0
 *
 * A random program while it is built: its machine, its memory, its code.
 */
#include "prog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

void fuzz_must(bool ok)
{
    if (!ok) {
        fprintf(stderr, "random program: cannot be built (memory?)\n");
        abort();
    }
}

uint32_t fuzz_random(uint32_t *state, uint32_t n)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return n ? *state % n : *state;
}

/* Machine, memory and launch of a program without code. */
static void init(struct fuzz_prog *p, uint32_t threads, uint32_t bytes)
{
    memset(p, 0, sizeof *p);
    p->gpu = gt_gpu_new(bytes);
    fuzz_must(p->gpu != NULL);
    p->out = gt_alloc(p->gpu, FUZZ_OUT_BYTES);
    fuzz_must(p->out != 0);
    p->params[0] = p->out;
    p->launch = (struct gt_launch){.name = "fuzz",
                                   .code = p->code, .regs = 16, .smem = 4096, .grid_x = 1, .grid_y = 1,
                                   .block_x = threads, .block_y = 1, .block_z = 1, .params = p->params,
                                   .param_words = 1};
}

void fuzz_init(struct fuzz_prog *p, uint32_t threads) { init(p, threads, FUZZ_MEM_BYTES); }

void fuzz_init_far(struct fuzz_prog *p, uint32_t threads)
{
    init(p, threads, FUZZ_MEM_BYTES + FUZZ_FAR);
    p->far = true;
    p->params[1] = FUZZ_FAR;
    p->launch.param_words = 2;
}

void fuzz_near(struct fuzz_prog *p, uint32_t bytes)
{
    if (!p->far || p->gpu->mem_bytes <= bytes)
        return;
    p->gpu->mem_bytes = FUZZ_MEM_BYTES;         /* the arena is larger than it need be */
    p->params[1] = 0;
}

void fuzz_free(struct fuzz_prog *p)
{
    gt_gpu_free(p->gpu);
    p->gpu = NULL;
}

void fuzz_asm(struct fuzz_prog *p, const char *text)
{
    while (*text) {
        char line[160], err[256];
        size_t len = strcspn(text, "\n");
        uint32_t w0, w1;
        int bytes;
        fuzz_must(len < sizeof line);
        memcpy(line, text, len);
        line[len] = '\0';
        text += len + (text[len] == '\n');
        if (!isa_asm_line(line, &w0, &w1, &bytes, err, sizeof err)) {
            fprintf(stderr, "random program: '%s': %s\n", line, err);
            abort();
        }
        fuzz_must(p->n + 2 <= FUZZ_WORDS);
        p->code[p->n++] = w0;
        if (bytes == 8)
            p->code[p->n++] = w1;
    }
    p->launch.code_words = p->n;
}
