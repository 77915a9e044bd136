// SPDX-License-Identifier: Apache-2.0
//
// gt200-board: a board in Verilator (board_sim.sv) behind a pseudo-terminal, whose name it prints. What is written
// there goes bit by bit to the board's serial line, and back.
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>

#include "Vboard_sim.h"
#include "Vboard_sim___024root.h"
#include "verilated.h"

namespace {

constexpr unsigned UART_CLOCKS = 4;     // of a bit, as board_sim has it
constexpr bool DDR = BOARD_DDR;         // the memory is a DDR3, with a clock of its own
volatile sig_atomic_t stop;

uint32_t random32(uint32_t &state)
{
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

// Bytes that are changed, lost or added, one in `rate`; 0: none.
class Noise {
public:
    Noise(uint32_t rate, uint32_t seed) : rate(rate), state(seed * 0x9e3779b9u | 1) {}

    // What becomes of a byte is added to `out`.
    void pass(uint8_t byte, std::deque<uint8_t> &out)
    {
        if (!rate || random() % rate) {
            out.push_back(byte);
            return;
        }
        hits++;
        switch (random() % 3) {
        case 0: out.push_back(byte ^ uint8_t(1u << random() % 8)); break;
        case 1: break;
        default: out.push_back(byte), out.push_back(uint8_t(random()));
        }
    }
    uint64_t hits = 0;

private:
    uint32_t random() { return random32(state); }
    uint32_t rate, state;
};

// Bits of the bytes that go to the board.
class Sender {
public:
    std::deque<uint8_t> bytes;
    bool idle() const { return !bits && bytes.empty(); }
    bool line()
    {
        if (!bits) {
            if (bytes.empty())
                return true;
            shift = uint32_t(bytes.front()) << 1 | 0x200;
            bytes.pop_front();
            bits = 10;
            left = UART_CLOCKS;
        }
        const bool level = shift & 1;
        if (!--left) {
            shift >>= 1;
            bits--;
            left = UART_CLOCKS;
        }
        return level;
    }

private:
    uint32_t shift = 0, bits = 0, left = 0;
};

// Bytes of the bits that come from it, each looked at in its middle. -1: none in this clock.
class Receiver {
public:
    int line(bool level)
    {
        if (!bits) {
            if (!level) {
                bits = 10;
                left = UART_CLOCKS / 2;
            }
            return -1;
        }
        if (--left)
            return -1;
        left = UART_CLOCKS;
        shift = shift >> 1 | uint32_t(level) << 9;
        return --bits ? -1 : int(shift >> 1 & 0xff);
    }

private:
    uint32_t shift = 0, bits = 0, left = 0;
};

// The pseudo-terminal's master side; its other side is made raw, and stays open so that the board outlives its users.
int open_terminal(std::string &name)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master))
        return -1;
    name = ptsname(master);
    const int slave = open(name.c_str(), O_RDWR | O_NOCTTY);
    termios t;
    if (slave < 0 || tcgetattr(slave, &t))
        return -1;
    cfmakeraw(&t);
    if (tcsetattr(slave, TCSANOW, &t) || fcntl(master, F_SETFL, O_NONBLOCK))
        return -1;
    return master;
}

void usage(FILE *f)
{
    fputs("usage: gt200-board [--seed N] [--noise N] [--noise-seed N] [--fault NAME]\n"
          "\n"
          "A board behind a pseudo-terminal, whose name is the first line printed; it runs until it is killed.\n"
          "\n"
          "  --seed N        the SDRAM is refreshed at random besides, the clock of the DDR3 is of any ratio; 0\n"
          "                  (default): only when it must, 3.3 times the machine's\n"
          "  --noise N       of N bytes in either direction one is changed, lost or followed by another; 0: none\n"
          "  --noise-seed N  which\n"
          "  --fault NAME    the board is wrong once in each launch, as tests must find: signature: a bit of it is\n"
          "                  changed; page: a page that is written is not marked; late: an answer of the memory comes\n"
          "                  a cycle late; lane: a byte lane of the DDR3 cannot be read, from the start on\n", f);
}

enum class Fault { none, signature, page, late, lane };

// The fault of that name; false: this board has none such.
bool fault_named(const char *name, Fault &f)
{
    static const struct { const char *name; Fault fault; } all[] = {
        {"signature", Fault::signature}, {"page", Fault::page}, {"late", Fault::late}, {"lane", Fault::lane}};
    for (auto &a : all)
        if (!strcmp(a.name, name) && (DDR || a.fault != Fault::lane)) {
            f = a.fault;
            return true;
        }
    fprintf(stderr, "gt200-board: --fault '%s': expected signature, page%s\n", name,
            DDR ? ", late or lane" : " or late");
    return false;
}

bool number(const char *option, uint32_t &out)
{
    char *end;
    errno = 0;
    const unsigned long v = strtoul(optarg, &end, 0);
    if (!*optarg || *end || errno || v > UINT32_MAX) {
        fprintf(stderr, "gt200-board: --%s '%s': expected a number from 0 to 4294967295\n", option, optarg);
        return false;
    }
    out = uint32_t(v);
    return true;
}

class Board {
public:
    Board(int terminal, uint32_t seed, uint32_t noise, uint32_t noise_seed, Fault fault)
        : terminal(terminal), moods(seed), to_board(noise, noise_seed), to_host(noise, noise_seed + 1), fault(fault)
    {
        m.rx = 1;
        m.rst = 1;
        m.lane_bad = fault == Fault::lane;
        for (int i = 0; i < 16; i++)
            clock();
        m.rst = 0;
    }

    // Some clocks; waits for bytes when nothing else can happen. false: the terminal is gone, or the memory misused.
    bool run()
    {
        m.ref_extra = moods && random32(moods) % 4 == 0;
        mem_half = moods ? 3 + random32(moods) % 18 : 3;
        const bool rests = !busy && sender.idle() && out.empty() && ++quiet > 64;
        if (!listen(rests))
            return false;
        busy = false;
        for (int i = 0; i < 256; i++) {
            m.rx = sender.line();
            clock();
            busy |= m.running || m.active;
            const int byte = receiver.line(m.tx);
            if (byte >= 0)
                to_host.pass(uint8_t(byte), out);
        }
        if (m.broken)
            fprintf(stderr, "gt200-board: %d rules of the memory broken\n", m.broken);
        return !m.broken && speak();
    }
    bool broken() const { return m.broken; }
    uint64_t clocks = 0;
    uint64_t hits() const { return to_board.hits + to_host.hits; }

private:
    void clock()
    {
        for (int level = 0; level < 2; level++) {
            m.clk = level;
            m.eval();
            if (DDR)
                memory_clocks();
        }
        clocks++;
        if (fault != Fault::none)
            plant();
    }

    // Edges of the memory's clock in half a clock of clk, which is 10.
    void memory_clocks()
    {
        unsigned left = 10;
        for (; left >= mem_left; mem_left = mem_half) {
            left -= mem_left;
            m.mem_clk ^= 1;
            m.eval();
        }
        mem_left -= left;
    }

#if BOARD_DDR
#define CORE(name) m.rootp->board_sim__DOT__g_memory__DOT__u_top__DOT__g_chip__DOT__u_core__DOT__##name
#else
#define CORE(name) m.rootp->board_sim__DOT__g_memory__DOT__u_top__DOT__u_core__DOT__##name
#endif
    // What registers hold behind an edge.
    void plant()
    {
        const bool in_time = m.running && CORE(cycle);      // what is of the launch before has been cleared
        if (!in_time)
            planted = false;
        if (planted || !in_time || fault == Fault::lane)
            return;
        switch (fault) {
        case Fault::signature:
            if ((planted = CORE(g_watch__DOT__u_signature__DOT__signature) != 0))
                CORE(g_watch__DOT__u_signature__DOT__signature) ^= 1;
            break;
        case Fault::page:                   // as if the word with its bit had been written
            if ((planted = CORE(u_dirty__DOT__read_q))) {
                CORE(u_dirty__DOT__read_q) = 0;
                CORE(u_dirty__DOT__known_q) = 1;
            }
            break;
        default:
            if ((planted = CORE(u_due__DOT__due_q) & 1))
                CORE(u_due__DOT__due_q) &= ~1;
        }
        m.eval();
    }

    bool listen(bool rests)
    {
        uint8_t buffer[4096];
        if (rests) {
            pollfd p{terminal, POLLIN, 0};
            poll(&p, 1, 200);
        }
        const ssize_t n = read(terminal, buffer, sizeof buffer);
        for (ssize_t i = 0; i < n; i++)
            to_board.pass(buffer[i], sender.bytes);
        if (n > 0)
            quiet = 0;
        return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
    }

    bool speak()
    {
        while (!out.empty()) {
            const uint8_t byte = out.front();
            if (write(terminal, &byte, 1) != 1)
                return errno == EAGAIN || errno == EINTR;
            out.pop_front();
            quiet = 0;
        }
        return true;
    }

    int terminal;
    uint32_t moods;
    Vboard_sim m;
    Sender sender;
    Receiver receiver;
    Noise to_board, to_host;
    std::deque<uint8_t> out;            // for the host
    Fault fault;
    bool planted = false;               // in this launch
    unsigned mem_half = 3, mem_left = 1;        // half a clock of the memory, and what is left of this one
    unsigned quiet = 0;                 // calls since a byte came or went in which nothing happened
    bool busy = true;                   // something has happened in the last call
};

}

// Of the RTL's assertions (rtl/assert.svh).
extern "C" void gt_rtl_assert(const char *unit, const char *why, const char *condition)
{
    static int told;
    if (!told++)
        return;                         // before the first reset
    fprintf(stderr, "gt200-board: assertion of the RTL failed: %s: %s: %s\n", unit, why, condition);
    exit(1);
}

int main(int argc, char **argv)
{
    static const option options[] = {{"seed", required_argument, nullptr, 's'},
                                     {"noise", required_argument, nullptr, 'n'},
                                     {"noise-seed", required_argument, nullptr, 'r'},
                                     {"fault", required_argument, nullptr, 'f'},
                                     {"help", no_argument, nullptr, 'h'},
                                     {nullptr, 0, nullptr, 0}};
    uint32_t seed = 0, noise = 0, noise_seed = 1;
    Fault fault = Fault::none;
    for (int c, i = 0; (c = getopt_long(argc, argv, "", options, &i)) != -1;) {
        if (c == 'h')
            return usage(stdout), 0;
        if (c == 'f' && fault_named(optarg, fault))
            continue;
        if (c == 'f' || c == '?' || !number(options[i].name, c == 's' ? seed : c == 'n' ? noise : noise_seed))
            return 2;
    }
    if (optind < argc)
        return usage(stderr), 2;

    struct sigaction on_stop {};
    on_stop.sa_handler = [](int) { stop = 1; };
    sigaction(SIGTERM, &on_stop, nullptr);
    sigaction(SIGINT, &on_stop, nullptr);

    std::string name;
    const int terminal = open_terminal(name);
    if (terminal < 0) {
        fprintf(stderr, "gt200-board: no pseudo-terminal: %s\n", strerror(errno));
        return 1;
    }
    printf("%s\n", name.c_str());
    fflush(stdout);

    Board board(terminal, seed, noise, noise_seed, fault);
    while (!stop && board.run())
        ;
    fprintf(stderr, "gt200-board: %" PRIu64 " clocks, %" PRIu64 " bytes with noise\n", board.clocks, board.hits());
    return board.broken();
}
