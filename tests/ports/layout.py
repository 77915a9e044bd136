# SPDX-License-Identifier: Apache-2.0
"""layout.py FIELDS.json: a module that a simulator of Verilog runs: it sets each field of each struct to ones, and
prints a line for every struct whose bits are then not those that the file names."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    structs = json.load(file)["structs"]
for name in sorted({s["file"] for s in structs.values()}):
    print(f'`include "{name.removeprefix("rtl/").removeprefix("gen/").removeprefix("gpu/")}"')
print("module layout;")
for name in structs:
    print(f"  {name} v_{name};")
print("  int wrong = 0;\n  initial begin")
for name, struct in structs.items():
    bits = struct["bits"]
    for field in struct["fields"]:
        ones = (1 << field["bits"]) - 1 << field["at"]
        print(f"    v_{name} = {bits}'d0; v_{name}.{field['name']} = {{{field['bits']}{{1'b1}}}};\n"
              f"    if (v_{name} !== {bits}'h{ones:x}) begin\n"
              f'      $display("{name}.{field["name"]}: %h, expected {ones:0{(bits + 3) // 4}x}", v_{name}); wrong++;\n'
              f"    end")
    print(f'    if ($bits(v_{name}) != {bits}) begin $display("{name}: %0d bits, expected {bits}", $bits(v_{name})); '
          "wrong++; end")
fields = sum(len(s["fields"]) for s in structs.values())
print(f'    $display("%0d of {len(structs)} structs and {fields} fields are elsewhere", wrong);\n    $finish;\n  end\n'
      "endmodule")
