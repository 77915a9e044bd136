# SPDX-License-Identifier: Apache-2.0
# gt200_built_here(): nothing is built in a copied build folder (here.sh). Called when all folders have been added.
function(gt200_wait_for_here dir)
  get_property(targets DIRECTORY ${dir} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    if(NOT target STREQUAL gt200-here)
      add_dependencies(${target} gt200-here)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${dir} PROPERTY SUBDIRECTORIES)
  foreach(folder ${folders})
    gt200_wait_for_here(${folder})
  endforeach()
endfunction()

set(GT200_HERE ${CMAKE_CURRENT_LIST_DIR}/here.sh)
macro(gt200_built_here)
  if(CMAKE_GENERATOR MATCHES Ninja)     # which begins each command with cd
    add_custom_target(gt200-here ALL COMMAND sh ${GT200_HERE} ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} VERBATIM
                      COMMENT "Is the build folder where it was made?")
    gt200_wait_for_here(${CMAKE_SOURCE_DIR})
  endif()
endmacro()
