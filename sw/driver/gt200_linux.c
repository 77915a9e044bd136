/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's way to registers and memory under Linux: /dev/mem or a UIO device.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "gt200_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { REGISTERS = 4096, LOOK_MS = 1 };

static int map(int fd, uint64_t at, size_t bytes, struct gt200_mapping *m)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), in_page = at % page;

    m->bytes = bytes + (size_t)in_page;
    m->base  = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(at - in_page));
    if (m->base == MAP_FAILED)
        return errno;
    m->at = (char *)m->base + in_page;
    return 0;
}

int gt200_linux_map(struct gt200_mapping *m, const char *path, uint64_t at, size_t bytes)
{
    const int fd = open(path, O_RDWR | O_SYNC | O_CLOEXEC);

    if (fd < 0)
        return errno;
    const int e = map(fd, at, bytes, m);
    close(fd);                              /* what is mapped stays */
    return e;
}

void gt200_linux_unmap(struct gt200_mapping *m)
{
    munmap(m->base, m->bytes);
    m->base = m->at = NULL;
}

int gt200_linux_open(struct gt200_linux *l, const char *path, uint64_t at)
{
    struct gt200_mapping m;

    memset(l, 0, sizeof *l);
    if (at % (uint64_t)sysconf(_SC_PAGESIZE))
        return EINVAL;
    l->fd = open(path, O_RDWR | O_SYNC | O_CLOEXEC);
    if (l->fd < 0)
        return errno;
    int e = map(l->fd, at, REGISTERS, &m);
    if (e) {
        close(l->fd);
        return e;
    }
    l->registers  = m.at;
    l->interrupts = strncmp(path, "/dev/uio", 8) == 0;
    if (gt200_open(&l->g, gt200_mmio_bus(l->registers)) != GT200_OK) {
        gt200_linux_close(l);
        return ENODEV;
    }
    return 0;
}

void gt200_linux_close(struct gt200_linux *l)
{
    munmap(l->registers, REGISTERS);
    close(l->fd);
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* An interrupt, or some time: UIO lets one through after a 1 has been written. */
static int doze(struct gt200_linux *l, int64_t left)
{
    const uint32_t one = 1;
    uint32_t count;
    struct pollfd p = { .fd = l->fd, .events = POLLIN };

    if (!l->interrupts) {
        const struct timespec t = { .tv_nsec = LOOK_MS * 1000000L };
        nanosleep(&t, NULL);
        return 0;
    }
    if (write(l->fd, &one, sizeof one) != sizeof one)
        return errno;
    const int n = poll(&p, 1, left < 0 ? -1 : (int)left);
    if (n < 0)
        return errno == EINTR ? 0 : errno;
    if (n && read(l->fd, &count, sizeof count) != sizeof count)
        return errno;
    return 0;
}

int gt200_linux_wait(struct gt200_linux *l, struct gt200_status *s, int milliseconds)
{
    const int64_t end = now_ms() + milliseconds;

    if (l->interrupts)
        gt200_irq_enable(&l->g, GT200_IRQ_ENDED);
    for (;;) {
        gt200_look(&l->g, s);
        if (!s->running)
            break;
        const int64_t left = milliseconds < 0 ? -1 : end - now_ms();
        if (milliseconds >= 0 && left <= 0)
            return ETIMEDOUT;
        const int e = doze(l, left);
        if (e)
            return e;
        if (l->interrupts)
            gt200_irq_take(&l->g);          /* a chip's answer is several words, with an interrupt each */
    }
    if (l->interrupts)
        gt200_irq_take(&l->g);
    return 0;
}
