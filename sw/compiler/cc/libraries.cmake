# SPDX-License-Identifier: Apache-2.0
# What programs are linked with: the needs of the runtime, and its libraries.

# names in messages are demangled by a weak reference
set(flags "-Wl,--push-state,--no-as-needed -lstdc++ -Wl,--pop-state -ldl -lm -lpthread")
if(GT200_SANITIZE)
  string(APPEND flags " -fsanitize=address,undefined")
endif()
if(GT200_COVERAGE)
  string(APPEND flags " --coverage")
endif()

# The runtime as libraries: libcuda.so.1, libcudart.so.4 and, for a program that is to have all of it inside,
# libcudart.a; libgt200.a for C programs that use the model by itself (gsim.h). Each shows the names of its list
# (../rt/*.names) and no others: a program may have functions and variables of its own by any other. Groups (inline
# functions and templates of C++) are settled here, or the linker would choose between ours and the program's by their
# names; gcc's unique names must be weak before they can be local. The machines in Verilog are modules that the runtime
# loads, from the folder of the library or of a program's run path.
set(archives)
set(depends $<TARGET_FILE:gt200rt> $<TARGET_FILE:gt200cudaapi>)
foreach(part gt200driver gt200marker gt200gdb gt200prof gt200events gt200fpga gt200frame gt200ports gt200ptxas gt200cmd
        gt200ptx gt200model gt200func gt200isa)
  list(APPEND archives $<TARGET_FILE:${part}>)
  list(APPEND depends ${part} $<TARGET_FILE:${part}>)
endforeach()
list(APPEND archives $<$<TARGET_EXISTS:gt200sim>:$<TARGET_FILE:gt200sim>>)
list(APPEND depends $<$<TARGET_EXISTS:gt200sim>:$<TARGET_FILE:gt200sim>>)
set(lib ${CMAKE_BINARY_DIR}/lib)
set(objects ${CMAKE_CURRENT_BINARY_DIR}/libraries)
file(MAKE_DIRECTORY ${lib} ${objects})
set(private ${CMAKE_SOURCE_DIR}/sw/runtime/rt/private.names)
set(cuda libcuda.so.1)
set(cudart libcudart.so.4)
foreach(api cuda cudart)
  set(${api}_names ${CMAKE_SOURCE_DIR}/sw/runtime/rt/${api}.names)
  list(APPEND depends ${${api}_names})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${${api}_names})
  file(STRINGS ${${api}_names} patterns REGEX "^[^#]")
  list(JOIN patterns "; " patterns)
  file(CONFIGURE OUTPUT ${objects}/${api}.map CONTENT "${${api}} { global: ${patterns}; local: *; };\n")
endforeach()
separate_arguments(link UNIX_COMMAND "${flags}")
set(relocatable ${CMAKE_LINKER} -r)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  list(APPEND relocatable -m elf_i386)
endif()
# Calls within a library stay there (-Bsymbolic), whatever names a program shows it.
separate_arguments(words UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
set(shared ${CMAKE_CXX_COMPILER} ${words} -shared -Wl,-Bsymbolic -Wl,-rpath,$ORIGIN
  $<$<NOT:$<BOOL:${GT200_SANITIZE}>>:-Wl,-z,defs>)
add_custom_command(OUTPUT ${lib}/libcudart.a ${lib}/libgt200.a ${lib}/${cuda} ${lib}/${cudart}
  WORKING_DIRECTORY ${objects}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${lib}/libcudart.a ${lib}/libgt200.a
  COMMAND ${relocatable} --force-group-allocation -o driver.o --whole-archive ${archives}
  COMMAND ${CMAKE_OBJCOPY} --wildcard --weaken-symbol=_Z* driver.o
  COMMAND ${relocatable} -o runtime.o --whole-archive $<TARGET_FILE:gt200rt> $<TARGET_FILE:gt200cudaapi>
  COMMAND ${relocatable} -o cudart.o driver.o runtime.o
  COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbols=${cuda_names} --keep-global-symbols=${cudart_names} cudart.o
  COMMAND ${CMAKE_AR} qcs ${lib}/libcudart.a cudart.o
  COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=gt_* driver.o gt200.o
  COMMAND ${CMAKE_AR} qcs ${lib}/libgt200.a gt200.o
  COMMAND ${CMAKE_OBJCOPY} --redefine-syms=${private} driver.o
  COMMAND ${CMAKE_OBJCOPY} --redefine-syms=${private} runtime.o
  COMMAND ${shared} -Wl,-soname,${cuda} -Wl,--version-script=cuda.map -o ${lib}/${cuda} driver.o ${link}
  COMMAND ${shared} -Wl,-soname,${cudart} -Wl,--version-script=cudart.map -o ${lib}/${cudart} runtime.o ${lib}/${cuda}
          ${link}
  COMMAND ${CMAKE_COMMAND} -E rm -f driver.o runtime.o cudart.o gt200.o
  DEPENDS ${depends} ${private}
  COMMENT "lib/${cuda}, lib/${cudart}, lib/libcudart.a"
  COMMAND_EXPAND_LISTS VERBATIM)
file(REMOVE ${lib}/libcutil.a ${lib}/libcutil_x86_64.a ${lib}/libshrutil_x86_64.a)     # of a build before they moved
file(MAKE_DIRECTORY ${lib}/samples)
# Their other names, for linkers: makefiles of the time name libcutil after the machine and have libshrutil beside it,
# later ones the static runtime.
foreach(link libcuda.so:${cuda} libcudart.so:${cudart} libcudart_static.a:libcudart.a
        samples/libcutil_x86_64.a:libcutil.a samples/libshrutil_x86_64.a:libcutil.a)
  string(REPLACE ":" ";" link ${link})
  list(GET link 0 name)
  list(GET link 1 target)
  file(CREATE_LINK ${target} ${lib}/${name} SYMBOLIC)
endforeach()
add_custom_target(gt200cudart ALL DEPENDS ${lib}/libcudart.a)
add_dependencies(gt200cudart gt200cutil)
