# SPDX-License-Identifier: Apache-2.0
# lib32/: the runtime for programs with pointers of 4 bytes (nvcc -m32), without the machines in Verilog. It is this
# project once more, in m32/ of the build folder, by clang, which has integers of 128 bits there, too; where the host
# has libraries for such programs (Debian's g++-multilib): make m32, and before each installation.
include(CheckSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -m32)
set(CMAKE_REQUIRED_LINK_OPTIONS -m32)
check_source_compiles(CXX "#include <string>\nint main() { return (int)std::string(\"\").size(); }" GT200_M32)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(NOT GT200_M32)
  unset(GT200_M32 CACHE)          # asked again: it may be installed
  add_custom_target(gt200-m32
    COMMAND ${CMAKE_COMMAND} -E echo "-m32: no host libraries for pointers of 4 bytes (./setup --m32 installs them)"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

include(ExternalProject)
ExternalProject_Add(gt200-m32 SOURCE_DIR ${CMAKE_SOURCE_DIR} BINARY_DIR ${CMAKE_BINARY_DIR}/m32 EXCLUDE_FROM_ALL TRUE
  PREFIX ${CMAKE_CURRENT_BINARY_DIR}/m32
  CMAKE_ARGS -DGT200_RUNTIME=ON -DGT200_RTL=OFF -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
    -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_AR=${CMAKE_AR} -DCMAKE_RANLIB=${CMAKE_RANLIB}
    -DCMAKE_OBJCOPY=${CMAKE_OBJCOPY} -DCMAKE_LINKER=${CMAKE_LINKER}
    # floats are not to be computed in registers of 80 bits
    "-DCMAKE_C_FLAGS=-m32 -msse2 -mfpmath=sse" "-DCMAKE_CXX_FLAGS=-m32 -msse2 -mfpmath=sse"
  BUILD_COMMAND ${CMAKE_COMMAND} --build . --target gt200cudart
  BUILD_ALWAYS TRUE USES_TERMINAL_BUILD TRUE INSTALL_COMMAND "")
add_dependencies(gt200-install gt200-m32)
file(CREATE_LINK m32/lib ${CMAKE_BINARY_DIR}/lib32 SYMBOLIC)
set(installed "[.]so[.]|/lib(cuda|cudart|cudart_static|cutil|cutil_x86_64|shrutil_x86_64)[.](a|so)$")
install(DIRECTORY ${CMAKE_BINARY_DIR}/m32/lib/ DESTINATION lib32 COMPONENT toolkit USE_SOURCE_PERMISSIONS
        FILES_MATCHING REGEX ${installed})
