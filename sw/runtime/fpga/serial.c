/* SPDX-License-Identifier: Apache-2.0
 * termios2 of Linux takes any rate; it comes with the kernel's headers, which exclude <termios.h>. */
#define _DEFAULT_SOURCE
#include "serial.h"

#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define RATE_PERCENT 3          /* how far a rate may be from the one asked for: beyond, 8N1 loses bytes */

static bool fail(const struct serial *s, const char *what, char *err, size_t errn)
{
    snprintf(err, errn, "%s: %s", s->device, what);
    return false;
}

static bool gone(const struct serial *s, char *err, size_t errn)
{
    return fail(s, "the line has gone: cable pulled, or the board without power?", err, errn);
}

/* A call that has not moved a byte: is it that there was none, or no room? */
static bool not_yet(const struct serial *s, char *err, size_t errn)
{
    if (errno == EAGAIN || errno == EINTR)
        return true;
    if (errno == EIO || errno == ENXIO || errno == ENODEV)
        return gone(s, err, errn);
    return fail(s, strerror(errno), err, errn);
}

static bool cannot_open(const struct serial *s, char *err, size_t errn)
{
    if (errno == EACCES)
        snprintf(err, errn, "%s: no right to read and write it (its group is often 'dialout': adduser YOU dialout)",
                 s->device);
    else if (errno == EBUSY)
        snprintf(err, errn, "%s: another program has it", s->device);
    else
        snprintf(err, errn, "%s: %s", s->device, strerror(errno));
    return false;
}

/* Bytes as they are, 8N1, no flow control, no modem lines. */
static bool make_raw(const struct serial *s, char *err, size_t errn)
{
    struct termios2 t;

    if (ioctl(s->fd, TCGETS2, &t))
        return fail(s, "not a serial line", err, errn);
    t.c_iflag = 0;
    t.c_oflag = 0;
    t.c_lflag = 0;
    t.c_cflag = CS8 | CREAD | CLOCAL | BOTHER;
    t.c_ispeed = t.c_ospeed = s->baud;
    t.c_cc[VMIN] = 1;             /* a read of nothing is EAGAIN, one of 0 bytes the end */
    t.c_cc[VTIME] = 0;
    if (ioctl(s->fd, TCSETS2, &t) || ioctl(s->fd, TCGETS2, &t)) {
        snprintf(err, errn, "%s: %u baud, 8N1: %s", s->device, s->baud, strerror(errno));
        return false;
    }
    uint64_t off = t.c_ospeed > s->baud ? t.c_ospeed - s->baud : s->baud - t.c_ospeed;
    if (off * 100 > (uint64_t)s->baud * RATE_PERCENT) {
        snprintf(err, errn, "%s: %u baud asked for, the line makes %u", s->device, s->baud, t.c_ospeed);
        return false;
    }
    ioctl(s->fd, TCFLSH, 2);            /* TCIOFLUSH: what is on its way is of nobody's */
    return true;
}

bool serial_open(struct serial *s, const char *device, uint32_t baud, char *err, size_t errn)
{
    memset(s, 0, sizeof *s);
    snprintf(s->device, sizeof s->device, "%s", device);
    s->baud = baud;
    s->fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (s->fd < 0)
        return cannot_open(s, err, errn);
    bool ok = true;
    if (flock(s->fd, LOCK_EX | LOCK_NB)) {
        errno = errno == EWOULDBLOCK ? EBUSY : errno;
        ok = cannot_open(s, err, errn);
    }
    ok = ok && make_raw(s, err, errn);
    if (!ok)
        serial_close(s);
    return ok;
}

void serial_close(struct serial *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
}

int64_t serial_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool serial_wait(const struct serial *s, bool write, int64_t until, char *err, size_t errn)
{
    struct pollfd p = { .fd = s->fd, .events = (short)(write ? POLLIN | POLLOUT : POLLIN) };
    int64_t left = until - serial_now();

    if (poll(&p, 1, left < 0 ? 0 : left > 60000 ? 60000 : (int)left) < 0 && errno != EINTR)
        return fail(s, strerror(errno), err, errn);
    if (p.revents & (POLLERR | POLLNVAL) || (p.revents & POLLHUP && !(p.revents & POLLIN)))
        return gone(s, err, errn);
    return true;
}

bool serial_read(const struct serial *s, uint8_t *bytes, size_t n, size_t *got, char *err, size_t errn)
{
    ssize_t r = read(s->fd, bytes, n);

    *got = r > 0 ? (size_t)r : 0;
    return r > 0 || (r < 0 ? not_yet(s, err, errn) : gone(s, err, errn));
}

bool serial_write(const struct serial *s, const uint8_t *bytes, size_t n, size_t *put, char *err, size_t errn)
{
    ssize_t w = write(s->fd, bytes, n);

    *put = w > 0 ? (size_t)w : 0;
    return w >= 0 || not_yet(s, err, errn);
}
