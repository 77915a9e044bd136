/* SPDX-License-Identifier: Apache-2.0
 *
 * One chip in several processes (docs/mpi.md). Number 0, the host, has everything: memory, the crossbar and what is
 * behind it, the distributor, and the first TPCs; each other process has some TPCs and knows of the rest what a launch
 * tells it. What passes between them in a quantum (GPU-8) is one message there and one back.
 *
 *   host      a launch with gt_gpu.peers: gt_peers_launch, then the machine's own messages; gt_peers_end when all
 *             is done
 *   others    gt_peers_next, gt_peers_ready, then gt_model_serve (gsim.h) or gt_rtl_serve (rtl_sm.h), again and again
 */
#ifndef GT200_PEERS_H
#define GT200_PEERS_H

#include "gsim.h"
#include "message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How messages go is the program's; what it does not get rid of, or never gets, ends it. */
struct gt_peers {
    unsigned n, self;           /* processes; number of this one */
    void    *ctx;
    void   (*send)(void *ctx, unsigned to, const struct gt_message *m);
    void   (*receive)(void *ctx, unsigned from, struct gt_message *m);     /* in place of what is in m */
};

/* The first TPC of a process, all in a row: process p has those below the first of p + 1. The host does one less, for
 * what is behind the crossbar. */
unsigned gt_peers_first(unsigned processes, const struct gt_chip *chip, unsigned process);

/* Who runs a launch. */
enum gt_peers_machine { GT_PEERS_MODEL, GT_PEERS_RTL };

/* Whether the processes can share this chip; without others always. false: res says why not. */
bool gt_peers_fit(const struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res);
/* The host tells the others of a launch. false: res says why it cannot be, to the others it has not begun. `with`: what
 * the machine adds; NULL: nothing. */
bool gt_peers_launch(const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *c,
                     enum gt_peers_machine machine, const char *with, struct gt_result *res);
/* There is no further launch. */
void gt_peers_end(const struct gt_peers *p);

/* A launch as the others know it: no device memory, which is the host's (gpu->mem is NULL). */
struct gt_peers_work {
    const struct gt_peers *peers;
    enum gt_peers_machine machine;
    struct gt_gpu    *gpu;
    struct gt_launch  launch;
    struct gt_config  config;
    char              with[256], name[256];
    uint32_t         *code, *params;
};
/* The next one; false: there is none. To be given back with gt_peers_done. */
bool gt_peers_next(const struct gt_peers *p, struct gt_peers_work *w);
/* It can begin, or, with a text, why not. Returns whether it begins: all can. */
bool gt_peers_ready(const struct gt_peers_work *w, const char *why_not);
void gt_peers_done(struct gt_peers_work *w);

#ifdef __cplusplus
}
#endif
#endif
