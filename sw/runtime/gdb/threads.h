/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads that there are while a launch runs, and what belongs to one: registers and memory.
 */
#ifndef GT200_GDB_THREADS_H
#define GT200_GDB_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gt_core;
struct gt_micro;
struct gt_warp;

/* copy: what the warp has stored in the places of the source's variables (compiler/cc/ir/variables.cpp), whether it has
 * reached memory or not; word by word, 32 lanes of each. NULL: there are none, or memory has run out. */
struct gdb_warp { struct gt_core *core; unsigned seat; struct gt_warp *w; bool ended; uint8_t *copy; };
struct gdb_threads {
    struct gdb_warp *warp;              /* one for each gt_warp there has been */
    size_t n, room;
    uint32_t vars, bytes;               /* the places, in l[] */
    const struct gt_warp *faulty;       /* whose lane is there although it has ended, of which the machine knows */
    unsigned lane;
};
struct gdb_thread { struct gt_core *core; struct gt_warp *w; unsigned lane; const struct gdb_threads *all; };

/* Threads count from 1. */
unsigned gdb_thread_id(unsigned seat, unsigned warp, unsigned lane);
/* A kernel is launched whose places are these bytes of l[]. */
void gdb_threads_begin(struct gdb_threads *t, uint32_t vars, uint32_t bytes);
bool gdb_threads_add(struct gdb_threads *t, struct gt_core *c, unsigned seat, struct gt_warp *w);
void gdb_threads_remove(struct gdb_threads *t, const struct gt_warp *w);
/* A thread has a fault, perhaps of its last instruction. false: out of memory. */
bool gdb_threads_fault(struct gdb_threads *t, struct gt_core *c, unsigned seat, struct gt_warp *w, unsigned lane);
/* The instruction is about to run. */
void gdb_threads_note(struct gdb_threads *t, const struct gt_warp *w, const struct gt_micro *u);
void gdb_threads_clear(struct gdb_threads *t);
void gdb_threads_free(struct gdb_threads *t);
/* false: there is no such thread, or it has ended. */
bool gdb_threads_find(const struct gdb_threads *t, unsigned id, struct gdb_thread *found);
/* The list for GDB, and that of warps to read; malloc'ed. NULL: out of memory. */
char *gdb_threads_xml(const struct gdb_threads *t);
char *gdb_threads_warps(const struct gdb_threads *t, uint64_t base);

/* Where the thread goes on: of one that is not on the running path of its warp, the end of its path. */
uint32_t gdb_thread_pc(const struct gdb_thread *t);
/* A byte of its memory outside code (image.h); NULL: there is none. */
uint8_t *gdb_thread_byte(const struct gdb_thread *t, uint64_t addr);

/* Registers in the order of target_xml.h, each up to 16 bytes; returns how many. */
unsigned gdb_register_count(void);
unsigned gdb_register_read(const struct gdb_thread *t, uint64_t base, unsigned i, uint8_t *bytes);
/* false: it cannot be written. */
bool gdb_register_write(const struct gdb_thread *t, unsigned i, const uint8_t *bytes);

#endif
