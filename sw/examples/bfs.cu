/* SPDX-License-Identifier: Apache-2.0
 * bfs [N]: breadth-first search in a random directed graph of N nodes and 3N edges: the number of steps from node 0
 * to each. A launch per level takes the nodes in a queue and puts the neighbours that nobody has seen yet in the
 * next; an atomic exchange decides who puts a node that several find. */
#include "example.h"

#define THREADS 128
#define UNSEEN 0xffffffffu

__global__ void expand(const int *start, const int *edge, unsigned *level, const int *queue, int queued, int *next,
                       int *next_queued, unsigned depth)
{
    int i = blockIdx.x * THREADS + threadIdx.x;

    if (i >= queued)
        return;
    int node = queue[i];
    for (int e = start[node]; e < start[node + 1]; e++)
        if (atomicCAS(&level[edge[e]], UNSEEN, depth) == UNSEEN)
            next[atomicAdd(next_queued, 1)] = edge[e];
}

static std::vector<unsigned> search(const std::vector<int> &start, const std::vector<int> &edge, int n)
{
    std::vector<unsigned> level(n, UNSEEN);
    std::vector<int> queue(1, 0);

    level[0] = 0;
    for (size_t at = 0; at < queue.size(); at++)
        for (int e = start[queue[at]]; e < start[queue[at] + 1]; e++)
            if (level[edge[e]] == UNSEEN) {
                level[edge[e]] = level[queue[at]] + 1;
                queue.push_back(edge[e]);
            }
    return level;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv, 4000, 1, 1 << 20, 1);
    std::vector<int> start(1, 0), edge;
    Random random;
    Stopwatch watch;
    long wrong = 0;

    for (int node = 0; node < n; node++) {
        for (int e = 1 + random.below(5); e > 0; e--)
            edge.push_back(random.below(n));
        start.push_back((int)edge.size());
    }
    edge.push_back(0);          /* never empty */
    std::vector<unsigned> expected = search(start, edge, n), level(n, UNSEEN);

    level[0] = 0;
    int *dstart = to_device(start), *dedge = to_device(edge), *queue = to_device(std::vector<int>(n, 0)),
        *next = device_array<int>(n);
    int *dqueued = device_array<int>(1), queued = 1;
    unsigned *dlevel = to_device(level), depth = 0;
    while (queued) {
        CHECK(cudaMemset(dqueued, 0, sizeof(int)));
        watch.start();
        expand<<<blocks_for(queued, THREADS), THREADS>>>(dstart, dedge, dlevel, queue, queued, next, dqueued, ++depth);
        watch.stop();
        queued = to_host(dqueued, 1)[0];
        std::swap(queue, next);
    }
    level = to_host(dlevel, n);
    for (int i = 0; i < n; i++)
        wrong += level[i] != expected[i];

    char what[80];
    sprintf(what, "%d nodes, %d edges, %u levels", n, (int)edge.size() - 1, depth);
    cudaFree(dstart);
    cudaFree(dedge);
    cudaFree(queue);
    cudaFree(next);
    cudaFree(dqueued);
    cudaFree(dlevel);
    return verdict("bfs", what, watch, wrong);
}
