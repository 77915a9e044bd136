/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes that mpirun has started, as struct gt_peers (docs/mpi.md). Library gt200mpi.
 */
#ifndef GT200_MPI_PEERS_H
#define GT200_MPI_PEERS_H

#include "peers.h"

/* Joins the others. All must run the same program, byte by byte: *same is false when they do not, and then process 0
 * has printed which one is another build. Once in a process; before exit: gt_mpi_end. An error of MPI, and the end of a
 * process without gt_mpi_end, ends all of them with a message of MPI's. */
struct gt_peers gt_mpi_begin(int *argc, char ***argv, bool *same);
void gt_mpi_end(void);

/* Launches of the host, until it has no more; not on the host. */
void gt_mpi_serve(const struct gt_peers *p);

#endif
