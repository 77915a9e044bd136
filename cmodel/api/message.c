/* SPDX-License-Identifier: Apache-2.0
 *
 * A message between processes as bytes that grow: values in, values out, in the same order.
 */
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void end(const char *why)
{
    fprintf(stderr, "gt200: a message between processes: %s\n", why);
    abort();
}

void message_room(struct gt_message *m, size_t n)
{
    if (n <= m->cap)
        return;
    size_t cap = n < 2 * m->cap ? 2 * m->cap : n;
    uint8_t *bytes = realloc(m->bytes, cap);
    if (!bytes)
        end("out of memory");
    m->bytes = bytes;
    m->cap = cap;
}

void message_free(struct gt_message *m)
{
    free(m->bytes);
    *m = (struct gt_message){0};
}

void message_put(struct gt_message *m, const void *bytes, size_t n)
{
    message_room(m, m->n + n);
    if (n)
        memcpy(m->bytes + m->n, bytes, n);
    m->n += n;
}

void message_get(struct gt_message *m, void *bytes, size_t n)
{
    if (n > m->n - m->at)
        end("it ends too early");
    if (n)
        memcpy(bytes, m->bytes + m->at, n);
    m->at += n;
}

void message_put_text(struct gt_message *m, const char *text)
{
    uint32_t n = (uint32_t)strlen(text);
    MESSAGE_PUT(m, n);
    message_put(m, text, n);
}

void message_get_text(struct gt_message *m, char *text, size_t size)
{
    uint32_t n;
    MESSAGE_GET(m, n);
    uint32_t kept = n < size ? n : (uint32_t)size - 1;
    message_get(m, text, kept);
    text[kept] = '\0';
    if (n - kept > m->n - m->at)
        end("it ends too early");
    m->at += n - kept;
}
