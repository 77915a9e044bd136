# SPDX-License-Identifier: Apache-2.0
"""Structs, numbers and registers of the RTL (sim/fields.sh): rtl_fields.pack("launch_cfg_t", nthreads=64, ...) is the
value of a port, an integer; rtl_fields.unpack("fault_t", value) the fields of one, a dictionary."""
DATA = {}

STRUCTS = DATA["structs"]
DEFINES = DATA["defines"]
CONSTANTS = DATA["constants"]
BOARD_REGISTERS = DATA["board_registers"]


def bits(struct):
    """The width of a struct."""
    return STRUCTS[struct]["bits"]


def pack(struct, **values):
    """The struct as an integer, fields that are not named 0; a dictionary for a field that is a struct."""
    fields = {f["name"]: f for f in STRUCTS[struct]["fields"]}
    packed = 0
    for name, value in values.items():
        if name not in fields:
            raise ValueError(f"{struct} has no field '{name}'; there are {', '.join(fields)}")
        field = fields[name]
        if isinstance(value, dict):
            value = pack(field["type"], **value)
        if not 0 <= value < 1 << field["bits"]:
            raise ValueError(f"{struct}.{name}: {value} does not fit its {field['bits']} bits")
        packed |= value << field["at"]
    return packed


def unpack(struct, value):
    """Its fields by name; of a field that is a struct likewise."""
    if not 0 <= value < 1 << bits(struct):
        raise ValueError(f"{struct}: {value:#x} does not fit its {bits(struct)} bits")
    result = {}
    for field in STRUCTS[struct]["fields"]:
        part = value >> field["at"] & (1 << field["bits"]) - 1
        result[field["name"]] = unpack(field["type"], part) if field["type"] in STRUCTS else part
    return result
