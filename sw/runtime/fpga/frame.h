/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames on a serial line (units/link.md): flags, escapes and the sum of check. No memory, no files: bytes in, bytes
 * out. Used by the host and by the boards that tests make.
 */
#ifndef GT200_FRAME_H
#define GT200_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_WORDS   256u              /* of payload, at most */
#define FRAME_HEAD    8u                /* tag, command or status, count, address */
#define FRAME_BYTES   (FRAME_HEAD + 4 * FRAME_WORDS + 4)       /* without flags and escapes, with the sum */
#define FRAME_ENCODED (2 * FRAME_BYTES + 2)                     /* on the line, at most */

/* A request or an answer. The payload are words as they lie in memory: low byte first. */
struct frame {
    uint8_t  tag, code;                 /* command of a request, status of an answer */
    uint16_t count;                     /* words of the request; need not be those of the payload */
    uint32_t address;
    uint32_t words;                     /* of payload, 0 to FRAME_WORDS */
    uint8_t  payload[4 * FRAME_WORDS];
};

/* CRC-32 as zlib's crc32(); crc: 0, or what the bytes before gave. */
uint32_t frame_crc(uint32_t crc, const uint8_t *bytes, size_t n);

/* The bytes on the line, both flags among them; returns how many. */
size_t frame_encode(const struct frame *f, uint8_t out[FRAME_ENCODED]);

/* What has come of a frame so far. All zero: nothing, and no flag yet. */
struct frame_decoder {
    uint8_t  bytes[FRAME_BYTES];
    uint32_t n;
    bool     inside, escaped, too_long;
    uint64_t bad;                       /* frames dropped: not whole words, too short, too long, wrong sum */
};

/* One more byte from the line; true: it completes a frame with a right sum, which is in f. */
bool frame_decode(struct frame_decoder *d, uint8_t byte, struct frame *f);

/* Words, low byte first. */
uint32_t frame_word(const uint8_t bytes[4]);
void frame_put_word(uint8_t bytes[4], uint32_t word);

#endif
