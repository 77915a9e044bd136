/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly files and cubins of sm_70 to sm_90: what is written is read again; what is wrong is refused with its line.
 */
#define _GNU_SOURCE
#include "cubin_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define C "[B------:R-:W-:-:S01] "

static const char good[] =
    ".arch sm_90\n"
    ".kernel add\n.reg 12\n.smem 256\n.lmem 48\n.bar 1\n.params 0 8, 8 4\n"
    C "S2R R0, SR_TID.X ; // a comment\n"
    "top:\n"
    "[B0-----:R1:W2:Y:S15] @!P3 IADD3 R4, P1, R0.reuse, -0x10, RZ\n"
    C "FFMA R1, R2, R3.reuse, -1.5 # another\n"
    C "@P0 BRA `(top)\n"
    C "BRA end\n"
    "end:\n"
    C "EXIT\n"
    ".kernel second\n.reg 255\n"
    C "LDG.E R2, desc[UR4][R2.64+-0x4]\n"
    C "EXIT\n";

static void read_text(const char *text, struct sm70_module *m)
{
    char err[512] = "";

    if (!sm70_text_read(text, "t", m, err, sizeof err))
        fail_msg("%s", err);
}

static void cubin_round(void **state)
{
    struct sm70_module m, n;
    char err[512] = "";
    size_t size;

    (void)state;
    for (unsigned c = 0; c < SM70_CHIPS; c++) {
        char text[2048];
        snprintf(text, sizeof text, ".arch sm_%u\n%s", sm70_chip_name(c), strchr(good, '\n') + 1);
        if (c < SM70_80)
            *strstr(text, ".kernel second") = 0;
        read_text(text, &m);
        void *image = sm70_cubin_write(&m, &size, err, sizeof err);
        if (!image)
            fail_msg("%s", err);
        assert_true(sm70_is_cubin(image, size));
        if (!sm70_cubin_read(image, size, &n, err, sizeof err))
            fail_msg("%s", err);
        assert_int_equal(n.chip, c);
        assert_int_equal(n.nkernels, m.nkernels);
        assert_int_equal(n.nleft, 0);
        for (size_t k = 0; k < n.nkernels; k++) {
            assert_string_equal(n.kernels[k].name, m.kernels[k].name);
            assert_int_equal(n.kernels[k].regs, m.kernels[k].regs);
            assert_int_equal(n.kernels[k].shared, m.kernels[k].shared);
            assert_int_equal(n.kernels[k].local, m.kernels[k].local);
            assert_int_equal(n.kernels[k].barriers, m.kernels[k].barriers);
            assert_int_equal(n.kernels[k].nparams, m.kernels[k].nparams);
            for (size_t p = 0; p < n.kernels[k].nparams; p++) {
                assert_int_equal(n.kernels[k].params[p].offset, m.kernels[k].params[p].offset);
                assert_int_equal(n.kernels[k].params[p].bytes, m.kernels[k].params[p].bytes);
            }
            assert_int_equal(n.kernels[k].ncode, m.kernels[k].ncode);
            assert_memory_equal(n.kernels[k].code, m.kernels[k].code, 16 * m.kernels[k].ncode);
        }
        free(image);
        sm70_module_free(&m);
        sm70_module_free(&n);
    }
}

static void text_round(void **state)
{
    struct sm70_module m, n;
    char *text, err[512];
    size_t size;
    FILE *f = open_memstream(&text, &size);

    (void)state;
    read_text(good, &m);
    for (unsigned i = 0; i < 500; i++)          /* more than a line of text holds */
        sm70_add_param(m.kernels, 12 + 4 * i, 4);
    assert_true(sm70_text_write(f, &m, true, err, sizeof err));
    fclose(f);
    read_text(text, &n);
    assert_int_equal(n.nkernels, 2);
    assert_int_equal(n.kernels[0].local, 48);
    assert_int_equal(n.kernels[0].nparams, 502);
    assert_int_equal(n.kernels[0].params[501].offset, 2008);
    assert_int_equal(n.kernels[0].ncode, 6);
    assert_memory_equal(n.kernels[0].code, m.kernels[0].code, 96);
    assert_non_null(strstr(text, "@P0 BRA `(.L_0)"));
    assert_non_null(strstr(text, "FFMA R1, R2, R3.reuse, -1.5 "));
    free(text);
    sm70_module_free(&m);
    sm70_module_free(&n);
}

/* Each text, and what its message begins with. */
static void test_refused(void **state)
{
#define HEAD ".arch sm_90\n.kernel k\n.reg 8\n"
    static const struct { const char *text, *message; } bad[] = {
        { "", "t:0: expected a .kernel" },
        { ".arch sm_60\n", "t:1: expected .arch sm_70" },
        { ".arch sm_90x\n", "t:1: expected .arch sm_70" },
        { ".kernel k\n" C "EXIT\n", "t:2: expected .arch and .kernel" },
        { HEAD "EXIT\n", "t:4: expected a control code" },
        { HEAD "[B------:R-:W-:-:S16] EXIT\n", "t:4: expected a stall count up to 15" },
        { HEAD "[B1-----:R-:W-:-:S01] EXIT\n", "t:4: expected '-' or the counter's own number" },
        { HEAD "[B------:R7:W-:-:S01] EXIT\n", "t:4: expected a counter 0 to 5" },
        { HEAD C "FROB R1\n", "t:4: sm_90 has no instruction 'FROB'" },
        { HEAD C "FFMA R1, R2, R3\n", "t:4: expected ','" },
        { HEAD C "FFMA.SAT.RZ R1, R2, R3, R4\n", "t:4: expected a modifier that the instruction has, found '.RZ" },
        { HEAD C "FFMA R1, R2, 1.0, 2.0\n", "t:4: expected a register, found '2.0'" },
        { HEAD C "MOV R256, R0\n", "t:4: expected a register, found 'R256" },
        { HEAD C "WARPSYNC 0x100000000\n", "t:4: expected a number that the field holds" },
        { HEAD C "BRA nowhere\n", "t:4: expected a label of this kernel" },
        { HEAD C "BRA 0x11\n", "t:4: expected an address that is a multiple of 4" },
        { HEAD C "@UP0 MOV R1, R2\n", "t:4: expected a predicate P" },
        { HEAD C "IMNMX R1, R2, R3, PT\n", "t:4: sm_90 has no instruction 'IMNMX'" },
        { HEAD C "DMUL R2, R2, 0.1\n", "t:4: expected a number whose low 32 bits are 0" },
        { HEAD C "FADD R2, R2, 1e40\n", "t:4: expected a number of f32 in front of this, up to 3.4" },
        { HEAD C "DADD R2, R2, -1e400\n", "t:4: expected a number of f64 in front of this, up to 1.7" },
        { HEAD "a:\na:\n" C "EXIT\n", "t:5: expected a new label, found 'a' again" },
        { ".arch sm_90\n.kernel k\n" C "EXIT\n", "t:3: kernel k: expected .reg N" },
        { HEAD, "t:3: kernel k: expected instructions" },
        { ".arch sm_90\n.kernel k\n.reg 256\n", "t:3: expected .reg and a number up to 255" },
        { ".arch sm_90\n.left_out .nv.global\n", "t:2: section .nv.global" },
        { HEAD ".frob\n" C "EXIT\n", "t:4: expected .kernel, .reg" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sm70_module m;
        char err[512] = "";
        if (sm70_text_read(bad[i].text, "t", &m, err, sizeof err))
            fail_msg("'%s' was taken", bad[i].text);
        if (strncmp(err, bad[i].message, strlen(bad[i].message)))
            fail_msg("'%s': expected '%s...', found '%s'", bad[i].text, bad[i].message, err);
        assert_null(m.kernels);
    }
}

/* A word that no row has is printed with its bits; a file cut short is refused. */
static void test_illegal(void **state)
{
    struct sm70_module m;
    char err[512] = "", text[SM70_TEXT_MAX];
    struct sm70_word w = { 0x0000000000007fff, 0x000fe20000000000 };
    size_t size;

    (void)state;
    assert_false(sm70_dis(SM70_90, w, 0, NULL, text, err));
    assert_string_equal(err, "0x000fe20000000000 0x0000000000007fff is no instruction of sm_90");
    w = (struct sm70_word){ 0x0000000000007918, 0x000fe20000000001 };
    assert_false(sm70_dis(SM70_90, w, 0, NULL, text, err));
    assert_string_equal(err, "0x000fe20000000001 0x0000000000007918 is no instruction of sm_90 (nearest: NOP, which "
                             "has no bits 0x1 0x0)");
    read_text(good, &m);
    unsigned char *image = sm70_cubin_write(&m, &size, err, sizeof err);
    sm70_module_free(&m);
    assert_non_null(image);
    for (size_t n = 0; n < size; n += 7) {
        unsigned char *cut = malloc(n ? n : 1);
        memcpy(cut, image, n);
        if (sm70_cubin_read(cut, n, &m, err, sizeof err))
            sm70_module_free(&m);
        free(cut);
    }
    image[48] = 0x3c;                   /* sm_60 */
    assert_false(sm70_cubin_read(image, size, &m, err, sizeof err));
    assert_non_null(strstr(err, "found sm_60"));
    free(image);
}

/* Variables of all memories, and words that are addresses of them, one of them within a variable. */
static void test_variables(void **state)
{
    struct sm70_module m = { .chip = SM70_90 }, n;
    char err[512];
    size_t size;

    (void)state;
    sm70_add_word(sm70_add_kernel(&m, "k"), (struct sm70_word){ 0x7918, 0xfe200000000000 });
    assert_int_equal(sm70_add_data(&m, SM70_CONSTANTS, 3, 1), 0);
    assert_int_equal(sm70_add_data(&m, SM70_CONSTANTS, 8, 8), 8);
    memcpy(m.data[SM70_CONSTANTS].bytes, "abc", 3);
    sm70_add_variable(&m, "text", SM70_CONSTANTS, 0, 3);
    sm70_add_variable(&m, "pointer", SM70_CONSTANTS, 8, 8);
    sm70_add_data(&m, SM70_GLOBALS, 24, 32);
    m.data[SM70_GLOBALS].bytes[23] = 77;
    sm70_add_variable(&m, "first", SM70_GLOBALS, 0, 16);
    sm70_add_variable(&m, "second", SM70_GLOBALS, 16, 8);
    sm70_add_data(&m, SM70_ZEROS, 1000, 4);
    sm70_add_variable(&m, "zeros", SM70_ZEROS, 0, 1000);
    sm70_add_data(&m, SM70_ADDRESSES, 16, 8);
    sm70_add_address(&m, (struct sm70_address){ SM70_CONSTANTS, SM70_GLOBALS, 8, 20 });
    sm70_add_address(&m, (struct sm70_address){ SM70_ADDRESSES, SM70_ZEROS, 8, 400 });
    sm70_add_param(m.kernels, 0, 12);
    sm70_add_handle(m.kernels, 0x21c, sm70_add_texture(&m, "first"));
    sm70_add_handle(m.kernels, 0x220, sm70_add_texture(&m, "second"));
    sm70_add_handle(m.kernels, 0x224, sm70_add_texture(&m, "first"));
    assert_int_equal(m.ntextures, 2);
    void *image = sm70_cubin_write(&m, &size, err, sizeof err);
    assert_non_null(image);
    if (!sm70_cubin_read(image, size, &n, err, sizeof err))
        fail_msg("%s", err);
    assert_int_equal(n.nleft, 0);
    for (unsigned p = 0; p < SM70_PLACES; p++) {
        assert_int_equal(n.data[p].n, m.data[p].n);
        if (p != SM70_ZEROS)
            assert_memory_equal(n.data[p].bytes, m.data[p].bytes, m.data[p].n);
    }
    assert_int_equal(n.data[SM70_GLOBALS].align, 32);
    assert_int_equal(n.nvariables, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(n.variables[i].name, m.variables[i].name);
        assert_int_equal(n.variables[i].place, m.variables[i].place);
        assert_int_equal(n.variables[i].offset, m.variables[i].offset);
        assert_int_equal(n.variables[i].bytes, m.variables[i].bytes);
    }
    assert_int_equal(n.naddresses, 2);
    assert_memory_equal(n.addresses, m.addresses, 2 * sizeof *m.addresses);
    assert_int_equal(n.ntextures, 2);
    assert_string_equal(n.textures[1], "second");
    assert_int_equal(n.kernels[0].nhandles, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(n.kernels[0].handles[i].at, m.kernels[0].handles[i].at);
        assert_int_equal(n.kernels[0].handles[i].texture, m.kernels[0].handles[i].texture);
    }
    free(image);
    sm70_module_free(&n);
    sm70_add_address(&m, (struct sm70_address){ SM70_ADDRESSES, SM70_ADDRESSES, 0, 0 });
    assert_null(sm70_cubin_write(&m, &size, err, sizeof err));
    assert_non_null(strstr(err, "an address in .nv.constant4: expected a variable in .nv.constant4"));
    sm70_module_free(&m);
}

/* Data that the file says it has, and has not; section headers are those of Elf64_Shdr. */
static void short_data(void **state)
{
    static const uint64_t huge = 1ull << 60, odd = 24, far = 1ull << 40;
    static const struct { size_t field; const uint64_t *v; const char *message; } bad[] = {
        { 32, &huge, ".nv.constant3: expected 1152921504606846976 bytes, found 0" },
        { 24, &far, ".nv.constant3: expected 16 bytes, found 0" },
        { 48, &odd, "expected one section .nv.constant3, aligned to a power of two" },
    };
    struct sm70_module m = { .chip = SM70_90 }, n;
    char err[512];
    size_t size;
    uint64_t headers;

    (void)state;
    sm70_add_word(sm70_add_kernel(&m, "k"), (struct sm70_word){ 0x7918, 0xfe200000000000 });
    sm70_add_data(&m, SM70_CONSTANTS, 16, 4);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        unsigned char *image = sm70_cubin_write(&m, &size, err, sizeof err);
        assert_non_null(image);
        memcpy(&headers, image + 40, 8);
        /* names, strings, symbols, .nv.info, code, attributes and constants of the kernel, then the data */
        memcpy(image + headers + 8 * 64 + bad[i].field, bad[i].v, 8);
        assert_false(sm70_cubin_read(image, size, &n, err, sizeof err));
        if (strncmp(err, bad[i].message, strlen(bad[i].message)))
            fail_msg("expected '%s...', found '%s'", bad[i].message, err);
        free(image);
    }
    sm70_module_free(&m);
}

/* The head that CUDA 13 writes: ABI version 8, the chip in bits 8 to 15 of the flags. */
static void head_of_cuda_13(void **state)
{
    static const unsigned char flags[] = { 4, 90, 0, 6 };
    struct sm70_module m = { .chip = SM70_90 }, n;
    char err[512];
    size_t size;

    (void)state;
    sm70_add_word(sm70_add_kernel(&m, "k"), (struct sm70_word){ 0x7918, 0xfe200000000000 });
    unsigned char *image = sm70_cubin_write(&m, &size, err, sizeof err);
    assert_non_null(image);
    image[8] = 8;
    memcpy(image + 48, flags, sizeof flags);
    if (!sm70_cubin_read(image, size, &n, err, sizeof err))
        fail_msg("%s", err);
    assert_int_equal(n.chip, SM70_90);
    assert_int_equal(n.nkernels, 1);
    sm70_module_free(&n);
    sm70_module_free(&m);
    free(image);
}

static void assert_lines(const struct sm70_module *m, size_t kernel, const struct sm70_line *want, size_t n)
{
    const struct sm70_kernel *k = &m->kernels[kernel];

    assert_int_equal(k->nlines, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(k->lines[i].pc, want[i].pc);
        assert_int_equal(k->lines[i].file, want[i].file);
        assert_int_equal(k->lines[i].line, want[i].line);
    }
}

/* Through a cubin: lines that grow and shrink by more than a byte, of two files; a kernel in between has none. */
static void lines_round(void **state)
{
    static const struct sm70_line a[] = { { 0, 0, 7 }, { 32, 1, 100000 }, { 48, 1, 3 }, { 64, 0, 4 } },
                                  c[] = { { 16, 1, 64 }, { 48, 1, 65 } };
    struct sm70_module m = { .chip = SM70_90 }, n;
    char err[512];
    size_t size;

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct sm70_kernel *k = sm70_add_kernel(&m, (const char[3][2]){ "a", "b", "c" }[i]);
        for (unsigned w = 0; w < 5; w++)
            sm70_add_word(k, (struct sm70_word){ 0x7918, 0xfe200000000000 });
    }
    assert_int_equal(sm70_add_file(&m, "x.cu"), 0);
    assert_int_equal(sm70_add_file(&m, "/usr/include/y.h"), 1);
    assert_int_equal(sm70_add_file(&m, "x.cu"), 0);
    for (unsigned i = 0; i < 4; i++)
        sm70_add_line(&m.kernels[0], a[i].pc, a[i].file, a[i].line);
    sm70_add_line(&m.kernels[2], 16, 0, 1);             /* has no instruction */
    sm70_add_line(&m.kernels[2], 16, 1, 64);
    sm70_add_line(&m.kernels[2], 32, 1, 64);            /* nothing new */
    sm70_add_line(&m.kernels[2], 48, 1, 65);
    char *image = sm70_cubin_write(&m, &size, err, sizeof err);
    assert_non_null(image);
    assert_true(sm70_cubin_read(image, size, &n, err, sizeof err));
    assert_int_equal(n.nleft, 0);
    assert_int_equal(n.nfiles, 2);
    assert_string_equal(n.files[1], "/usr/include/y.h");
    assert_lines(&n, 0, a, 4);
    assert_lines(&n, 1, NULL, 0);
    assert_lines(&n, 2, c, 2);
    sm70_module_free(&n);
    char *name = memmem(image, size, "\0.debug_line", 13);
    assert_non_null(name);
    memcpy(name, "\0.nv_debug_x", 12);           /* as sections beside it that NVIDIA's compiler makes */
    assert_true(sm70_cubin_read(image, size, &n, err, sizeof err));
    assert_int_equal(n.nleft, 0);
    assert_lines(&n, 0, NULL, 0);
    sm70_module_free(&n);
    sm70_module_free(&m);
    free(image);
}

/* Two units of .debug_line by the book (DWARF 4, 6.2): of version 3 with folders and special opcodes; of a version 5
 * that is left alone. Addresses of kernel 0 at byte 0x35, where the file has 0x99. */
static const unsigned char line_section[] = {
    0x59, 0, 0, 0,  3, 0,  0x28, 0, 0, 0,  8, 1, 0xfd, 12, 13,  0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1,
    'i', 'n', 'c', 0, 0,  'a', 'h', 0, 1, 0, 0,  '/', 'b', 0, 1, 0, 0,  'c', 0, 0, 0, 0,  0,
    0, 9, 2, 0x99, 0, 0, 0, 0, 0, 0, 0,         /* sets the address */
    13 + 3 + 2,                                 /* line + 2 */
    4, 2,  13 + 3 + 12 * 2 + 8,                 /* file 2, line + 8, address + 16 */
    8,  3, 0x7b,  1,                            /* address + 20 * 8, line - 5 */
    9, 32, 0,  4, 3,  10, 12, 7, 5, 9,  1,         /* address + 32, file 3; what changes no line */
    2, 3,  4, 4,  1,                            /* no file 4 */
    0, 1, 1,  0, 2, 0x80, 1,  1,                /* the end; one that nobody knows; a line of no kernel */
    3, 0, 0, 0,  5, 0, 0
};

static void lines_by_the_book(void **state)
{
    static const struct sm70_line want[] = { { 0x40, 0, 3 }, { 0x50, 1, 11 }, { 0xf0, 1, 6 }, { 0x110, 2, 6 } };
    static const struct sm70_line_start start = { 0x35, 0, 0x40 };
    const size_t size = sizeof line_section;
    struct sm70_module m = { .chip = SM70_90 };

    (void)state;
    for (size_t n = 0; n <= size; n++) {
        unsigned char *cut = malloc(n + 1);     /* for those who watch its end */
        struct sm70_kernel *k = sm70_add_kernel(&m, "k");
        for (unsigned w = 0; w < 40; w++)
            sm70_add_word(k, (struct sm70_word){ 0x7918, 0xfe200000000000 });
        memcpy(cut, line_section, n);
        sm70_lines_read(&m, cut, n, &start, 1);
        if (n == size) {
            assert_int_equal(m.nfiles, 3);
            assert_string_equal(m.files[0], "inc/ah");
            assert_string_equal(m.files[1], "/b");
            assert_string_equal(m.files[2], "c");
            assert_lines(&m, 0, want, 4);
        }
        free(cut);
        sm70_module_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubin_round), cmocka_unit_test(text_round), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_illegal), cmocka_unit_test(test_variables), cmocka_unit_test(short_data),
        cmocka_unit_test(head_of_cuda_13), cmocka_unit_test(lines_round), cmocka_unit_test(lines_by_the_book),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
