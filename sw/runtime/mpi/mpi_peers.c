/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages by MPI, and the check that all processes are of one build.
 */
#include "mpi_peers.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GT200_HAVE_RTL
#include "rtl_sm.h"
#endif

static void stop(const char *why)
{
    fprintf(stderr, "gt200-mpi: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static void send(void *ctx, unsigned to, const struct gt_message *m)
{
    (void)ctx;
    if (m->n > INT_MAX)
        stop("a message of more than 2 GB");
    MPI_Send(m->bytes, (int)m->n, MPI_BYTE, (int)to, 0, MPI_COMM_WORLD);
}

/* Waits for the next message of a process, of whatever length. */
static void receive(void *ctx, unsigned from, struct gt_message *m)
{
    MPI_Status status;
    int n;
    (void)ctx;
    MPI_Probe((int)from, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &n);
    message_clear(m);
    message_room(m, (size_t)n);
    MPI_Recv(m->bytes, n, MPI_BYTE, (int)from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    m->n = (size_t)n;
}

/* What a process says of itself: the same in all builds, so that they can tell. */
struct build {
    uint64_t bytes, hash;               /* of the program's file; 0: it cannot be read */
    char     host[128];
};

/* FNV-1a, eight bytes at a time. */
static struct build own_build(void)
{
    struct build b = {.hash = 0xcbf29ce484222325u};
    uint64_t word[4096];
    size_t n;
    char host[MPI_MAX_PROCESSOR_NAME + 1];
    int length;
    FILE *f = fopen("/proc/self/exe", "rb");
    memset(word, 0, sizeof word);
    while (f && (n = fread(word, 1, sizeof word, f))) {
        b.bytes += n;
        for (size_t i = 0; i < (n + 7) / 8; i++)
            b.hash = (b.hash ^ word[i]) * 0x100000001b3u;
        memset(word, 0, sizeof word);
    }
    if (f)
        fclose(f);
    MPI_Get_processor_name(host, &length);
    snprintf(b.host, sizeof b.host, "%.*s", (int)sizeof b.host - 1, host);
    return b;
}

/* Do all processes run the same program? Messages are structs as they lie in memory. */
static bool same_build(const struct gt_peers *p)
{
    struct build own = own_build(), *all = calloc(p->n, sizeof *all);
    bool same = true;
    if (!all)
        stop("out of memory");
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, MPI_COMM_WORLD);
    for (unsigned i = 1; i < p->n && same; i++) {
        same = all[i].bytes && all[i].bytes == all[0].bytes && all[i].hash == all[0].hash;
        if (!same && !p->self)
            fprintf(stderr, "gt200-mpi: process %u (on %s) is another build than process 0 (on %s): the same program "
                    "is needed everywhere\n", i, all[i].host, all[0].host);
    }
    free(all);
    return same;
}

struct gt_peers gt_mpi_begin(int *argc, char ***argv, bool *same)
{
    int n, self;
    MPI_Init(argc, argv);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    struct gt_peers p = {.n = (unsigned)n, .self = (unsigned)self, .send = send, .receive = receive};
    *same = same_build(&p);
    return p;
}

void gt_mpi_end(void) { MPI_Finalize(); }

void gt_mpi_serve(const struct gt_peers *p)
{
    struct gt_peers_work w;
    while (gt_peers_next(p, &w)) {
        if (w.machine == GT_PEERS_MODEL)
            gt_model_serve(&w);
#ifdef GT200_HAVE_RTL
        else
            gt_rtl_serve(&w);
#endif
        gt_peers_done(&w);
    }
}
