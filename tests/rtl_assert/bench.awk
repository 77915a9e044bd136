# SPDX-License-Identifier: Apache-2.0
# awk -v unit=UNIT -v steps=STEPS -f bench.awk UNIT.sv: a bench for the unit on the output. Its inputs and outputs are
# variables and wires of the same names; inputs start with 0. Behind three cycles of reset the statements STEPS run, in
# which `tick(N)` lets N cycles pass.
/^`include/ && !inside { print }
/^module / { inside = 1; print "module bench;\n  logic clk = 1'b0, rst;" }
!inside { next }
{ sub(/\/\/.*/, ""); sub(/,? *$/, "") }
/^ *parameter / { sub(/parameter/, "localparam"); print $0 ";" }
/^ *(input|output) / {
    output = $1 == "output"
    name = $NF
    type = $0
    sub(/ *(input|output) +(wire|logic)?/, "", type)
    sub(name "$", "", type)
    if (name == "clk" || name == "rst") {
        has_reset += name == "rst"
        next
    }
    if (type ~ /^ *(signed )? *(\[.*)?$/)
        type = "logic " type
    print "  " type " " name ";"
    ports = ports ", ." name
    if (!output)
        zero = zero "    " name " = '0;\n"
}
/^ *\);/ {
    print "  always #5 clk = ~clk;"
    print "  task tick(input integer n); repeat (n) @(negedge clk); endtask"
    print "  " unit " dut (.clk" (has_reset ? ", .rst" : "") ports ");"
    print "  initial begin"
    printf "%s", zero
    print "    rst = 1'b1;"
    print "    tick(3);"
    print "    rst = 1'b0;"
    print "    tick(1);"
    print "    " steps
    print "    tick(1);"
    print "    $display(\"no assertion is false\");"
    print "    $finish(0);"
    print "  end"
    print "endmodule"
    exit
}
