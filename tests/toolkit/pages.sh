#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pages.sh PREFIX: the manual pages of an installation: one for each command, with the text that --help prints, and
# nothing in them that mandoc or groff has something to say about; completion as the program writes it.
set -eu
prefix=$1 gt200=$1/bin/gt200
fail() { echo "pages.sh: $*" >&2; exit 1; }
pages=$prefix/share/man/man1

# words: what is read, without dashes of words that were cut and without the other marks
words() { tr -cs 'A-Za-z0-9' '\n' | paste -sd ' '; }
for command in $("$gt200" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    page=$pages/gt200-$command.1
    [ -f "$page" ] || fail "$command has no page"
    "$gt200" man "$command" | cmp - "$page"
    grep -q "fB$command.fR" "$pages/gt200.1" || fail "gt200.1 has no $command"
    text=" $(mandoc -T ascii -O width=900 "$page" | sed 's,.\x08,,g' | words) "
    # each option and its explanation
    "$gt200" "$command" --help | sed -n '/^  -/,$p' | sed '/^$/,$d' | sed 's/^  -/\n-/' | awk 'BEGIN { RS = "" }
        { gsub(/[^A-Za-z0-9]+/, " "); gsub(/^ | $/, ""); print }' >"$prefix.options"
    while read -r option; do
        case $text in *" $option "*) ;; *) fail "gt200-$command.1 has not '$option'" ;; esac
    done <"$prefix.options"
done
[ "$(find "$pages" -name '*.1' | wc -l)" = $(($("$gt200" help | grep -c '^  [a-z]') + 1)) ] || fail "other pages, too"

for page in "$pages"/*.1; do
    # a page has no date: nothing tells when its text was written
    # 2 to 4: it has found something
    mandoc -T lint -W warning "$page" >"$prefix.lint" || [ $? -le 4 ] || fail "mandoc cannot read $page"
    said=$(sed '/missing date, using "": TH/d' "$prefix.lint")
    [ -z "$said" ] || fail "$said"
    [ -s "$page" ] && grep -q '^.SH SYNOPSIS' "$page" || fail "$page is empty"
    ! command -v groff >/dev/null || said=$(groff -ww -man -T utf8 -z "$page" 2>&1)
    [ -z "$said" ] || fail "$said"
done

"$gt200" completion bash | cmp - "$prefix/share/bash-completion/completions/gt200"
"$gt200" completion zsh | cmp - "$prefix/share/zsh/site-functions/_gt200"
"$gt200" completion fish | cmp - "$prefix/share/fish/vendor_completions.d/gt200.fish"
if command -v man >/dev/null; then
    PATH=$prefix/bin:$PATH man -w gt200-run | grep -qxF "$pages/gt200-run.1" || fail "man gt200-run finds no page"
fi
