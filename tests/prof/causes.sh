#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# causes.sh GT200 SOURCE FOLDER CHIP PROGRAM ARG...: what a profile says in front (PROF-8, PROF-9). Lines
# KERNEL|TEXT|CAUSE on standard input: the first cause of the first kernel whose name has KERNEL is CAUSE, with the
# source line that has TEXT; +CAUSE: it is among its causes; without CAUSE it has none of bank conflicts and coalescing.
set -eu
gt200=$1 source=$2 folder=$3 chip=$4
shift 4
said=$folder/$(basename "$1").$chip.causes
"$gt200" prof --chip "$chip" -o "$said" "$@" > "$said.program" 2>&1 || { cat "$said.program"; exit 1; }
status=0
while IFS='|' read -r kernel text cause; do
    lines=$(grep -nF -- "$text" "$source" | cut -d: -f1 | tr '\n' ' ')
    [ -n "$lines" ] || { echo "$source has no line with $text"; exit 1; }
    awk -v kernel="$kernel" -v cause="$cause" -v lines="$lines" '
        /^[^ ]/ { here = !found && index($0, kernel); if (here) found = 1 }
        here && /^  slow / { sub(/^  slow +[0-9.]+ %  /, ""); first = $0 }
        here && /^  (slow|    ) / && cause ~ /^\+/ && index($0, substr(cause, 2)) { first = $0; cause = "" ; any = 1 }
        here && /^  (slow|    ) / && /bank conflicts|not coalesced/ { named = $0 }
        END {
            if (!found) { print "no kernel " kernel; exit 1 }
            if (cause ~ /^\+/) { print kernel ": nowhere " cause; exit 1 }
            if (cause == "" && !any) { if (named != "") { print kernel ": " named; exit 1 } exit 0 }
            if (!any && index(first, cause) != 1) { print kernel ": not " cause " but " first; exit 1 }
            match(first, /line [0-9]+/)
            number = substr(first, RSTART + 5, RLENGTH - 5)
            n = split(lines, line, " ")
            for (i = 1; i <= n; i++) if (line[i] == number) exit 0
            print kernel ": line " number ", expected " lines; exit 1
        }' "$said" || status=1
done
[ $status = 0 ] || cat "$said"
exit $status
