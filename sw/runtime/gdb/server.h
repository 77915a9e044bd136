/* SPDX-License-Identifier: Apache-2.0
 *
 * A debugger's view of launches (docs/debug.md): an observer that stops them for GDB, which is connected by its remote
 * protocol. A thread of GDB is a lane of a warp whose block has begun and which has not ended.
 */
#ifndef GT200_GDB_SERVER_H
#define GT200_GDB_SERVER_H

#include "gsim.h"
#include "image.h"
#include "observer.h"

struct gdb_server;

/* Listens at a port (0: any, which becomes *port). NULL: err says why not. */
struct gdb_server *gdb_server_new(unsigned *port, char *err, size_t n);
/* What there is to debug, known when the debugger connects: at the first instruction of the first launch. k and v are
 * copied; the cubins must stay until then. */
bool gdb_server_knows(struct gdb_server *s, const struct gdb_kernel *k, size_t n, const struct gdb_variable *v,
                      size_t nv);
bool gdb_server_connected(const struct gdb_server *s);
/* A kernel is launched; who observes that. It is over. */
const struct gt_observer *gdb_server_launch(struct gdb_server *s, const struct gt_cubin_kernel *k);
void gdb_server_over(struct gdb_server *s);
/* The program ends. */
void gdb_server_exits(struct gdb_server *s);
/* In a child process, which has no debugger: closes what it has of the connection, and says nothing there. */
void gdb_server_forget(struct gdb_server *s);

#endif
