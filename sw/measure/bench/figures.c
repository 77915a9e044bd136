/* SPDX-License-Identifier: Apache-2.0
 * The figures and their pictures, as data. */
#include "bench.h"

const struct bench_figure bench_figures[] = {
    { "5", "The clock as blocks all over the chip see it",
      "Each block stores when it started and stopped by its own clock. Blocks of a TPC agree; those of different TPCs "
      "do not, since each TPC counts for itself." },
    { "6", "Latency and throughput against warps",
      "Dependent integer adds, one block. Up to five warps each waits 24 clocks for its own result; from eight on the "
      "pipeline is full and more warps only wait longer." },
    { "7", "32-way divergence: when each thread runs",
      "Every lane of a warp takes a path of its own. One path runs at a time, and the warps do not slow each other." },
    { "8", "Order in which the paths of a warp run",
      "An if / else-if ladder compares with the elements of c. The GT200 runs the innermost else first, whatever c "
      "holds." },
    { "9", "Register file: largest block that launches",
      "16384 registers, given to a block in units of 64 threads." },
    { "L4", "Listing 4: a spin loop inside a warp",
      "A lane that waits for another lane of its own warp waits for ever. 1: deadlock, 0: it ends." },
    { "L5", "Listing 5: a barrier in each half of a warp",
      "A barrier counts warps, not threads: the halves of a warp do not wait for each other. 1: deadlock, 0: it "
      "ends." },
    { "L6", "Listing 6: spinning on what is written after a barrier", "1: deadlock, 0: it ends." },
    { "L7", "Listing 7: which barriers of two warps meet",
      "Two warps with different paths: the value read behind a barrier tells which barrier of the other warp it met." },
    { "S", "Shared memory (not a figure of the paper)",
      "A dependent read by one thread, conflicts of the banks by a warp, and bytes per clock with more warps." },
    { "R", "Register file banks (not a figure of the paper)",
      "Multiply-adds whose three registers stand at different distances: a conflict of banks would show as a dip." },
    { "10", "Texture caches, stride 64 bytes",
      "A chase through a texture of ever larger size: the L1 of a TPC, the L2 of the chip, memory." },
    { "11", "Texture L1, stride 8 bytes",
      "Figure 10's first knee close up. Over the places of the TPCs the curves part where the L2 comes in." },
    { "12", "Texture L2, stride 64 bytes", "Figure 10's second knee close up: a step for each line of 256 bytes." },
    { "13", "Translation of global addresses, stride 512 KB",
      "Each element is on a page of its own. Where the TLBs end the chase takes longer: the first one at once, the "
      "second one set by set." },
    { "14", "Global addresses: as many elements as the first TLB has lines, and one more",
      "They fit at any distance, since any line takes any address; one more does not, from the stride on that is as "
      "wide as a line. At the widest strides few sets of the second TLB are used." },
    { "15", "Global addresses: line of the second TLB",
      "Two groups of elements share sets of the second TLB, until the second group is moved by a line." },
    { "16", "Translation of textures' addresses",
      "As Figure 13. Groups of two elements tell the lines of the first TLB, groups that are moved those of the "
      "second." },
    { "17", "Constant caches, stride 256 bytes",
      "A pointer chase through ever larger arrays. Each plateau is a level; the ramp between two of them has a "
      "step for "
      "each way-sized piece that no longer fits." },
    { "18", "Constant L1, stride 16 bytes", "The ramp of Figure 17's first knee close up: a step for each line." },
    { "19", "Bytes per clock out of the constant L3",
      "Blocks that miss their L1 and L2 with every load; of each load the line counts, 256 bytes." },
    { "20", "Constant caches shared by two blocks",
      "Two blocks chase through an array each: what they share looks half as large." },
    { "21", "Constant caches beside 10 KB of code",
      "The same chase beside a block that only fetches instructions: what code and constants share shrinks." },
    { "22", "Instruction caches, one thread",
      "A loop of independent instructions, longer and longer. No knee at the 4 KB of the L1, since the next line is "
      "fetched ahead; those of the L2 and, where there is one, of the L3 are there." },
    { "23", "Instruction L1, beside two busy SMs",
      "With the L2 kept busy by the other SMs of the TPC the L1's knee appears." },
    { "24", "Clock reads while other warps displace the line at 160 to 416",
      "Reads that wait for a fetch take longer: where they do, a fetched block begins." },
    { "C", "Bytes a second of copies (not a figure of the paper)",
      "Of the whole chip, by what a thread loads at a time, by how far a copy is off the bounds of 64 bytes, by "
      "strides, and by how far half-warps lie apart: at multiples of 2 KB all are in one partition." },
    { "T", "Transposes of a matrix (not a figure of the paper)",
      "The classical eight variants: copies, a column of words at a time, through tiles in shared memory, and tiles "
      "along diagonals, which spread over the partitions." },
    { "A", "Textures and atomics (not a figure of the paper)",
      "Bytes a second of fetches that hit the L1, the L2 or neither; atomics a second by how far apart their words "
      "are." },
    { "K", "Whole kernels (not a figure of the paper)", "Sums, prefix sums and products of matrices." },
    { "M", "Products of matrices that fill all SMs (not a figure of the paper)",
      "Of matrices in single and double precision, as many blocks as all SMs have places for, and of a sparse matrix "
      "of 27 diagonals with a vector that is read as a texture." },
    { "G", "Global memory of a GPU (not a figure of the paper)",
      "A pointer chase through ever larger arrays: each plateau is a level of the memory hierarchy." },
    { "P", "Where blocks go on a GPU (not a figure of the paper)", "The SM that each block of one grid ran on." },
};
const size_t bench_figure_count = sizeof bench_figures / sizeof bench_figures[0];

#define START "clocks since the first start"
#define PLACE "place in the order of starts"
#define LOAD  "clocks per load"
#define RATE  "GB/s"
#define WORDS "words between lanes"

const struct bench_panel bench_panels[] = {
    { "5", "start, 10 blocks|stop, 10 blocks", "10 blocks", "block", "clock", BENCH_SPANS },
    { "5", "start, 30 blocks|stop, 30 blocks", "30 blocks", "block", "clock", BENCH_SPANS },
    { "5", "start, one TPC*|stop, one TPC*", "One TPC", "block", "clock", BENCH_SPANS },
    { "6", "latency", "Latency", "warps", "clocks", BENCH_AGREE },
    { "6", "throughput", "Throughput", "warps", "operations per clock", BENCH_AGREE },
    { "7", "start|stop", "Two warps, 32 paths each", "thread", START, BENCH_SPANS },
    { "7", "start, 16 groups of 2|stop, 16 groups of 2", "16 paths of two lanes", "thread", START, BENCH_SPANS },
    { "7", "start, 2 groups of 16|stop, 2 groups of 16", "Two paths of 16 lanes", "thread", START, BENCH_SPANS },
    { "8", "c ascending", "c = 0, 1, 2, ... 31", "thread", PLACE, BENCH_DOTS },
    { "8", "c descending", "c = 31, 30, ... 0", "thread", PLACE, BENCH_DOTS },
    { "8", "c = 7i mod 32", "c = 7i mod 32", "thread", PLACE, BENCH_DOTS },
    { "8", "groups of 15, 9, 2, 4, 2", "Groups of 15, 9, 2, 4 and 2 lanes", "group", PLACE, BENCH_DOTS },
    { "9", "largest launchable block|132 registers/thread", "", "registers per thread", "threads", BENCH_LINES },
    { "L7", "value read", "", "thread of warp 0", "value read behind its barrier", BENCH_DOTS },
    { "S", "one thread, latency against stride", "One thread", "stride in bytes", "clocks per load", BENCH_LINES },
    { "S", "one warp, latency", "One warp: latency", WORDS, "clocks per load", BENCH_LINES },
    { "S", "one warp, passes of a half-warp", "One warp: passes of a half-warp", WORDS, "passes", BENCH_LINES },
    { "S", "bytes per clock against warps", "Bytes per clock", "warps", "bytes per clock", BENCH_LINES },
    { "R", "multiply-adds per clock", "", "registers between operands", "multiply-adds per clock", BENCH_LINES },
    { "10", "stride*|* plateau", "", "bytes", LOAD, BENCH_LINES },
    { "11", "average|maximum|minimum", "", "bytes", LOAD, BENCH_LINES },
    { "12", "stride*", "", "bytes", LOAD, BENCH_LINES },
    { "13", "average", "", "MB", LOAD, BENCH_LINES },
    { "14", "* elements", "", "stride in KB", LOAD, BENCH_LINES },
    { "15", "2 x *", "", "offset of the second group, bytes", LOAD, BENCH_LINES },
    { "16", "* KB stride", "Sizes", "MB", LOAD, BENCH_LINES },
    { "16", "groups of *", "Groups of two elements, 1 MB apart", "groups", LOAD, BENCH_LINES },
    { "16", "as many *", "Distance of the two", "KB", LOAD, BENCH_LINES },
    { "16", "2 x *", "Two groups", "offset of the second group, bytes", LOAD, BENCH_LINES },
    { "17", "average*|maximum|minimum|stride 128*", "", "bytes", LOAD, BENCH_AGREE },
    { "18", "average*", "", "bytes", LOAD, BENCH_AGREE },
    { "19", "*", "", "blocks", "bytes per clock", BENCH_LINES },
    { "20", "same SM|same TPC|different TPC", "", "bytes of each array", LOAD, BENCH_LINES },
    { "21", "same SM|same TPC|different TPC", "", "bytes", LOAD, BENCH_LINES },
    { "22", "clocks per instruction*", "", "bytes of code", "clocks per instruction", BENCH_LINES },
    { "23", "clocks per instruction*", "", "bytes of code", "clocks per instruction", BENCH_LINES },
    { "24", "time since the first read", "Time since the first read", "bytes of code since the first read", "clocks",
      BENCH_LINES },
    { "24", "extra clocks of the read", "Extra time of each read", "bytes of code since the first read", "clocks",
      BENCH_LINES },
    { "C", "copy against*", "Width of a load", "bytes of a thread", RATE, BENCH_LINES },
    { "C", "copy, so*", "Copies off the bounds of 64 bytes", "words", RATE, BENCH_LINES },
    { "C", "copy of*", "Strides", "words", RATE, BENCH_LINES },
    { "C", "loads of*", "Half-warps apart", "bytes", RATE, BENCH_LINES },
    { "T", "*", "", "rows", RATE, BENCH_DOTS },
    { "K", "products*", "", "rows", "GFLOP/s", BENCH_DOTS },
    { "M", "products*", "", "rows", "GFLOP/s", BENCH_DOTS },
    { "G", "stride *", "", "bytes", LOAD, BENCH_LINES },
    { "P", "SM of the block", "", "block", "SM", BENCH_DOTS },
};
const size_t bench_panel_count = sizeof bench_panels / sizeof bench_panels[0];
