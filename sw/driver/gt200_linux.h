/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's registers and memory from Linux' user space: a UIO device, which tells of interrupts, or /dev/mem.
 * Functions that can fail return 0 or an errno.
 */
#ifndef GT200_LINUX_H
#define GT200_LINUX_H

#include <stddef.h>

#include "gt200_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gt200_linux {
    struct gt200 g;
    int    fd;
    void  *registers;
    bool   interrupts;              /* fd tells of them: UIO */
};

struct gt200_mapping { void *at, *base; size_t bytes; };

/* Registers: of a UIO device (path "/dev/uio0", at 0), or at a physical address (path "/dev/mem"). ENODEV: what is
 * there is neither gt200_axi nor gpu_axi_top, or one of another version. */
int gt200_linux_open(struct gt200_linux *l, const char *path, uint64_t at);
void gt200_linux_close(struct gt200_linux *l);
/* Memory that is shared with the machine, at a physical address of path, for example "/dev/mem". */
int gt200_linux_map(struct gt200_mapping *m, const char *path, uint64_t at, size_t bytes);
void gt200_linux_unmap(struct gt200_mapping *m);
/* Until the launch has ended, with UIO asleep; ETIMEDOUT after so many milliseconds, -1: never. */
int gt200_linux_wait(struct gt200_linux *l, struct gt200_status *s, int milliseconds);

#ifdef __cplusplus
}
#endif
#endif
