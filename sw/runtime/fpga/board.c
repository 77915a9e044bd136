/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens a board and asks what it is; its memory is written by runs of bytes that differ from what it has.
 */
#include "board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga_digest.h"
#include "gsim.h"
#include "gt_chip.h"
#include "link_def.h"

#define SECTOR      32u
#define SECTORS     (BOARD_PAGE / SECTOR)
#define FILL_BYTES  (256u << 10)        /* of one request: it is answered when it is done */
#define REG_WORDS   256u                /* registers that are read or written at once */
#define MEM_LEAST   (GT_G_BASE + BOARD_CONST + BOARD_CODE + BOARD_PAGE)

static const uint8_t zeros[BOARD_PAGE];

/* ---- registers ---- */

bool board_read(struct gt_board *b, uint32_t first, uint32_t *words, uint32_t n, char *err, size_t errn)
{
    uint8_t bytes[4 * REG_WORDS];
    const struct link_transfer t = { .command = LINK_CMD_READ_REG, .address = first, .words = n, .in = bytes };

    if (!link_do(&b->link, &t, 1, err, errn))
        return false;
    for (uint32_t i = 0; i < n; i++)
        words[i] = frame_word(bytes + 4 * i);
    return true;
}

bool board_write(struct gt_board *b, uint32_t first, const uint32_t *words, uint32_t n, char *err, size_t errn)
{
    uint8_t bytes[4 * REG_WORDS];
    const struct link_transfer t = { .command = LINK_CMD_WRITE_REG, .address = first, .words = n, .out = bytes };

    for (uint32_t i = 0; i < n; i++)
        frame_put_word(bytes + 4 * i, words[i]);
    return link_do(&b->link, &t, 1, err, errn);
}

/* ---- memory ---- */

/* Sectors from..to of a page have still to travel. */
static void note_dirty(struct board_page *p, uint32_t from, uint32_t to)
{
    if (p->from == p->to) {
        p->from = (uint8_t)from;
        p->to = (uint8_t)to;
        return;
    }
    if (from < p->from)
        p->from = (uint8_t)from;
    if (to > p->to)
        p->to = (uint8_t)to;
}

/* n bytes within a page. */
static void put_in_page(struct gt_board *b, uint32_t address, const uint8_t *bytes, uint32_t n)
{
    struct board_page *p = &b->page[address / BOARD_PAGE];
    uint8_t *image = b->image + address;
    uint32_t at = address % BOARD_PAGE, end = (at + n + SECTOR - 1) / SECTOR * SECTOR;

    if (!p->known) {
        p->known = true;
        note_dirty(p, 0, SECTORS);
    }
    for (uint32_t i = at; i < end; i += SECTOR, image += SECTOR) {
        uint8_t want[SECTOR] = { 0 };
        memcpy(want, bytes + (i - at), at + n - i < SECTOR ? at + n - i : SECTOR);
        if (memcmp(image, want, SECTOR)) {
            memcpy(image, want, SECTOR);
            note_dirty(p, i / SECTOR, i / SECTOR + 1);
        }
    }
}

void board_put(struct gt_board *b, uint32_t address, const uint8_t *bytes, uint32_t n)
{
    while (n) {
        uint32_t room = BOARD_PAGE - address % BOARD_PAGE, now = n < room ? n : room;
        put_in_page(b, address, bytes ? bytes : zeros, now);
        address += now;
        bytes = bytes ? bytes + now : NULL;
        n -= now;
    }
}

static void report_up(void *ctx, uint64_t words, uint64_t of)
{
    const struct gt_board *b = ctx;

    b->watch->travel(b->watch->ctx, true, 4 * words, 4 * of);
}

static void report_down(void *ctx, uint64_t words, uint64_t of)
{
    const struct gt_board *b = ctx;

    b->watch->travel(b->watch->ctx, false, 4 * words, 4 * of);
}

/* Memory travels, and whoever watches is told. */
static bool move_memory(struct gt_board *b, bool to_board, const struct link_transfer *t, size_t n, char *err,
                        size_t errn)
{
    b->link.moved = !b->watch || !b->watch->travel ? NULL : to_board ? report_up : report_down;
    b->link.moved_ctx = b;
    bool ok = link_do(&b->link, t, n, err, errn);
    b->link.moved = NULL;
    return ok;
}

struct plan { struct link_transfer *t; uint8_t (*fill)[8]; size_t n; };

static void plan_write(struct gt_board *b, struct plan *p, uint32_t address, uint32_t bytes)
{
    p->t[p->n++] = (struct link_transfer){ .command = LINK_CMD_WRITE_MEM, .address = address, .words = bytes / 4,
                                           .out = b->image + address };
}

/* Zeros; those that follow zeros are one request with them. */
static void plan_fill(struct plan *p, uint32_t address, uint32_t bytes)
{
    struct link_transfer *last = p->n ? &p->t[p->n - 1] : NULL;

    if (last && last->command == LINK_CMD_FILL_MEM) {
        uint8_t *size = p->fill[p->n - 1];
        uint32_t had = frame_word(size);
        if (last->address + had == address && had + bytes <= FILL_BYTES) {
            frame_put_word(size, had + bytes);
            return;
        }
    }
    memset(p->fill[p->n], 0, sizeof p->fill[p->n]);
    frame_put_word(p->fill[p->n], bytes);
    p->t[p->n] = (struct link_transfer){ .command = LINK_CMD_FILL_MEM, .address = address, .words = 2,
                                         .out = p->fill[p->n] };
    p->n++;
}

bool board_flush(struct gt_board *b, char *err, size_t errn)
{
    size_t most = 0;

    for (uint32_t i = 0; i < b->pages; i++)
        most += b->page[i].from != b->page[i].to;
    if (!most)
        return true;
    struct plan p = { .t = malloc(most * sizeof *p.t), .fill = malloc(most * sizeof *p.fill) };
    bool ok = p.t && p.fill;
    if (!ok)
        snprintf(err, errn, "%s: out of memory", b->link.serial.device);
    for (uint32_t i = 0; ok && i < b->pages; i++) {
        struct board_page *page = &b->page[i];
        uint32_t at = i * BOARD_PAGE + page->from * SECTOR, bytes = (page->to - page->from) * SECTOR;
        if (!bytes)
            continue;
        if (memcmp(b->image + at, zeros, bytes))
            plan_write(b, &p, at, bytes);
        else
            plan_fill(&p, at, bytes);
        page->from = page->to = 0;
    }
    ok = ok && move_memory(b, true, p.t, p.n, err, errn);
    free(p.t);
    free(p.fill);
    return ok;
}

bool board_pull(struct gt_board *b, const uint32_t dirty[BOARD_PAGES / 32], char *err, size_t errn)
{
    struct link_transfer *t = malloc(b->pages * sizeof *t);
    size_t n = 0;

    if (!t) {
        snprintf(err, errn, "%s: out of memory", b->link.serial.device);
        return false;
    }
    for (uint32_t i = 0; i < b->pages; i++)
        if (dirty[i / 32] >> i % 32 & 1)
            t[n++] = (struct link_transfer){ .command = LINK_CMD_READ_MEM, .address = i * BOARD_PAGE,
                                             .words = BOARD_PAGE / 4, .in = b->image + (size_t)i * BOARD_PAGE };
    bool ok = move_memory(b, false, t, n, err, errn);
    free(t);
    return ok;
}

void board_forget(struct gt_board *b, const uint32_t dirty[BOARD_PAGES / 32])
{
    for (uint32_t i = 0; i < b->pages; i++)
        if (dirty[i / 32] >> i % 32 & 1)
            b->page[i].known = false;
}

/* ---- opening ---- */

static uint32_t bit_field(uint32_t word, unsigned at, unsigned bits)
{
    return word >> at & ((1ull << bits) - 1);
}
#define CONFIG(word, name) bit_field(word, LINK_CONFIG_##name##_AT, LINK_CONFIG_##name##_BITS)

static bool refuse_value(const struct gt_board *b, char *err, size_t errn, const char *what, uint64_t value,
                         uint64_t expected, const char *hint)
{
    snprintf(err, errn, "%s: %s is 0x%" PRIx64 ", expected 0x%" PRIx64 ": %s", b->link.serial.device, what, value,
             expected, hint);
    return false;
}

/* What the board is; false: not one that this program can talk to. */
static bool identify_board(struct gt_board *b, char *err, size_t errn)
{
    uint32_t w[LINK_REG_STATUS];
    struct gt_board_info *i = &b->info;

    if (!board_read(b, LINK_REG_MAGIC, w, 2, err, errn))
        return false;
    if (w[LINK_REG_MAGIC] != LINK_MAGIC)
        return refuse_value(b, err, errn, "register magic", w[LINK_REG_MAGIC], LINK_MAGIC, "no board of this project");
    if (w[LINK_REG_VERSION] != LINK_VERSION)
        return refuse_value(b, err, errn, "version of the protocol", w[LINK_REG_VERSION], LINK_VERSION,
                            "bitstream and program are of different times");
    if (!board_read(b, 0, w, LINK_REG_FRAMES_BAD + 1, err, errn) ||
        !board_read(b, LINK_REG_TRACE_DEPTH, &i->trace_depth, 1, err, errn))
        return false;
    for (int k = 0; k < 4; k++)
        frame_put_word((uint8_t *)i->name + 4 * k, w[LINK_REG_BOARD + k]);
    i->name[16] = 0;
    for (char *c = i->name; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    i->version = w[LINK_REG_VERSION];
    i->digest = w[LINK_REG_DIGEST] | (uint64_t)w[LINK_REG_DIGEST + 1] << 32;
    i->mem_bytes = w[LINK_REG_MEM_BYTES];
    i->clock_hz = w[LINK_REG_CLOCK_HZ];
    i->frames_bad = w[LINK_REG_FRAMES_BAD];
    i->sms = CONFIG(w[LINK_REG_CONFIG], SMS);
    i->warps = CONFIG(w[LINK_REG_CONFIG], WARPS);
    i->fold = CONFIG(w[LINK_REG_CONFIG], FOLD);
    i->dpu = CONFIG(w[LINK_REG_CONFIG], DPU);
    i->tex = CONFIG(w[LINK_REG_CONFIG], TEX);
    i->signature = CONFIG(w[LINK_REG_CONFIG], SIGNATURE);
    b->pages = i->mem_bytes / BOARD_PAGE < BOARD_PAGES ? i->mem_bytes / BOARD_PAGE : BOARD_PAGES;
    return true;
}

bool gt_board_fits(const struct gt_board *b, char *err, size_t errn)
{
    const struct gt_board_info *i = &b->info;

    if (i->digest != FPGA_DIGEST)
        return refuse_value(b, err, errn, "digest of the sources of the bitstream", i->digest, FPGA_DIGEST,
                            "make and load the bitstream of this tree");
    if (i->sms != 1 && i->sms != GT_TPC_SMS) {
        snprintf(err, errn, "%s: the board has %u SMs, expected 1 or %u", b->link.serial.device, i->sms, GT_TPC_SMS);
        return false;
    }
    if (gt_board_chip(b)->values->warps != i->warps) {
        snprintf(err, errn, "%s: the board has SMs of %u warps, expected 32, or one of 8", b->link.serial.device,
                 i->warps);
        return false;
    }
    if (b->pages < MEM_LEAST / BOARD_PAGE) {
        snprintf(err, errn, "%s: the board says that it has %u bytes of memory, at least %u are needed",
                 b->link.serial.device, i->mem_bytes, MEM_LEAST);
        return false;
    }
    return true;
}

/* Memory ready, and nothing runs. */
static bool wait_until_quiet(struct gt_board *b, char *err, size_t errn)
{
    const int64_t until = serial_now() + b->link.silence_ms;
    uint32_t none = 0, status = 0;

    if (!board_write(b, LINK_REG_LAUNCH, &none, 1, err, errn))
        return false;
    do {
        if (!board_read(b, LINK_REG_STATUS, &status, 1, err, errn))
            return false;
    } while (!bit_field(status, LINK_STATUS_MEM_READY_AT, 1) && serial_now() < until);
    if (!bit_field(status, LINK_STATUS_MEM_READY_AT, 1)) {
        snprintf(err, errn, "%s: the board's memory is not ready after %d s (status 0x%x)", b->link.serial.device,
                 (int)(b->link.silence_ms / 1000), status);
        return false;
    }
    return true;
}

/* Room for the image. */
static bool allocate_image(struct gt_board *b, char *err, size_t errn)
{
    b->image = calloc(b->pages, BOARD_PAGE);
    b->page = calloc(b->pages, sizeof *b->page);
    if (!b->image || !b->page)
        snprintf(err, errn, "%s: out of memory", b->link.serial.device);
    return b->image && b->page;
}

struct gt_board *gt_board_connect(const char *device, char *err, size_t errn)
{
    struct gt_board *b = calloc(1, sizeof *b);

    if (!b) {
        snprintf(err, errn, "%s: out of memory", device);
        return NULL;
    }
    if (!link_open(&b->link, device, err, errn)) {
        free(b);
        return NULL;
    }
    b->users = 1;
    pthread_mutex_init(&b->lock, NULL);
    snprintf(b->device, sizeof b->device, "%s", device);
    if (identify_board(b, err, errn))
        return b;
    gt_board_close(b);
    return NULL;
}

struct gt_board *gt_board_open(const char *device, char *err, size_t errn)
{
    struct gt_board *b = gt_board_connect(device, err, errn);

    if (!b || (gt_board_fits(b, err, errn) && wait_until_quiet(b, err, errn) && allocate_image(b, err, errn)))
        return b;
    gt_board_close(b);
    return NULL;
}

struct gt_board *gt_board_share(struct gt_board *b)
{
    __atomic_add_fetch(&b->users, 1, __ATOMIC_RELAXED);
    return b;
}

void gt_board_close(struct gt_board *b)
{
    if (!b || __atomic_sub_fetch(&b->users, 1, __ATOMIC_ACQ_REL))
        return;
    pthread_mutex_destroy(&b->lock);
    link_close(&b->link);
    free(b->image);
    free(b->page);
    free(b);
}

const struct gt_chip *gt_board_chip(const struct gt_board *b)
{
    const struct gt_chip *small = gt_chip_find("small", NULL, 0);

    return b->info.sms == 1 && b->info.warps == small->values->warps ? small
           : gt_chip_find(b->info.sms == GT_TPC_SMS ? "tpc" : "sm", NULL, 0);
}

uint32_t gt_board_memory(const struct gt_board *b)
{
    return b->pages < MEM_LEAST / BOARD_PAGE ? 0 : b->pages * BOARD_PAGE - GT_G_BASE - BOARD_CONST - BOARD_CODE;
}
