// SPDX-License-Identifier: Apache-2.0
//
// One SM in Verilog, or the SMs of a TPC, stepped cycle by cycle: the C++ side shared by rtl_run.cpp and
// lockstep.cpp. The verilated classes of the different builds have different names; RtlModel<V> (rtl_model.hpp) puts
// them behind this interface.
#ifndef GT200_RTL_PORT_HPP
#define GT200_RTL_PORT_HPP

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rtl_sm.h"
#include "watch.h"
extern "C" {
#include "func/fault.h"
#include "gpu/dram_chip.h"
#include "run/distributor.h"
}

// Most events one cycle can have: one per trace port, two of BLOCK (a block accepted, another done), a request of the
// texture unit, WAITS.
constexpr unsigned RTL_MAX_EVENTS = 14;

// What the harness and one SM tell each other.
struct RtlPort {
    // Block offered in the coming cycle; x < 0: none.
    void offer(int x, int y)
    {
        offer_new = offer_new || x != offer_x || y != offer_y;
        offer_x = x;
        offer_y = y;
    }

    bool accepted = false;          // the offered block was taken in the last step
    bool ended = false;             // a block ended in the last step
    bool idle = false;              // at the end of the last step: no block resident, nothing in flight
    bool faulted = false;           // a fault has stopped the SM; fault is filled
    gt_fault fault{};               // warp is the warp slot of the SM here
    bool unmapped = false;          // of an address that is not mapped: whose it is nobody knows (TLB-6)
    gt_event ev[RTL_MAX_EVENTS];    // of the last step
    unsigned nev = 0;
    uint32_t waits[GT_WAITS] = {};  // of the last WAITS
    int offer_x = -1, offer_y = -1;
    bool offer_new = true;          // the machine has not been told yet
};

// What an SM holds: pointers into the verilated model, and a few registers, all as at the start of the cycle last
// stepped.
struct RtlState {
    const uint32_t *smem[16];       // shared memory: word w is word w / 16 of bank w mod 16
    const uint32_t *reg[8];         // RAM 4 * parity + quarter: rows of 8 words
    const uint32_t *cc[4];          // $c of a quarter: row 4 * warp + number, 4 bits per lane
    const uint32_t *areg[4];        // $a of a quarter: rows of 4 words, 4 * warp + number - 1, 16 bits per lane
    const uint32_t *warp;           // rows of 4 words: active lanes, low and high bits of the lanes' states, depth
    const uint64_t *stack;          // 64 entries per warp: type in bits 58:56, mask 55:24, pc 23:0
    const uint32_t *barriers;       // rows of 7 words, one per block slot: sixteen counts of 7 bits, needs of 6
    const uint8_t *barrier_id;      // at which a warp waits
    uint32_t barrier_waiting;       // warps that wait
    uint8_t barriers_used;          // block slots whose row is not stale; the counts of others are 0
    uint8_t sp_row, sp_reg;         // the SP result written in the cycle last stepped: row, register number,
    uint16_t sp_enables;            //  and enables of half words
};

class RtlMachine {
    std::vector<RtlPort> own;

public:
    // `at`: the ports are there, of a chip that has more of them.
    explicit RtlMachine(unsigned sms, RtlPort *at = nullptr) : own(at ? 0 : sms), port(at ? at : own.data(), sms) {}
    virtual ~RtlMachine() = default;
    // One cycle. The first is the cycle of start (cyc = 0).
    virtual void step() = 0;
    // From now on write a wave to path. Only the traced build can; false otherwise or when the file cannot be made.
    virtual bool wave_open(const char *path) = 0;
    // An errno; 0: written, or none was open. A wave that cannot be written whole is removed.
    virtual int wave_close() = 0;
    virtual RtlState state(unsigned s) const = 0;
    // What was asked of the memory so far takes effect: the machine has stopped, or the grid has ended.
    virtual void settle_memory() = 0;
    // What is on the pins of a partition in the cycle last stepped; NULL: it is no memory clock, or there is none.
    virtual const struct dram_pins *pins(unsigned) const { return nullptr; }
    // What its memory system looks up in the cycle last stepped, of a machine with one; false: it has none.
    virtual bool looks(struct gpu_looks *) const { return false; }
    // Behind settle_memory, of a machine with a memory system: the cycle in which the fence has ended (0: none); cycles
    // up to the next launch, of one with so many cycles; what was not mapped (gt_machine_*).
    virtual uint64_t fenced() const { return 0; }
    virtual uint64_t took(uint64_t cycles) const { return cycles; }
    virtual bool late_fault(gt_fault *) const { return false; }
    // The next launch, behind one that ended well. false: this machine has one launch,
    virtual bool again(gt_gpu *, const gt_launch *, const gt_config *) { return false; }
    // but its memory stays on g for it.
    virtual void keep(gt_gpu *) {}
    // Something is under way in a memory system of its own.
    virtual bool moving() const { return false; }
    // Which TPC gets the next launch's first block, of a machine that distributes its blocks itself.
    virtual unsigned next_tpc() const { return 0; }
    // The 16 KB of shared memory as SM s holds it.
    void shared(unsigned s, uint8_t out[16384]) const
    {
        const RtlState st = state(s);
        for (unsigned w = 0; w < 4096; w++)
            std::memcpy(out + 4 * w, &st.smem[w % 16][w / 16], 4);
    }
    // A cycle in which the memory takes no request: what was decided before is then in state().
    void settle()
    {
        closed = true;
        step();
        closed = false;
    }
    // The SM that a fault has stopped, the lowest one; -1: none.
    int faulted() const
    {
        for (unsigned s = 0; s < port.size(); s++)
            if (port[s].faulted)
                return int(s);
        return -1;
    }

    bool closed = false;            // the memory takes no request
    bool distributes = false;       // blocks come from a distributor of its own
    bool quiet = false;             // nothing happened in the last step: no event, no block taken or ended, no fault
    bool values = true;             // events of results and addresses are wanted, not only those that the books keep
    uint64_t cycle = 0;             // cycles stepped so far
    std::span<RtlPort> port;        // of each SM
    std::string failed;             // the first assertion that failed, "cycle N, unit: why: condition"; empty: none
};

// Where a TPC of a larger chip sits: which one, its SMs' ports, the memory of the chip, whose ports are those of all
// SMs and behind them those of the texture units.
struct RtlSeat {
    unsigned tpc, tpcs;
    RtlPort *port;
    struct memory *memory;
};

// What a build needs to know to make one.
struct gt_rtl_build {
    std::unique_ptr<RtlMachine> (*make)(gt_gpu *g, const gt_launch *l, const gt_config *c, uint32_t start_seed);
    const char *waves;      // the machine that writes the wave of a run with this one; "": itself; NULL: none
    // As a part of a chip of several TPCs (rtl_chip.hpp); NULL: it cannot be one.
    std::unique_ptr<RtlMachine> (*make_tpc)(gt_gpu *g, const gt_launch *l, const gt_config *c,
                                            const RtlSeat &seat) = nullptr;
    bool whole = false;     // `make` makes a whole chip with its memory system
    // What the TPCs of a chip share of its memory system, as mem_middle_maker.make (gpu/mem_middle.h). NULL: a machine
    // that is no such thing; of one that is, all else is.
    struct mem_middle *(*make_middle)(const void *, struct physical *) = nullptr;
};

// Blocks to the SMs of a machine, which only its own events decide about.
class RtlBlocks {
public:
    RtlBlocks(const gt_gpu *g, const gt_launch *launch, const gt_config *c)
        : l(launch), next(g->chip->tpcs * g->chip->sms, {UINT64_MAX, 0, 0})
    {
        dist_init(&d, g->chip, g->next_tpc, uint64_t(l->grid_x) * l->grid_y, c->max_blocks);
    }
    void offer(RtlMachine &m)               // before a step
    {
        if ((!d.direct || stale) && !m.distributes)
            offer_all(m);
    }
    void take(const RtlMachine &m)          // after it, unless it was quiet
    {
        stale = true;
        for (unsigned s = 0; !m.distributes && s < m.port.size(); s++)
            take_one(m.port[s], s, m.cycle - 1);
    }
    // The launch has ended.
    void end(gt_gpu *g, const RtlMachine &m, const gt_result &res)
    {
        if (m.distributes)
            d.tpc = m.next_tpc();
        dist_end(&d, g, res.status == GT_OK ? m.took(res.cycles) : res.cycles);
    }
    // The SMs may be stepped from `from` up to the cycle returned, at most `to`, each by itself with offer_one and
    // take_one: nothing that happens meanwhile decides what another is offered.
    uint64_t decide(uint64_t from, uint64_t to)
    {
        dist_decide(&d, from + GT_BLOCK_DONE_CYCLES);
        const uint64_t known = from + GT_BLOCK_SEND_CYCLES + GT_BLOCK_DONE_CYCLES;
        return d.sent < d.blocks && known < to ? known : to;
    }
    // What SM s and the distributor tell each other.
    doorway &door(unsigned s) { return d.door[s]; }
    const doorway &door(unsigned s) const { return d.door[s]; }
    void offer_one(RtlPort &p, unsigned s, uint64_t cycle);
    void take_one(const RtlPort &p, unsigned s, uint64_t cycle)
    {
        if (p.accepted)
            dist_taken(&d, s);
        if (p.ended)
            dist_done(&d, s, cycle);
    }

private:
    struct At { uint64_t block; int x, y; };
    void offer_all(RtlMachine &m);
    const gt_launch *l;
    distributor d;
    bool stale = true;                      // something has happened since the last offer
    std::vector<At> next;                   // the block that each SM was offered last, and where in the grid it is
};

// The block a slot of an SM holds, counts, and what each warp slot issued last: the book-keeping both targets share.
struct RtlBooks {
    static constexpr unsigned HISTORY = 32;
    static constexpr uint64_t STUCK = 10000;        // far beyond any latency of an idle memory
    static constexpr uint64_t STILL = 1000;         //  and of an SM's own between two requests
    static constexpr unsigned RESULTS = 4;          // SP results of as many cycles
    struct Issue { uint64_t cycle; uint32_t pc, mask; uint8_t uop; };
    struct Result { uint64_t cycle; uint8_t warp, reg; };       // a quarter of an SP result, for a register

    RtlBooks(const gt_launch *launch, const gt_config *config) : l(launch), c(config) {}
    void take(const gt_event *e, unsigned n);       // the events of one cycle
    void place(gt_fault *f) const;                  // warp slot to block and warp of the block, instruction words
    std::string describe(const gt_spins *spins) const;      // one line per resident warp, for hangs; NULL: not known
                                                            // which spin
    // Every warp that there is waits at a barrier or spins.
    bool stuck(const gt_spins &spins) const;
    // The report: a title, and the state of the warps behind it.
    void hang(gt_result *res, enum gt_hang why, uint64_t cycle, const std::string &warps) const;

    const gt_launch *l;
    const gt_config *c;
    uint64_t done = 0, end_cycle = 0, last_issue = 0, warp_insns = 0, thread_insns = 0;
    struct { bool used; uint32_t x, y; } slot[8] = {};
    Issue history[32][HISTORY] = {};
    uint32_t issues[32] = {};
    Result result[RESULTS] = {};                    // those that reached write-back last, if results are reported
    unsigned results = 0;
    uint64_t *counts = nullptr;                     // per code word, see gt_rtl_opts.issues
    struct { uint32_t pc, mask, depth; bool finished; } state[32] = {};     // what comes next

private:
    std::string doing(uint32_t warp, const gt_spins *spins) const;
};

// The books of all SMs of a machine.
struct RtlLibrary {
    RtlLibrary(const gt_gpu *g, const gt_launch *l, const gt_config *c, uint64_t *counts)
        : blocks(uint64_t(l->grid_x) * l->grid_y), sms(g->chip->sms),
          watch(gt_watch_new(g, l, c, g->chip->tpcs * g->chip->sms), gt_watch_free)
    {
        for (unsigned i = 0; i < g->chip->tpcs * g->chip->sms; i++)
            sm.emplace_back(l, c).counts = counts;
    }
    void take(const RtlMachine &m)
    {
        for (unsigned s = 0; s < sm.size(); s++)
            if (m.port[s].nev)
                take(s, m.port[s].ev, m.port[s].nev);
        if (watching)
            share();
    }
    // The same for one SM: its events of a cycle; when all of the cycle are in: share().
    void take(unsigned s, const gt_event *e, unsigned n)
    {
        sm[s].take(e, n);
        if (watching)
            gt_watch_take(watch.get(), s, e, n);
    }
    void share();
    bool finished() const { return done() == blocks; }
    uint64_t done() const
    {
        uint64_t n = 0;
        for (auto &b : sm)
            n += b.done;
        return n;
    }
    // Whether no warp will go on. Barriers: no instruction has issued for so long that none will, and nothing moves in
    // the memory (a thousand atomics of one word take long). To be asked every cycle: it opens and closes the windows
    // of the watch (watch.h). GT_HANG_LIMIT: not known to be stuck.
    enum gt_hang stuck(const RtlMachine &m) { return m.cycle >= next_look ? judge(m) : GT_HANG_LIMIT; }
    bool watches() const { return watching; }
    std::string describe(enum gt_hang why) const;
    void counts(gt_result *res, uint64_t cycle) const;      // cycles: to the last block's end, if all have ended

    uint64_t blocks;                        // of the grid
    unsigned sms;                           // of a TPC
    std::vector<RtlBooks> sm;
    std::unique_ptr<gt_watch, void (*)(gt_watch *)> watch;          // none without memory for it: spinning is not told

private:
    enum gt_hang judge(const RtlMachine &m);
    uint64_t sum(uint64_t RtlBooks::*what) const
    {
        uint64_t n = 0;
        for (auto &b : sm)
            n += b.*what;
        return n;
    }
    uint64_t still = 0;                     // cycles in which nothing moves, behind a silence of STUCK
    uint64_t next_look = 0;                 // cycle in which a window of the watch opens or closes, or silence has
                                            // lasted too long
    bool watching = false;                  // a window is open
};

// The chip of g as its last launch left it, or a new one of this build: a machine that is a whole chip.
std::unique_ptr<RtlMachine> rtl_whole(const gt_rtl_build &build, gt_gpu *g, const gt_launch *l, const gt_config *c,
                                      const gt_rtl_opts &o);
// Behind a launch: if it ended well, for the next one on g. whole: it is from rtl_whole.
void rtl_keep(const gt_rtl_build &build, gt_gpu *g, std::unique_ptr<RtlMachine> sm, const gt_result &res);
// What an access that came too late for the launch to tell was found to be: then res says so (GPU-7).
void rtl_late_fault(const RtlMachine &sm, const gt_launch *l, gt_result *res);
// The build for the chip of g; NULL: res says that there is none.
const gt_rtl_build *rtl_build(const gt_gpu *g, const gt_rtl_opts &o, bool waves, gt_result *res);
// The build of what the TPCs of such a chip share, for `build`; middle is NULL where that is the cycle model's. false:
// res says why it cannot be had.
bool rtl_middle(const gt_gpu *g, const gt_rtl_opts &o, const gt_rtl_build &build, const gt_rtl_build *&middle,
                gt_result *res);
// Of the machine that has TPCs of several processes: of which Verilog it is.
std::string rtl_peers_digest();
// Whether a machine just made started as opts.start_seed asks; false: res says that its build cannot.
bool rtl_started(const RtlMachine &sm, const gt_rtl_opts &o, gt_result *res);
// Whether an assertion of the RTL has failed; then res and report (NULL: stderr) say which.
bool rtl_failed(const RtlMachine &m, const gt_launch *l, FILE *report, gt_result *res);
// The instruction at a byte address as text.
std::string rtl_insn_text(const gt_launch *l, uint32_t pc);
// Fills res for a launch that stopped with a fault.
void rtl_result_fault(const gt_launch *l, const gt_fault &f, gt_result *res);

#endif
