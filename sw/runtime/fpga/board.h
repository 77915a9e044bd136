/* SPDX-License-Identifier: Apache-2.0
 *
 * A board at the end of a serial line: what it is, its registers, its memory (units/link.md). The host keeps what the
 * board's memory holds, so that only what changes travels.
 */
#ifndef GT200_BOARD_H
#define GT200_BOARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gsim.h"
#include "link.h"

#define BOARD_PAGE    4096u             /* bytes that a bit of register `dirty` stands for */
#define BOARD_PAGES   8192u             /* bits that there are: memory beyond is not used */
#define BOARD_CONST   (16u * 65536u)    /* room for the constant segments */
#define BOARD_CODE    (256u << 10)      /* room for code that gt_board_memory leaves */

struct gt_board_info {
    char     name[17];
    uint32_t version, mem_bytes, clock_hz, trace_depth, frames_bad;
    uint64_t digest;                    /* of the sources its bitstream was made from */
    uint32_t sms, warps, fold;          /* SMs, warp slots of each; host clocks of a target cycle, at least */
    bool     dpu, tex, signature;       /* double precision, textures, a signature */
};

/* Who watches a launch. travel: memory goes to the board or comes back, so many bytes of it have; called first with 0,
 * then after each answer of the board. Each may be NULL. */
typedef void gt_board_travel(void *ctx, bool to_board, uint64_t bytes, uint64_t of);
struct gt_board_watch { gt_progress *progress; gt_board_travel *travel; void *ctx; };

struct gt_board {
    struct link link;
    const struct gt_board_watch *watch; /* of the launch; NULL: nobody */
    unsigned users;                     /* who share it */
    pthread_mutex_t lock;               /* of a launch */
    char     device[256];               /* as it was asked for */
    struct gt_board_info info;
    uint32_t launch;                    /* number of the last one */
    uint8_t *image;                     /* what the memory holds, or will after board_flush */
    struct board_page { uint8_t known, from, to; } *page;      /* known: the board has been told all of it; sectors of
                                                                  32 bytes that it has still to be told */
    uint32_t pages;
    struct { uint32_t w[5]; bool known; } tex[128];            /* texture descriptors that the board holds */
};

/* Opens "DEVICE" or "DEVICE@BAUD" and asks what is there: `info` is filled. It changes nothing on the board. NULL: err
 * is one line that names the device and says why not: no line, no answer, another protocol. */
struct gt_board *gt_board_connect(const char *device, char *err, size_t errn);
/* Can this program use it? false: err says why not: a bitstream made from other sources, not the SMs of a chip that
 * there is, too little memory. */
bool gt_board_fits(const struct gt_board *b, char *err, size_t errn);
/* Both, and ends what runs. NULL: err is one line as above. */
struct gt_board *gt_board_open(const char *device, char *err, size_t errn);
/* One more user: several GPUs may share a board, whose memory is that of the one that launches. */
struct gt_board *gt_board_share(struct gt_board *b);
/* One user less; without any the line is closed. b may be NULL. */
void gt_board_close(struct gt_board *b);
/* The chip that it is: sm, tpc (DIST-1) or small. */
const struct gt_chip *gt_board_chip(const struct gt_board *b);
/* Bytes of device memory that fit beside constants and code of usual size. */
uint32_t gt_board_memory(const struct gt_board *b);

/* What follows returns false when the line or the board fails: err says how, and the board is of no use any more. */

/* n registers from `first` on. */
bool board_read(struct gt_board *b, uint32_t first, uint32_t *words, uint32_t n, char *err, size_t errn);
bool board_write(struct gt_board *b, uint32_t first, const uint32_t *words, uint32_t n, char *err, size_t errn);

/* The board's memory shall hold these bytes from `address` on, a multiple of 32 (NULL: zeros); the rest of the last
 * sector, and of pages that the board has not been told before, becomes 0. Travels with board_flush. */
void board_put(struct gt_board *b, uint32_t address, const uint8_t *bytes, uint32_t n);
bool board_flush(struct gt_board *b, char *err, size_t errn);
/* Reads pages from the board into the image: those with a bit in `dirty`. */
bool board_pull(struct gt_board *b, const uint32_t dirty[BOARD_PAGES / 32], char *err, size_t errn);

/* The board's memory there is not known any more, and travels again. */
void board_forget(struct gt_board *b, const uint32_t dirty[BOARD_PAGES / 32]);

#endif
