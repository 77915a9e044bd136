// SPDX-License-Identifier: Apache-2.0
// Streams the fp64 and 64-bit conversion vectors through decoder and double-precision unit, one lane
// per cycle, all files mixed, and compares results and condition codes.
//
//   dpu_bench <vector folder> [--fault n] [--bubbles] [--seed n] [--busy cycles]
//
// --fault n    dpu_bench.sv breaks something; exit 0 only if the comparison notices
// --bubbles    leaves random gaps between lanes
// --busy n     no checking: n cycles of the vectors, or of nothing if n is negative; for profiling
//
//! around dpu_bench.sv
//! test rtl {root}/tests/vectors
//! test bubbles: rtl {root}/tests/vectors --bubbles --seed 7
//! test planted1: rtl;long {root}/tests/vectors --fault 1 => fault 1 noticed
//! test planted2: rtl;long {root}/tests/vectors --fault 2 => fault 2 noticed
//! test planted3: rtl;long {root}/tests/vectors --fault 3 => fault 3 noticed
//! test planted4: rtl;long {root}/tests/vectors --fault 4 => fault 4 noticed
//! flags -frounding-math -ffp-contract=off
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dpu_sim.h"

double sc_time_stamp() { return 0; }

namespace {

const char *FILES[] = {"dadd", "dmul", "dfma", "dminmax", "dset", "cvt_i2f64", "cvt_f2i64", "cvt_f2f64"};
constexpr int NFILES = sizeof FILES / sizeof *FILES;

struct Row {
    Lane     lane;
    int      file;
    uint64_t exp, mask;
    unsigned cc;
    bool     cdst_en, d64;
};

std::vector<Row> load(const std::string &dir)
{
    std::vector<Row> all;
    for (int f = 0; f < NFILES; f++) {
        std::string cmd = "gzip -dc '" + dir + "/" + FILES[f] + ".tsv.gz'";
        FILE *p = popen(cmd.c_str(), "r");
        char line[512];
        size_t before = all.size();
        while (p && fgets(line, sizeof line, p)) {
            unsigned grp, id;
            unsigned long long s1, s2, s3, exp, mask;
            Row r{};
            if (line[0] == '#')
                continue;
            if (sscanf(line, "%u %u %x %x %llx %llx %llx %*s %llx %llx %x", &grp, &id, &r.lane.w0, &r.lane.w1, &s1,
                       &s2, &s3, &exp, &mask, &r.cc) != 10) {
                fprintf(stderr, "%s: bad line: %s", FILES[f], line);
                exit(2);
            }
            r.file = f;
            r.lane.s[0] = s1;
            r.lane.s[1] = s2;
            r.lane.s[2] = s3;
            r.exp = exp;
            r.mask = mask;
            all.push_back(r);
        }
        if (!p || pclose(p) != 0 || all.size() == before) {
            fprintf(stderr, "%s/%s.tsv.gz: no rows\n", dir.c_str(), FILES[f]);
            exit(2);
        }
    }
    return all;
}

} // namespace

int main(int argc, char **argv)
{
    int fault = 0, shown = 20;
    bool bubbles = false;
    unsigned seed = 1;
    long busy = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: dpu_bench <vector folder> [--fault n] [--bubbles] [--seed n] [--busy cycles]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        std::string a = argv[i];
        if (a == "--bubbles")
            bubbles = true;
        else if (a == "--fault" && i + 1 < argc)
            fault = atoi(argv[++i]);
        else if (a == "--seed" && i + 1 < argc)
            seed = (unsigned)atoi(argv[++i]);
        else if (a == "--busy" && i + 1 < argc)
            busy = atol(argv[++i]);
    }

    std::vector<Row> all = load(argv[1]);
    std::mt19937 rng(seed);
    for (size_t i = all.size() - 1; i > 0; i--)
        std::swap(all[i], all[rng() % (i + 1)]);
    DpuSim sim(fault);
    Vdpu_bench &top = *sim.top;
    if (busy) {
        for (long i = 0; i < labs(busy); i++) {
            sim.present(busy < 0 ? nullptr : &all[(size_t)i % all.size()].lane);
            sim.edge();
        }
        printf("%ld %s cycles\n", labs(busy), busy < 0 ? "idle" : "busy");
        return 0;
    }

    std::deque<std::pair<long, const Row *>> flight;
    long rows[NFILES] = {}, wrong[NFILES] = {}, wrong_cc[NFILES] = {};
    long cycle = 0, bad_timing = 0, undecoded = 0, bad = 0;
    size_t next = 0;
    while (next < all.size() || !flight.empty()) {
        // outputs of this cycle belong to what was presented DPU_STAGES cycles ago
        bool due = !flight.empty() && flight.front().first + DPU_STAGES == cycle;
        bad_timing += due != (bool)top.out_valid;
        if (due) {
            const Row &r = *flight.front().second;
            unsigned cc = r.cdst_en ? top.out_cc : 0xf;
            // mask leaves the preset upper register of a 32-bit result out; there the unit gives zeros
            bool bad_r = (top.out_r & r.mask) != r.exp || (!r.d64 && top.out_r >> 32 != 0);
            rows[r.file]++;
            wrong[r.file] += bad_r;
            wrong_cc[r.file] += cc != r.cc;
            if ((bad_r || cc != r.cc) && shown-- > 0)
                printf("%s %08x %08x  %016llx %016llx %016llx: got %016llx %x, expected %016llx %x\n", FILES[r.file],
                       r.lane.w0, r.lane.w1, (unsigned long long)r.lane.s[0], (unsigned long long)r.lane.s[1],
                       (unsigned long long)r.lane.s[2], (unsigned long long)top.out_r, cc, (unsigned long long)r.exp,
                       r.cc);
            flight.pop_front();
        }
        Row *r = nullptr;
        if (next < all.size() && !(bubbles && rng() % 3 == 0))
            r = &all[next++];
        sim.present(r ? &r->lane : nullptr);
        if (r) {
            r->cdst_en = top.in_cdst_en;
            r->d64 = top.in_d64;
            undecoded += top.in_err;
            flight.emplace_back(cycle, r);
        }
        sim.edge();
        cycle++;
    }
    for (int f = 0; f < NFILES; f++) {
        bad += wrong[f] + wrong_cc[f];
        if (wrong[f] || wrong_cc[f])
            printf("%-10s %ld rows, %ld wrong values, %ld wrong flags\n", FILES[f], rows[f], wrong[f], wrong_cc[f]);
    }
    printf("%zu rows in %ld cycles: %ld differences, %ld cycles with wrong out_valid, %ld undecoded\n", all.size(),
           cycle, bad, bad_timing, undecoded);
    bool failed = bad || bad_timing || undecoded;
    if (fault) {
        printf("fault %d %s\n", fault, failed ? "noticed" : "NOT noticed");
        return failed ? 0 : 1;
    }
    return failed ? 1 : 0;
}
