# SPDX-License-Identifier: Apache-2.0
# code ID: the source and native code of an experiment
code() {
    awk -v id="<details class=\"code\" id=\"code-$1\">" \
        'index($0, id) { on = 1 } on { print } on && /^<\/details>/ { exit }' $page
}
# The code of each experiment: what its kernel is made of and nothing else; the native code, of which nothing is lost
# by folding.
for id in T3.add.u32.latency:arith:add_u32 T3.mul.f32.latency:tables:mul_f32 X.shared.latency:latency:shared_chase \
    figure6:arith:add_u32 figure8:flow:ladder32 listing7:listings:pairing figureS:shared:strides \
    figureR:regbank:mad_1 figure17:const:const_chase; do
    kernel=${id##*:} module=${id%:*} id=${id%%:*}
    module=${module#*:}
    code "$id" >code
    grep -q "source and native code of <code>$kernel</code>" code || fail "no code of $id"
    grep -q "[ (]$kernel[(,]" code || fail "source of $id lacks $kernel"
    grep -q "^.kernel $kernel\$\|>.kernel $kernel\$" code || fail "native code of $id is not that of $kernel"
    sed '1,/<h3>Native/ d' code | awk '
        /\.\.\. the same line/ { n += $6 } /\.\.\. the [0-9]+ lines above/ { n += $4 * $7 }
        !/<b>|^<p |^<\/pre>|^<\/details>/ { n++ } END { print n }' >shown
    "$gt200" dis -a "$kernels/$module.cubin" |
        awk -v k=".kernel $kernel" '/^\.kernel/ { on = $0 == k } on { n++ } END { print n }' >all
    same "lines of $kernel" "$(cat shown)" "$(cat all)"
done
code T3.add.u32.latency >code
grep -q '#define CHAIN_KERNEL' code || fail "add_u32: the macro is missing"
grep -q 'sub_u32\|REP256' code && fail "add_u32: has what it does not need"
grep -q 'the 2 lines above 125 more times' code || fail "add_u32: not folded"
code figure8 | grep -q 'i &lt; its' || fail "source not escaped"
