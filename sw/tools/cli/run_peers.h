/* SPDX-License-Identifier: Apache-2.0
 * gt200 run and gt200 trace with the TPCs of the chip in several processes (gt200-mpi). */
#ifndef GT200_RUN_PEERS_H
#define GT200_RUN_PEERS_H

#include "peers.h"

/* argv[0] is "run" or "trace". To be called by the host; `p` alone (n 1) is as without. Returns the exit status. */
int gt_cmd_peers(const struct gt_peers *p, int argc, char **argv);

#endif
