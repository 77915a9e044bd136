/* SPDX-License-Identifier: Apache-2.0
 *
 * test_dram_chip FILE: the model's chips see each rule of cases.txt broken, whose words tb_dram_chip.sv explains;
 * and data written are read. Rules (docs/units): DRAM-10, DRAM-11, DRAM-12.
 */
#include <stdio.h>
#include <string.h>

#include "gpu/dram_chip.h"

static uint8_t memory[1 << 10][32];
static uint8_t *sector(void *arg, uint32_t n, bool write) { (void)arg; (void)write; return memory[n]; }

static struct dram_chip chip;
static bool mute;

static void clock_of(char c, unsigned bank, bool closing)
{
    static const char ops[] = "NORWCF";
    struct dram_pins p = { .bank = (uint8_t)bank, .close = closing, .mask = 0xffff, .data = { 5, 6, 7, 8 } };
    const char *op = strchr(ops, c == 'Z' ? 'W' : c);
    p.op = c == 'U' ? 7 : c == 'D' ? 0 : (uint8_t)(op - ops);
    mute |= c == 'Z';
    p.drive = c == 'D' || (chip.due[(chip.now + 1) % 64].in && !mute);
    dram_chip_clock(&chip, &p);
}

static void idle(unsigned clocks)
{
    while (clocks--)
        clock_of('N', 0, false);
}

struct command { int gap; char op; unsigned bank; int close; };

static const char *play(const struct command *list, int n, int early)
{
    dram_chip_reset(&chip, sector, NULL);
    mute = false;
    idle(200);
    for (int i = 0; i < n; i++) {
        if (list[i].gap > 1)
            idle((unsigned)(list[i].gap - 1 - (i == n - 1 ? early : 0)));
        clock_of(list[i].op, list[i].bank, list[i].close);
    }
    return chip.why ? chip.why : "nothing";
}

int main(int argc, char **argv)
{
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
    struct command *c;
    char line[128], kind[8] = "", text[64] = "";
    struct command list[8];
    int n = 0, cases = 0, errors = 0;
    if (!f) {
        fprintf(stderr, "usage: test_dram_chip FILE\n");
        return 2;
    }
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "case %7s %63s", kind, text) == 2) {
            for (char *p = text; *p; p++)
                *p = *p == '_' ? ' ' : *p;
            n = 0;
        } else if (n < 8 && (c = list + n, sscanf(line, "c %d %c %u %d", &c->gap, &c->op, &c->bank, &c->close) == 4))
            n++;
        else if (!strncmp(line, "end", 3)) {
            const char *why = play(list, n, 0);
            if ((strcmp(why, text) == 0) != (strcmp(kind, "breach") == 0)) {
                printf("FAIL test_dram_chip: %s: '%s' in its clock\n", text, why);
                errors++;
            }
            if (!strcmp(kind, "limit") && strcmp(why = play(list, n, 1), text) != 0) {
                printf("FAIL test_dram_chip: %s: '%s' one clock early\n", text, why);
                errors++;
            }
            cases++;
        }
    }
    fclose(f);
    /* what was written is read, CL clocks behind the read */
    const struct command access[] = { { 0, 'O', 2, 0 }, { 17, 'W', 2, 0 }, { 18, 'R', 2, 0 }, { 15, 'N', 0, 0 } };
    const uint32_t want[4] = { 5, 6, 7, 8 };
    const char *why = play(access, 4, 0);
    if (strcmp(why, "nothing") || memcmp(chip.out, want, 16) || memcmp(memory[2 << 7], want, 16)) {
        printf("FAIL test_dram_chip: what was written is not read (%s)\n", why);
        errors++;
    }
    printf("%s test_dram_chip: %d cases\n", errors || cases < 20 ? "FAIL" : "PASS", cases);
    return errors || cases < 20;
}
