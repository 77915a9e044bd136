/* SPDX-License-Identifier: Apache-2.0
 *
 * planted NAME PROGRAM.s PROGRAM.cubin: runs a program in lockstep on a machine with a deliberate fault. Passes when
 * the checker reports it,
 * with all the parts a report must have.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "program.h"
#include "rtl_sm.h"

static bool report_has(const char *report, const char *part)
{
    if (strstr(report, part))
        return true;
    fprintf(stderr, "the report lacks '%s'\n", part);
    return false;
}

/* The builds, and what tells that the report was about the right thing: value: a result in the same cycle; cycle:
 * events that do not coincide; chips tpc and gtx280: which SM is wrong; state: what the machine holds. build NULL:
 * gt_rtl_planted_state or gt_rtl_planted_look of that name, or a module. */
static const struct plant {
    const char *name;
    const struct gt_rtl_build *build;
    const char *chip;
    bool state;                 /* no event differs */
    const char *parts[3];
    uint32_t jitter;
} plants[] = {
    {"value", &gt_rtl_wrong_value, "sm", false, {"instruction: ", "* result[", "wave: planted.fst"}, 0},
    {"cycle", &gt_rtl_wrong_cycle, "sm", false, {"instruction: ", "only in the "}, 0},
    {"tpc_value", &gt_rtl_tpc_wrong_value, "tpc", false, {", SM 1, warp ", "mov.b32 $r1, $physid", "* result["}, 0},
    {"tpc_cycle", &gt_rtl_tpc_wrong_cycle, "tpc", false, {", SM 2, MEMREQ only in the model"}, 0},
    {"chip_value", &gt_rtl_chip_wrong_value, "gtx280", false, {", SM 3, warp ", "mov.b32 $r1, $physid", "* result["},
     0},
    {"tpc_deaf", &gt_rtl_tpc_deaf, "tpc", false, {", SM 1, BLOCK only in the model"}, 0},
    {"gpu1_address", NULL, "gpu1", true,
     {", partition 0, texture L2\n", "  * sector ", "    what             passes           passes\n"}, 0},
    {"Pins", NULL, "gpu1", true,
     {", partition 0, pins of the memory chips\n", "    RTL    open bank ", "    model  open bank "}, 0},
    {"LookTexL1", NULL, "gpu1", true, {", TPC 0, texture L1\n", "  * id "}, 0},
    {"LookTlb", NULL, "gpu1", true, {", TPC 0, L1 TLB of g[] and l[]\n", "  * address "}, 0},
    {"LookTlbOfTextures", NULL, "gpu1", true, {", TPC 0, L1 TLB of textures\n", "  * address "}, 0},
    {"LookMmu", NULL, "gpu1", true, {", MMU\n", "  * entry or where "}, 0},
    {"LookL3", NULL, "gpu1", true, {", L3\n", "  * id "}, 0},
    {"LookPartition", NULL, "gpu1", true, {", partition 0, texture L2\n", "  * place "}, 0},
    {"LookFill", NULL, "gpu1", true, {", partition 0, fill of the texture L2\n", "  * miss "}, 0},
    {"LookRequestIn", NULL, "gpu1", true, {", request into the crossbar\n", "  * address "}, 0},
    {"LookAnswerOut", NULL, "gpu1", true, {", answer out of the crossbar\n", "  * data "}, 0},
    {"LookRequestOut", NULL, "gpu1", true, {", request out of the crossbar\n", "  * address "}, 0},
    {"LookAnswerIn", NULL, "gpu1", true, {", answer into the crossbar\n", "  * data "}, 0},
    {"gpu1_ready", NULL, "gpu1", false, {"MEMREQ only in the RTL"}, 0},
    {"gpu1_order", NULL, "gpu1", false, {", SM 1, BLOCK", "* block y:x"}, 0},
    {"gtx280_centre", NULL, "gtx280", true,
     {", pins of the memory chips\n", "    RTL    open bank ", "    model  open bank "}, 0},
    {"gtx280_partition", NULL, "gtx280", true, {", pins of the memory chips\n", ", closed behind it"}, 0},
    {"small_planted", NULL, "small", false, {"ISSUE", "* active "}, 0},
    {"DestinationRow", NULL, "sm", false, {", SPWB", "instruction: ", "* row "}, 0},
    {"DestinationRegister", NULL, "sm", false, {", SPWB", "instruction: ", "* register "}, 0},
    {"DestinationEnables", NULL, "sm", false, {", SPWB", "instruction: ", "* enables "}, 0},
    {"OtherJitter", NULL, "sm", false, {"MEMREQ only in the "}, 5},
    {"EndRegister", NULL, "sm", true,
     {"differ: end of a block, warp 0, $r1 of lane 5: RTL 0x10, model 0x0\n"}, 0},
    {"EndCondition", NULL, "sm", true,
     {"differ: end of a block, warp 0, $c0 of lane 9: RTL 0x7, model 0x5\n"}, 0},
    {"EndAddress", NULL, "sm", true,
     {"differ: end of a block, warp 0, $a2 of lane 31: RTL 0x1, model 0x0\n"}, 0},
    {"EndLanes", NULL, "sm", true,
     {"differ: end of a block, warp 0, active lanes: RTL 0xfffffff7, model 0xffffffff\n"}, 0},
    {"EndShared", NULL, "sm", true,
     {"differ: end of a block, shared memory, word at 0x10: RTL 0x10001, model 0x10000\n"}, 0},
    {"EndBarrier", NULL, "sm", true,
     {"differ: end of a block, barrier 3 of block slot 0, arrivals: RTL 0x1, model 0x0\n"}, 0},
    {"EndMemory", NULL, "sm", true,
     {"differ: device memory after the run, address 0x11000: RTL 0x01, model 0x00\n"}, 0},
    {"FaultRegister", NULL, "sm", true,
     {"differ: after the fault, warp 0, $r0 of lane 5: RTL 0x15, model 0x5\n"}, 0},
    {"FaultStack", NULL, "sm", true,
     {"differ: after the fault, warp 0, stack entry 0 (type, mask, pc): RTL 0x2ffffffff00002c, model 0x"
      "2ffffffff000028\n"}, 0},
    {"FaultMemory", NULL, "sm", true,
     {"differ: device memory after the fault, address 0x11000: RTL 0x01, model 0x00\n"}, 0},
    {"HangRegister", NULL, "sm", true,
     {"differ: after the hang, warp 1, $r0 of lane 31: RTL 0x2f, model 0x3f\n"}, 0},
    {"HangDepth", NULL, "sm", true,
     {"differ: after the hang, warp 0, depth of the stack: RTL 0x3, model 0x1\n"}, 0},
    {"HangStack", NULL, "sm", true,
     {"differ: after the hang, warp 1, stack entry 0 (type, mask, pc): RTL 0x2fffffffe"}, 0},
    {"HangCount", NULL, "sm", true,
     {"differ: after the hang, barrier 1 of block slot 0, arrivals: RTL 0x3, model 0x1\n"}, 0},
    {"HangNeed", NULL, "sm", true,
     {"differ: after the hang, barrier 2 of block slot 0, need (0x20: all): RTL 0x1f, model 0x20\n"}, 0},
    {"HangWaits", NULL, "sm", true,
     {"differ: after the hang, barrier "}, 0},
    {"HangMemory", NULL, "sm", true,
     {"differ: device memory after the hang, address 0x11000: RTL 0x01, model 0x00\n"}, 0},
    {"HangShared", NULL, "sm", true,
     {"differ: after the hang, shared memory, word at 0x14: RTL 0x1, model 0x0\n"}, 0},
};

static bool check_report(const struct plant *p, const char *report)
{
    bool ok = report_has(report, "RTL and model differ: ") && report_has(report, "reproduce: the command");

    if (!p->state)
        ok = report_has(report, "RTL and model differ: cycle") && report_has(report, "last instructions of warp") && ok;
    for (int i = 0; i < 3 && p->parts[i]; i++)
        ok = report_has(report, p->parts[i]) && ok;
    return ok;
}

int main(int argc, char **argv)
{
    struct program p;
    struct gt_module m;
    struct gt_launch l;
    struct gt_result res;
    char err[512], *report = NULL;
    size_t n = 0;

    const struct plant *plant = plants, *end = plants + sizeof plants / sizeof *plants;
    while (argc == 4 && plant < end && strcmp(plant->name, argv[1]))
        plant++;
    if (argc != 4 || plant == end)
        return 2;
    const struct gt_rtl_build *build = plant->build ? plant->build : gt_rtl_planted_state(plant->name);
    if (!build)
        build = gt_rtl_planted_look(plant->name);
    if (!build && !(build = gt_rtl_machine(plant->name, err, sizeof err))) {
        fprintf(stderr, "%s\n", err);
        return 2;
    }
    struct gt_gpu *g = gt_gpu_new(16 << 20);
    if (!g || !program_read(&p, argv[2]) || !gt_module_load_file(&m, g, argv[3], err, sizeof err) ||
        !program_place(&p, g))
        return 2;
    g->chip = gt_chip_find(plant->chip, err, sizeof err);
    g->jitter = plant->jitter;
    program_launch(&p, &m, &l);
    FILE *f = open_memstream(&report, &n);
    const struct gt_rtl_opts opts = {
        .build = build, .fst = "planted.fst", .reproduce = "the command", .report = f,
    };
    enum gt_status st = gt_lockstep_run(g, &l, &res, &opts);
    fclose(f);
    fputs(report, stdout);
    bool ok = st == GT_DIFFERENT && check_report(plant, report);
    if (st != GT_DIFFERENT)
        fprintf(stderr, "the planted fault was not found: status %d, %s\n", (int)st, res.message);
    free(report);
    gt_module_free(&m);
    gt_gpu_free(g);
    return ok ? 0 : 1;
}
