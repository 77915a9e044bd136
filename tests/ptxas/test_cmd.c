/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands: exit status, files, options.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cubin.h"
#include "ptxas.h"

static char dir[] = "/tmp/gt200-cmd-XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(dir) && !chdir(dir) ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    return chdir("/") || rmdir(dir) ? -1 : 0;
}

static int run_command(int (*cmd)(int, char **), const char *line)
{
    char buf[512], *argv[16];
    int argc = 0;
    snprintf(buf, sizeof buf, "%s", line);
    for (char *save, *p = strtok_r(buf, " ", &save); p && argc < 15; p = strtok_r(NULL, " ", &save))
        argv[argc++] = p;
    argv[argc] = NULL;
    return cmd(argc, argv);
}

static void put_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static const char good[] = "extern \"C\" __global__ void k(int *p) { p[threadIdx.x] = blockIdx.x + N; }\n";

static void test_compiles(void **state)
{
    (void)state;
    struct gt_cubin c;
    char err[256];
    put_file("a.cu", good);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -DN=3"), 0);
    assert_true(cubin_read("a.cubin", &c, err, sizeof err));
    assert_non_null(cubin_kernel(&c, "k"));
    cubin_free(&c);
    assert_int_equal(run_command(gt_cmd_cc, "cc -D N=4 --ptx a.cu"), 0);
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas a.ptx -o b.cubin -maxrregcount 8"), 0);
    assert_true(cubin_read("b.cubin", &c, err, sizeof err));
    assert_int_equal(c.nkernels, 1);
    assert_int_equal(c.kernels[0].smem, 0x14);
    cubin_free(&c);
    assert_int_equal(run_command(gt_cmd_cc, "cc --help"), 0);
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas --help"), 0);
    unlink("a.cu"), unlink("a.ptx"), unlink("a.cubin"), unlink("b.cubin");
}

/* What a command writes to standard output contains the text. */
static void expect_output(const char *line, const char *text)
{
    char buf[4096];
    int out = dup(1);
    assert_non_null(freopen("out", "w", stdout));
    int rc = run_command(gt_cmd_ptxas, line);
    fflush(stdout);
    dup2(out, 1);
    close(out);
    FILE *f = fopen("out", "r");
    assert_non_null(f);
    buf[fread(buf, 1, sizeof buf - 1, f)] = 0;
    fclose(f);
    unlink("out");
    assert_int_equal(rc, 0);
    if (!strstr(buf, text))
        fail_msg("%s: expected '%s' in\n%s", line, text, buf);
}

static void prints_passes(void **state)
{
    (void)state;
    put_file("a.ptx",
             ".version 3.2\n.target sm_13\n.entry k (.param .u32 a) { .reg .u32 %r<4>; ld.param.u32 %r1, [a];\n"
                      "add.u32 %r2, %r1, 4; st.global.u32 [%r1], %r2; exit; }\n");
    expect_output("ptxas --print-after=lower a.ptx -o b.cubin",
                  "// k after lower\nb0:\n    r1 = mov.b32 s[0x10].b32\n");
    expect_output("ptxas --print-after=regalloc a.ptx -o b.cubin", "r3:$r1 = add.b32 s[0x10].b32, 0x4\n");
    expect_output("ptxas --print-after=all --verify a.ptx -o b.cubin", "// k after areg\n");
    expect_output("ptxas --asm a.ptx -o b.cubin", "// k\n0000  mov.b32");
    expect_output("ptxas --asm -O0 a.ptx -o b.cubin", "add.b32 $r1, $r0, 0x4\n");
    expect_output("ptxas --help", "--print-after PASS");
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas --print-after=nothing a.ptx -o b.cubin"), 2);
    unlink("a.ptx"), unlink("b.cubin");
}

static void test_refuses(void **state)
{
    (void)state;
    put_file("a.cu", good);
    put_file("bad.ptx", ".version 3.2\n.entry k() { rem.s32 %r1, %r1, %r1; }\n");
    assert_int_equal(run_command(gt_cmd_cc, "cc"), 2);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu --frobnicate"), 2);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -maxrregcount 200"), 2);
    assert_int_equal(run_command(gt_cmd_cc, "cc nowhere.cu"), 1);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu"), 1);         /* N is not defined */
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -DN=1 -o nowhere/a.cubin"), 1);
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas"), 2);
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas a.ptx b.ptx"), 2);
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas nowhere.ptx"), 1);
    assert_int_equal(run_command(gt_cmd_ptxas, "ptxas bad.ptx"), 1);
    setenv("GT200_CLANG", "no-such-clang", 1);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -DN=1"), 1);
    unsetenv("GT200_CLANG");
    setenv("GT200_HOME", "/nowhere", 1);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -DN=1"), 1);
    unsetenv("GT200_HOME");
    unlink("a.cu"), unlink("bad.ptx");
    /* Nothing else was left behind: the folder can be removed in leave_folder(). */
}

/* A clang that ends by a fault of its own, or cannot say why it ends, is a failure, and leaves nothing. */
static void test_breaks(void **state)
{
    (void)state;
    put_file("a.cu", good);
    put_file("clang", "#!/bin/sh\nexit 70\n");
    assert_int_equal(chmod("clang", 0700), 0);
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -DN=3 --clang ./clang"), 1);
    put_file("clang", "#!/bin/sh\nexit 3\n");
    assert_int_equal(run_command(gt_cmd_cc, "cc a.cu -DN=3 --clang ./clang"), 1);
    unlink("clang"), unlink("a.cu");
}

int main(void)
{
    const struct CMUnitTest list[] = { cmocka_unit_test(test_compiles), cmocka_unit_test(prints_passes),
                                       cmocka_unit_test(test_refuses), cmocka_unit_test(test_breaks) };
    return cmocka_run_group_tests(list, enter_folder, leave_folder);
}
