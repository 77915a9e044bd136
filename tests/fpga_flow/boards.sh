#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# boards.sh ROOT BUILD: of every board in fpga/boards: its shell (a Gowin's: its test of block RAM) goes through Yosys,
# each port of its top has a pin, each pin that is named a port, and no pin has two. Of a board with a 7 series chip:
# its test of block RAM, too; without its tools an error says so; what is told to them names files that are there. Exit
# status 77 without the tools.
set -eu
root=$1
build=$2
[ -f "$build/fpga-venv/requirements.txt" ] || { echo "no tools for bitstreams (./setup --fpga)"; exit 77; }
cd "$root"
dir=$build/tests/fpga_flow/boards
rm -rf "$dir"
mkdir -p "$dir/bin"
failed=0
fail() { echo "boards: $*" >&2; failed=1; }
flow() { make -s -f fpga/flow/flow.mk BUILD="$build" PART=shell "$@"; }
# ports NETLIST: of its top, bit by bit
ports() {
    /usr/bin/python3 - "$1" <<'END' | sort
import json, sys
modules = json.load(open(sys.argv[1], encoding="utf-8"))["modules"]
top = next(m for m in modules.values() if "top" in m["attributes"])
for name, port in top["ports"].items():
    for i in range(len(port["bits"])):
        print(name if len(port["bits"]) == 1 else f"{name}[{i}]")
END
}

for mk in fpga/boards/*.mk; do
    board=$(basename "$mk" .mk)
    if [ -e "fpga/boards/$board.ddr" ] && [ ! -f "${DDR3_VENV:-$build/ddr3-venv}/requirements.txt" ]; then
        echo "boards: $board is left out: no LiteDRAM (./setup --fpga)"
        continue
    fi
    part=shell
    [ ! -e "fpga/boards/$board.cst" ] || part=bram
    json=$(flow BOARD="$board" PART=$part json | tail -n 1) || { fail "$board: no netlist"; continue; }
    ports "$json" >"$dir/ports"
    xdc="fpga/boards/$board.xdc fpga/boards/${board}_ddr.xdc"
    if [ -e "fpga/boards/$board.lpf" ]; then
        sed -n 's/^LOCATE COMP "\([^"]*\)" SITE "\([^"]*\)".*/\1 \2/p' "fpga/boards/$board.lpf"
    elif [ $part = bram ]; then
        sed -n 's/^IO_LOC "\([^"]*\)" \([A-Z0-9]*\);$/\1 \2/p' "fpga/boards/$board.cst"
    else
        sed -n 's/^set_property PACKAGE_PIN \([A-Z0-9]*\) \[get_ports {\(.*\)}\]$/\2 \1/p' $xdc
    fi >"$dir/pins"
    cut -d' ' -f1 "$dir/pins" | sort >"$dir/named"
    cmp -s "$dir/ports" "$dir/named" ||
        fail "$board: ports without a pin, or pins without a port:" $(comm -3 "$dir/ports" "$dir/named")
    twice=$(cut -d' ' -f2 "$dir/pins" | sort | uniq -d)
    [ -z "$twice" ] || fail "$board: pins that are named twice: $twice"
    if [ $part = bram ]; then
        grep -c IO_TYPE "fpga/boards/$board.cst" | grep -qx "$(wc -l <"$dir/ports")" ||
            fail "$board: not every pin has an IO_TYPE"
        said=$(flow BOARD="$board" PART=bram GOWIN_VENV="$dir/nothing" bit 2>&1) &&
            fail "$board: there is a bitstream without tools"
        case $said in
        *'run ./setup --gowin'*) ;;
        *) fail "$board: without tools it says: $said" ;;
        esac
    elif [ ! -e "fpga/boards/$board.lpf" ]; then
        cat $xdc | grep -c IOSTANDARD | grep -qx "$(wc -l <"$dir/ports")" ||
            fail "$board: not every pin has an IOSTANDARD"
        json=$(flow BOARD="$board" PART=bram json | tail -n 1) || { fail "$board: no netlist of PART=bram"; continue; }
        ports "$json" >"$dir/ports"
        sed -n 's/.*PACKAGE_PIN.*{\(.*\)}.*/\1/p' "fpga/boards/$board.xdc" | sort >"$dir/named"
        cmp -s "$dir/ports" "$dir/named" || fail "$board, PART=bram: ports without a pin, or pins without a port:" \
            $(comm -3 "$dir/ports" "$dir/named")
        said=$(flow BOARD="$board" bit 2>&1) && fail "$board: there is a bitstream without tools"
        case $said in
        *"$board needs vivado or nextpnr-xilinx on PATH"*) ;;
        *) fail "$board: without tools it says: $said" ;;
        esac
    fi
done

# Tools that are played: what they are told.
[ -f "${DDR3_VENV:-$build/ddr3-venv}/requirements.txt" ] || exit $failed
cat >"$dir/bin/vivado" <<'END'
#!/bin/sh
[ "$1 $2 $3" = "-mode batch -nojournal" ] && [ -f "$7" ] || exit 9
for f in ${11}; do [ -f "$f" ] || { echo "no $f" >&2; exit 9; }; done
echo "$9 ${10} ${14}" >"${12}/told"
bit=${13}
shift 14
for f; do [ -f "$f" ] || { echo "no $f" >&2; exit 9; }; done
echo "$#" >"$bit"
END
cat >"$dir/bin/nextpnr-xilinx" <<'END'
#!/bin/sh
[ "$1 $3 $5 $7" = "--chipdb --xdc --json --fasm" ] && [ -f "$2" ] && [ -f "$4" ] && [ -f "$6" ] && echo fasm >"$8" &&
    grep -q '^set_property PACKAGE_PIN V18 .get_ports {rx}.$' "$4" &&
    grep -q '^set_property PACKAGE_PIN B1 .get_ports {ddram_dq.15.}.$' "$4" &&
    grep -qx 'create_clock -period 10.000 .get_nets u_board.user_clk.' "$4" &&
    ! grep -v 'get_ports\|get_nets' "$4"
END
printf '#!/bin/sh\n[ "$1 $2" = "--part xc7a200tsbg484-1" ] && cat "$5"\n' >"$dir/bin/fasm2frames"
printf '#!/bin/sh\n[ -f "$2" ] && [ "$4" = xc7a200tsbg484-1 ] && cp "$6" "$8"\n' >"$dir/bin/xc7frames2bit"
chmod +x "$dir"/bin/*
mkdir -p "$dir/db/artix7/xc7a200tsbg484-1"
touch "$dir/db/artix7/xc7a200tsbg484-1/part.yaml" "$dir/db/xc7a200tsbg484-1.bin"
out=$build/fpga/nexys_video-shell
with() {
    rm -f "$out/nexys_video-shell.bit"
    (export PATH="$1:$PATH" NEXTPNR_XILINX_CHIPDB="$dir/db" PRJXRAY_DB="$dir/db"; flow BOARD=nexys_video bit)
}
with "$dir/bin" >/dev/null || fail "nexys_video: Vivado is told wrongly"
[ "$(cat "$out/told")" = 'xc7a200tsbg484-1 nexys_video CHIP=0 MULTIPLY=10 CLK_DIV=20' ] ||
    fail "nexys_video: Vivado is told '$(cat "$out/told")'"
rm "$dir/bin/vivado"
with "$dir/bin" >/dev/null || fail "nexys_video: nextpnr-xilinx is told wrongly"
[ "$(cat "$out/nexys_video-shell.bit")" = fasm ] || fail "nexys_video: no bitstream of nextpnr-xilinx"
rm -f "$out/nexys_video-shell.bit" "$out/told"
exit $failed
