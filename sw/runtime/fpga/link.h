/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests to a board and their answers over a serial line that loses, changes and adds bytes (units/link.md): several
 * on their way, matched by tag, sent again when an answer does not come in time or a later one comes before it. Frames
 * become short while the line is bad. Every call ends: what is not answered for long is an error.
 */
#ifndef GT200_LINK_H
#define GT200_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "serial.h"

#define LINK_BAUD 3000000u              /* of a board that is not said to have another rate */

/* Words from or to the board: registers or memory, any number of them. The link cuts them into frames. */
struct link_transfer {
    uint8_t  command;                   /* LINK_CMD_* */
    uint32_t address;                   /* of the first register; of memory: multiple of 32 */
    uint32_t words;                     /* memory: multiple of 8; fill_mem: 2 */
    const uint8_t *out;                 /* 4 bytes per word, low byte first; of reads: NULL */
    uint8_t *in;                        /* likewise; of writes: NULL */
};

struct link_window;
struct link {
    struct serial serial;
    struct link_window *window;         /* what is on its way */
    struct frame_decoder decoder;
    uint8_t  tag;                       /* of the next frame */
    uint32_t chunk;                     /* words of payload that a frame has at most today */
    uint32_t good;                      /* frames answered since the last one was lost */
    int64_t  first_ms, silence_ms;      /* so long nothing right may come: at first, later */
    int64_t  stuck_ms;                  /* so long all that comes may be answers to requests that were given up */
    int64_t  mean_us, vary_us;          /* of round trips */
    int64_t  resend_ms;                 /* after which a request is sent again */
    int64_t  sent[256];                 /* when the request of a tag went that has not been answered; 0: none has */
    uint64_t frames, resent, bytes_in, answers;
    void   (*moved)(void *ctx, uint64_t words, uint64_t of);    /* link_do: so many of its words have been answered,
                                                                   none of them at first. NULL: nobody asks */
    void    *moved_ctx;
    bool     broken;                    /* an error has happened: every later call fails with the same message */
    char     message[512];
};

/* Opens "DEVICE" or "DEVICE@BAUD". false: err says why not. */
bool link_open(struct link *l, const char *device, char *err, size_t errn);
void link_close(struct link *l);

/* Does all transfers; none may depend on another one. false: err says which failed and why. */
bool link_do(struct link *l, const struct link_transfer *t, size_t n, char *err, size_t errn);

#endif
