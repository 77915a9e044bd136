/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes that one process writes and another of the same program reads, in the same order (peers.h): values as they lie
 * in memory.
 */
#ifndef GT200_MESSAGE_H
#define GT200_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gt_message {
    uint8_t *bytes;
    size_t   n, cap;            /* written; allocated */
    size_t   at;                /* read so far */
};

/* Room for n bytes in all; what is in it stays. Ends the program when there is no memory. */
void message_room(struct gt_message *m, size_t n);
/* Empty, to be written; what it has allocated stays. */
static inline void message_clear(struct gt_message *m) { m->n = m->at = 0; }
void message_free(struct gt_message *m);

void message_put(struct gt_message *m, const void *bytes, size_t n);
/* The next n bytes. Ends the program when there are fewer: then the processes do not speak the same language. */
void message_get(struct gt_message *m, void *bytes, size_t n);
/* A value of any type but an array; a string with its end. */
#define MESSAGE_PUT(m, value) message_put(m, &(value), sizeof(value))
#define MESSAGE_GET(m, value) message_get(m, &(value), sizeof(value))
void message_put_text(struct gt_message *m, const char *text);
/* At most size - 1 characters of it. */
void message_get_text(struct gt_message *m, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
