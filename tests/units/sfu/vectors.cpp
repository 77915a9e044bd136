// SPDX-License-Identifier: Apache-2.0
// Streams conformance vectors through decoder and sfu_array, one beat per cycle (two lanes of a function, four
// of a multiply), all files mixed, and compares every result and every condition code that the vectors give.
//
//   sfu_bench <vector folder> [--fault n] [--bubbles] [--seed n]
//
// --fault n    sfu_bench.sv breaks something; exit 0 only if the comparison notices
// --bubbles    leaves random gaps between beats
//
//! around sfu_bench.sv
//! test rtl {root}/tests/vectors
//! test bubbles: rtl {root}/tests/vectors --bubbles --seed 7
//! test planted1: rtl;long {root}/tests/vectors --fault 1 => fault 1 noticed
//! test planted2: rtl;long {root}/tests/vectors --fault 2 => fault 2 noticed
//! test planted3: rtl;long {root}/tests/vectors --fault 3 => fault 3 noticed
//! test planted4: rtl;long {root}/tests/vectors --fault 4 => fault 4 noticed
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Vsfu_bench.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

const char *FILES[] = {"rcp", "rcp_s", "rsqrt", "lg2", "sin", "cos", "ex2", "fmul_l", "fmul_s", "fmul_i"};
constexpr int NFILES = sizeof FILES / sizeof *FILES;
constexpr int STAGES = 7;
constexpr int ROWS = 4096;        // of every file

struct Beat {
    int      file = 0, lanes = 0;
    uint32_t w0 = 0, w1 = 0;
    uint32_t s1[4] = {}, s2[4] = {}, exp[4] = {}, mask[4] = {};
    int      cc[4] = {};          // -1: not compared
    bool     cdst_en = false;
};

struct Score {
    long rows = 0, bad_value = 0, bad_cc = 0;
};

void load(const std::string &dir, std::vector<Beat> &all)
{
    for (int f = 0; f < NFILES; f++) {
        std::string cmd = "gzip -dc '" + dir + "/" + FILES[f] + ".tsv.gz'";
        FILE *p = popen(cmd.c_str(), "r");
        int width = std::string(FILES[f]).rfind("fmul", 0) == 0 ? 4 : 2;
        char line[512];
        int n = 0;
        while (p && fgets(line, sizeof line, p)) {
            unsigned grp, lane, w0, w1, s1, s2, s3, exp, mask;
            char cin[8], cc[8];
            if (line[0] == '#')
                continue;
            if (sscanf(line, "%u %u %x %x %x %x %x %7s %x %x %7s", &grp, &lane, &w0, &w1, &s1, &s2, &s3, cin,
                       &exp, &mask, cc) != 11) {
                fprintf(stderr, "%s: bad line: %s", FILES[f], line);
                exit(2);
            }
            int l = lane % width;
            if (l == 0)
                all.push_back(Beat{});
            Beat &b = all.back();
            b.file = f;
            b.lanes = width;
            b.w0 = w0;
            b.w1 = w1;
            b.s1[l] = s1;
            b.s2[l] = s2;
            b.exp[l] = exp;
            b.mask[l] = mask;
            b.cc[l] = cc[0] == '-' ? -1 : (int)strtoul(cc, nullptr, 16);
            n++;
        }
        if (!p || pclose(p) != 0 || n != ROWS) {
            fprintf(stderr, "%s/%s.tsv.gz: %d rows instead of %d\n", dir.c_str(), FILES[f], n, ROWS);
            exit(2);
        }
    }
}

class Bench {
public:
    Bench() { ctx.commandArgs(0, static_cast<const char **>(nullptr)); top.reset(new Vsfu_bench(&ctx)); }

    void present(const Beat *q)
    {
        top->in_valid = q != nullptr;
        if (!q)
            return;
        top->w0 = q->w0;
        top->w1 = q->w1;
        bool mul = std::string(FILES[q->file]).rfind("fmul", 0) == 0;      // the registers of the vectors
        for (int l = 0; l < 4; l++) {
            top->r1[l] = mul ? 0 : q->s1[l];
            top->r4[l] = mul ? q->s1[l] : 0;
            top->r5[l] = mul ? q->s2[l] : 0;
        }
    }

    void edge()
    {
        top->clk = 1;
        top->eval();
        top->clk = 0;
        top->eval();
    }

    void reset()
    {
        top->rst = 1;
        present(nullptr);
        edge();
        edge();
        top->rst = 0;
    }

    VerilatedContext ctx;
    std::unique_ptr<Vsfu_bench> top;
};

// Compares the lanes of a beat with the vectors.
void check(const Beat &q, const Vsfu_bench &top, Score &s, int &shown)
{
    for (int l = 0; l < q.lanes; l++) {
        uint32_t r = top.out_r[l];
        int cc = q.cdst_en ? top.out_cc >> (4 * l) & 0xf : 0xf;
        bool bad_r = (r & q.mask[l]) != q.exp[l];
        bool bad_cc = q.cc[l] >= 0 && cc != q.cc[l];
        s.rows++;
        s.bad_value += bad_r;
        s.bad_cc += bad_cc;
        if ((bad_r || bad_cc) && shown-- > 0)
            printf("%s %08x %08x  lane %d  %08x %08x: got %08x %x, expected %08x (mask %08x) %x\n", FILES[q.file],
                   q.w0, q.w1, l, q.s1[l], q.s2[l], r, cc, q.exp[l], q.mask[l], q.cc[l]);
    }
}

} // namespace

int main(int argc, char **argv)
{
    int fault = 0, shown = 20;
    bool bubbles = false;
    unsigned seed = 1;
    if (argc < 2) {
        fprintf(stderr, "usage: sfu_bench <vector folder> [--fault n] [--bubbles] [--seed n]\n");
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
    }

    std::mt19937 rng(seed);
    std::vector<Beat> all;
    load(argv[1], all);
    Bench b;
    b.top->fault = (uint8_t)fault;
    b.reset();

    std::vector<size_t> order(all.size());
    for (size_t i = 0; i < order.size(); i++)
        order[i] = i;
    for (size_t i = order.size() - 1; i > 0; i--)
        std::swap(order[i], order[rng() % (i + 1)]);

    std::map<int, Score> score;
    std::deque<std::pair<long, Beat *>> flight;
    size_t next = 0;
    long cycle = 0, bad_timing = 0, undecoded = 0;
    while (next < order.size() || !flight.empty()) {
        // outputs of this cycle belong to what was presented STAGES cycles ago
        bool due = !flight.empty() && flight.front().first + STAGES == cycle;
        if (due != (bool)b.top->out_valid)
            bad_timing++;
        if (due) {
            Beat &q = *flight.front().second;
            check(q, *b.top, score[q.file], shown);
            flight.pop_front();
        }
        Beat *q = nullptr;
        if (next < order.size() && !(bubbles && rng() % 3 == 0))
            q = &all[order[next++]];
        b.present(q);
        if (q) {
            b.top->eval();
            q->cdst_en = b.top->in_cdst_en;
            undecoded += b.top->in_err || (bool)b.top->in_two != (q->lanes == 2);
            flight.emplace_back(cycle, q);
        }
        b.edge();
        cycle++;
    }

    long rows = 0, bad = 0;
    for (auto &it : score) {
        const Score &s = it.second;
        rows += s.rows;
        bad += s.bad_value + s.bad_cc;
        if (s.bad_value || s.bad_cc)
            printf("%-8s %ld rows, %ld wrong values, %ld wrong flags\n", FILES[it.first], s.rows, s.bad_value,
                   s.bad_cc);
    }
    bool failed = bad || bad_timing || undecoded;
    printf("%ld rows in %ld cycles: %ld differences, %ld cycles with wrong out_valid, %ld undecoded\n", rows, cycle,
           bad, bad_timing, undecoded);
    b.top->final();
    if (fault) {
        printf("fault %d %s\n", fault, failed ? "noticed" : "NOT noticed");
        return failed ? 0 : 1;
    }
    return failed ? 1 : 0;
}
