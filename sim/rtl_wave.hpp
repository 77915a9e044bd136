// SPDX-License-Identifier: Apache-2.0
// Waves of a traced build, in FST. One time step is half a cycle.
#ifndef GT200_RTL_WAVE_HPP
#define GT200_RTL_WAVE_HPP

#include "verilated_fst_c.h"

template <class V> struct FstWave {
    static constexpr bool available = true;
    VerilatedFstC fst;
    bool open(V &m, const char *path)
    {
        m.trace(&fst, 99);
        fst.open(path);
        return fst.isOpen();
    }
    void dump(uint64_t time) { fst.dump(time); }
    void close() { fst.close(); }
};

#endif
