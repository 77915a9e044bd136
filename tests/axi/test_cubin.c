/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's reader of cubins (sw/driver/gt200_cubin.h): what it puts where, and what it refuses, with the line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gt200_cubin.h"

static const char module[] =
    "architecture {sm_13}\n"
    "abiversion {0}\n"
    "modname {cubin}\n"
    "source { name = k.cu }\n"
    "sampler { name = tex texunit = 3 }\n"
    "consts { name = scale segname = const segnum = 0 offset = 2 bytes = 6 mem { 0x44332211 0x00006655 } }\n"
    "consts { name = empty segname = const segnum = 0 offset = 16 bytes = 8 }\n"
    "reloc { name = first segname = reloc segnum = 14 offset = 0 bytes = 300 }\n"
    "reloc { name = second segname = reloc segnum = 14 offset = 4 bytes = 12\n"
    "        mem { 7 8 9 } addresses { 4 first 20 8 second 0 } }\n"
    "code { lmem = 0 smem = 16 reg = 1 bar = 0 bincode { 0xaaaaaaaa } name = other\n"
    "       const { segname = const segnum = 1 offset = 0 bytes = 4 mem { 5 } } }\n"
    "code { name = wanted lmem = 8 smem = 24 reg = 5 bar = 0 param = 8 params { 0 4 4 4 }\n"
    "       lines { 0 0 1 }\n"
    "       const { segname = const segnum = 1 offset = 4 bytes = 4 mem { 0xffffffff } }\n"
    "       bincode {\n"
    "           0x10000001 0x2780c780 17\n"
    "       }\n"
    "}\n";

enum { CODE = 64, SEGMENTS = 15 * 65536, VARIABLES = 1024 };
static uint8_t code[CODE], constants[SEGMENTS], variables[VARIABLES];

static struct gt200_places clean_places(void)
{
    memset(code, 0xee, sizeof code);
    memset(constants, 0xee, sizeof constants);
    memset(variables, 0xee, sizeof variables);
    return (struct gt200_places){
        .code = { code, 0x80000000, sizeof code }, .constants = { constants, 0x90000000, sizeof constants },
        .variables = { variables, 0xa0000000, sizeof variables }, .variables_device = 0x10000
    };
}

static enum gt200_cubin_error load_cubin(const char *text, const char *kernel, struct gt200_launch *l, uint32_t *line)
{
    const struct gt200_places p = clean_places();
    return gt200_cubin_load(l, text, (uint32_t)strlen(text), kernel, &p, line);
}

static uint32_t read_word(const uint8_t *at)
{
    uint32_t w;
    memcpy(&w, at, 4);
    return w;
}

static void puts_a_kernel(void **state)
{
    (void)state;
    struct gt200_launch l = { .grid = { 3, 2 } };
    uint32_t line = 99;
    assert_int_equal(load_cubin(module, "wanted", &l, &line), GT200_CUBIN_OK);
    assert_int_equal(line, 0);
    assert_true(l.code == 0x80000000 && l.constants == 0x90000000);
    assert_int_equal(l.code_bytes, 12);
    assert_int_equal(l.entry, 0);
    assert_int_equal(l.segments, 1u << 0 | 1u << 1 | 1u << 14);
    assert_int_equal(l.regs, 5);
    assert_int_equal(l.shared, 24);
    assert_int_equal(l.local_bytes, 8);
    assert_int_equal(l.grid[0], 3);
    assert_int_equal(read_word(code), 0x10000001);
    assert_int_equal(read_word(code + 8), 17);
    assert_int_equal(read_word(code + 12), 0xeeeeeeee);
    static const uint8_t scale[] = { 0xee, 0xee, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0xee };
    assert_memory_equal(constants, scale, sizeof scale);
    assert_int_equal(read_word(constants + 16), 0);
    assert_int_equal(read_word(constants + 24), 0xeeeeeeee);
    assert_int_equal(read_word(constants + 65536), 0xeeeeeeee);     /* of the other kernel */
    assert_int_equal(read_word(constants + 65536 + 4), 0xffffffff);
    assert_int_equal(read_word(constants + 14 * 65536), 0x10000);
    assert_int_equal(read_word(constants + 14 * 65536 + 4), 0x10000 + 512);
    assert_int_equal(read_word(variables + 296), 0);
    assert_int_equal(read_word(variables + 300), 0xeeeeeeee);
    assert_int_equal(read_word(variables + 512), 7);
    assert_int_equal(read_word(variables + 516), 0x10000 + 20);     /* another variable's address, its own */
    assert_int_equal(read_word(variables + 520), 0x10000 + 512);
}

static void finds_variables(void **state)
{
    (void)state;
    const struct gt200_places p = clean_places();
    uint32_t at, bytes;
    assert_int_equal(gt200_cubin_variable(module, sizeof module - 1, "second", &p, &at, &bytes), GT200_CUBIN_OK);
    assert_int_equal(at, 0x10200);
    assert_int_equal(bytes, 12);
    assert_int_equal(gt200_cubin_variable(module, sizeof module - 1, "third", &p, &at, NULL), GT200_CUBIN_NO_VARIABLE);
    assert_string_equal(gt200_cubin_error_name(GT200_CUBIN_NO_KERNEL), "no such kernel");
    assert_string_equal(gt200_cubin_error_name((enum gt200_cubin_error)99), "unknown error");
}

/* The module with `from` changed to `to`, which is as long or shorter, is refused, in that line. */
static void assert_refused(const char *from, const char *to, enum gt200_cubin_error error, uint32_t at)
{
    char text[sizeof module];
    struct gt200_launch l;
    uint32_t line = 0;
    memcpy(text, module, sizeof module);
    char *place = strstr(text, from);
    assert_non_null(place);
    memset(place, ' ', strlen(from));
    memcpy(place, to, strlen(to));
    assert_int_equal(load_cubin(text, "wanted", &l, &line), error);
    assert_int_equal(line, at);
}

static void test_refuses(void **state)
{
    (void)state;
    struct gt200_launch l;
    uint32_t line;
    assert_int_equal(load_cubin(module, "want", &l, &line), GT200_CUBIN_NO_KERNEL);
    assert_int_equal(load_cubin("", "wanted", &l, &line), GT200_CUBIN_SYNTAX);
    assert_int_equal(load_cubin("\x7f" "ELF", "wanted", &l, &line), GT200_CUBIN_SYNTAX);
    assert_refused("sm_13", "sm_90", GT200_CUBIN_CHIP, 1);
    assert_refused("0x44332211", "0x4433221g", GT200_CUBIN_SYNTAX, 6);
    assert_refused("0x44332211", "4294967296", GT200_CUBIN_SYNTAX, 6);
    assert_refused("0x00006655", "", GT200_CUBIN_SYNTAX, 6);
    assert_refused("segnum = 0", "segnum =16", GT200_CUBIN_CONSTANT_ROOM, 7);
    assert_refused("segnum = 0", "segnum =15", GT200_CUBIN_CONSTANT_ROOM, 7);   /* there are 15 segments */
    assert_refused("bytes = 300", "bytes=4000", GT200_CUBIN_VARIABLE_ROOM, 9);
    assert_refused("4 first", "4 fir", GT200_CUBIN_NO_VARIABLE, 10);
    assert_refused("4 first", "9 first", GT200_CUBIN_SYNTAX, 10);
    assert_refused("0x10000001", "bad", GT200_CUBIN_SYNTAX, 17);
    assert_refused("bincode {\n", "lines {\n", GT200_CUBIN_SYNTAX, 19);      /* no code */
    assert_refused("}\n}\n", "", GT200_CUBIN_SYNTAX, 18);

    /* less room, or more than there are segments */
#define ROOM(change, text, error) do { \
        struct gt200_places p = clean_places(); \
        change; \
        assert_int_equal(gt200_cubin_load(&l, text, (uint32_t)strlen(text), "wanted", &p, NULL), error); \
    } while (0)
    ROOM(p.code.bytes = 10, module, GT200_CUBIN_CODE_ROOM);
    assert_int_equal(read_word(code + 8), 0xeeeeeeee);
    ROOM(p.constants.bytes = 14 * 65536 + 6, module, GT200_CUBIN_CONSTANT_ROOM);
    assert_int_equal(read_word(constants + 14 * 65536 + 4), 0xeeeeeeee);
    ROOM(p.variables.bytes = 520, module, GT200_CUBIN_VARIABLE_ROOM);
    assert_int_equal(read_word(variables + 512), 0xeeeeeeee);
    ROOM(p.constants.bytes = 17 * 65536, "architecture {sm_13} consts { name = x segnum = 16 offset = 0 bytes = 4 }",
         GT200_CUBIN_CONSTANT_ROOM);
}

/* Every prefix is refused or has all: nothing is read or written outside (under ASan). */
static void ends_anywhere(void **state)
{
    (void)state;
    struct gt200_launch l;
    const struct gt200_places p = clean_places();
    for (uint32_t n = 0; n < sizeof module - 2; n++) {
        char *text = malloc(n ? n : 1);
        assert_non_null(text);
        memcpy(text, module, n);
        const enum gt200_cubin_error e = gt200_cubin_load(&l, text, n, "wanted", &p, NULL);
        free(text);
        assert_true(e == GT200_CUBIN_SYNTAX || e == GT200_CUBIN_NO_KERNEL || e == GT200_CUBIN_CHIP);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puts_a_kernel), cmocka_unit_test(finds_variables), cmocka_unit_test(test_refuses),
        cmocka_unit_test(ends_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
