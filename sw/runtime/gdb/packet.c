/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames: $packet#sum, acknowledged by + unless both sides have agreed not to. A } in front of a character means that
 * character with bit 5 changed.
 */
#define _POSIX_C_SOURCE 200809L
#include "packet.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define INTERRUPT 3

bool gdb_listen(struct gdb_link *l, unsigned *port, char *err, size_t n)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)*port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof at;
    const int yes = 1;

    *l = (struct gdb_link){ .listener = socket(AF_INET, SOCK_STREAM, 0), .fd = -1, .acks = true };
    if (l->listener >= 0)
        setsockopt(l->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (l->listener < 0 || bind(l->listener, (struct sockaddr *)&at, sizeof at) || listen(l->listener, 1) ||
        getsockname(l->listener, (struct sockaddr *)&at, &length)) {
        snprintf(err, n, "port %u: %s", *port, strerror(errno));
        if (l->listener >= 0)
            close(l->listener);
        l->listener = -1;
        return false;
    }
    *port = ntohs(at.sin_port);
    return true;
}

bool gdb_accept(struct gdb_link *l)
{
    const int yes = 1;

    do
        l->fd = accept(l->listener, NULL, NULL);
    while (l->fd < 0 && errno == EINTR);
    if (l->fd >= 0)
        setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    l->have = 0;
    l->acks = true;
    return l->fd >= 0;
}

void gdb_hang_up(struct gdb_link *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
}

/* Sends n bytes; false: the debugger is gone. */
static bool write_all(struct gdb_link *l, const char *text, size_t n)
{
    while (n) {
        const ssize_t did = send(l->fd, text, n, MSG_NOSIGNAL);
        if (did < 0 && errno == EINTR)
            continue;
        if (did <= 0) {
            gdb_hang_up(l);
            return false;
        }
        text += did;
        n -= (size_t)did;
    }
    return true;
}

/* More of what comes; wait: until there is some. */
static bool receive_more(struct gdb_link *l, bool wait)
{
    struct pollfd p = { .fd = l->fd, .events = POLLIN };

    if (l->fd < 0 || l->have == sizeof l->in || (!wait && poll(&p, 1, 0) <= 0))
        return false;
    const ssize_t got = recv(l->fd, l->in + l->have, sizeof l->in - l->have, 0);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0) {
        gdb_hang_up(l);
        return false;
    }
    l->have += (size_t)got;
    return true;
}

static void drop_input(struct gdb_link *l, size_t n)
{
    memmove(l->in, l->in + n, l->have - n);
    l->have -= n;
}

/* Acknowledgements may come in front of it. */
bool gdb_interrupted(struct gdb_link *l)
{
    while (l->have || receive_more(l, false)) {
        const char first = l->have ? l->in[0] : 0;
        if (first && first != INTERRUPT && first != '+' && first != '-')
            return false;
        if (l->have)
            drop_input(l, 1);
        if (first == INTERRUPT)
            return true;
    }
    return false;
}

static unsigned sum_of(const char *text, size_t n)
{
    unsigned sum = 0;
    while (n--)
        sum += (unsigned char)*text++;
    return sum & 0xff;
}

bool gdb_receive(struct gdb_link *l, char *packet, size_t *length)
{
    for (;;) {
        const char *hash;
        while (l->have && l->in[0] != '$')
            drop_input(l, 1);                 /* acknowledgements; an interrupt of what has stopped */
        if (!l->have || !(hash = memchr(l->in, '#', l->have)) || hash + 3 > l->in + l->have) {
            if (!receive_more(l, true))
                return false;
            continue;
        }
        const size_t n = (size_t)(hash - l->in) - 1;
        char told[3] = { hash[1], hash[2], 0 };
        const bool right = strtoul(told, NULL, 16) == sum_of(l->in + 1, n);
        size_t at = 0;
        for (size_t i = 0; i < n && at < GDB_PACKET; i++) {
            const bool escaped = l->in[1 + i] == '}' && i + 1 < n;
            i += escaped;
            packet[at++] = escaped ? l->in[1 + i] ^ 0x20 : l->in[1 + i];
        }
        packet[at] = 0;
        *length = at;
        drop_input(l, n + 4);
        if (l->acks && !write_all(l, right ? "+" : "-", 1))
            return false;
        if (right)
            return true;
    }
}

bool gdb_send(struct gdb_link *l, const char *packet, size_t length)
{
    char frame[2 * GDB_PACKET + 8];
    size_t at = 1;

    frame[0] = '$';
    for (size_t i = 0; i < length && at < 2 * GDB_PACKET; i++) {
        const bool escape = strchr("#$}*", packet[i]) && packet[i];
        if (escape)
            frame[at++] = '}';
        frame[at++] = escape ? packet[i] ^ 0x20 : packet[i];
    }
    at += (size_t)snprintf(frame + at, 4, "#%02x", sum_of(frame + 1, at - 1));
    return l->fd >= 0 && write_all(l, frame, at);
}

bool gdb_sends(struct gdb_link *l, const char *text) { return gdb_send(l, text, strlen(text)); }

void gdb_hex(char *out, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;

    for (size_t i = 0; i < n; i++)
        snprintf(out + 2 * i, 3, "%02x", p[i]);
    out[2 * n] = 0;
}

size_t gdb_unhex(void *out, size_t room, const char *text, size_t n)
{
    uint8_t *p = out;
    size_t i = 0;

    for (; i < room && 2 * i + 1 < n; i++) {
        const char two[3] = { text[2 * i], text[2 * i + 1], 0 };
        char *end;
        p[i] = (uint8_t)strtoul(two, &end, 16);
        if (*end)
            break;
    }
    return i;
}
