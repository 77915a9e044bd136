/* SPDX-License-Identifier: Apache-2.0
 *
 * Every word of words.txt: its text, and back to the same word. argv[1] is the file.
 */
#include "decode.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool check(uint32_t w0, uint32_t w1, const char *want, bool canonical, int line)
{
    char text[ISA_TEXT_MAX], plain[ISA_TEXT_MAX], err[256];
    struct gt_insn in;
    uint32_t a0, a1;
    char *suffix;
    int len;

    isa_decode(w0, w1, 0, &in);
    isa_disasm(&in, text, sizeof text);
    strcpy(plain, text);
    suffix = strstr(plain, " ^");
    if (suffix)
        *suffix = '\0';
    if (strcmp(plain, want) != 0 || (canonical && suffix)) {
        printf("line %d: %08x %08x: expected '%s', found '%s'\n", line, w0, w1, want, text);
        return false;
    }
    if (!isa_asm_line(text, &a0, &a1, &len, err, sizeof err)) {
        printf("line %d: '%s': %s\n", line, text, err);
        return false;
    }
    if (len != in.len || a0 != w0 || a1 != w1) {
        printf("line %d: '%s': expected %08x %08x, found %08x %08x\n", line, text, w0, w1, a0, a1);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
    char buf[512];
    int line = 0, words = 0, bad = 0;
    bool canonical = false;

    if (!f) {
        fprintf(stderr, "usage: test_words words.txt\n");
        return 2;
    }
    while (fgets(buf, sizeof buf, f)) {
        char w1[16];
        unsigned w0;
        int at = 0;

        line++;
        buf[strcspn(buf, "\n")] = '\0';
        if (buf[0] == '#') {
            canonical = canonical || strstr(buf, "--- canonical");
            continue;
        }
        if (sscanf(buf, "%x %15s %n", &w0, w1, &at) < 2 || !at) {
            printf("line %d: expected word0 word1 text\n", line);
            bad++;
            continue;
        }
        words++;
        bad += !check(w0, w1[0] == '-' ? 0 : (uint32_t)strtoul(w1, NULL, 16), buf + at, canonical, line);
    }
    fclose(f);
    printf("%d words, %d wrong\n", words, bad);
    return bad || words < 2600;
}
