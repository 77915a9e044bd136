#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# planted.sh ROOT BUILD OUT: faults in copies of the units, one line each, in the model and in the Verilog; a bench of
# BUILD made anew with each must find it. OUT: folder for copies and programs.
set -eu
[ $# = 3 ] || { echo "usage: planted.sh ROOT BUILD OUT" >&2; exit 2; }
root=$1 build=$2 out=$3
bench=$build/tests/gpu_mmu
vroot=${VERILATOR_ROOT:-/usr/share/verilator}
found=0 status=0
mkdir -p "$out"
flags="-O1 -I$root/cmodel -I$root/cmodel/gpu -I$build/isa -I$root/isa"

copy() {        # FILE SED: the copy with the fault
    sh "$root/sim/one_line.sh" "$root/$1" "$out/${1##*/}" "$2"
}
judge() {       # WHAT: OUT/bench finds it: it says what differs, and does not crash or run for ever
    rc=0
    timeout 300 "$out/bench" >"$out/log" 2>&1 || rc=$?
    if [ $rc = 1 ] && grep -q '^step .*: \|numbers differ\|RTL assertion failed' "$out/log"; then
        found=$((found + 1))
    else
        echo "not found (exit status $rc): $1" >&2
        tail -n 2 "$out/log" >&2
        status=1
    fi
    rm -f "$out/bench"
}
# in_model PROGRAM FILE SED WHAT
in_model() {
    copy "cmodel/gpu/$2.c" "$3"
    ${CC:-cc} -std=gnu11 $flags -c "$out/$2.c" -o "$out/model.o"
    ${CXX:-c++} $flags -I"$bench/obj" -isystem "$vroot/include" -isystem "$vroot/include/vltstd" -o "$out/bench" \
        "$root/tests/gpu_mmu/$1.cpp" "$root/tests/rtl_assert.cpp" "$out/model.o" "$bench/obj/Vgpu_mmu_bench__ALL.a" \
        "$bench/obj/verilated.o" "$bench/obj/verilated_threads.o" "$build/cmodel/libgt200model.a" -lpthread
    judge "$4"
}
# in_rtl PROGRAM FILE SED WHAT
in_rtl() {
    copy "rtl/$2.sv" "$3"
    name=${2##*/}
    files=$(sh "$root/sim/files.sh" "$root/rtl/files.f" "$root/rtl/gpu/files.f" |
        sed "s:.*/$name\.sv\$:$out/$name.sv:")
    rm -rf "$out/obj"
    ${VERILATOR:-verilator} --cc --exe --Mdir "$out/obj" --top-module gpu_mmu_bench --prefix Vgpu_mmu_bench -O3 \
        --x-assign fast --x-initial fast -Wno-fatal -Wno-lint -Wno-style -I"$root/rtl" -I"$root/rtl/gen" $files \
        "$root/tests/gpu_mmu/gpu_mmu_bench.sv" >"$out/verilator.log" 2>&1
    make --no-print-directory -s -C "$out/obj" -f Vgpu_mmu_bench.mk OPT_FAST=-O1 Vgpu_mmu_bench__ALL.a \
        >"$out/make.log" 2>&1
    ${CXX:-c++} $flags -I"$out/obj" -isystem "$vroot/include" -isystem "$vroot/include/vltstd" -o "$out/bench" \
        "$root/tests/gpu_mmu/$1.cpp" "$root/tests/rtl_assert.cpp" "$out/obj/Vgpu_mmu_bench__ALL.a" \
        "$bench/obj/verilated.o" "$bench/obj/verilated_threads.o" "$build/cmodel/libgt200model.a" -lpthread
    judge "$4"
}

in_model mmu_random tlb_l1 's/memmove(t->order + 1, t->order, at);/memmove(t->order + 1, t->order, at \& 7);/' \
    'wrong order of lines'
in_model mmu_random tlb_l1 's/        memset(l->known, 0, sizeof l->known);/;/' \
    'a new line knows the pages of the old one'
in_model mmu_random tlb_l1 's/        first &= ~(n - 1);/        n -= first \& (n - 1);/' \
    'of 64 KB only the pages from the wanted one on'
in_model mmu_random tlb_l1 's/            t->fault = fault_of(head);/            t->fault.valid = true;/' \
    'a fault without its address'
in_model mmu_random tlb_l2 's/page == page ? &first(set, at)->entry/page == page ? \&set[at].entry/' \
    'a page that is found stays as old as it was'
in_model mmu_random mmu 's/    w->dir = !d->held;/    w->dir = false;/' "the directory's entry is taken for the page's"
in_model mmu_random mmu 's/        m->dir\[pt_region(.*/        m->dir[0] = (struct mmu_dir){true, op->word};/' \
    'one directory entry for all regions'
in_model mmu_knees mmu 's/    memset(m->dir, 0, sizeof m->dir);/;/' \
    'directory entries stay when the rest is invalidated'
in_model mmu_random l3 's/^    order\[0\] = way;/    (void)order;/' \
    'a line that is used does not become the youngest'
in_model mmu_knees l3 's/l->state = l->hit ? L3_SEND : L3_BRING;/l->state = L3_BRING;/' \
    'a line that is there is read again'

in_rtl mmu_random gpu/tlb_l1 's/if (pass || put) rank_q <= rank_next;/if (put) rank_q <= rank_next;/' \
    'a line that is found stays as old as it was'
in_rtl mmu_random gpu/tlb_l1 "s/.wr_be(known ? news : '1)/.wr_be(news)/" 'a new line knows the pages of the old one'
in_rtl mmu_random gpu/tlb_l2 's/EN_BITS(RW)) u_order/EN_BITS(RW), .FORWARD(0)) u_order/' \
    'a set that is written and read in one step has its old order'
in_rtl mmu_random gpu/mmu "s/if (inv)                 held_q <= '0;/if (1'b0) held_q <= '0;/" \
    'directory entries stay when the rest is invalidated'
in_rtl mmu_random gpu/mmu "s/else if (walk_row\[0\]) nth = .*/else if (walk_row[0]) nth = walk_row[2 +: 2];/" \
    'the wrong entry of a sector for 64 KB pages'
in_rtl mmu_knees gpu/l3 's/if (hit_q) state_q <= ST_SEND;/if (1'"'b0"') state_q <= ST_SEND;/' \
    'a line that is there is read again'
in_rtl mmu_random gpu/l3 "s/nth = {addr_q\[7:6\], 1'b0} + /nth = /" 'sector 0 first, whatever is wanted'

echo "$found faults found"
exit $status
