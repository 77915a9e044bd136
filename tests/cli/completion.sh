#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# completion.sh GT200 CUBIN TYPED DIR: what completion for bash offers; what fish offers, and that zsh takes what
# is written for it (where there is a fish, a zsh). CUBIN: kernels.s, TYPED: typed.ptx as cubins.
set -eu
gt200=$1 cubin=$2 typed=$3 dir=$4
fail() { echo "completion.sh: $*" >&2; exit 1; }
PATH=$(dirname "$gt200"):$PATH
unset GT200_TARGET GT200_CHIP

# offered WORD...: what is offered for the last of the words
offered() {
    "$gt200" completion bash | bash -c \
        '. /dev/stdin; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gt200; echo "${COMPREPLY[*]}"' \
        bash "$@"
}
# is WORDS WORD...: these are offered for the last of the further words
is() {
    want=$1
    shift
    got=$(offered "$@")
    [ "$got" = "$want" ] || fail "$*: expected '$want', got '$got'"
}
is occupancy gt200 occ
is "--memory --memcheck" gt200 run --mem
is "func model rtl lockstep cuda" gt200 run --target ""
is lockstep gt200 fuzz --target l
is -use_fast_math gt200 cc -std= -use
is "sm tpc gpu1 gpu2 gtx280" gt200 bench --chip ""
is "bash zsh fish" gt200 completion ""
is "vectors" gt200 man vec
is "$0" gt200 as "$0"
is model,lockstep gt200 bench --target model,l
is "T3.mad.f32.latency T3.mad.f32.throughput" gt200 bench --target model T3.mad.f32
is "$0" gt200 bench --csv "$0"
for kernel in $("$gt200" run "$cubin" --list); do is "$kernel" gt200 run "$cubin" -k "$kernel"; done
is copy gt200 trace "$cubin" --target rtl -k cop
is "saxpy fill _Z5twicei _Z5twicef small plain" gt200 occupancy "$typed" -k ""
is "" gt200 run /nowhere.cubin -k no_such_file
for name in $("$gt200" run "$typed" --list); do
    "$gt200" occupancy "$typed" -k "$name" >/dev/null || fail "--list names $name, which -k does not take"
done

# Every command and every option that help shows is offered.
for command in $("$gt200" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    is "$command" gt200 "$command"
    all=$(offered gt200 "$command" -)
    for option in $("$gt200" help "$command" | sed -n 's/^  \(--*[A-Za-z0-9][A-Za-z0-9_-]*\).*/\1/p' |
                    sed 's/\([a-zA-Z]\)[A-Z]\{2,\}$/\1/'); do
        case " $all " in *" $option "*) ;; *) fail "$command $option is not offered" ;; esac
    done
done

"$gt200" completion zsh | grep -q "'\*--target\[.*\]:T:(func model rtl lockstep cuda)'" || fail "zsh: no targets"
if command -v zsh >/dev/null; then
    "$gt200" completion zsh | zsh -n /dev/stdin || fail "zsh does not read it"
fi
if command -v fish >/dev/null; then
    mkdir -p "$dir/fish"
    "$gt200" completion fish >"$dir/fish/gt200.fish"
    export XDG_CONFIG_HOME="$dir/fish" XDG_DATA_HOME="$dir/fish"
    # fish WORDS LINE: as is, of a whole line
    fish_is() {
        got=$(fish --no-config -c "source $dir/fish/gt200.fish; complete -C \"$2\"" | sed 's/\t.*//' | paste -sd ' ')
        [ "$got" = "$1" ] || fail "fish: $2: expected '$1', got '$got'"
    }
    fish_is occupancy "gt200 occ"
    fish_is "--memcheck --memory" "gt200 run --mem"
    fish_is lockstep "gt200 fuzz --target l"
    fish_is "T3.mad.f32.latency T3.mad.f32.throughput" "gt200 bench T3.mad.f32"
    fish_is copy "gt200 run $cubin -k cop"
fi
