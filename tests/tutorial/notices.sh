#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# notices.sh RUN.SH DIR: which pages run.sh refuses.
set -eu
run=$1 dir=$2
fail() { echo "notices.sh: $*" >&2; exit 1; }
rm -rf "$dir"
mkdir -p "$dir/root" "$dir/build"
echo inside >"$dir/root/file"
page() { printf '<!-- run look -->\n\n    $ cat file\n%s\n' "$1" >"$dir/page.md"; }
try() { sh "$run" "$dir/page.md" "$dir/root" "$dir/build" "$dir/work" look 2>"$dir/said"; }
refused() { ! try || fail "not noticed: $1"; grep -qF "$1" "$dir/said" || fail "it says: $(cat "$dir/said")"; }

page '    inside' && try || fail "what is right is refused: $(cat "$dir/said")"
page '    ...' && try || fail 'any lines are not taken'
page "    ...
    inside

    \$ printf 'a\\nb\\nc\\n'; ls build
    a
    ...
    c" && try || fail "lines left out are not taken: $(cat "$dir/said")"
page '    outside' && refused 'page.md:3: $ cat file'
page '' && refused 'the page shows:'
page '    inside
    more' && refused 'it prints:'
page '    ...
    more' && refused 'it prints:'
page '    inside
    $ exit 3' && refused 'exit status 3'
echo 'no command' >"$dir/page.md" && refused 'no command of part look'
