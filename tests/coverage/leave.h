/* SPDX-License-Identifier: Apache-2.0
 *
 * Included in front of every file of a build that counts lines (-include): a child process that ends by _exit writes
 * its counts, as one that ends by exit does. Nothing of the C library is included: files choose its features first.
 */
#ifndef COVERAGE_LEAVE_H
#define COVERAGE_LEAVE_H

void __gcov_dump(void);
void _exit(int status) __attribute__((noreturn));

static inline __attribute__((noreturn)) void coverage_leave(int status)
{
    __gcov_dump();
    _exit(status);
}
#define _exit coverage_leave

#endif
