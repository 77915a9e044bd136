// SPDX-License-Identifier: Apache-2.0
// Waves of a traced build, in FST. One time step is half a cycle.
#ifndef GT200_RTL_WAVE_HPP
#define GT200_RTL_WAVE_HPP

#include <cstdio>
#include <string>

#include "fst_writer.h"
#include "verilated_fst_c.h"

template <class V> struct FstWave {
    static constexpr bool available = true;
    VerilatedFstC fst;
    std::string path;
    bool open(V &m, const char *name)
    {
        path = name;
        fst_writer_error();         // of an earlier wave, if nobody asked
        m.trace(&fst, 99);
        fst.open(name);
        return fst.isOpen();
    }
    void dump(uint64_t time) { fst.dump(time); }
    // An errno; 0: the wave is written. If not, there is no file.
    int close()
    {
        fst.close();
        int error = fst_writer_error();
        if (error)
            std::remove(path.c_str());
        return error;
    }
};

#endif
