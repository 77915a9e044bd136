/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the rows of the trace memory and tells them as text or CSV.
 */
#include "board_trace.h"

#include <inttypes.h>

#include "link_def.h"
#include "ports.h"

#define TRACE(name) PORTS_GET(w, LINK_TRACE_DATA_##name)

static struct board_cycle row(const uint32_t w[8])
{
    return (struct board_cycle){
        .cycle = TRACE(CYCLE), .signature = w[6] | (uint64_t)w[7] << 32,
        .issues = TRACE(ISSUE), .warp = TRACE(ISSUE_WARP), .pc = TRACE(ISSUE_PC), .part = TRACE(ISSUE_PART),
        .active = TRACE(ISSUE_MASK),
        .asks = TRACE(REQ), .kind = TRACE(REQ_KIND), .space = TRACE(REQ_SPACE), .id = TRACE(REQ_ID),
        .port = TRACE(REQ_PORT), .address = TRACE(REQ_ADDR), .byte_mask = TRACE(REQ_MASK),
        .results = TRACE(WRITTEN), .block = TRACE(BLOCK), .block_done = TRACE(BLOCK_DONE) };
}

bool board_trace(struct gt_board *b, struct board_cycle *c, uint32_t *n, char *err, size_t errn)
{
    uint32_t count = 0, w[8];

    if (b->info.trace_depth && !board_read(b, LINK_REG_TRACE_COUNT, &count, 1, err, errn))
        return false;
    count = count < b->info.trace_depth ? count : b->info.trace_depth;
    *n = count < *n ? count : *n;
    for (uint32_t i = *n; i--;) {
        if (!board_write(b, LINK_REG_TRACE_INDEX, &i, 1, err, errn) ||
            !board_read(b, LINK_REG_TRACE_DATA, w, 8, err, errn))
            return false;
        *c++ = row(w);
    }
    return true;
}

void board_cycle_tell(const struct board_cycle *c, FILE *f)
{
    static const char *const of[] = { " SP", " SFU/DPU", " address", " load" };

    fprintf(f, "cycle %u:", c->cycle);
    if (c->issues)
        fprintf(f, " ISSUE, warp 0x%x, pc 0x%x, micro-op 0x%x, active 0x%x;", c->warp, c->pc, c->part, c->active);
    if (c->asks)
        fprintf(f, " MEMREQ, port %u, kind 0x%x, space 0x%x, id 0x%x, address 0x%x, byte mask 0x%x;", c->port, c->kind,
                c->space, c->id, c->address, c->byte_mask);
    if (c->results) {
        fprintf(f, " results:");
        for (unsigned i = 0; i < sizeof of / sizeof *of; i++)
            fputs(c->results >> i & 1 ? of[i] : "", f);
        fprintf(f, ";");
    }
    if (c->block)
        fprintf(f, " BLOCK accepted;");
    if (c->block_done)
        fprintf(f, " BLOCK done;");
    fprintf(f, "\n");
}

void board_cycle_csv(const struct board_cycle *c, FILE *f)
{
    if (!c)
        fprintf(f, "cycle,issue,warp,pc,part,active,request,port,kind,space,id,address,byte_mask,result_sp,"
                   "result_sfu_dpu,result_address,result_load,block,block_done,signature\n");
    else
        fprintf(f, "%u,%d,%u,0x%x,%u,0x%08x,%d,%u,%u,%u,%u,0x%x,0x%08x,%u,%u,%u,%u,%d,%d,0x%016" PRIx64 "\n", c->cycle,
                c->issues, c->warp, c->pc, c->part, c->active, c->asks, c->port, c->kind, c->space, c->id, c->address,
                c->byte_mask, c->results & 1, c->results >> 1 & 1, c->results >> 2 & 1, c->results >> 3 & 1, c->block,
                c->block_done, c->signature);
}
