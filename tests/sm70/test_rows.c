/* SPDX-License-Identifier: Apache-2.0
 *
 * test_sm70_rows WORDS: every row of the table of sm_70 to sm_90 with random fields, on every chip that has it:
 *   - text and back gives the same word;
 *   - a bit that the row does not have makes the word illegal, or another row's, never the same text;
 *   - each row is reached.
 * Then the words of the file: their text, and back.
 */
#include "sm70.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 64 };

static uint64_t state = 0x2545f4914f6cdd1d;

static uint64_t rnd(void *ctx)
{
    (void)ctx;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static _Noreturn void wrong(const char *row, struct sm70_word w, const char *text, const char *why)
{
    printf("%s: %016" PRIx64 " %016" PRIx64 " '%s': %s\n", row, w.hi, w.lo, text, why);
    exit(1);
}

static void back(enum sm70_chip c, const char *row, struct sm70_word w, uint64_t pc, const char *text)
{
    struct sm70_word v;
    char err[SM70_TEXT_MAX];

    if (!sm70_as(c, text, pc, NULL, NULL, &v, err))
        wrong(row, w, text, err);
    if (v.lo != w.lo || v.hi != w.hi)
        wrong(row, v, text, "assembles to this other word");
}

/* One more bit, whichever it is, is seen. */
static void one_bit_more(enum sm70_chip c, const char *row, struct sm70_word w, const char *text)
{
    char other[SM70_TEXT_MAX], err[SM70_TEXT_MAX];
    unsigned b = rnd(NULL) % 128;
    struct sm70_word v = { b < 64 ? w.lo ^ 1ull << b : w.lo, b < 64 ? w.hi : w.hi ^ 1ull << (b - 64) };

    if (sm70_dis(c, v, 0x1000, NULL, other, err) && !strcmp(text, other))
        wrong(row, v, text, "the text of another word");
}

static void row(size_t r)
{
    char text[SM70_TEXT_MAX], err[SM70_TEXT_MAX];
    struct sm70_word w;
    unsigned reached = 0;

    for (unsigned c = 0; c < SM70_CHIPS; c++)
        for (unsigned i = 0; sm70_row_has(r, c) && i < TRIES; i++) {
            if (!sm70_row_word(r, rnd, NULL, &w))
                continue;
            reached += sm70_row_of(c, w) == r;
            if (!sm70_dis(c, w, 0x1000, NULL, text, err))
                wrong(sm70_row_name(r), w, "", err);
            back(c, sm70_row_name(r), w, 0x1000, text);
            one_bit_more(c, sm70_row_name(r), w, text);
        }
    if (!reached)
        wrong(sm70_row_name(r), w, "", "no word is this row's");
    if (!*sm70_row_source(r))
        wrong(sm70_row_name(r), w, "", "the row names no source");
}

int main(int argc, char **argv)
{
    char line[512], text[SM70_TEXT_MAX], err[SM70_TEXT_MAX];
    unsigned words = 0, rows = 0;
    static bool seen[2048];
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;

    if (!f) {
        fprintf(stderr, "usage: test_sm70_rows WORDS\n");
        return 2;
    }
    for (size_t r = 0; r < sm70_rows(); r++)
        row(r);
    while (fgets(line, sizeof line, f)) {
        unsigned sm;
        struct sm70_word w;
        uint64_t pc;
        int at;
        if (*line == '#')
            continue;
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "%u %" SCNx64 " %" SCNx64 " %" SCNx64 " %n", &sm, &w.hi, &w.lo, &pc, &at) != 4)
            wrong("words", w, line, "no line of it");
        if (!sm70_dis(sm70_chip_of(sm), w, pc, NULL, text, err))
            wrong("words", w, line + at, err);
        if (strcmp(text, line + at))
            wrong("words", w, text, line + at);
        back(sm70_chip_of(sm), "words", w, pc, text);
        size_t r = sm70_row_of(sm70_chip_of(sm), w);
        rows += r < sizeof seen && !seen[r];
        seen[r] = true;
        words++;
    }
    fclose(f);
    if (words < 600)
        wrong("words", (struct sm70_word){ 0, 0 }, "", "fewer than 600 words");
    printf("%zu rows, %u words of %u of them\n", sm70_rows(), words, rows);
    return 0;
}
