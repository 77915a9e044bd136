# SPDX-License-Identifier: Apache-2.0
# Pins of the Arty A7-100T, as Digilent publishes them (digilent-xdc, Arty-A7-100-Master.xdc); those of its DDR3:
# arty_a7_100_ddr.xdc. reset_n is the red button RESET; lights are LD4 to LD7.
create_clock -name clk_in -period 10.000 [get_ports clk_in]

set_property PACKAGE_PIN E3 [get_ports {clk_in}]
set_property IOSTANDARD LVCMOS33 [get_ports {clk_in}]
set_property PACKAGE_PIN C2 [get_ports {reset_n}]
set_property IOSTANDARD LVCMOS33 [get_ports {reset_n}]
set_property PACKAGE_PIN A9 [get_ports {rx}]
set_property IOSTANDARD LVCMOS33 [get_ports {rx}]
set_property PACKAGE_PIN D10 [get_ports {tx}]
set_property IOSTANDARD LVCMOS33 [get_ports {tx}]
set_property PACKAGE_PIN H5 [get_ports {led[0]}]
set_property IOSTANDARD LVCMOS33 [get_ports {led[0]}]
set_property PACKAGE_PIN J5 [get_ports {led[1]}]
set_property IOSTANDARD LVCMOS33 [get_ports {led[1]}]
set_property PACKAGE_PIN T9 [get_ports {led[2]}]
set_property IOSTANDARD LVCMOS33 [get_ports {led[2]}]
set_property PACKAGE_PIN T10 [get_ports {led[3]}]
set_property IOSTANDARD LVCMOS33 [get_ports {led[3]}]

set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
