/* SPDX-License-Identifier: Apache-2.0
 *
 * What GDB is told about the target: registers of x86-64, which are zero but for rip, and those of a GT200 thread.
 */
#ifndef GT200_GDB_TARGET_XML_H
#define GT200_GDB_TARGET_XML_H

/* name, bits, type, how many bytes are its own */
enum { GDB_RAX, GDB_RIP = 16, GDB_EFLAGS, GDB_ST0 = 24, GDB_FCTRL = 32, GDB_OWN = 40 };

/* The own ones: g0 to g127, a1 to a4, c0 to c3, and where the thread is. */
enum { GDB_G = 0, GDB_A = 128, GDB_C = 132, GDB_PLACE = 136, GDB_OWN_END = 145 };

/* malloc'ed; NULL: out of memory. */
char *gdb_target_xml(void);

#endif
