/* SPDX-License-Identifier: Apache-2.0
 *
 * Cubins and assembly files: reading, writing, the messages for damaged ones, and that no truncation or
 * changed byte of a valid file does harm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asm.h"
#include "cubin.h"

#include <stdlib.h>
#include <string.h>

static const char good[] =
    "architecture {sm_10}\n"
    "abiversion {0}\n"
    "modname {cubin}\n"
    "consts  {\n\tname = table\n\tsegname = const\n\tsegnum = 0\n\toffset = 8\n\tbytes = 6\n\tmem  {\n"
    "\t\t0x00000001 0000000000 \n\t}\n}\n"
    "reloc  {\n\tname = var\n\tsegname = reloc\n\tsegnum = 14\n\toffset = 4\n\tbytes = 8\n}\n"
    "sampler  {\n\tname = ref\n\ttexunit = 1\n}\n"
    "code  {\n\tname = one\n\tlmem = 0\n\tsmem = 32\n\treg = 6\n\tbar = 0\n\tbincode  {\n"
    "\t\t0x10000003 0000000000 0xf0000001 0xe0000781 \n\t}\n"
    "\tconst  {\n\t\tsegname = const\n\t\tsegnum = 1\n\t\toffset = 0\n\t\tbytes = 4\n\t\tmem  {\n"
    "\t\t\t0x000003ff \n\t\t}\n\t}\n}\n"
    "code  {\n\tname = two\n\tlmem = 16\n\tsmem = 16\n\treg = 2\n\tbar = 3\n\tbincode  {\n"
    "\t\t0x10008000 0x10008000 0xf0000001 0xe0000001 \n\t}\n}\n";

static char *written_text(const struct gt_cubin *c)
{
    char *buf;
    size_t n;
    FILE *f = open_memstream(&buf, &n);

    assert_true(cubin_write(f, c));
    fclose(f);
    return buf;
}

static void read_and_write(void **state)
{
    struct gt_cubin c;
    char err[256], *text;

    (void)state;
    assert_true(cubin_parse(good, strlen(good), "good", &c, err, sizeof err));
    assert_int_equal(c.arch, 10);
    assert_int_equal(c.nkernels, 2);
    assert_int_equal(c.kernels[0].code_words, 4);
    assert_int_equal(c.kernels[0].code[1], 0);
    assert_int_equal(c.kernels[0].consts[0].words[0], 0x3ff);
    assert_int_equal(c.consts[0].bytes, 6);
    assert_int_equal(c.relocs[0].offset, 4);
    assert_null(c.relocs[0].words);
    assert_int_equal(c.samplers[0].texunit, 1);
    assert_ptr_equal(cubin_kernel(&c, "two"), &c.kernels[1]);
    assert_null(cubin_kernel(&c, "three"));
    text = written_text(&c);
    assert_string_equal(text, good);
    free(text);
    cubin_free(&c);
}

static void assembly_round_trip(void **state)
{
    struct gt_cubin c, d;
    char err[256], *text, *again;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    (void)state;
    assert_true(cubin_parse(good, strlen(good), "good", &c, err, sizeof err));
    assert_true(isa_dis_file(f, &c, true));
    fclose(f);
    assert_true(isa_asm_file(text, "good.s", &d, stderr));
    again = written_text(&d);
    assert_string_equal(again, good);
    free(again);
    free(text);
    cubin_free(&c);
    cubin_free(&d);
}

/* Initial values that are addresses, and a variable larger than a segment: text, assembly and back. */
static void test_addresses(void **state)
{
    static const char text[] =
        "architecture {sm_13}\nabiversion {1}\nreloc  {\n\tname = p\n\tsegname = reloc\n\tsegnum = 14\n\toffset = "
        "0\n\tbytes = 16\n"
        "\taddresses  {\n\t\t0 big 0\n\t\t8 big 400\n\t}\n}\n"
        "reloc  {\n\tname = big\n\tsegname = reloc\n\tsegnum = 14\n\toffset = 4\n\tbytes = 400000\n}\n"
        "code  {\n\tname = k\n\tlmem = 0\n\tsmem = 16\n\treg = 1\n\tbar = 0\n\tbincode  {\n\t\t0x30000003 0x00000780 "
        "\n\t}\n}\n";
    struct gt_cubin c, d;
    char err[256], *assembly, *again;
    size_t n;
    FILE *f = open_memstream(&assembly, &n);

    (void)state;
    assert_true(cubin_parse(text, strlen(text), "t", &c, err, sizeof err));
    assert_int_equal(c.relocs[0].naddresses, 2);
    assert_int_equal(c.relocs[0].addresses[1].offset, 8);
    assert_int_equal(c.relocs[0].addresses[1].add, 400);
    assert_int_equal(cubin_variable(&c, c.relocs[0].addresses[1].name), 1);
    assert_int_equal(cubin_variable(&c, "k"), -1);
    assert_true(isa_dis_file(f, &c, true));
    fclose(f);
    assert_true(isa_asm_file(assembly, "t.s", &d, stderr));
    again = written_text(&d);
    assert_string_equal(again, text);
    free(again);
    free(assembly);
    cubin_free(&c);
    cubin_free(&d);
}

/* Parameter lists and line tables, which are our own: text, assembly and back. */
static void test_tables(void **state)
{
    static const char text[] =
        "architecture {sm_13}\nabiversion {1}\nmodname {cubin}\nsource  {\n\tname = a%20b.cu\n}\n"
        "code  {\n\tname = k\n\tlmem = 0\n\tsmem = 28\n\treg = 2\n\tbar = 0\n\tparam = 12\n\tmaxntid = 256\n"
        "\treqntid  { 16 8 2 }\n\tparams  {\n\t\t0 8\n\t\t8 4\n\t}\n\tlines  {\n\t\t0x00000004 0 17\n"
        "\t\t0x0000000c 0 18\n\t}\n\tarrays  {\n\t\t0x00000008 shared 28 284 _ZZ1kPiE1s\n\t}\n"
        "\tbincode  {\n\t\t0x10008000 0x10008000 0xf0000001 0xe0000001 \n\t}\n}\n";
    struct gt_cubin c;
    char plain[sizeof text], err[256], *again;
    const char *source;
    uint32_t line;

    (void)state;
    snprintf(plain, sizeof plain, "%s", text);
    assert_true(cubin_parse(plain, strlen(plain), "t", &c, err, sizeof err));
    assert_int_equal(c.kernels[0].nparams, 2);
    assert_int_equal(c.kernels[0].max_threads, 256);
    assert_int_equal(c.kernels[0].block[1], 8);
    assert_int_equal(c.kernels[0].params[1].offset, 8);
    assert_int_equal(c.kernels[0].params[1].bytes, 4);
    assert_false(cubin_line_at(&c, &c.kernels[0], 0, &source, &line));
    assert_true(cubin_line_at(&c, &c.kernels[0], 8, &source, &line));
    assert_string_equal(source, "a b.cu");
    assert_int_equal(line, 17);
    assert_int_equal(c.kernels[0].narrays, 1);
    assert_int_equal(c.kernels[0].arrays[0].end, 284);
    assert_string_equal(c.kernels[0].arrays[0].name, "_ZZ1kPiE1s");
    assert_true(cubin_line_at(&c, &c.kernels[0], 0x100, &source, &line));
    assert_int_equal(line, 18);
    again = written_text(&c);
    assert_string_equal(again, plain);
    free(again);
    cubin_free(&c);
}

static void tables_in_assembly(void **state)
{
    static const char text[] =
        ".arch sm_13\n.abi 0\n\n.kernel k\n.lmem 0\n.smem 28\n.reg 2\n.bar 0\n.param 12\n.maxntid 256\n"
        ".reqntid 16 8 2\n.params 0 8, 8 4\n"
        "    mov.b32.half $r0, $r0\n.loc a.cu 17\n    mov.b32.half $r0, $r0\n";
    struct gt_cubin c;
    char *again;
    size_t n;
    FILE *f = open_memstream(&again, &n);

    (void)state;
    assert_true(isa_asm_file(text, "t.s", &c, stderr));
    assert_true(isa_dis_file(f, &c, false));
    fclose(f);
    assert_string_equal(again, text);
    free(again);
    cubin_free(&c);
}

static void test_damaged(void **state)
{
    static const struct { const char *text, *expect; } bad[] = {
        { "", "x:1: expected 'architecture', as every text cubin starts, found the end of the file" },
        { "\x7f" "ELF", "x:1: expected text, found 'byte 0x7f'" },
        { "architecture {sm_20}", "x:1: expected sm_10, sm_11, sm_12 or sm_13, found 'sm_20'" },
        { "architecture {sm_13}\n", "x:2: expected a kernel: code { ... }, found the end of the file" },
        { "architecture {sm_13}\ncode {\n name = a\n bincode { 0x1 zz } }",
          "x:4: expected a word or '}', found 'zz'" },
        { "architecture {sm_13}\ncode {\n name = a\n bincode { 0x123456789 } }",
          "x:4: expected a word, found '0x123456789'" },
        { "architecture {sm_13}\ncode {\n name = a\n reg = \n bar = 0 }", "x:5: expected a number, found 'bar'" },
        { "architecture {sm_13}\ncode {\n name = a\n}", "x:4: expected bincode with words, found '}'" },
        { "architecture {sm_13}\ncode {\n bincode { 0x1 }\n}", "x:4: expected name, found '}'" },
        { "architecture {sm_13}\ncode {\n name = a\n bincode { 0x1 }\n",
          "x:5: expected name, lmem, smem, reg, bar, bincode, const or '}', found the end of the file" },
        { "architecture {sm_13}\ncode {\n name = a\n bincode { 0x1 } }\ncode {\n name = a\n",
          "x:6: expected a name that no other kernel has, found 'a'" },
        { "architecture {sm_13}\nconsts { name = a segname = const segnum = 16\n}",
          "x:3: expected segnum up to 15, not 16, before, found '}'" },
        { "architecture {sm_13}\nconsts { name = a bytes = 8 mem { 0x1 }\n}",
          "x:3: expected (8 + 3) / 4 words in mem, not 1, and then an entry, found '}'" },
        { "architecture {sm_13}\ncode {\n name = a\n params { 0 8 250 8 } }",
          "x:4: expected parameters inside 256 bytes (offset 250, 8 bytes) before, found '}'" },
        { "architecture {sm_13}\ncode {\n name = a\n lines { 8 0 1 4 0 2 } }",
          "x:4: expected ascending addresses in lines, not 0x4, before, found '2'" },
        { "architecture {sm_13}\ncode {\n name = a\n arrays { 8 const 0 1 s 4 shared 0 2 s } }",
          "x:4: expected ascending addresses in arrays, not 0x4, before, found 's'" },
        { "architecture {sm_13}\ncode {\n name = a\n arrays { 8 local 0 1 s } }",
          "x:4: expected const or shared, found 'local'" },
        { "architecture {sm_13}\ncode {\n name = a\n arrays { 8 shared 0 1 } }",
          "x:4: expected the name of a variable, found '}'" },
        { "architecture {sm_13}\nreloc { name = a bytes = 8 addresses { 6 b 0 } }",
          "x:2: expected an address inside the 8 bytes of the variable, not at 6, before, found '0'" },
        { "architecture {sm_13}\nreloc { name = a bytes = 8 addresses { 4 b 0 } bytes = 4 }",
          "x:2: expected bytes before mem and addresses, found 'bytes'" },
        { "architecture {sm_13}\nwhat {", "x:2: expected consts, reloc, sampler or code, found 'what'" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct gt_cubin c;
        char err[256];

        assert_false(cubin_parse(bad[i].text, strlen(bad[i].text), "x", &c, err, sizeof err));
        assert_string_equal(err, bad[i].expect);
        assert_null(c.kernels);
    }
}

/* Cut anywhere: an error, except where only blanks or a whole last kernel are missing. */
static void test_truncated(void **state)
{
    size_t last_code = (size_t)(strstr(good, "code  {\n\tname = two") - good);

    (void)state;
    for (size_t n = 0; n < strlen(good); n++) {
        struct gt_cubin c;
        char err[256];
        bool ok = cubin_parse(good, n, "x", &c, err, sizeof err);

        if (n + 1 != strlen(good) && n != last_code && n != last_code - 1)
            assert_false(ok);
        cubin_free(&c);
    }
}

/* What was read is what is written and read once more. */
static void same_again(const struct gt_cubin *c)
{
    struct gt_cubin d;
    char err[256], *once = written_text(c), *twice;
    if (!cubin_parse(once, strlen(once), "y", &d, err, sizeof err))
        fail_msg("%s in\n%s", err, once);
    twice = written_text(&d);
    assert_string_equal(once, twice);
    cubin_free(&d);
    free(once);
    free(twice);
}

/* The place and a reason are told, and nothing is left behind. */
static void assert_refused(const struct gt_cubin *c, const char *err)
{
    unsigned line;
    int n = 0;
    if (sscanf(err, "x:%u: %n", &line, &n) != 1 || !n || !err[n] || line < 1 || line > 60)
        fail_msg("error message '%s'", err);
    assert_null(c->kernels);
}

static void changed_bytes(void **state)
{
    static const char other[] = { '\0', '{', '}', '9', '\n', '=', (char)0xff, 'x' };
    char text[sizeof good];
    size_t count[2] = {0};

    (void)state;
    for (size_t n = 0; n + 1 < sizeof good; n++)
        for (size_t k = 0; k < sizeof other; k++) {
            struct gt_cubin c;
            char err[256];

            memcpy(text, good, sizeof good);
            text[n] = other[k];
            strcpy(err, "none");
            bool ok = cubin_parse(text, strlen(good), "x", &c, err, sizeof err);
            count[ok]++;
            if (ok)
                same_again(&c);
            else
                assert_refused(&c, err);
            cubin_free(&c);
        }
    /* names, digits and blanks may be others */
    assert_in_range(count[true], sizeof good / 2, 2 * sizeof good);
    assert_in_range(count[false], 6 * sizeof good, 8 * sizeof good);
}

static char *asm_errors(const char *text)
{
    struct gt_cubin c;
    char *buf;
    size_t n;
    FILE *f = open_memstream(&buf, &n);

    assert_false(isa_asm_file(text, "t.s", &c, f));
    assert_null(c.kernels);
    fclose(f);
    return buf;
}

static void assembly_errors(void **state)
{
    static const struct { const char *text, *expect; } bad[] = {
        { "", "t.s:1: expected a kernel (.kernel NAME), found the end of the file\n" },
        { "nop", "t.s:1: expected .kernel before the first instruction, found 'nop'\n" },
        { ".kernel a\nmov.b32.half $r1, $r2\nnop\nnop.exit\n",
          "t.s:3: expected an 8-byte instruction at a multiple of 8, found it at 0x4 (pair the short instruction "
          "before it, or write .align)\n"
          "t.s:4: expected an 8-byte instruction at a multiple of 8, found it at 0x4 (pair the short instruction "
          "before it, or write .align)\n" },
        { ".kernel a\nbra nowhere\nx: nop\nx: nop", "t.s:4: expected a new label, found 'x' again\n"
          "t.s:2: expected a label of this kernel, found 'nowhere'\n" },
        { ".kernel a\n.reg many\nnop", "t.s:2: expected a number, found 'many'\n" },
        { ".kernel a\nnop\n.kernel a\nnop", "t.s:3: expected a new kernel name, found 'a' again\n" },
        { ".kernel a\n.data 1\nnop", "t.s:2: expected .const or .consts before .data, found none\n" },
        { ".kernel a\n.const 1 0 4\n.data 1, 2\nnop", "t.s:3: expected 1 data words, found more\n" },
        { ".frob", "t.s:1: expected a directive, found '.frob'\n" },
        { ".kernel a\n.align 16\nnop", "t.s:2: expected .align 8, found 16 (a place further on: .org ADDRESS)\n" },
        { ".kernel a\nnop\nnop\n.org 0x8\nnop", "t.s:4: expected a multiple of 8 from 0x10 to 0x1000000, found 0x8\n" },
        { ".kernel a\nnop\n.org 0x44\nnop", "t.s:3: expected a multiple of 8 from 0x8 to 0x1000000, found 0x44\n" },
        { ".org 0x40", "t.s:1: expected .kernel before '.org'\n" },
        { ".kernel a\n", "t.s:1: expected at least one instruction in kernel 'a', found none\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *found = asm_errors(bad[i].text);

        assert_string_equal(found, bad[i].expect);
        free(found);
    }
}

static void assembly_features(void **state)
{
    static const char text[] =
        "# a loop\n.kernel k\n.reg 4\n.smem 24   // header and two words\n"
        ".const 1 0 10\n.data 0x1, 2\n"
        "    mov.b32.half $r1, $r0\n"
        "    .align 8\n"
        "top: sub.b32 $r1|$c0, $r1, $r2\n"
        "    @$c0.lg bra top\n"
        "    bra.end: nop        # a label may hold a dot\n"
        "    mov.b32.half $r1, $r0\n"
        "    .org 0x40           # filled: a short mov, three nops\n"
        "last: bra last\n";
    struct gt_cubin c;

    (void)state;
    assert_true(isa_asm_file(text, "t.s", &c, stderr));
    assert_int_equal(c.arch, 13);
    assert_int_equal(c.kernels[0].code_words, 18);
    assert_int_equal(c.kernels[0].code[1], 0x10008000);
    assert_int_equal(c.kernels[0].code[9], 0x10008000);
    for (unsigned i = 10; i < 16; i += 2) {
        assert_int_equal(c.kernels[0].code[i], c.kernels[0].code[6]);
        assert_int_equal(c.kernels[0].code[i + 1], c.kernels[0].code[7]);
    }
    assert_int_equal(c.kernels[0].code[16], 0x10008003);
    assert_int_equal(c.kernels[0].code[4], 0x10001003);
    assert_int_equal(c.kernels[0].consts[0].words[2], 0);
    assert_int_equal(c.kernels[0].smem, 24);
    cubin_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_and_write), cmocka_unit_test(assembly_round_trip), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_tables), cmocka_unit_test(test_addresses), cmocka_unit_test(tables_in_assembly),
        cmocka_unit_test(test_truncated), cmocka_unit_test(changed_bytes), cmocka_unit_test(assembly_errors),
        cmocka_unit_test(assembly_features),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
