# SPDX-License-Identifier: Apache-2.0
# Pins of the QMTech XC7K325T core board, as its user manual gives them, read in litex-boards
# (platforms/qmtech_xc7k325t.py); those of its DDR3: qmtech_k325t_ddr.xdc. reset_n is the first of its two buttons;
# the line is on pins 7 (out of the board) and 8 of the header that is U5 there.
create_clock -name clk_in -period 20.000 [get_ports clk_in]

set_property PACKAGE_PIN F22 [get_ports {clk_in}]
set_property IOSTANDARD LVCMOS33 [get_ports {clk_in}]
set_property PACKAGE_PIN AF9 [get_ports {reset_n}]
set_property IOSTANDARD LVCMOS18 [get_ports {reset_n}]
set_property PACKAGE_PIN A9 [get_ports {rx}]
set_property IOSTANDARD LVCMOS33 [get_ports {rx}]
set_property PACKAGE_PIN A8 [get_ports {tx}]
set_property IOSTANDARD LVCMOS33 [get_ports {tx}]
set_property PACKAGE_PIN J26 [get_ports {led[0]}]
set_property IOSTANDARD LVCMOS33 [get_ports {led[0]}]
set_property PACKAGE_PIN H26 [get_ports {led[1]}]
set_property IOSTANDARD LVCMOS33 [get_ports {led[1]}]

set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
