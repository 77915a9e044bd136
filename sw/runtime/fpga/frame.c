/* SPDX-License-Identifier: Apache-2.0
 *
 * Encodes and decodes a frame, escapes and sum included.
 */
#include "frame.h"

#include <string.h>

#define FLAG   0x7e
#define ESCAPE 0x7d
#define FLIP   0x20                     /* what an escape changes in the byte behind it */

uint32_t frame_word(const uint8_t b[4])
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

void frame_put_word(uint8_t b[4], uint32_t word)
{
    for (int i = 0; i < 4; i++)
        b[i] = (uint8_t)(word >> 8 * i);
}

/* Four bits at a time: the remainders of 0 to 15 by the polynomial 0xedb88320. */
uint32_t frame_crc(uint32_t crc, const uint8_t *bytes, size_t n)
{
    static const uint32_t remainder[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };

    crc = ~crc;
    for (; n; n--) {
        crc ^= *bytes++;
        crc = crc >> 4 ^ remainder[crc & 15];
        crc = crc >> 4 ^ remainder[crc & 15];
    }
    return ~crc;
}

/* Bytes with escapes; returns how many were written, up to 2 * n. */
static size_t put(uint8_t *out, const uint8_t *bytes, size_t n)
{
    size_t at = 0;

    for (; n; n--, bytes++) {
        bool escape = *bytes == FLAG || *bytes == ESCAPE;
        if (escape)
            out[at++] = ESCAPE;
        out[at++] = escape ? *bytes ^ FLIP : *bytes;
    }
    return at;
}

size_t frame_encode(const struct frame *f, uint8_t out[FRAME_ENCODED])
{
    uint8_t head[FRAME_HEAD] = { f->tag, f->code, (uint8_t)f->count, (uint8_t)(f->count >> 8) }, sum[4];
    size_t n = 0;

    frame_put_word(head + 4, f->address);
    frame_put_word(sum, frame_crc(frame_crc(0, head, sizeof head), f->payload, 4 * f->words));
    out[n++] = FLAG;
    n += put(out + n, head, sizeof head);
    n += put(out + n, f->payload, 4 * f->words);
    n += put(out + n, sum, sizeof sum);
    out[n++] = FLAG;
    return n;
}

/* What lies between two flags. */
static bool complete(struct frame_decoder *d, struct frame *f)
{
    bool empty = !d->n && !d->too_long && !d->escaped;

    if (empty)
        return false;
    if (d->too_long || d->escaped || d->n < FRAME_HEAD + 4 || d->n % 4 ||
        frame_crc(0, d->bytes, d->n - 4) != frame_word(d->bytes + d->n - 4)) {
        d->bad++;
        return false;
    }
    f->tag = d->bytes[0];
    f->code = d->bytes[1];
    f->count = (uint16_t)(d->bytes[2] | d->bytes[3] << 8);
    f->address = frame_word(d->bytes + 4);
    f->words = (d->n - FRAME_HEAD - 4) / 4;
    memcpy(f->payload, d->bytes + FRAME_HEAD, 4 * f->words);
    return true;
}

bool frame_decode(struct frame_decoder *d, uint8_t byte, struct frame *f)
{
    if (byte == FLAG) {
        bool whole = d->inside && complete(d, f);
        d->inside = true;
        d->escaped = d->too_long = false;
        d->n = 0;
        return whole;
    }
    if (!d->inside)
        return false;
    if (byte == ESCAPE && !d->escaped) {
        d->escaped = true;
        return false;
    }
    if (d->escaped)
        byte ^= FLIP;
    d->escaped = false;
    if (d->n == FRAME_BYTES)
        d->too_long = true;
    else
        d->bytes[d->n++] = byte;
    return false;
}
