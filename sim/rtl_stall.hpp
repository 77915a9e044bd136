// SPDX-License-Identifier: Apache-2.0
// When a machine's clock is stopped, for tests (docs/units/clock.md): for whole stretches never, now and then or before
// every cycle, for one clock or some more.
#ifndef GT200_RTL_STALL_HPP
#define GT200_RTL_STALL_HPP

#include <cstdint>
#include <random>

class RtlStall {
public:
    // seed 0: never.
    explicit RtlStall(uint32_t seed) : stops(seed != 0), random(seed) {}
    bool on() const { return stops; }

    // Clocks that do not count before the next one that does.
    unsigned clocks()
    {
        if (!cycles--) {
            static constexpr unsigned often[] = {0, 1, 8, 32, 64}, most[] = {1, 4, 30};
            cycles = random() % 200;
            of_64 = often[random() % 5];
            longest = most[random() % 3];
        }
        return random() % 64 < of_64 ? 1 + random() % longest : 0;
    }

private:
    bool stops;
    std::mt19937 random;
    unsigned cycles = 0, of_64 = 0, longest = 1;        // of this stretch: left, how often, how long
};

#endif
