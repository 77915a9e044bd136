/* SPDX-License-Identifier: Apache-2.0
 *
 * A chip of several SMs of the cycle model, private to chip.c and, if its TPCs are in several processes, chip_peers.c
 * and chip_serve.c.
 */
#ifndef GT200_CHIP_H
#define GT200_CHIP_H

#include "crew.h"
#include "distributor.h"
#include "sm/sm.h"
#include "watch.h"

/* What the host knows of an SM in another process, as at the end of the last quantum. */
struct sm_away {
    uint64_t cyc, done, ended;          /* cycles; blocks that have ended, cycle of the last */
    uint64_t warp_insns, thread_insns;
    bool     stopped, resident, somewhere;
    struct sm_stand stand;
    struct gt_fault fault;
    struct gt_where where;
};

struct gt_machine {
    struct gt_gpu *gpu;
    const struct gt_launch *launch;
    const struct gt_chip *kind;
    struct gt_config cfg;
    unsigned n;                         /* SMs */
    const struct gt_peers *peers;       /* NULL: all is here */
    bool host;                          /* what is behind the crossbar is here, too */
    unsigned first, end;                /* TPCs that are here */
    struct gt_sm *sm[CHIP_SMS];         /* NULL: in another process, */
    struct sm_away *away;               /*  known by this one of them all */
    struct event_log *log[CHIP_SMS];    /* of the quantum */
    struct event_log away_log[CHIP_SMS];
    struct l2 *l2[CHIP_SMS];            /* of each TPC */
    struct tex *tex[CHIP_SMS];
    struct memory *memory;
    uint64_t ended[CHIP_SMS];           /* cycle of the last blk_done */
    struct distributor dist;
    struct crew *crew;
    struct gt_watch *watch;             /* NULL: nobody looks for warps that spin */
    uint64_t issued, work;              /* warp instructions so far; in the last quantum */
    bool watching, told;                /* events of this quantum go to the watch; and to somebody else, too */
    uint64_t from, to;                  /* the quantum */
    struct gpu_looks *looks;            /* of the last cycle, of gt_machine_step; NULL: nobody wants to know */
    struct gt_message *next;            /* for each other process: the message that begins its next quantum */
};

/* chip.c: at cycle 0 of a launch, with the TPCs [first, end). NULL: no memory. To be freed with gt_machine_free. */
struct gt_machine *machine_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                               const struct gt_peers *peers, unsigned first, unsigned end);
/* chip.c: false: no memory, or no threads. */
bool machine_crew(struct gt_machine *c);
/* chip.c: the quantum of all TPCs that are here. */
void machine_step(struct gt_machine *c);

/* What the host says to another process, whose number is `to`; the message is empty then. */
enum say { SAY_QUANTUM, SAY_REPORT, SAY_END };
void peers_send(const struct gt_machine *c, unsigned to, struct gt_message *m);
/* chip_peers.c, the host: the quantum is known, all others begin it; they have made it. */
void peers_begin(struct gt_machine *c);
void peers_finish(struct gt_machine *c);
/* What the middle has done in it, before memory_step. */
void peers_middle(struct gt_machine *c);
/* gt_sm_report of an SM that is not here. */
void peers_report(const struct gt_machine *c, unsigned sm, const struct gt_spins *spins, char *out, size_t n);
/* The last quantum has been made: what is in front of the TPCs comes to the host. */
void peers_settle(struct gt_machine *c);

#endif
