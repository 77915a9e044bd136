#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# on_board.sh BOARD "OPTIONS" COMMAND [ARGUMENT ...]: runs the command while gt200-board (BOARD) runs with these
# options; @TTY in its arguments becomes the board's terminal. Fails if the command does, or if the board has found
# something: an assertion of the RTL, a broken rule of the SDRAM.
set -eu
[ $# -ge 3 ] || { echo 'usage: on_board.sh BOARD "OPTIONS" COMMAND [ARGUMENT ...]' >&2; exit 2; }
board=$1 options=$2
shift 2

dir=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$dir"' EXIT
mkfifo "$dir/name"
"$board" $options >"$dir/name" &
pid=$!
read -r tty <"$dir/name" || { echo "on_board: the board does not start" >&2; exit 1; }

first=1
for a; do
    [ $first = 0 ] || set --
    first=0
    case $a in
    *@TTY*) a=${a%%@TTY*}$tty${a#*@TTY} ;;
    esac
    set -- "$@" "$a"
done
status=0
"$@" || status=$?
kill "$pid"
wait "$pid" || { echo "on_board: the board ended with status $?" >&2; status=1; }
pid=
exit $status
