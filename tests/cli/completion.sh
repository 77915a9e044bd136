#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# completion.sh GT200: what completion for bash offers, and that zsh takes what is written for it (where there is a
# zsh).
set -eu
gt200=$1
fail() { echo "completion.sh: $*" >&2; exit 1; }

# offered WORD...: what is offered for the last of the words
offered() {
    "$gt200" completion bash | bash -c \
        '. /dev/stdin; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gt200; echo "${COMPREPLY[*]}"' \
        bash "$@"
}
[ "$(offered gt200 occ)" = occupancy ] || fail "commands: $(offered gt200 occ)"
[ "$(offered gt200 run --mem)" = "--memory --memcheck" ] || fail "options of run: $(offered gt200 run --mem)"
[ "$(offered gt200 run --target "")" = "func model rtl lockstep cuda" ] ||
    fail "targets: $(offered gt200 run --target "")"
[ "$(offered gt200 fuzz --target l)" = lockstep ] || fail "targets of fuzz: $(offered gt200 fuzz --target l)"
[ "$(offered gt200 cc -std= -use)" = -use_fast_math ] || fail "options of cc: $(offered gt200 cc -std= -use)"
[ "$(offered gt200 bench --chip "")" = "sm tpc gpu1 gpu2 gtx280" ] ||
    fail "chips of bench: $(offered gt200 bench --chip "")"
[ "$(offered gt200 completion "")" = "bash zsh" ] || fail "shells: $(offered gt200 completion "")"
[ "$(offered gt200 as "$0")" = "$0" ] || fail "files: $(offered gt200 as "$0")"
"$gt200" completion zsh >/dev/null
"$gt200" completion zsh | grep -q "'\*--target\[.*\]:T:(func model rtl lockstep cuda)'" || fail "zsh: no targets"
if command -v zsh >/dev/null; then
    "$gt200" completion zsh | zsh -n /dev/stdin || fail "zsh does not read it"
fi
