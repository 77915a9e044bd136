/* SPDX-License-Identifier: Apache-2.0
 *
 * The target description. GDB wants the core registers of the architecture that it takes this for; others may follow.
 */
#define _POSIX_C_SOURCE 200809L
#include "target_xml.h"

#include <stdio.h>
#include <stdlib.h>

char *gdb_target_xml(void)
{
    static const char *const words[] = { "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10",
                                         "r11", "r12", "r13", "r14", "r15" };
    static const char *const halves[] = { "eflags", "cs", "ss", "ds", "es", "fs", "gs" };
    static const char *const control[] = { "fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg", "fooff", "fop" };
    static const char *const place[] = { "tid_x", "tid_y", "tid_z", "ctaid_x", "ctaid_y", "warp", "lane", "active",
                                         "depth" };
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    if (!f)
        return NULL;
    fprintf(f, "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target>\n"
               "<architecture>i386:x86-64</architecture>\n<osabi>none</osabi>\n"
               "<feature name=\"org.gnu.gdb.i386.core\">\n");
    for (unsigned i = 0; i < GDB_RIP; i++)
        fprintf(f, "<reg name=\"%s\" bitsize=\"64\" type=\"%s\" save-restore=\"no\"/>\n", words[i],
                i == 6 || i == 7 ? "data_ptr" : "int64");
    fprintf(f, "<reg name=\"rip\" bitsize=\"64\" type=\"code_ptr\"/>\n");
    for (unsigned i = 0; i < sizeof halves / sizeof *halves; i++)
        fprintf(f, "<reg name=\"%s\" bitsize=\"32\" type=\"int32\"/>\n", halves[i]);
    for (unsigned i = 0; i < 8; i++)
        fprintf(f, "<reg name=\"st%u\" bitsize=\"80\" type=\"i387_ext\"/>\n", i);
    for (unsigned i = 0; i < 8; i++)
        fprintf(f, "<reg name=\"%s\" bitsize=\"32\" type=\"int\" group=\"float\"/>\n", control[i]);
    fprintf(f, "</feature>\n<feature name=\"gt200.thread\">\n");
    for (unsigned i = GDB_G; i < GDB_A; i++)
        fprintf(f, "<reg name=\"g%u\" bitsize=\"32\" type=\"int32\" group=\"gt200\"/>\n", i);
    for (unsigned i = 1; i <= GDB_C - GDB_A; i++)
        fprintf(f, "<reg name=\"a%u\" bitsize=\"32\" type=\"uint32\" group=\"gt200\"/>\n", i);
    for (unsigned i = 0; i < GDB_PLACE - GDB_C; i++)
        fprintf(f, "<reg name=\"c%u\" bitsize=\"32\" type=\"uint32\" group=\"gt200\"/>\n", i);
    for (unsigned i = 0; i < sizeof place / sizeof *place; i++)
        fprintf(f, "<reg name=\"%s\" bitsize=\"32\" type=\"uint32\" group=\"gt200\"/>\n", place[i]);
    fprintf(f, "</feature>\n</target>\n");
    if (fclose(f)) {
        free(text);
        return NULL;
    }
    return text;
}
