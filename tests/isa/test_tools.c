/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands gt200 as and gt200 dis on files: cubin -> assembly -> cubin must give the same bytes.
 * usage: test_tools DIR [CUBIN...]; without cubins a small one of its own, and the error exits.
 */
#include "as.h"
#include "cubin.h"
#include "dis.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(int (*cmd)(int, char **), const char *a, const char *b, const char *c, const char *d)
{
    char *argv[] = { "gt200", (char *)a, (char *)b, (char *)c, (char *)d, NULL };
    int argc = 1;

    while (argc < 5 && argv[argc])
        argc++;
    return cmd(argc, argv);
}

static bool same_file(const char *a, const char *b)
{
    size_t na, nb;
    char *ta = gt_read_file(a, &na), *tb = gt_read_file(b, &nb);
    bool same = ta && tb && na == nb && memcmp(ta, tb, na) == 0;

    free(ta);
    free(tb);
    return same;
}

/* What reading and writing makes of a file: layout may differ from the original, content may not. */
static bool rewrite(const char *from, const char *to)
{
    struct gt_cubin c;
    char err[512];
    FILE *f;
    bool ok;

    if (!cubin_read(from, &c, err, sizeof err)) {
        printf("%s\n", err);
        return false;
    }
    f = fopen(to, "w");
    ok = f && cubin_write(f, &c) && fclose(f) == 0;
    cubin_free(&c);
    return ok;
}

static int round_trip(const char *dir, const char *cubin)
{
    char s[4096], out[4096], ref[4096];

    snprintf(s, sizeof s, "%s/tool_test.s", dir);
    snprintf(out, sizeof out, "%s/tool_test.cubin", dir);
    snprintf(ref, sizeof ref, "%s/tool_ref.cubin", dir);
    if (run(gt_cmd_dis, "-a", cubin, "-o", s) != 0 || run(gt_cmd_as, s, NULL, NULL, NULL) != 0
        || !rewrite(cubin, ref) || !same_file(out, ref)) {
        printf("%s: round trip failed\n", cubin);
        return 1;
    }
    return 0;
}

static int expect(int found, int want, const char *what)
{
    if (found == want)
        return 0;
    printf("%s: expected exit status %d, found %d\n", what, want, found);
    return 1;
}

static void put_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    if (!f || fputs(text, f) == EOF || fclose(f) != 0)
        exit(1);
}

static int own_tests(const char *dir)
{
    char cubin[4096], bad[4096], out[4096], nowhere[4096];
    int n = 0;

    snprintf(cubin, sizeof cubin, "%s/own.cubin", dir);
    snprintf(bad, sizeof bad, "%s/bad.s", dir);
    snprintf(out, sizeof out, "%s/bad.cubin", dir);
    snprintf(nowhere, sizeof nowhere, "%s/bad.s/out.cubin", dir);      /* bad.s is no folder, whoever runs this */
    put_file(cubin, "architecture {sm_13}\nabiversion {0}\nmodname {cubin}\ncode  {\n\tname = k\n\tlmem = 0\n"
                    "\tsmem = 16\n\treg = 1\n\tbar = 0\n\tbincode  {\n"
                    "\t\t0x10008003 0x00000780 0x10008000 0x20000001 0xf0000001 0xe0000783 0x10008000 \n\t}\n}\n");
    n += round_trip(dir, cubin);
    n += expect(run(gt_cmd_as, NULL, NULL, NULL, NULL), 2, "as without a file");
    n += expect(run(gt_cmd_dis, NULL, NULL, NULL, NULL), 2, "dis without a file");
    n += expect(run(gt_cmd_as, "--help", NULL, NULL, NULL), 0, "as --help");
    n += expect(run(gt_cmd_dis, "--help", NULL, NULL, NULL), 0, "dis --help");
    n += expect(run(gt_cmd_as, "a", "b", NULL, NULL), 2, "as with two files");
    n += expect(run(gt_cmd_dis, "--frob", NULL, NULL, NULL), 2, "dis with an unknown option");
    n += expect(run(gt_cmd_dis, nowhere, NULL, NULL, NULL), 1, "dis of a missing file");
    n += expect(run(gt_cmd_dis, "-w", "f0000001", "e0000781", NULL), 0, "dis -w");
    n += expect(run(gt_cmd_dis, "-w", "f0000001", NULL, NULL), 2, "dis -w with half an instruction");
    n += expect(run(gt_cmd_dis, "-w", "zz", NULL, NULL), 2, "dis -w of no number");
    unlink(out);
    put_file(bad, ".kernel k\nnop\nfrob\n");
    n += expect(run(gt_cmd_as, bad, NULL, NULL, NULL), 1, "as of a wrong file");
    n += expect(access(out, F_OK), -1, "output after an error");
    put_file(bad, ".kernel k\nnop.exit\n");
    n += expect(run(gt_cmd_as, bad, "-o", nowhere, NULL), 1, "as to a missing folder");
    return n;
}

int main(int argc, char **argv)
{
    int bad = 0;

    if (argc < 2)
        return 2;
    if (argc == 2)
        bad = own_tests(argv[1]);
    for (int i = 2; i < argc; i++)
        bad += round_trip(argv[1], argv[i]);
    printf("%d cubins, %d wrong\n", argc == 2 ? 1 : argc - 2, bad);
    return bad != 0;
}
