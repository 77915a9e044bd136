#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh PAGE ROOT BUILD WORK PART: runs the commands of a page and compares what they print with what it shows.
#
# A command is a line of an indented block that begins with "$ " (and those that begin with "> ", behind it); the lines
# up to the next one are its output, standard error included, in which a line "..." stands for any lines and blanks at
# the end of a line do not count. <!-- run PART --> in front of a block says which part it belongs to, as the blocks
# behind it. Part look runs in a folder whose files are those of ROOT and whose build/ is BUILD. Part all is all parts,
# in a copy of ROOT in which it may build.
set -eu
page=$1 root=$2 build=$3 work=$4 part=$5
rm -rf "$work"
mkdir -p "$work/tree"
LC_ALL=C
export LC_ALL
for name in $(env | sed -n 's/^\(GT200_[A-Z0-9_]*\)=.*/\1/p'); do unset "$name"; done

awk -v part="$part" -v work="$work" '
/^<!-- run / { on = $3 == part || part == "all"; next }
!/^    / { block = 0; next }
!on { next }
/^    \$ / {
    file = sprintf("%s/%03d", work, ++n); block = 1
    printf "" > (file ".want"); print FNR > (file ".line")
    print substr($0, 7) > (file ".sh")
    next
}
!block { next }
/^    >( |$)/ { print substr($0, 7) > (file ".sh"); next }
{ sub(/ +$/, ""); print substr($0, 5) > (file ".want") }' "$page"
[ -e "$work/001.sh" ] || { echo "run.sh: $page has no command of part $part" >&2; exit 1; }

if [ "$part" = all ]; then
    (cd "$root" && tar --anchored --exclude='./build' --exclude='./build-*' --exclude=./.git -cf - .) |
        tar -C "$work/tree" -xf -
else
    for entry in "$root"/*; do
        case ${entry##*/} in build|build-*) ;; *) ln -s "$entry" "$work/tree/" ;; esac
    done
    ln -s "$build" "$work/tree/build"
fi

for command in "$work"/*.sh; do
    here=${command%.sh} status=0
    (cd "$work/tree" && stdbuf -oL sh "$command") >"$here.raw" 2>&1 </dev/null || status=$?
    sed 's/ *$//' "$here.raw" >"$here.got"
    [ $status != 0 ] || awk -v got="$here.got" '
        BEGIN { while ((getline line < got) > 0) have[++n] = line; i = 1; good = 1 }
        $0 == "..." { skip = 1; next }
        { while (skip && i <= n && have[i] != $0) i++; skip = 0; if (i > n || have[i++] != $0) { good = 0; exit } }
        END { exit !(good && (skip || i > n)) }' "$here.want" || status=different
    [ $status != 0 ] || continue
    {
        printf '%s: $ %s\n' "$page:$(cat "$here.line")" "$(cat "$command")"
        [ $status = different ] || echo "exit status $status"
        echo 'the page shows:'
        cat "$here.want"
        echo 'it prints:'
        cat "$here.got"
    } >&2
    exit 1
done
