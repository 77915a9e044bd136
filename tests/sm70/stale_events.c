/* SPDX-License-Identifier: Apache-2.0
 *
 * stale_events RUNS [FILE]: what takes a word out of an SM's first data cache. Block 0 has words of a line in its cache
 * when block 1, on another SM, overwrites the line (5 becomes 7); then something happens on the first SM, and it looks.
 * As CSV: what came first, what then, which word is looked at, what was seen, what the event itself got. On a GPU or on
 * the functional model (GT200_CHIP=h200 GT200_STALE=1); the PTX is compiled by whoever runs it, or is in FILE as a
 * cubin. stale_events --ptx prints it.
 */
#include <cuda.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOAD "ld.global.u32 r, [x];"
#define STORE(kind) "st." kind ".u32 [x], 5;"

/* x: the line, y: the same behind the wait; e: what is got; other: by another warp, between two barriers. */
static const struct { const char *first, *then; unsigned look; const char *other; } all[] = {
    { LOAD, "", 0, NULL }, { LOAD, "", 4, NULL }, { LOAD, "", 32, NULL },
    { LOAD, "", 0, "" }, { LOAD, "", 0, "membar.gl;" }, { LOAD, "", 0, "membar.cta;" },
    { LOAD, "", 0, "ld.volatile.global.u32 e, [y];" }, { LOAD, "", 0, "ld.volatile.global.u32 e, [y+32];" },
    { LOAD, "", 0, "st.global.u32 [y+4], 9;" }, { LOAD, "", 0, "atom.global.add.u32 e, [y+4], 1;" },
#define STORES(at) \
    { LOAD, "st.global.u32 [y" at "], 9;", 0, NULL }, { LOAD, "st.volatile.global.u32 [y" at "], 9;", 0, NULL }, \
    { LOAD, "st.relaxed.gpu.global.u32 [y" at "], 9;", 0, NULL }, { LOAD, "st.global.wt.u32 [y" at "], 9;", 0, NULL }, \
    { LOAD, "st.global.cg.u32 [y" at "], 9;", 0, NULL }
    STORES("+4"), STORES("+32"),
#define LOADED(kind, at) { LOAD, "ld." kind ".u32 e, [y" at "];", 0, NULL }
#define LOADS(at) \
    { LOAD, "atom.global.add.u32 e, [y" at "], 1;", 0, NULL }, { LOAD, "red.global.add.u32 [y" at "], 1;", 0, NULL }, \
    LOADED("volatile.global", at), LOADED("relaxed.gpu.global", at), LOADED("relaxed.sys.global", at), \
    LOADED("relaxed.cta.global", at), LOADED("acquire.gpu.global", at), LOADED("acquire.cta.global", at), \
    LOADED("global.cg", at), LOADED("global.cv", at), LOADED("global.nc", at), LOADED("global.lu", at), \
    LOADED("global.cs", at), LOADED("global.ca", at)
    LOADS(""), LOADS("+4"), LOADS("+32"), LOADS("+128"),
    { LOAD, "membar.cta;", 0, NULL }, { LOAD, "membar.gl;", 0, NULL }, { LOAD, "membar.sys;", 0, NULL },
    { LOAD, "fence.acq_rel.gpu;", 0, NULL }, { LOAD, "fence.acq_rel.cta;", 0, NULL },
    { LOAD, "nanosleep.u32 1000000;", 0, NULL },
    { "ld.global.nc.u32 r, [x];", "", 0, NULL }, { "ld.global.nc.u32 r, [x];", "membar.gl;", 0, NULL },
    { "ld.relaxed.cta.global.u32 r, [x];", "", 0, NULL }, { "ld.volatile.global.u32 r, [x];", "", 0, NULL },
    { "ld.global.cg.u32 r, [x];", "", 0, NULL }, { "atom.global.or.b32 r, [x], 0;", "", 0, NULL },
    { STORE("global"), "", 0, NULL }, { STORE("global"), "", 4, NULL },
    { STORE("global"), "ld.global.u32 e, [y+4];", 0, NULL },
    { STORE("global"), "ld.global.u32 e, [y+4]; nanosleep.u32 100000;", 0, NULL },
    { STORE("volatile.global"), "ld.global.u32 e, [y+4];", 0, NULL },
    { STORE("global"), "ld.global.u32 e, [y+32];", 0, NULL },
    { LOAD " st.global.u32 [x], r;", "ld.global.u32 e, [y+4];", 0, NULL },
    { STORE("volatile.global"), "", 0, NULL }, { STORE("global.cg"), "", 0, NULL },
    { STORE("relaxed.gpu.global"), "", 0, NULL },
    { LOAD " st.global.u32 [x], r;", "", 0, NULL }, { LOAD " st.global.u32 [x], r;", "", 4, NULL },
    { LOAD " st.volatile.global.u32 [x], r;", "", 0, NULL }, { LOAD " st.volatile.global.u32 [x], r;", "", 4, NULL },
};
enum { EVENTS = sizeof all / sizeof *all, BYTES = 1 << 20 };

static size_t at;                       /* behind what there is of the PTX */
static char ptx[BYTES];
#define ADD(...) (at += (size_t)snprintf(ptx + at, at < BYTES ? BYTES - at : 0, __VA_ARGS__))

/* Two blocks of two warps; v[s]: 1 when block 0 has its words, 2 when block 1 has stored. */
static void add_event(unsigned i)
{
    const char *bars = all[i].other ? "bar.sync 0; bar.sync 0;\n" : "";

    ADD(".visible .entry event%u(.param .u64 px, .param .u64 ps, .param .u64 po)\n"
        "{\n.reg .u64 x, y, s, o, d; .reg .u32 r, e, n, v, m, t, b; .reg .pred p;\n"
        "ld.param.u64 x, [px]; ld.param.u64 s, [ps]; ld.param.u64 o, [po];\n"
        "mov.u32 t, %%tid.x; mov.u32 b, %%ctaid.x; mov.u32 e, 0; mov.u32 r, 5; mov.u64 y, x;\n"
        "setp.ne.u32 p, b, 0; @p bra STORES;\n"
        "and.b32 m, t, 31; setp.ne.u32 p, m, 0; @p bra OUT; setp.ne.u32 p, t, 0; @p bra OTHER;\n", i);
    ADD("%s\natom.global.exch.b32 v, [s], 1;\n"
        "WAIT: atom.global.or.b32 v, [s], 0; setp.lt.u32 p, v, 2; @p bra WAIT;\n"
        "and.b32 m, v, 4; cvt.u64.u32 d, m; add.u64 y, x, d;\n", all[i].first);
    ADD("%s%s\nand.b32 m, e, 64; cvt.u64.u32 d, m; add.u64 y, y, d;\n"        /* behind what is loaded */
        "ld.global.u32 n, [y+%u];\nst.global.u32 [o], n;\n", bars, all[i].then, all[i].look);
    ADD("%sst.global.u32 [o+8], r; bra OUT;\nOTHER:\n", all[i].other ? "" : "st.global.u32 [o+4], e; ");
    if (all[i].other)
        ADD("bar.sync 0;\n%s\nbar.sync 0;\nst.global.u32 [o+4], e;\n", all[i].other);
    ADD("bra OUT;\nSTORES: setp.ne.u32 p, t, 0; @p bra OUT;\n"
        "FIRST: atom.global.or.b32 v, [s], 0; setp.lt.u32 p, v, 1; @p bra FIRST;\nmov.u32 v, 7;\n");
    for (unsigned k = 0; k < 16; k++)
        ADD("st.global.v4.u32 [x+%u], {v, v, v, v};\n", 16 * k);
    ADD("membar.gl;\natom.global.exch.b32 v, [s], 2;\nOUT: ret;\n}\n");
}

/* One block an SM: the last one comes when block 0 has ended, to its SM. */
static void add_later(void)
{
    ADD(".visible .entry later(.param .u64 px, .param .u64 ps, .param .u64 po, .param .u32 pn)\n"
        "{\n.reg .u64 x, s, o; .reg .u32 r, v, t, b, n; .reg .pred p;\n"
        "ld.param.u64 x, [px]; ld.param.u64 s, [ps]; ld.param.u64 o, [po]; ld.param.u32 n, [pn];\n"
        "mov.u32 t, %%tid.x; mov.u32 b, %%ctaid.x; setp.ne.u32 p, t, 0; @p bra OUT;\n"
        "setp.eq.u32 p, b, 0; @p bra FIRST; setp.eq.u32 p, b, n; @p bra LAST; setp.ne.u32 p, b, 1; @p bra HOLD;\n"
        "WAIT: atom.global.or.b32 v, [s], 0; setp.lt.u32 p, v, 1; @p bra WAIT;\n"
        "st.global.u32 [x], 7; membar.gl; atom.global.exch.b32 v, [s], 2;\n"
        "HOLD: atom.global.or.b32 v, [s], 0; setp.lt.u32 p, v, 3; @p bra HOLD; bra OUT;\n"
        "FIRST: ld.global.u32 r, [x]; st.global.u32 [o+8], r; atom.global.exch.b32 v, [s], 1;\n"
        "STORED: atom.global.or.b32 v, [s], 0; setp.lt.u32 p, v, 2; @p bra STORED; bra OUT;\n"
        "LAST: ld.global.u32 r, [x]; st.global.u32 [o], r; membar.gl; atom.global.exch.b32 v, [s], 3;\n"
        "OUT: ret;\n}\n");
}

struct device { CUcontext context; CUdeviceptr line, state, out; int sms; };

static bool open_device(struct device *d)
{
    return !cuCtxCreate(&d->context, 0, 0) && !cuMemAlloc(&d->line, 512) && !cuMemAlloc(&d->state, 512) &&
           !cuMemAlloc(&d->out, 512) && !cuDeviceGetAttribute(&d->sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
}

/* "x+4" of "y+4", as the table says it, without semicolons. */
static void print_code(const char *code)
{
    for (; *code; code++)
        if (*code == 'y' && code[-1] == '[')
            putchar('x');
        else if (*code == ',')
            ;
        else if (*code != ';')
            putchar(*code);
}

static const char *word_of(unsigned value)
{
    return value == 5 ? "old" : value == 7 ? "new" : value == 8 ? "new + 1" : value ? "another" : "";
}

/* The event of that name once; false: it could not be. A launch that says that it got old bytes has run, too, but the
 * device is to be opened again. */
static bool run_event(struct device *d, const char *image, const char *name, unsigned blocks, unsigned got[3])
{
    unsigned five[64], smem = 0, last = blocks - 1;
    CUmodule module;
    CUfunction f;
    void *args[] = { &d->line, &d->state, &d->out, &last };

    for (unsigned i = 0; i < 64; i++)
        five[i] = 5;
    if (cuModuleLoadData(&module, image) || cuModuleGetFunction(&f, module, name) ||
        cuMemcpyHtoD(d->line, five, sizeof five) || cuMemsetD8(d->state, 0, 4) || cuMemsetD8(d->out, 0, 12))
        return false;
    if (blocks > 2 && !cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 << 10))
        smem = 200 << 10;
    const bool failed = cuLaunchKernel(f, blocks, 1, 1, 64, 1, 1, smem, NULL, args, NULL) || cuCtxSynchronize();
    const bool there = !cuMemcpyDtoH(got, d->out, 12) && got[2] == 5;
    return there && (failed ? !cuCtxDestroy(d->context) && open_device(d) : !cuModuleUnload(module));
}

/* Event i alone, or all of them: PTX. */
static const char *code_of(unsigned i)
{
    at = 0;
    ADD(".version 7.8\n.target sm_70\n.address_size 64\n");
    for (unsigned k = 0; k < EVENTS; k++)
        if (k == i || i > EVENTS)
            add_event(k);
    if (i >= EVENTS)
        add_later();
    return ptx;
}

int main(int argc, char **argv)
{
    static char file[8 << 20];
    struct device d;
    char name[16];
    FILE *f = argc > 2 ? fopen(argv[2], "rb") : NULL;

    if (argc < 2 || !strcmp(argv[1], "--ptx"))
        return fputs(code_of(EVENTS + 1), stdout) < 0;
    if ((argc > 2 && (!f || !fread(file, 1, sizeof file - 1, f))) || cuInit(0) || !open_device(&d))
        return 2;
    puts("first,then,by,looks at,sees,the event got");
    for (unsigned i = 0; i <= EVENTS; i++) {
        const bool last = i == EVENTS;
        const char *other = last ? NULL : all[i].other, *then = last ? "end" : all[i].then;
        unsigned got[3], before = 0, same = 1;
        snprintf(name, sizeof name, last ? "later" : "event%u", i);
        for (int k = 0; k < atoi(argv[1]); k++) {
            if (!run_event(&d, f ? file : code_of(i), name, last ? (unsigned)d.sms + 1 : 2, got))
                return 3;
            same = same && (!k || got[0] == before);
            before = got[0];
        }
        print_code(last ? LOAD : all[i].first);
        putchar(',');
        print_code(!other ? then : *other ? other : "bar.sync 0;");
        printf(",%s,x+%u,%s,%s\n", last ? "a later block" : other && *other ? "another warp" : "",
               last ? 0 : all[i].look, same ? word_of(got[0]) : "now this, now that", word_of(got[1]));
    }
    return 0;
}
