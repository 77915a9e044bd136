#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# watch.sh LOG COMMAND [ARGUMENT ...]: runs COMMAND, a nextpnr that takes long and writes LOG, and tells meanwhile how
# far LOG says it is: on a terminal in one line, every two seconds; else a line a minute, if it is another one (WATCH:
# how many seconds instead). The exit status is the command's.
set -u
[ $# -ge 2 ] || { echo "usage: watch.sh LOG COMMAND [ARGUMENT ...]" >&2; exit 2; }
log=$1
shift
rm -f "$log"

far() {
    tail -n 50 "$log" 2>/dev/null | awk '
        / iter=[0-9]+ wires=/ {                                         # router2
            split($0, part, /(iter|wires|overused|overuse)=/)
            said = "round " part[2] + 0 ": " part[4] + 0 " wires used more than once"
        }
        / iter=[0-9]+ steplen=/ { split($0, part, "iter="); said = "step " part[2] + 0 overlap }      # placer static
        /Info: overlap: / { sub(/.*Info: overlap: /, ""); overlap = ", overlap " $0 }
        / at iteration #[0-9]+:/ {                                      # its refinement
            split($0, part, /#|wirelen = /)
            said = "refinement " part[2] + 0 ": wire length " part[3] + 0
        }
        END { if (said != "") print said }'
}

# Until the command is done, or this shell is gone. A sleep may be left over, so it must not hold what we write to.
tell() {
    start=$(date +%s) before=
    while sleep "$1" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        now=$(far)
        [ -n "$now" ] && [ "$now" != "$before" ] || continue
        before=$now
        printf "$2" "$(($(date +%s) - start)) s" "$now" >&2
    done
}
if [ -t 2 ]; then tell "${WATCH:-2}" '\r\033[K  %s: %s' & else tell "${WATCH:-60}" '  %s: %s\n' & fi
teller=$!
trap 'kill $teller 2>/dev/null' EXIT
trap 'exit 130' INT TERM
"$@"
status=$?
[ ! -t 2 ] || printf '\r\033[K' >&2
exit $status
