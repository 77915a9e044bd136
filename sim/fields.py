# SPDX-License-Identifier: Apache-2.0
"""Structs, numbers and registers of the RTL (sim/fields.sh): rtl_fields.pack("launch_cfg_t", nthreads=64, ...) is the
value of a port, an integer; rtl_fields.unpack("fault_t", value) the fields of one, a dictionary. On a bus
rtl_fields.address("gt200_axi", "grid") is where a register lies, rtl_fields.value("gt200_axi", "grid", x=4, y=1) what
is written."""
DATA = {}

STRUCTS = DATA["structs"]
DEFINES = DATA["defines"]
CONSTANTS = DATA["constants"]
BOARD_REGISTERS = DATA["board_registers"]
BUS_REGISTERS = DATA["bus_registers"]


def _named(owner, kind, name, known):
    """What KNOWN has under a name."""
    if name not in known:
        raise ValueError(f"{owner} has no {kind} '{name}'; there are {', '.join(known)}")
    return known[name]


def _struct(struct):
    """What is known of a struct."""
    return _named("the RTL", "struct", struct, STRUCTS)


def bits(struct):
    """The width of a struct."""
    return _struct(struct)["bits"]


def _joined(owner, fields, values):
    """Values of fields as one integer, fields that are not named 0."""
    known = {field["name"]: field for field in fields}
    joined = 0
    for name, number in values.items():
        field = _named(owner, "field", name, known)
        if isinstance(number, dict):
            number = pack(field["type"], **number)
        if not 0 <= number < 1 << field["bits"]:
            raise ValueError(f"{owner}.{name}: {number} does not fit its {field['bits']} bits")
        joined |= number << field["at"]
    return joined


def pack(struct, **values):
    """The struct as an integer, fields that are not named 0; a dictionary for a field that is a struct."""
    return _joined(struct, _struct(struct)["fields"], values)


def unpack(struct, value):
    """Its fields by name; of a field that is a struct likewise."""
    if not 0 <= value < 1 << bits(struct):
        raise ValueError(f"{struct}: {value:#x} does not fit its {bits(struct)} bits")
    result = {}
    for field in _struct(struct)["fields"]:
        part = value >> field["at"] & (1 << field["bits"]) - 1
        result[field["name"]] = unpack(field["type"], part) if field["type"] in STRUCTS else part
    return result


def _register(top, register):
    """A register of a top with AXI."""
    return _named(top, "register", register, _named("the RTL", "top with AXI", top, BUS_REGISTERS))


def address(top, register, index=0):
    """Where a register lies, from the slave's first byte on; the one with that index, if it is an array."""
    row = _register(top, register)
    if not 0 <= index < row["words"]:
        raise ValueError(f"{top}.{register}: there is no [{index}], {row['words']} in all")
    return row["offset"] + 4 * index


def value(top, register, **fields):
    """A register's word, fields that are not named 0."""
    return _joined(f"{top}.{register}", _register(top, register)["fields"], fields)
