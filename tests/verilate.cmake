# SPDX-License-Identifier: Apache-2.0
# Benches of one unit in Verilog, driven by C++. They are verilated at build time, so an error in Verilog stops only
# their tests.

# gt_unit_bench(top FILES file.sv... HEADERS file...): module `top` of top.sv in the current folder, with FILES in front
# of it, as
# target top_verilated. Not there (top_FOUND is false) in a build without RTL or without Verilator.
function(gt_unit_bench top)
  cmake_parse_arguments(ARG "" "" "FILES;HEADERS" ${ARGN})
  set(${top}_FOUND FALSE PARENT_SCOPE)
  if(NOT GT200_RTL)
    return()
  endif()
  find_package(verilator QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator /usr/local/share/verilator)
  if(NOT verilator_FOUND)
    return()
  endif()
  find_program(MAKE_PROGRAM NAMES make gmake REQUIRED)
  set(rtl ${CMAKE_SOURCE_DIR}/rtl)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/obj)
  file(MAKE_DIRECTORY ${dir})
  add_custom_command(
    OUTPUT ${dir}/V${top}__ALL.a ${dir}/verilated.o ${dir}/verilated_threads.o
    BYPRODUCTS ${dir}/V${top}.h
    COMMAND ${VERILATOR_BIN} --cc --exe --Mdir ${dir} --top-module ${top} --prefix V${top} -O3
            --assert -DGT_RTL_ASSERT --x-assign fast --x-initial fast -Wno-fatal -Wno-lint -Wno-style
            -I${rtl} -I${rtl}/gen
            ${ARG_FILES} ${CMAKE_CURRENT_SOURCE_DIR}/${top}.sv
    COMMAND ${CMAKE_COMMAND} -E env OBJCACHE=${CCACHE} ${MAKE_PROGRAM} --no-print-directory -s -j2 -C ${dir}
            -f V${top}.mk "OPT_FAST=-O1" V${top}__ALL.a verilated.o verilated_threads.o
    DEPENDS ${ARG_FILES} ${ARG_HEADERS} ${top}.sv
    COMMENT "Verilating ${top}"
    VERBATIM)
  add_custom_target(${top}_verilated DEPENDS ${dir}/V${top}__ALL.a)
  set(${top}_FOUND TRUE PARENT_SCOPE)
  set(VERILATOR_BIN ${VERILATOR_BIN} PARENT_SCOPE)
endfunction()

# gt_unit_bench_program(name top): name.cpp of the current folder, linked with the bench `top`.
function(gt_unit_bench_program name top)
  find_package(verilator QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator /usr/local/share/verilator)
  find_package(Threads REQUIRED)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/obj)
  set(objects ${dir}/verilated.o ${dir}/verilated_threads.o)
  add_executable(${name} ${name}.cpp ${CMAKE_SOURCE_DIR}/tests/rtl_assert.cpp ${objects})
  add_dependencies(${name} ${top}_verilated)
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_include_directories(${name} SYSTEM PRIVATE ${dir} ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
  target_compile_options(${name} PRIVATE -Wall -Wextra)
  target_link_libraries(${name} PRIVATE ${dir}/V${top}__ALL.a Threads::Threads)
endfunction()
