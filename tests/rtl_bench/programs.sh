# SPDX-License-Identifier: Apache-2.0
# For scripts that run a bench around sim/examples/vecadd.s; they have $gt200 and $out, a folder.

# assemble NAME: $out/NAME.s to NAME.cubin and, as docs/bench.md says, NAME.hex
assemble() {
    "$gt200" as "$out/$1.s" -o "$out/$1.cubin"
    "$gt200" dis -a "$out/$1.cubin" | sed -n 's,.*// [0-9a-f]*: ,,p' >"$out/$1.hex"
}

# make_programs SOURCE: vecadd; wrong, which subtracts; fault, which accesses what is not there
make_programs() {
    cp "$1" "$out/vecadd.s"
    sed 's/add.b32 \$r2, \$r2, \$r3/sub.b32 $r2, $r2, $r3/' "$1" >"$out/wrong.s"
    sed 's/shl.b32 \$r1, \$r1, 0x2/shl.b32 $r1, $r1, 0x8/' "$1" >"$out/fault.s"
    for made in vecadd wrong fault; do
        assemble $made
        [ $made = vecadd ] || ! cmp -s "$out/$made.hex" "$out/vecadd.hex" ||
            { echo "programs.sh: $made is vecadd" >&2; exit 1; }
    done
}

# model_cycles [OPTION...]: how many cycles vecadd takes in the cycle model
model_cycles() {
    "$gt200" run "$out/vecadd.cubin" -k vecadd -g 4 -b 64 -a zero:1024 -a zero:1024 -a zero:1024 --target model "$@" |
        sed -n 's/^cycles: //p'
}
