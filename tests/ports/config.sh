#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# config.sh GT200 SOURCE FIELDS DIR: gt200 config of the example: as text, as JSON, against rtl_fields.py; bad input.
set -eu
gt200=$1 source=$2 fields=$3 dir=$4
fail() { echo "config.sh: $*" >&2; exit 1; }
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
"$gt200" as "$source/sim/examples/vecadd.s" -o vecadd.cubin
"$gt200" config vecadd.cubin -g 4 -b 64 >text
"$gt200" config vecadd.cubin -k vecadd -g 4 -b 64 --json >json
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$fields python3 - <<'END'
import json
import re
import rtl_fields

text = open("text", encoding="utf-8").read()
said = json.load(open("json", encoding="utf-8"))
assert said["kernel"] == "vecadd"
for name in "launch_cfg_t", "sm_place_t":
    struct = said[name]
    vector = int(struct["vector"], 16)
    assert struct["bits"] == rtl_fields.bits(name), name
    assert vector == sum(word << 32 * i for i, word in enumerate(struct["words"])), name
    assert rtl_fields.unpack(name, vector) == struct["fields"], name
    assert rtl_fields.pack(name, **struct["fields"]) == vector, name
    assert f"{struct['bits']}'h{struct['vector'][2:]}\n" in text, name
    for field in rtl_fields.STRUCTS[name]["fields"]:
        at, bits, value = field["at"], field["bits"], struct["fields"][field["name"]]
        line = rf"^  {field['name']} +\[{at + bits - 1}:{at}\] +{value}  0x{value:x}$"
        assert re.search(line, text, re.MULTILINE), line
# What docs/bench.md says of this launch.
expected = dict(nthreads=64, nwarps=2, nparam=3, ntid_x=64, ntid_y=1, ntid_z=1, nctaid_x=4, nctaid_y=1, max_blocks=8,
                slot_warps=2, slot_rows=4, slot_smem=64, smem_bytes=64, entry=0, nregs=4)
for name, value in expected.items():
    assert said["launch_cfg_t"]["fields"][name] == value, name

# Structs in structs; what does not fit.
quad = rtl_fields.pack("texquad_t", id=5, op=dict(unit=7, coords=2))
assert rtl_fields.unpack("texquad_t", quad)["op"]["unit"] == 7
assert rtl_fields.DEFINES["MEM_STORE"] == 1 and rtl_fields.BOARD_REGISTERS["cfg"]["words"] == 16
# Registers of a bus: as docs/bus.md says of the example.
for name, word, fields in (("grid", 0x10004, dict(x=4, y=1)), ("slots", 0x40208, dict(blocks=8, warps=2, rows=4)),
                           ("thread", 0x304, dict(regs=4, params=3)), ("block_xy", 0x10040, dict(x=64, y=1))):
    assert rtl_fields.value("gt200_axi", name, **fields) == word, name
assert rtl_fields.address("gt200_axi", "grid") == 0x80 and rtl_fields.address("gt200_axi", "param", 63) == 0x2fc
assert rtl_fields.BUS_REGISTERS["gpu_axi_top"]["irq_status"]["fields"][0]["access"] == "r, w1c"
for wrong, words in ((lambda: rtl_fields.address("gt200_axi", "grit"), "gt200_axi has no register 'grit'; there are"),
                     (lambda: rtl_fields.address("gt200", "grid"), "no top with AXI 'gt200'"),
                     (lambda: rtl_fields.address("gt200_axi", "param", 64), "param: there is no [64], 64 in all"),
                     (lambda: rtl_fields.value("gt200_axi", "grid", z=1), "gt200_axi.grid has no field 'z'"),
                     (lambda: rtl_fields.value("gt200_axi", "grid", x=65536), "65536 does not fit its 16 bits"),
                     (lambda: rtl_fields.pack("fault_t", wrap=1), "no field 'wrap'"),
                     (lambda: rtl_fields.pack("fault_t", warp=32), "32 does not fit its 5 bits"),
                     (lambda: rtl_fields.unpack("block_t", 1 << 32), "does not fit its 32 bits")):
    try:
        wrong()
    except ValueError as error:
        assert words in str(error), error
    else:
        raise AssertionError(words)
END
# refused STATUS WORDS ARGUMENT...
refused() {
    status=0 want=$1 words=$2
    shift 2
    "$gt200" config "$@" >out 2>said || status=$?
    [ $status = "$want" ] && [ ! -s out ] && grep -q -e "$words" said || fail "$*: status $status: $(cat said)"
}
refused 2 'which cubin?' -g 1 -b 1
refused 2 'grid and block sizes are needed' vecadd.cubin
refused 2 "'1,2,3' is not a grid size" vecadd.cubin -g 1,2,3 -b 1
refused 1 "no kernel 'k'; there is vecadd" vecadd.cubin -k k -g 1 -b 1
refused 1 'block of 1024 threads, at most 512' vecadd.cubin -g 1 -b 32,32
refused 1 'none.cubin: No such file' none.cubin -g 1 -b 1
