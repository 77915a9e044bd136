/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory with jitter: always and never ready for whole phases, every latency between its limits and the usual one;
 * the same for equal
 * seeds, another one for each seed and SM.
 */
#include <stdio.h>

#include "gt_chip.h"
#include "port/jitter.h"

#define CYCLES 1000000u
#define PHASE 128u

static int bad;

static void expect(bool ok, const char *what, unsigned value)
{
    if (!ok) {
        printf("%s: %u\n", what, value);
        bad = 1;
    }
}

/* Of the phases some take no request, some any, the others some. */
static void readiness(void)
{
    unsigned ready = 0, never = 0, always = 0;
    for (unsigned from = 0; from < CYCLES; from += PHASE) {
        unsigned n = 0;
        for (unsigned c = from; c < from + PHASE; c++)
            n += jitter_ready(1, 0, c);
        ready += n;
        never += n == 0;
        always += n == PHASE;
    }
    unsigned phases = CYCLES / PHASE;
    expect(ready > CYCLES / 2 && ready < 5 * (CYCLES / 8),
           "cycles of a million that take a request, expected 36 of 64", ready);
    expect(never > phases / 10 && never < phases / 6, "phases that take none, expected one of 8", never);
    expect(always > phases / 5 && always < phases / 3, "phases that always do, expected one of 4", always);
}

/* All latencies of the range come, the usual one most. */
static void latencies(void)
{
    unsigned seen[JITTER_MAX_LATENCY + 1] = {0}, missing = 0;
    for (unsigned c = 0; c < CYCLES; c++) {
        unsigned n = jitter_latency(1, 0, c);
        if (n < JITTER_MIN_LATENCY || n > JITTER_MAX_LATENCY) {
            expect(false, "latency outside 3 to 1026", n);
            return;
        }
        seen[n]++;
    }
    for (unsigned n = JITTER_MIN_LATENCY; n <= JITTER_MAX_LATENCY; n++)
        missing += !seen[n];
    expect(missing == 0, "latencies from 3 to 1026 that never come", missing);
    expect(seen[GT_MEM_LATENCY] > CYCLES / 5, "requests of a million with MEM_LATENCY, expected a quarter",
           seen[GT_MEM_LATENCY]);
}

/* The same seed gives the same, another seed or SM others. */
static void seeds(void)
{
    unsigned again = 0, seed = 0, sm = 0;
    for (unsigned c = 0; c < 10000; c++) {
        unsigned n = jitter_latency(1, 0, c);
        again += n != jitter_latency(1, 0, c);
        seed += n != jitter_latency(2, 0, c);
        sm += n != jitter_latency(1, 1, c);
    }
    expect(again == 0, "latencies of the same seed that differ", again);
    expect(seed > 5000, "latencies of another seed that differ", seed);
    expect(sm > 5000, "latencies of another SM that differ", sm);
}

int main(void)
{
    readiness();
    latencies();
    seeds();
    return bad;
}
