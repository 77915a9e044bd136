// SPDX-License-Identifier: Apache-2.0
// The options of a bench that draws its stimulus: --cycles n, --seed n.
#ifndef RANDOM_OPTIONS_HPP
#define RANDOM_OPTIONS_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Fills cycles and seed, where given; false after a message that names the bench.
inline bool random_options(const char *bench, int argc, char **argv, uint64_t &cycles, uint64_t &seed)
{
    for (int i = 1; i < argc; i += 2) {
        uint64_t *to = !strcmp(argv[i], "--cycles") ? &cycles : !strcmp(argv[i], "--seed") ? &seed : nullptr;
        if (!to || i + 1 == argc) {
            fprintf(stderr, "usage: %s [--cycles n] [--seed n]\n", bench);
            return false;
        }
        *to = strtoull(argv[i + 1], nullptr, 10);
    }
    return true;
}

#endif
