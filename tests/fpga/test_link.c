/* SPDX-License-Identifier: Apache-2.0
 *
 *   test_link DEVICE ROUNDS [STUCK_MS]
 *
 * Random registers and pages of memory, written, filled and read in one go, over whatever line there is: what comes
 * back is what was sent. To be run with fake_board. STUCK_MS: of the link.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "link_def.h"

#define BYTES     (256u << 10)
#define PIECE     8192u
#define PIECES    (BYTES / PIECE)

static uint64_t seed = 4242;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % below;
}

/* Writes and fills random parts of memory in one go, and reads all of it. */
static bool run(struct link *l, uint8_t *memory, uint8_t *back, char *err, size_t errn)
{
    struct link_transfer t[PIECES];
    uint8_t fill[PIECES][8];

    for (uint32_t i = 0; i < PIECES; i++) {         /* each within its own piece: none depends on another */
        uint32_t at = draw(PIECE / 32) * 32, n = (1 + draw((PIECE - at) / 32)) * 32;
        uint8_t *bytes = memory + i * PIECE + at;
        t[i] = (struct link_transfer){ .address = i * PIECE + at };
        if (draw(3)) {
            for (uint32_t k = 0; k < n; k++)
                bytes[k] = (uint8_t)draw(256);
            t[i].command = LINK_CMD_WRITE_MEM;
            t[i].words = n / 4;
            t[i].out = bytes;
        } else {
            frame_put_word(fill[i], n);
            frame_put_word(fill[i] + 4, draw(UINT32_MAX));
            for (uint32_t k = 0; k < n; k += 4)
                memcpy(bytes + k, fill[i] + 4, 4);
            t[i].command = LINK_CMD_FILL_MEM;
            t[i].words = 2;
            t[i].out = fill[i];
        }
    }
    if (!link_do(l, t, PIECES, err, errn))
        return false;
    for (uint32_t i = 0; i < PIECES; i++)
        t[i] = (struct link_transfer){ .command = LINK_CMD_READ_MEM, .address = i * PIECE, .words = PIECE / 4,
                                       .in = back + i * PIECE };
    t[1].words = 0;                                 /* nothing to do is possible, too */
    memcpy(back + PIECE, memory + PIECE, PIECE);
    return link_do(l, t, PIECES, err, errn);
}

/* Writes random values to registers, and reads them. */
static bool registers(struct link *l, char *err, size_t errn)
{
    uint8_t out[256], in[256];
    struct link_transfer t = { .command = LINK_CMD_WRITE_REG, .address = LINK_REG_PARAMS, .words = 64, .out = out };

    for (size_t i = 0; i < sizeof out; i++)
        out[i] = (uint8_t)draw(256);
    if (!link_do(l, &t, 1, err, errn))
        return false;
    t.command = LINK_CMD_READ_REG;
    t.out = NULL;
    t.in = in;
    if (!link_do(l, &t, 1, err, errn))
        return false;
    if (!memcmp(out, in, sizeof out))
        return true;
    snprintf(err, errn, "registers read other values than were written");
    return false;
}

int main(int argc, char **argv)
{
    static uint8_t memory[BYTES], back[BYTES];
    struct link l;
    char err[1024] = "";

    if (argc < 3 || argc > 4 || !link_open(&l, argv[1], err, sizeof err)) {
        fprintf(stderr, "test_link: %s\n", *err ? err : "usage: test_link DEVICE ROUNDS [STUCK_MS]");
        return 2;
    }
    if (argc == 4)
        l.stuck_ms = atoi(argv[3]);
    uint8_t size[8] = { 0 };
    frame_put_word(size, BYTES);
    const struct link_transfer clear = { .command = LINK_CMD_FILL_MEM, .words = 2, .out = size };
    bool ok = registers(&l, err, sizeof err) && link_do(&l, &clear, 1, err, sizeof err);
    for (int i = 0; ok && i < atoi(argv[2]); i++) {
        ok = registers(&l, err, sizeof err) && run(&l, memory, back, err, sizeof err);
        if (ok && memcmp(memory, back, BYTES)) {
            snprintf(err, sizeof err, "round %d: memory reads other values than were written", i);
            ok = false;
        }
    }
    printf("%llu frames, %llu sent again\n", (unsigned long long)l.frames, (unsigned long long)l.resent);
    if (!ok)
        fprintf(stderr, "test_link: %s\n", err);
    link_close(&l);
    return !ok;
}
