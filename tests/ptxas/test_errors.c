/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX that is wrong or not supported: one line, with file, line and what is the matter. And PTX details that clang does
 * not write: guards, setp with two results, vectors, old syntax.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "ptxas.h"

#define HEAD ".version 3.2\n.target sm_20\n.address_size 32\n"
#define ENTRY HEAD ".visible .entry k(.param .u32 out, .param .u32 in)\n{\n" \
    "  .reg .b32 %r<20>; .reg .pred %p<8>; .reg .f32 %f<8>; .reg .b64 %rd<8>; .reg .f64 %fd<4>;\n"

static void expect_error(const char *ptx, const char *message)
{
    struct ptxas_result res;
    if (ptxas_compile(ptx, "a.ptx", NULL, &res)) {
        free(res.text);
        fail_msg("compiled, expected: %s", message);
    }
    if (strncmp(res.error, message, strlen(message)) || strchr(res.error, '\n'))
        fail_msg("expected: %s\nfound: %s", message, res.error);
}

static char *compile_text(const char *ptx)
{
    struct ptxas_result res;
    if (!ptxas_compile(ptx, "a.ptx", NULL, &res))
        fail_msg("%s", res.error);
    return res.text;
}

/* A vector of one register is that register, where an instruction may have a vector. */
static void single_vectors(void **state)
{
    static const char *const lines[] = { "ld.param.u32 {%r1}, [in]", "ld.global.u32 {%r2}, [%r1]",
                                         "ld.volatile.global.f32 {%f1}, [%r1+4]", "mov.b32 %r3, {%f1}",
                                         "mov.b32 {%r4}, %r3", "st.global.b32 [%r1], {%r2}",
                                         "st.global.u32 [%r1+8], {7}", "st.global.u32 [%r1+12], {%r4}" };
    char with[900] = ENTRY, without[900] = ENTRY;
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t n = strlen(without);
        strcat(strcat(with, lines[i]), ";\n");
        for (const char *p = lines[i]; *p; p++)
            if (*p != '{' && *p != '}')
                without[n++] = *p;
        strcpy(without + n, ";\n");
    }
    char *a = compile_text(strcat(with, "ret; }")), *b = compile_text(strcat(without, "ret; }"));
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("", "a.ptx:1: expected .version");
    expect_error(".target sm_20\n", "a.ptx:1: expected .version");
    expect_error(HEAD, "a.ptx: expected at least one .entry");
    expect_error(ENTRY "  div.rz.f64 %fd1, %fd2, %fd3;\n ret; }",
                 "a.ptx:7: instruction div.rz.f64 is not supported (only rounding to nearest)");
    expect_error(ENTRY "  cvt.sat.s32.u16 %r1, %h2;\n ret; }",
                 "a.ptx:7: instruction cvt.sat.s32.u16: '.u16' is not legal here; expected .u32, .u64, .s64");
    expect_error(ENTRY "  ld.volatile.local.u32 %r1, [%r2];\n ret; }",
                 "a.ptx:7: instruction ld.volatile.local.u32: '.local' is not legal here; "
                 "expected .global, .shared, .v2");
    expect_error(ENTRY "  mov.v4.b64 {%rd1,%rd1,%rd1,%rd1}, {%rd1,%rd1,%rd1,%rd1};\n ret; }",
                 "a.ptx:7: instruction mov.v4.b64: '.b64' is not legal here; expected .b16, .u16, .s16, .b32");
    expect_error(ENTRY "  shfl.idx.b32 %r1, %r2, %r3, %r4;\n ret; }",
                 "a.ptx:7: instruction shfl.idx.b32 is not supported");
    expect_error(ENTRY "  atom.global.add.f32 %f1, [%r2], %f3;\n ret; }",
                 "a.ptx:7: instruction atom.global.add.f32 is not supported");
    expect_error(ENTRY "  atom.shared.add.u64 %rd1, [%r2], %rd3;\n ret; }",
                 "a.ptx:7: instruction atom.shared.add.u64 is not supported");
    expect_error(ENTRY "  bar.red.popc.u32 %r1, 0, %p1;\n ret; }",
                 "a.ptx:7: instruction bar.red.popc.u32 is not supported");
    expect_error(ENTRY "  tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [nothing, {%r1}];\n ret; }",
                 "a.ptx:7: 'nothing' is not declared");
    expect_error(ENTRY "  .shared .b32 w; mov.u32 %r1, w; cvta.shared.u32 %r1, %r1; ld.param.u32 %r2, [in];\n"
                       "  setp.eq.u32 %p1, %r2, 0; selp.b32 %r3, %r1, %r2, %p1; ld.u32 %r4, [%r3];\n ret; }",
                 "a.ptx:8: instruction ld.u32: cannot tell which memory the generic address points to");
    expect_error(ENTRY "\n  frobnicate %r1;\n ret; }", "a.ptx:8: instruction frobnicate is not supported");
    expect_error(ENTRY "  call (%r1), f, (%r2);\n ret; }", "a.ptx:7: function 'f' is called but not defined");
    expect_error(ENTRY "  call (%r1), %r3, (%r2), proto;\n ret; }",
                 "a.ptx:7: instruction call: calls through a pointer are not supported");
    expect_error(ENTRY "  proto: .callprototype _ ();\n ret; }",
                 "a.ptx:7: directive .callprototype: calls through a pointer are not supported");
    expect_error(ENTRY "  brx.idx %r1, %r2;\n ret; }",
                 "a.ptx:7: instruction brx.idx: expected an index in a register and the label of .branchtargets");
    expect_error(ENTRY "T: .branchtargets A;\n  brx.idx %r1, T;\n ret; }", "a.ptx:7: 'A' is not declared");
    expect_error(ENTRY "T: .branchtargets %r1;\n ret; }", "a.ptx:7: '%r1' is not a label to branch to");
    expect_error(ENTRY "T: .branchtargets U;\nU: .branchtargets A;\nA: brx.idx %r1, T;\n ret; }",
                 "a.ptx:9: 'U' is not a label to branch to");
    expect_error(ENTRY "T: .branchtargets A;\nA: bra T;\n ret; }", "a.ptx:8: instruction bra is not supported");
    expect_error(HEAD ".func f()\n{ call f; }\n.entry k()\n{ call f; }",
                 "a.ptx:5: 'f' calls itself: recursion is not supported");
    expect_error(HEAD ".func g(); .func f()\n{ call g; }\n.func g()\n{ call f; }\n.entry k()\n{ call f; }",
                 "a.ptx:7: 'f' calls itself");
    expect_error(HEAD ".func f(.reg .u32 a)\n{ ret; }\n.entry k()\n{ call f; }",
                 "a.ptx:7: call of 'f': expected 0 results and 1 arguments, found 0 and 0");
    expect_error(HEAD ".func f()\n{ ret; }\n.func f()\n{ ret; }\n.entry k()\n{ ret; }",
                 "a.ptx:6: 'f' is declared twice");
    expect_error(HEAD ".entry k()\n{ ret; }\n.entry k()\n{ ret; }", "a.ptx:6: 'k' is declared twice");
    expect_error(HEAD ".global .u32 a[2] = {1, 2, 3};\n.entry k()\n{ ret; }",
                 "a.ptx:4: 'a' has more initial values than elements");
    expect_error(HEAD ".func f()\n{ ret; }\n.global .u32 a = f;\n.entry k()\n{ ret; }",
                 "a.ptx:6: 'a': initial value: 'f' is not a variable (functions have no addresses on this chip)");
    expect_error(HEAD ".const .u32 c;\n.global .u32 a = generic(c);\n.entry k()\n{ ret; }",
                 "a.ptx:5: 'a': initial value: the address of constant 'c'");
    expect_error(HEAD ".global .u32 a = b;\n.entry k()\n{ ret; }",
                 "a.ptx:4: 'a': initial value: 'b' is not a variable");
    expect_error(HEAD ".shared .u32 s;\n.global .u32 a = s+4;\n.entry k()\n{ ret; }",
                 "a.ptx:5: 'a': initial value: expected a number or the address");
    expect_error(HEAD ".global .u32 b;\n.global .u32 a[1] = {b, b};\n.entry k()\n{ ret; }",
                 "a.ptx:5: 'a' has more initial values than elements");
    expect_error(HEAD ".global .u32 b;\n.global .u32 a = {generic b};\n.entry k()\n{ ret; }",
                 "a.ptx:5: 'a': initial value: 'generic' is not a variable");
    expect_error(HEAD ".global .u32 a[1073741825];\n.entry k()\n{ ret; }", "a.ptx:4: 'a' is too large");
    expect_error(HEAD ".entry k()\n{ ret; ", "a.ptx:5: expected '}' before the end of the file");
    expect_error(ENTRY "  add.s32 %r1, %r2;\n ret; }", "a.ptx:7: instruction add.s32 has too few operands");
    expect_error(ENTRY "  add.s32 %r1, %r2, %r99;\n ret; }", "a.ptx:7: '%r99' is not declared");
    expect_error(ENTRY "  mov.u32 {%r1}, %r2;\n ret; }",
                 "a.ptx:7: instruction mov.u32: operand 1: expected two parts or more");
    expect_error(ENTRY "  mov.b32 {%r1}, {%r2};\n ret; }", "a.ptx:7: instruction mov.b32: operand 2: expected a value");
    expect_error(ENTRY "  add.u32 {%r1}, %r2, %r3;\n ret; }",
                 "a.ptx:7: instruction add.u32: operand 1: expected a register");
    expect_error(ENTRY "  ld.global.v2.u32 {%r1}, [%r2];\n ret; }",
                 "a.ptx:7: instruction ld.global.v2.u32: expected a vector of 2 registers");
    expect_error(HEAD ".entry k()\n{ .local .b8 a[16388]; .reg .u32 %r<3>;\n mov.u32 %r1, a;\n"
                      "st.local.u32 [%r1+16384], %r1; ret; }",
                 "a.ptx:4: kernel k uses 16388 bytes of local memory a thread; at most 16384 fit");
    expect_error(ENTRY "  bra L1;\n ret; }", "a.ptx:7: 'L1' is not declared");
    expect_error(ENTRY "L1:\nL1:\n ret; }", "a.ptx:8: 'L1' is declared twice");
    expect_error(ENTRY "  mov.u32 %r1, %pm9;\n ret; }", "a.ptx:7: special register %pm9 is not supported");
    expect_error(ENTRY "  @%r1 bra L1;\nL1: ret; }", "a.ptx:7: '%r1' is not a predicate register");
    expect_error(ENTRY "  ld.global.u32 %r1, [nowhere];\n ret; }", "a.ptx:7: 'nowhere' is not declared");
    expect_error(ENTRY "  ld.shared.u32 %r1, [in];\n ret; }",
                 "a.ptx:7: instruction ld.shared.u32: 'in' is not in that memory");
    expect_error(ENTRY "  ld.global.v2.u32 %r1, [%r2];\n ret; }",
                 "a.ptx:7: instruction ld.global.v2.u32: expected a vector of 2 registers");
    expect_error(ENTRY "  .shared .b8 big[17000];\n  st.shared.u32 [big], %r1;\n ret; }",
                 "a.ptx:4: kernel k uses 17024 bytes of shared memory; at most 16384 fit");
    expect_error(ENTRY "  add.s32 %r1, %r2, %r3\n ret; }", "a.ptx:8: expected ',' or ';' before 'ret'");
    expect_error(ENTRY "  add.s32 %r1, %r2, %r3;\n", "a.ptx:8: expected '}' before the end of the file");
    expect_error(ENTRY "  ld.const.u32 %r1, [2]; st.global.u32 [%r2], %r1;\n ret; }",
                 "a.ptx:7: address 0x2 is not a multiple of 4");
    expect_error(ENTRY "  .shared .b32 sh; mov.u32 %r1, sh; "
                 "cvta.shared.u32 %r2, %r1;\n  st.global.u32 [%r3], %r2;\n ret; }",
                 "a.ptx:8: instruction st.global.u32 is not supported: it stores the generic address of a shared");
    expect_error(HEAD ".global .u32 a = 1 / (2 - 2);\n", "a.ptx:4: division by zero in a constant expression");
    expect_error(HEAD ".global .u32 a = 2 * .5;\n", "a.ptx:4: ");
    expect_error(ENTRY "  .reg .v4 .b32 %v; mov.v4.b32 %v, {%r1,%r2};\n ret; }",
                 "a.ptx:7: instruction mov.v4.b32: expected two vectors of 4 registers");
    expect_error(ENTRY "  .reg .v2 .b32 %v; mov.b32 %r1, %v.z;\n ret; }", "a.ptx:7: ");
    expect_error(HEAD ".global .samplerref t;\n", "a.ptx:4: directive .samplerref is not supported");
    expect_error(ENTRY "  ` ret; }", "a.ptx:7: unexpected character '`'");
    expect_error(ENTRY "  add.f32 %f1, %f2, 0f3F;\n ret; }", "a.ptx:7: expected 8 hexadecimal digits");
    expect_error(ENTRY "  /* ", "a.ptx:7: comment without an end");
    expect_error(HEAD ".entry k(.param .align 8 .b8 p[300])\n{ ret; }",
                 "a.ptx:4: kernel k has 300 bytes of parameters; at most 256 fit");
}

/* What PTX from 1.4 on must say of a root or a quotient. */
static void test_versions(void **state)
{
    static const char *const forms[][2] = {
        { "sqrt.f64", ".rn" }, { "rcp.f64", ".rn" }, { "div.f64", ".rn" }, { "mad.f64", ".rn" },
        { "rsqrt.f64", ".approx" }, { "sqrt.f32", ".approx" }, { "rcp.f32", ".approx" }, { "rsqrt.f32", ".approx" },
        { "sin.f32", ".approx" }, { "cos.f32", ".approx" }, { "lg2.f32", ".approx" }, { "ex2.ftz.f32", ".approx" },
        { "div.f32", ".approx, .full" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (unsigned v = 13; v <= 32; v += v == 13 ? 1 : 18) {
            const char *f = forms[i][0], r = strstr(f, "f64") ? 'd' : 'f';
            const int operands = !strncmp(f, "mad", 3) ? 3 : !strncmp(f, "div", 3) ? 2 : 1;
            char ptx[400], want[200];
            int n = snprintf(ptx, sizeof ptx, ".version %u.%u\n.target sm_13\n.entry k()\n{ .reg .f32 %%f<3>; .reg "
                             ".f64 %%d<3>;\n mov.f64 %%d1, 0d3ff0000000000000; mov.f32 %%f1, 0f3f800000;\n %s %%%c2",
                             v / 10, v % 10, f, r);
            for (int k = 0; k < operands; k++)
                n += snprintf(ptx + n, sizeof ptx - (size_t)n, ", %%%c1", r);
            snprintf(ptx + n, sizeof ptx - (size_t)n, ";\n ret; }");
            snprintf(want, sizeof want, "a.ptx:6: instruction %s: expected %s", f, forms[i][1]);
            if (v > 13)
                expect_error(ptx, want);
            else
                free(compile_text(ptx));
        }
}

/* What the table of instructions does not have: the part that is wrong, and what was expected instead of it. */
static void test_opcodes(void **state)
{
    static const struct { const char *line, *message; } bad[] = {
        { "add.foo.s32 %r1, %r2, %r3",
          "add.foo.s32: '.foo' is not legal here; expected .rn, .rz, .rm, .rp, .ftz, .sat, .cc, .u16" },
        { "shl.wrap.b32 %r1, %r2, %r3",
          "shl.wrap.b32: '.wrap' is not legal here; expected .b16, .b32, .b64, in kernel k:" },
        { "mov.hi.b32 %r1, %r2", "mov.hi.b32: '.hi' is not legal here; expected .v2, .v4, .b16" },
        { "min.NaN.f32 %f1, %f2, %f3", "min.NaN.f32 is not supported (it needs sm_80 and PTX 7.0)" },
        { "min.foo.f32 %f1, %f2, %f3", "min.foo.f32: '.foo' is not legal here; expected .ftz, .u16" },
        { "add.sat.u32 %r1, %r2, %r3", "add.sat.u32: '.u32' is not legal here; expected .s32, .f32, in kernel k:" },
        { "add.sat.rn.f32 %f1, %f2, %f3",
          "add.sat.rn.f32: '.rn' is not legal here; expected .s32, .f32, in kernel k:" },
        { "add.s32.s32 %r1, %r2, %r3",
          "add.s32.s32: '.s32' is not legal here; expected the end of the opcode, in kernel k:" },
        { "add %r1, %r2, %r3", "add: something is missing at its end; expected .rn" },
        { "mul.u32 %r1, %r2, %r3",
          "mul.u32: '.u32' is not legal here; expected .rn, .rz, .rm, .rp, .ftz, .sat, .lo, .hi, .wide, .f32, .f64"
          ", in kernel k:" },
        { "mad.lo.sat.s32 %r1, %r2, %r3, %r3", "mad.lo.sat.s32: '.sat' is not legal here; expected .cc, .u16" },
        { "setp.lo.s32 %p1, %r1, %r2",
          "setp.lo.s32: '.s32' is not legal here; expected .and, .or, .xor, .u16, .u32, .u64, in kernel k:" },
        { "cvt.f32.s32 %f1, %r1", "cvt.f32.s32: '.s32' is not legal here; expected .f16, .f32, in kernel k:" },
        { "ld.volatile.global.ca.u32 %r1, [%r2]",
          "ld.volatile.global.ca.u32: '.ca' is not legal here; expected .v2, .v4, .b8" },
        { "ldlock.shared.b32 %r1|%p1, [%r2]", "ldlock.shared.b32 is not supported (there is no 'ldlock')" },
        { "barrier.sync 0", "barrier.sync is not supported (it needs sm_30 and PTX 6.0)" },
        { "tex.a2d.v4.f32.f32 %r1, %r2, %r3",
          "tex.a2d.v4.f32.f32 is not supported (layered textures need compute capability 2.0)" },
        { "add.s32 %r1, %r2, %r3, %r4", "add.s32 has too many operands, in kernel k:" },
        { "add.s32 %r1, %r2, !%r3", "add.s32: operand 3: expected a value, which '!' cannot negate, in kernel k:" },
        { "add.s32 %r1, %r2, %p1", "add.s32: operand 3: expected a value, not a predicate, in kernel k:" },
        { "add.s32 3, %r2, %r1", "add.s32: operand 1: expected a register, in kernel k:" },
        { "add.u64 %rd1, %r2, %rd1", "add.u64: operand 2: expected 64 bits, '%r2' has 32, in kernel k:" },
        { "mul.wide.u32 %r1, %r2, %r3", "mul.wide.u32: operand 1: expected 64 bits, '%r1' has 32, in kernel k:" },
        { "shl.b64 %rd1, %rd1, %rd2", "shl.b64: operand 3: expected 32 bits, '%rd2' has 64, in kernel k:" },
        { "mov.b64 {%r1, %rd1}, %rd2", "mov.b64: operand 1: expected 32 bits, '%rd1' has 64, in kernel k:" },
        { "setp.eq.s32 %r1, %r2, %r3", "setp.eq.s32: operand 1: expected a predicate, in kernel k:" },
        { "and.pred !%p1, %p2, %p3", "and.pred: operand 1: expected a predicate without '!', in kernel k:" },
        { "ld.global.u32 %r1, %r2", "ld.global.u32: operand 2: expected an address in brackets, in kernel k:" },
        { "ld.global.u64 %r1, [%r2]", "ld.global.u64: operand 1: expected 64 bits, '%r1' has 32, in kernel k:" },
        { "bar.sync %r1", "bar.sync: operand 1: expected a constant, in kernel k:" },
    };
    char ptx[1000], message[300];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(ptx, sizeof ptx, "%s  %s;\n ret; }", ENTRY, bad[i].line);
        snprintf(message, sizeof message, "a.ptx:7: instruction %s", bad[i].message);
        expect_error(ptx, message);
    }
}

/* With .loc a message names the line of the source, that of the PTX behind it. */
static void test_sources(void **state)
{
    static const char head[] = ".version 3.2\n.target sm_20\n.file 1 \"my folder/k.cu\"\n.entry k(.param .u32 "
                               "out)\n{\n  .reg .b64 %rd<4>; .reg .b32 %r<4>;\n",
                      place[] = "  .loc\t1 17 5\n";
    char ptx[600], said[200] = "";
    FILE *warnings = fmemopen(said, sizeof said, "w");
    struct ptxas_options opt = { .warnings = warnings };
    struct ptxas_result res;

    (void)state;
    snprintf(ptx, sizeof ptx, "%s  add.f16 %%r1, %%r1, %%r1;\n ret; }", head);
    expect_error(ptx,
                 "a.ptx:7: instruction add.f16 is not supported (it needs sm_53 and PTX 4.2), in kernel k: add.f16");
    snprintf(ptx, sizeof ptx, "%s%s  add.f16 %%r1, %%r1, %%r1;\n ret; }", head, place);
    expect_error(ptx,
                 "my folder/k.cu:17: instruction add.f16 is not supported (it needs sm_53 and PTX 4.2), in kernel k "
                 "(a.ptx:8: add.f16 %r1, %r1, %r1;)");
    snprintf(ptx, sizeof ptx, "%s%s  ld.u32 %%r1, [%%r2];\n st.u32 [%%r2+4], %%r1;\n ret; }", head, place);
    assert_true(ptxas_compile(ptx, "a.ptx", &opt, &res));
    free(res.text);
    fclose(warnings);
    assert_string_equal(said, "my folder/k.cu:17: warning: generic addresses are taken to be global\n");
}

/* Said once a kernel, of the first address that comes from nowhere known: one known to be global is none. */
static void generic_addresses(void **state)
{
    char said[300] = "";
    FILE *warnings = fmemopen(said, sizeof said, "w");
    struct ptxas_options opt = { .warnings = warnings };
    struct ptxas_result res;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(ptxas_compile(ENTRY "  ld.param.u32 %r3, [in];\n  cvta.global.u32 %r4, %r3;\n"
                                  "  ld.u32 %r1, [%r4];\n  st.u32 [%r2+4], %r1;\n  st.u32 [%r2], %r1;\n ret; }",
                                  "a.ptx", &opt, &res));
        free(res.text);
    }
    fclose(warnings);
    assert_string_equal(said, "a.ptx:10: warning: generic addresses are taken to be global\n"
                              "a.ptx:10: warning: generic addresses are taken to be global\n");
}

/* Runs a kernel of one warp on `in` and compares 32 words of output. */
static void expect_words(const char *body, const uint32_t in[32], uint32_t (*want)(uint32_t lane, const uint32_t *in))
{
    struct module m;
    char *ptx = malloc(20000);
    uint32_t out[32];
    snprintf(ptx, 20000, "%s%s%s",
             ENTRY "  ld.param.u32 %r10, [in]; ld.param.u32 %r11, [out]; mov.u32 %r12, %tid.x; shl.b32 %r13, %r12, 2;\n"
             "  add.u32 %r10, %r10, %r13; add.u32 %r11, %r11, %r13; ld.global.u32 %r0, [%r10];\n",
             body, "\n  st.global.u32 [%r11], %r1;\n  ret;\n}\n");
    assert_true(module_ptx(&m, ptx));
    uint32_t p[] = { dev_new(&m, NULL, sizeof out), dev_new(&m, in, 128) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = 32 }, p, 2));
    dev_get(&m, p[0], out, sizeof out);
    for (uint32_t i = 0; i < 32; i++)
        if (out[i] != want(i, in))
            fail_msg("lane %u: expected 0x%x, found 0x%x in\n%s", i, want(i, in), out[i], body);
    module_free(&m);
    free(ptx);
}

static uint32_t w_guard(uint32_t i, const uint32_t *in) { return in[i] > 100 ? in[i] + 7 : 5; }
static uint32_t w_two(uint32_t i, const uint32_t *in) { return (in[i] < 100) + 2 * !(in[i] < 100); }
static uint32_t w_bool(uint32_t i, const uint32_t *in) { return in[i] < 100 && (i & 1); }
static uint32_t w_set(uint32_t i, const uint32_t *in) { (void)i; return in[i] < 100 ? 0xffffffff : 0; }
static uint32_t w_clz(uint32_t i, const uint32_t *in) { return in[i] ? (uint32_t)__builtin_clz(in[i]) : 32; }
static uint32_t w_popc(uint32_t i, const uint32_t *in) { return (uint32_t)__builtin_popcount(in[i]); }
static uint32_t w_brev(uint32_t i, const uint32_t *in)
{
    uint32_t r = 0;
    for (int k = 0; k < 32; k++)
        r |= (in[i] >> k & 1) << (31 - k);
    return r;
}
static uint32_t w_bfe(uint32_t i, const uint32_t *in) { return (uint32_t)((int32_t)(in[i] << 12) >> 23); }
static uint32_t w_bfi(uint32_t i, const uint32_t *in) { return (0xabcdef01 & ~0x3ff0u) | (in[i] & 0x3ff) << 4; }
static uint32_t w_sad(uint32_t i, const uint32_t *in) { return (in[i] > 5000 ? in[i] - 5000 : 5000 - in[i]) + i; }
static uint32_t w_ret(uint32_t i, const uint32_t *in) { return in[i] < 100 ? 0 : 9; }
static uint32_t w_manypred(uint32_t i, const uint32_t *in)
{
    uint32_t r = 0;
    for (uint32_t k = 0; k < 7; k++)
        if (in[i] > k * 40)
            r += 1u << k;
    (void)i;
    return r;
}
static uint32_t w_cvt(uint32_t i, const uint32_t *in) { return (uint32_t)(int32_t)(int8_t)in[i] + (uint16_t)in[i]; }
static uint32_t w_mulhi(uint32_t i, const uint32_t *in)
{
    return (uint32_t)((uint64_t)((int64_t)(int32_t)in[i] * -123456789) >> 32);
}

static void test_details(void **state)
{
    (void)state;
    uint32_t in[32];
    for (uint32_t i = 0; i < 32; i++)
        in[i] = i < 24 ? i * 13 : i * 0x9e3779b9u;
    in[3] = 0;
    expect_words("mov.u32 %r1, 5; setp.gt.u32 %p1, %r0, 100; @%p1 add.u32 %r1, %r0, 7;", in, w_guard);
    expect_words("mov.u32 %r1, 5; setp.le.u32 %p1, %r0, 100; @!%p1 add.u32 %r1, %r0, 7;", in, w_guard);
    expect_words("setp.gt.u32 %p1, %r0, 100; mov.u32 %r1, 5; @!%p1 bra L; @%p1 ld.global.u32 %r2, [%r10]; "
                 "add.u32 %r1, %r2, 7; L:",
                 in, w_guard);
    expect_words("setp.lt.u32 %p1|%p2, %r0, 100; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; "
                 "add.u32 %r1, %r1, %r2;",
                 in, w_two);
    expect_words(
        "and.b32 %r2, %r12, 1; setp.eq.u32 %p1, %r2, 1; setp.lt.and.u32 %p2, %r0, 100, %p1; selp.u32 %r1, 1, 0, %p2;",
        in, w_bool);
    expect_words("and.b32 %r2, %r12, 1; setp.eq.u32 %p1, %r2, 0; setp.lt.and.u32 %p1, %r0, 100, !%p1; "
                 "selp.u32 %r1, 1, 0, %p1;",
                 in, w_bool);
    expect_words("set.lt.u32.u32 %r1, %r0, 100;", in, w_set);
    /* An odd half of an address in the register, the other in the offset. */
    expect_words(".shared .align 4 .b32 sh[64]; mov.u32 %r2, sh; add.u32 %r3, %r13, %r2; add.u32 %r3, %r3, 2; "
                 "shl.b32 %r5, %r12, 2; add.u32 %r5, %r5, -2; add.u32 %r5, %r5, %r2; st.shared.u32 [%r5+2], %r0;"
                 "ld.shared.u32 %r1, [%r3-2]; setp.lt.u32 %p1, %r1, 100; selp.u32 %r1, -1, 0, %p1;",
                 in, w_set);
    expect_words("clz.b32 %r1, %r0;", in, w_clz);
    expect_words("popc.b32 %r1, %r0;", in, w_popc);
    expect_words("brev.b32 %r1, %r0;", in, w_brev);
    expect_words("bfe.s32 %r1, %r0, 11, 9;", in, w_bfe);
    expect_words("mov.u32 %r2, 0xabcdef01; bfi.b32 %r1, %r0, %r2, 4, 10;", in, w_bfi);
    expect_words("sad.u32 %r1, %r0, 5000, %r12;", in, w_sad);
    expect_words("setp.lt.u32 %p1, %r0, 100; @%p1 ret; mov.u32 %r1, 9;", in, w_ret);
    expect_words("setp.lt.u32 %p1, %r0, 100; @%p1 exit; mov.u32 %r1, 9;", in, w_ret);
    /* Seven predicates live at once: more than there are condition codes. */
    expect_words("mov.u32 %r1, 0; setp.gt.u32 %p1, %r0, 0; setp.gt.u32 %p2, %r0, 40; setp.gt.u32 %p3, %r0, 80; "
                 "setp.gt.u32 %p4, %r0, 120;"
                 "setp.gt.u32 %p5, %r0, 160; setp.gt.u32 %p6, %r0, 200; setp.gt.u32 %p7, %r0, 240;"
                 "@%p1 add.u32 %r1, %r1, 1; @%p2 add.u32 %r1, %r1, 2; @%p3 add.u32 %r1, %r1, 4; @%p4 add.u32 %r1, %r1, 8;"
                 "@%p5 add.u32 %r1, %r1, 16; @%p6 add.u32 %r1, %r1, 32; @%p7 add.u32 %r1, %r1, 64;",
                 in, w_manypred);
    expect_words("{ .reg .u16 %h<3>; cvt.u16.u32 %h0, %r0; cvt.s32.s8 %r2, %h0; cvt.u32.u16 %r3, %h0; "
                 "add.u32 %r1, %r2, %r3; }",
                 in, w_cvt);
    expect_words("mul.hi.s32 %r1, %r0, -123456789;", in, w_mulhi);
}

/* What the early compilers wrote: 64-bit addresses, parameters inside the body, no brackets of .entry. */
static void old_syntax(void **state)
{
    (void)state;
    static const char ptx[] =
        "\t.version 1.0\n\t.target compute_10, map_f64_to_f32\n\t.file\t1\t\"x.i\"\n"
        "\t.entry k\n\t{\n\t.reg .u32 $r1,$r2,\n\t\t$r3;\n\t.reg .u16 $rh1;\n\t.reg .u64 $rd1,$rd2,$rd3,$rd4;\n"
        "\t.param .u64 __cudaparm_data;\n\t.param .u64 __cudaparm_in;\n\t.loc\t12\t2\t0\n$LBB1_k:\n"
        "\tcvt.u32.u16 \t$r1, %tid.x;         \t//  \n\tcvt.u64.u32 \t$rd1, $r1;\n\tmul.lo.u64 \t$rd2, $rd1, 4;\n"
        "\tld.param.u64 \t$rd3, [__cudaparm_in];\n\tadd.u64 \t$rd3, $rd3, $rd2;\n\tld.global.u32 \t$r2, [$rd3+0];\n"
        "\tld.param.u64 \t$rd4, [__cudaparm_data];\n\tadd.u64 \t$rd4, $rd4, $rd2;\n\tadd.u32 $r3, $r2, 100;\n"
        "\tst.global.u32 \t[$rd4+0], $r3;\n\texit;\n$LDWend_k:\n\t} // k\n";
    struct module m;
    uint32_t in[32], out[32];
    for (uint32_t i = 0; i < 32; i++)
        in[i] = i * i;
    assert_true(module_ptx(&m, ptx));
    uint32_t p[] = { dev_new(&m, NULL, sizeof out), 0, dev_new(&m, in, sizeof in), 0 };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = 32 }, p, 4));
    dev_get(&m, p[0], out, sizeof out);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], in[i] + 100);
    module_free(&m);
}

/* The line of PTX is quoted to its end; of one that no message could hold, that it goes on. */
static void test_quoted(void **state)
{
    char line[4096], ptx[8192];
    struct ptxas_result res;
    (void)state;

    for (unsigned n = 100; n < 4000; n += 1300) {
        snprintf(line, sizeof line, "frobnicate %%r1, %*s;", (int)n, "[in+1234]");
        snprintf(ptx, sizeof ptx, "%s  %s\n ret; }", ENTRY, line);
        assert_false(ptxas_compile(ptx, "a.ptx", NULL, &res));
        const bool whole = strstr(res.error, line);
        if (n < 2000 ? !whole : whole || strcmp(res.error + strlen(res.error) - 4, " ..."))
            fail_msg("%u: %s", n, res.error);
    }
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(test_errors), cmocka_unit_test(test_versions), cmocka_unit_test(single_vectors),
        cmocka_unit_test(test_opcodes), cmocka_unit_test(test_sources),
        cmocka_unit_test(generic_addresses), cmocka_unit_test(test_details),
        cmocka_unit_test(old_syntax), cmocka_unit_test(test_quoted),
    };
    return cmocka_run_group_tests(list, NULL, NULL);
}
