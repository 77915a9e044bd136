/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200-mufu: all 2^32 inputs of each function of the special function unit: on a GPU as a record of checksums, and the
 * same in the functional model. A line of the record is the CRC-32 of the checksums of 256 times 2^16 inputs.
 */
#include "gpu.h"
#include "sm70_func.h"
#include "sm70_module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char *const names[] = { "COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "RCP64H", "RSQ64H", "SQRT", "TANH" };
enum { FUNCTIONS = 10, TANH = 9, PARTS = 1 << 16, LINE = 256, CHECK_A = 9 };

/* Checksum of 2^16 inputs: h = h * 0x01000193 + value. */
static const char kernels[] =
    ".arch sm_90\n"
    ".kernel sum\n.reg 32\n.params 0 8\n"
    "[B------:R-:W0:Y:S15] S2R R0, SR_TID.X\n"
    "[B------:R-:W0:Y:S15] S2R R1, SR_CTAID.X\n"
    "[B------:R-:W-:Y:S15] ULDC.64 UR4, c[0x0][0x208]\n"
    "[B0-----:R-:W-:Y:S15] NOP\n"
    "[B------:R-:W-:Y:S15] IMAD R0, R1, 0x80, R0\n"
    "[B------:R-:W-:Y:S15] IMAD.SHL.U32 R2, R0, 0x10000, RZ\n"
    "[B------:R-:W-:Y:S15] MOV R4, RZ\n"
    "again:\n"
    "[B------:R-:W0:Y:S08] MUFU.%s R3, R2\n"
    "[B0-----:R-:W-:Y:S06] IMAD R4, R4, 0x1000193, R3\n"
    "[B------:R-:W-:Y:S06] IADD3 R2, R2, 0x1, RZ\n"
    "[B------:R-:W-:Y:S15] LOP3.LUT P0, RZ, R2, 0xffff, RZ, 0xc0, !PT\n"
    "[B------:R-:W-:Y:S15] @P0 BRA again\n"
    "[B------:R-:W-:Y:S15] MOV R6, c[0x0][0x210]\n"
    "[B------:R-:W-:Y:S15] MOV R7, c[0x0][0x214]\n"
    "[B------:R-:W-:Y:S15] IMAD.WIDE.U32 R6, R0, 0x4, R6\n"
    "[B------:R-:W-:Y:S15] STG.E desc[UR4][R6.64], R4\n"
    "[B------:R-:W-:Y:S15] EXIT\n"
    ".kernel value\n.reg 32\n.params 0 8, 8 4\n"
    "[B------:R-:W0:Y:S15] S2R R0, SR_TID.X\n"
    "[B------:R-:W0:Y:S15] S2R R1, SR_CTAID.X\n"
    "[B------:R-:W-:Y:S15] ULDC.64 UR4, c[0x0][0x208]\n"
    "[B0-----:R-:W-:Y:S15] NOP\n"
    "[B------:R-:W-:Y:S15] IMAD R0, R1, 0x80, R0\n"
    "[B------:R-:W-:Y:S15] IADD3 R2, R0, c[0x0][0x218], RZ\n"
    "[B------:R-:W0:Y:S15] MUFU.%s R3, R2\n"
    "[B------:R-:W-:Y:S15] MOV R6, c[0x0][0x210]\n"
    "[B------:R-:W-:Y:S15] MOV R7, c[0x0][0x214]\n"
    "[B------:R-:W-:Y:S15] IMAD.WIDE.U32 R6, R0, 0x4, R6\n"
    "[B0-----:R-:W-:Y:S15] STG.E desc[UR4][R6.64], R3\n"
    "[B------:R-:W-:Y:S15] EXIT\n"
    ".kernel check\n.reg 32\n.params 0 8, 8 4, 12 4\n"
    "[B------:R-:W0:Y:S15] S2R R0, SR_TID.X\n"
    "[B------:R-:W0:Y:S15] S2R R1, SR_CTAID.X\n"
    "[B------:R-:W-:Y:S15] ULDC.64 UR4, c[0x0][0x208]\n"
    "[B0-----:R-:W-:Y:S15] NOP\n"
    "[B------:R-:W-:Y:S15] IMAD R0, R1, 0x80, R0\n"
    "[B------:R-:W-:Y:S15] IMAD.SHL.U32 R2, R0, 0x800000, RZ\n"
    "[B------:R-:W-:Y:S15] SHF.R.U32 R3, R0, 0x8, RZ\n"
    "[B------:R-:W-:Y:S15] IMAD.SHL.U32 R3, R3, 0x800000, RZ\n"
    "[B------:R-:W-:Y:S15] LOP3.LUT R2, R2, 0x7f800000, RZ, 0xc0, !PT\n"
    "[B------:R-:W-:Y:S15] IADD3 R2, R2, c[0x0][0x218], RZ\n"
    "[B------:R-:W-:Y:S15] IADD3 R3, R3, c[0x0][0x21c], RZ\n"
    "[B------:R-:W0:Y:S15] FCHK P0, R3, R2\n"
    "[B------:R-:W-:Y:S15] MOV R6, c[0x0][0x210]\n"
    "[B------:R-:W-:Y:S15] MOV R7, c[0x0][0x214]\n"
    "[B0-----:R-:W-:Y:S15] NOP\n"
    "[B------:R-:W-:Y:S15] SEL R4, RZ, 0x1, !P0\n"
    "[B------:R-:W-:Y:S15] IMAD.WIDE.U32 R6, R0, 0x4, R6\n"
    "[B------:R-:W-:Y:S15] STG.E desc[UR4][R6.64], R4\n"
    "[B------:R-:W-:Y:S15] EXIT\n";

static void exit_unless(bool ok, const char *err)
{
    if (!ok) {
        fprintf(stderr, "%s\n", err);
        exit(1);
    }
}

/* The kernels of a function, on the GPU; ends the program when they cannot be made. */
static gpu_module load_kernels(struct gpu *g, unsigned fn)
{
    char text[2 * sizeof kernels];
    char err[1024];
    struct sm70_module m;
    size_t size;
    gpu_module on;

    snprintf(text, sizeof text, kernels, names[fn], names[fn]);
    void *image = sm70_text_read(text, "mufu", &m, err, sizeof err) ? sm70_cubin_write(&m, &size, err, sizeof err)
                                                                     : NULL;
    if (!image || !gpu_load(g, image, &on, err, sizeof err)) {
        fprintf(stderr, "%s: %s\n", names[fn], err);
        exit(1);
    }
    return on;
}

static uint64_t memory;         /* of the GPU */
static uint32_t *values;

static void must_call(struct gpu *g, gpu_module m, const char *kernel, unsigned blocks, void **args, uint32_t *out,
                      size_t words)
{
    char err[1024];
    bool lost;

    exit_unless(gpu_call(g, m, kernel, blocks, 128, args, &lost, err, sizeof err) &&
                gpu_get(g, out, memory, 4 * words, err, sizeof err), err);
}

static void put_file(const char *folder, const char *name, const uint32_t *words, size_t n)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    exit_unless(f && fwrite(words, 4, n, f) == n && !fclose(f), path);
}

static void put_line(FILE *f, const char *name, unsigned part, const void *words, size_t n)
{
    fprintf(f, "%s %02x %08lx\n", name, part, crc32(0, words, (uInt)(4 * n)));
}

/* Words in front of the ones that matter: fractions of the operands of FCHK. */
static const uint32_t fractions[3] = { 0, 1, 0x7fffff };

/* Lines of FCHK: all exponents, and nine pairs of fractions. */
static void measure_check(struct gpu *g, gpu_module m, FILE *f, const char *folder)
{
    static uint32_t out[CHECK_A][PARTS];

    for (unsigned i = 0; i < CHECK_A; i++) {
        void *args[] = { &memory, (void *)&fractions[i % 3], (void *)&fractions[i / 3] };
        must_call(g, m, "check", PARTS / 128, args, out[i], PARTS);
        put_line(f, "FCHK", i, out[i], PARTS);
    }
    if (folder)
        put_file(folder, "FCHK", out[0], CHECK_A * PARTS);
}

/* Values of TANH from 2^-8 to 8, one in 8, and of one octave all. */
static void measure_tanh(struct gpu *g, gpu_module m, const char *folder)
{
    uint32_t *some = malloc(11u << 22), *to = some;

    exit_unless(some != NULL, "out of memory");
    for (uint32_t from = 0x3b800000; from < 0x41000000; from += 1 << 23) {
        void *args[] = { &memory, &from };
        must_call(g, m, "value", (1 << 23) / 128, args, values, 1 << 23);
        for (uint32_t i = 0; i < 1 << 23; i += 8)
            *to++ = values[i];
        if (from == 0x3e000000)
            put_file(folder, "TANH.3e000000", values, 1 << 23);
    }
    put_file(folder, "TANH.8", some, 11u << 20);
    free(some);
}

/* The whole record; folder: where raw results go, too. */
static int measure_functions(const char *path, const char *folder)
{
    static uint32_t out[PARTS];
    char err[2600];
    struct gpu *g = gpu_open(err, sizeof err);
    FILE *f = fopen(path, "w");

    exit_unless(g != NULL, err);
    exit_unless(gpu_take(g, 1u << 26, &memory, err, sizeof err), err);
    values = malloc(1u << 26);
    exit_unless(f && values, path);
    fprintf(f, "# MUFU: function, upper 8 bits of the input, CRC-32 of the checksums of each 2^16 inputs.\n# %s\n",
            gpu_about(g));
    for (unsigned fn = 0; fn < FUNCTIONS; fn++) {
        gpu_module m = load_kernels(g, fn);
        void *args[] = { &memory };
        must_call(g, m, "sum", PARTS / 128, args, out, PARTS);
        for (unsigned part = 0; part < LINE; part++)
            put_line(f, names[fn], part, out + LINE * part, LINE);
        if (fn == TANH && folder)
            measure_tanh(g, m, folder);
        if (fn == TANH)
            measure_check(g, m, f, folder);
    }
    exit_unless(!fclose(f), path);
    return 0;
}

static uint32_t sum_of(unsigned fn, uint32_t part)
{
    uint32_t h = 0;

    for (uint32_t i = 0; i < 1u << 16; i++)
        h = h * 0x01000193 + sm70_mufu_value(fn, part << 16 | i);
    return h;
}

/* The same line from the model; 2^32: there is no such function. */
static unsigned long crc_of(const char *name, unsigned part)
{
    static uint32_t out[PARTS];

    if (!strcmp(name, "FCHK")) {
        for (uint32_t i = 0; i < PARTS; i++)
            out[i] = sm70_fchk_value((i >> 8) << 23 | fractions[part / 3 % 3], (i & 255) << 23 | fractions[part % 3]);
        return crc32(0, (const Bytef *)out, 4 * PARTS);
    }
    for (unsigned fn = 0; fn < FUNCTIONS; fn++)
        if (!strcmp(name, names[fn])) {
            for (unsigned i = 0; i < LINE; i++)
                out[i] = sum_of(fn, LINE * part + i);
            return crc32(0, (const Bytef *)out, 4 * LINE);
        }
    return 1ul << 32;
}

/* Every `every`-th line of the record. */
static int check_record(const char *path, unsigned every)
{
    FILE *f = fopen(path, "r");
    char text[256], name[32];
    unsigned part, lines = 0, checked = 0, different = 0;
    unsigned long crc;

    exit_unless(f != NULL, path);
    while (fgets(text, sizeof text, f)) {
        if (*text == '#')
            continue;
        exit_unless(sscanf(text, "%31s %x %lx", name, &part, &crc) == 3, text);
        if (lines++ % every)
            continue;
        checked++;
        if (crc_of(name, part) != crc) {
            different++;
            printf("%s %02x: not the GPU's\n", name, part);
        }
    }
    fclose(f);
    printf("%u of %u lines, %u differ\n", checked, lines, different);
    return different || !checked;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && argc <= 4 && !strcmp(argv[1], "measure"))
        return measure_functions(argv[2], argv[3]);
    unsigned every = argc == 4 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    if (argc >= 3 && argc <= 4 && !strcmp(argv[1], "check") && every)
        return check_record(argv[2], every);
    fprintf(stderr, "usage: gt200-mufu measure RECORD [FOLDER]\n       gt200-mufu check RECORD [EVERY]\n");
    return 2;
}
