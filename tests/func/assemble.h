/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly text in tests of the functional model. Behind <cmocka.h> and what that asks for.
 */
#ifndef GT200_TESTS_FUNC_ASSEMBLE_H
#define GT200_TESTS_FUNC_ASSEMBLE_H

#include <string.h>

#include "text.h"

struct code { uint32_t w[256], n; };

/* Lines of text, ';' between them; one that does not assemble fails the test. */
static inline struct code assemble(const char *text)
{
    struct code c = {.n = 0};
    char copy[4096], err[256];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *line = strtok(copy, ";"); line; line = strtok(NULL, ";")) {
        int len;
        uint32_t w0, w1;
        if (!isa_asm_line(line, &w0, &w1, &len, err, sizeof err))
            fail_msg("'%s': %s", line, err);
        c.w[c.n++] = w0;
        if (len == 8)
            c.w[c.n++] = w1;
    }
    return c;
}

#endif
