/* SPDX-License-Identifier: Apache-2.0
 *
 * A serial line of Linux: raw bytes, 8N1, any rate that its driver can make. Every call ends in time.
 */
#ifndef GT200_SERIAL_H
#define GT200_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct serial {
    int      fd;                /* -1: not open */
    char     device[256];
    uint32_t baud;
};

/* Opens the device for this program alone. false: err names the device and says why: there is none, no right to it, in
 * use, not a serial line, a rate that it does not have. */
bool serial_open(struct serial *s, const char *device, uint32_t baud, char *err, size_t errn);
void serial_close(struct serial *s);

/* Milliseconds of a clock that only runs forward. */
int64_t serial_now(void);

/* Waits until `until` (of serial_now) for something to read, or with `write` for room to write. false: err names the
 * device, which has gone (a pulled cable). */
bool serial_wait(const struct serial *s, bool write, int64_t until, char *err, size_t errn);
/* What is there to be read, or what there is room for, without waiting: *got bytes, perhaps 0. */
bool serial_read(const struct serial *s, uint8_t *bytes, size_t n, size_t *got, char *err, size_t errn);
bool serial_write(const struct serial *s, const uint8_t *bytes, size_t n, size_t *put, char *err, size_t errn);

#endif
