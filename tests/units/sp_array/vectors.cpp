// SPDX-License-Identifier: Apache-2.0
// Streams the arithmetic conformance vectors through decoder and SP array, one quarter-warp per
// cycle, all files mixed, and compares every lane's result and condition code.
//
//   exec_bench <vector folder> [--rows file] [--fault n] [--bubbles] [--seed n] [--busy cycles]
//
// --rows file  adds instructions that the vectors do not have: lines "op1 op2 src1 src2 src3 cin exp
//              mask cc" in the notation of the vectors, every lane alike
// --fault n    exec_bench.sv breaks something; exit 0 only if the comparison notices
// --bubbles    leaves random gaps between quarter-warps
// --busy n     no checking: n cycles of a fixed mix, or of nothing if n is negative; for profiling
//
//! around exec_bench.sv
//! test rtl {root}/tests/vectors
//! test bubbles: rtl {root}/tests/vectors --bubbles --seed 7
//! test moves: rtl {root}/tests/vectors --rows {here}/moves.tsv
//! test planted1: rtl;long {root}/tests/vectors --fault 1 => fault 1 noticed
//! test planted2: rtl;long {root}/tests/vectors --fault 2 => fault 2 noticed
//! test planted3: rtl;long {root}/tests/vectors --fault 3 => fault 3 noticed
//! test planted4: rtl;long {root}/tests/vectors --fault 4 => fault 4 noticed
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Vexec_bench.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

const char *FILES[] = {
    "iadd_l", "iadd_s", "iadd_i", "imul_l", "imul_s", "imul_i", "imad_l", "imad_s", "imad_i",
    "isad_l", "isad_s", "iminmax", "iset", "logop_l", "logop_i", "ishift", "cvt_i2i", "cvt_i2f",
    "cvt_f2i", "cvt_f2f", "fadd_l", "fadd_s", "fadd_i", "fmul_l", "fmul_s", "fmul_i", "fmad_l",
    "fmad_s", "fmad_i", "fminmax", "fset", "fslct", "quadop", "presin", "preex2", "rows"};
constexpr int NFILES = sizeof FILES / sizeof *FILES - 1;   // without "rows"

constexpr int STAGES = 10;
constexpr int ROWS = 4096;        // of every file

struct Quarter {
    int      file;
    uint32_t w0, w1;
    std::array<uint32_t, 8> s1, s2, s3, cin, exp, mask;
    std::array<int, 8>      cc;   // -1: not compared
    bool     cdst_en;
};

struct Score {
    long rows = 0, bad_value = 0, bad_cc = 0;
};

// The first `limit` rows of every file.
std::vector<Quarter> load(const std::string &dir, int limit)
{
    std::vector<Quarter> all;
    for (int f = 0; f < NFILES; f++) {
        std::string cmd = "gzip -dc '" + dir + "/" + FILES[f] + ".tsv.gz'";
        FILE *p = popen(cmd.c_str(), "r");
        char line[512];
        int n = 0;
        while (p && n < limit && fgets(line, sizeof line, p)) {
            unsigned grp, lane, w0, w1, s1, s2, s3, exp, mask;
            char cin[8], cc[8];
            if (line[0] == '#')
                continue;
            if (sscanf(line, "%u %u %x %x %x %x %x %7s %x %x %7s", &grp, &lane, &w0, &w1, &s1, &s2,
                       &s3, cin, &exp, &mask, cc) != 11) {
                fprintf(stderr, "%s: bad line: %s", FILES[f], line);
                exit(2);
            }
            int l = lane & 7;
            if (l == 0)
                all.push_back(Quarter{});
            Quarter &q = all.back();
            q.file = f;
            q.w0 = w0;
            q.w1 = w1;
            q.s1[l] = s1;
            q.s2[l] = s2;
            q.s3[l] = s3;
            q.cin[l] = cin[0] == '-' ? 0xf : (uint32_t)strtoul(cin, nullptr, 16);
            q.exp[l] = exp;
            q.mask[l] = mask;
            q.cc[l] = cc[0] == '-' ? -1 : (int)strtoul(cc, nullptr, 16);
            n++;
        }
        // a reader that stops early gives gzip a broken pipe
        if (!p || (pclose(p) != 0 && limit == ROWS) || n != limit) {
            fprintf(stderr, "%s/%s.tsv.gz: %d rows instead of %d\n", dir.c_str(), FILES[f], n, limit);
            exit(2);
        }
    }
    return all;
}

// Vectors of a plain file, one a line.
void load_rows(const char *name, std::vector<Quarter> &all)
{
    FILE *p = fopen(name, "r");
    char line[512];
    while (p && fgets(line, sizeof line, p)) {
        unsigned w0, w1, s1, s2, s3, cin, exp, mask;
        char cc[8];
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sscanf(line, "%x %x %x %x %x %x %x %x %7s", &w0, &w1, &s1, &s2, &s3, &cin, &exp, &mask, cc) != 9) {
            fprintf(stderr, "%s: bad line: %s", name, line);
            exit(2);
        }
        Quarter q{};
        q.file = NFILES;
        q.w0 = w0;
        q.w1 = w1;
        q.s1.fill(s1);
        q.s2.fill(s2);
        q.s3.fill(s3);
        q.cin.fill(cin);
        q.exp.fill(exp);
        q.mask.fill(mask);
        q.cc.fill(cc[0] == '-' ? -1 : (int)strtoul(cc, nullptr, 16));
        all.push_back(q);
    }
    if (!p || fclose(p) != 0) {
        perror(name);
        exit(2);
    }
}

class Bench {
public:
    Bench() { ctx.commandArgs(0, static_cast<const char **>(nullptr)); top.reset(new Vexec_bench(&ctx)); }

    void present(const Quarter *q)
    {
        top->in_valid = q != nullptr;
        if (!q)
            return;
        top->w0 = q->w0;
        top->w1 = q->w1;
        uint32_t c = 0;
        for (int l = 0; l < 8; l++) {
            top->r4[l] = q->s1[l];
            top->r5[l] = q->s2[l];
            top->r6[l] = q->s3[l];
            c |= q->cin[l] << (4 * l);
        }
        top->c0 = c;
    }

    void __attribute__((noinline)) edge()
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
    std::unique_ptr<Vexec_bench> top;
};

// Compares the lanes of a quarter with the vectors.
bool check(const Quarter &q, const Vexec_bench &top, Score &s, int &shown)
{
    bool ok = true;
    for (int l = 0; l < 8; l++) {
        uint32_t r = top.out_r[l];
        int cc = q.cdst_en ? (int)((top.out_cc >> (4 * l)) & 0xf) : 0xf;
        bool bad_r = (r & q.mask[l]) != q.exp[l];
        bool bad_cc = q.cc[l] >= 0 && cc != q.cc[l];
        s.rows++;
        s.bad_value += bad_r;
        s.bad_cc += bad_cc;
        if ((bad_r || bad_cc) && shown-- > 0)
            printf("%s %08x %08x  %08x %08x %08x c%x: got %08x %x, expected %08x (mask %08x) %x\n",
                   FILES[q.file], q.w0, q.w1, q.s1[l], q.s2[l], q.s3[l], q.cin[l], r, cc, q.exp[l],
                   q.mask[l], q.cc[l]);
        ok &= !bad_r && !bad_cc;
        // the unused half of a 16-bit result must be zero
        if (q.mask[l] == 0xffff && r >> 16) {
            s.bad_value++;
            ok = false;
        }
    }
    return ok;
}

// Only runs, for measuring the bench's speed; cycles < 0: without instructions.
int busy(Bench &b, const std::vector<Quarter> &all, long cycles)
{
    // a mix like that of compute kernels: half fp32, integer adds, multiplies, logic, a few others
    static const char *const MIX[] = {"fmad_l", "iadd_s", "fadd_s", "fmad_s", "logop_l", "fmul_s",
                                      "imul_s", "fmad_l", "ishift", "iadd_l", "fadd_l", "imad_s",
                                      "iset", "fmul_l", "cvt_i2f", "fmad_s"};
    std::vector<const Quarter *> mix;
    std::mt19937 rng(1);
    std::map<std::string, std::vector<const Quarter *>> by;
    for (const Quarter &q : all)
        by[FILES[q.file]].push_back(&q);
    for (int i = 0; i < 1024; i++) {
        auto &v = by[MIX[i / 4 % 16]];     // four quarters of one instruction follow each other
        mix.push_back(v[(rng() % (v.size() / 4)) * 4 + i % 4]);
    }
    long n = cycles < 0 ? -cycles : cycles;
    for (long i = 0; i < n; i++) {
        b.present(cycles < 0 ? nullptr : mix[i & 1023]);
        b.edge();
    }
    printf("%ld %s cycles\n", n, cycles < 0 ? "idle" : "busy");
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    int fault = 0, shown = 20;
    bool bubbles = false;
    unsigned seed = 1;
    long busy_cycles = 0;
    const char *rows_file = nullptr;
    if (argc < 2) {
        fprintf(stderr,
                "usage: exec_bench <vector folder> [--rows file] [--fault n] [--bubbles] [--seed n] [--busy n]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        std::string a = argv[i];
        if (a == "--bubbles")
            bubbles = true;
        else if (a == "--rows" && i + 1 < argc)
            rows_file = argv[++i];
        else if (a == "--fault" && i + 1 < argc)
            fault = atoi(argv[++i]);
        else if (a == "--seed" && i + 1 < argc)
            seed = (unsigned)atoi(argv[++i]);
        else if (a == "--busy" && i + 1 < argc)
            busy_cycles = atol(argv[++i]);
    }

    std::vector<Quarter> all = load(argv[1], busy_cycles ? 256 : ROWS);
    if (rows_file)
        load_rows(rows_file, all);
    std::mt19937 rng(seed);
    Bench b;
    b.top->fault = (uint8_t)fault;
    b.reset();
    if (busy_cycles)
        return busy(b, all, busy_cycles);

    std::vector<size_t> order(all.size());
    for (size_t i = 0; i < order.size(); i++)
        order[i] = i;
    for (size_t i = order.size() - 1; i > 0; i--)
        std::swap(order[i], order[rng() % (i + 1)]);

    std::map<int, Score> score;
    std::deque<std::pair<long, Quarter *>> flight;
    size_t next = 0;
    long cycle = 0, bad_timing = 0, undecoded = 0;
    while (next < order.size() || !flight.empty()) {
        // outputs of this cycle belong to what was presented STAGES cycles ago
        bool due = !flight.empty() && flight.front().first + STAGES == cycle;
        if (due != (bool)b.top->out_valid)
            bad_timing++;
        if (due) {
            Quarter &q = *flight.front().second;
            check(q, *b.top, score[q.file], shown);
            flight.pop_front();
        }
        Quarter *q = nullptr;
        if (next < order.size() && !(bubbles && rng() % 3 == 0))
            q = &all[order[next++]];
        b.present(q);
        if (q) {
            b.top->eval();
            q->cdst_en = b.top->in_cdst_en;
            undecoded += b.top->in_err;
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
            printf("%-10s %ld rows, %ld wrong values, %ld wrong flags\n", FILES[it.first], s.rows,
                   s.bad_value, s.bad_cc);
    }
    bool failed = bad || bad_timing || undecoded;
    printf("%ld rows in %ld cycles: %ld differences, %ld cycles with wrong out_valid, %ld undecoded\n",
           rows, cycle, bad, bad_timing, undecoded);
    b.top->final();
    if (fault) {
        printf("fault %d %s\n", fault, failed ? "noticed" : "NOT noticed");
        return failed ? 0 : 1;
    }
    return failed ? 1 : 0;
}
