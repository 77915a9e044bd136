# SPDX-License-Identifier: Apache-2.0
# find_package(gt200): targets gt200::cuda and gt200::cudart (the CUDA libraries), gt200::cudart_static (both inside the
# program), gt200::gsim (the C model, gsim.h); GT200_HOME is the toolkit folder, GT200_NVCC its compiler.
get_filename_component(GT200_HOME "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(GT200_NVCC ${GT200_HOME}/bin/nvcc)

# _gt200_library(NAME KIND FILE INCLUDE LIBRARY...): gt200::NAME is lib/FILE, and needs the libraries.
function(_gt200_library name kind file include)
  if(TARGET gt200::${name})
    return()
  endif()
  add_library(gt200::${name} ${kind} IMPORTED)
  set_target_properties(gt200::${name} PROPERTIES
    IMPORTED_LOCATION ${GT200_HOME}/lib/${file}
    INTERFACE_INCLUDE_DIRECTORIES ${GT200_HOME}/${include}
    INTERFACE_LINK_LIBRARIES "${ARGN}")
endfunction()
_gt200_library(cuda SHARED libcuda.so.1 include)
_gt200_library(cudart SHARED libcudart.so.4 include gt200::cuda)
_gt200_library(cudart_static STATIC libcudart.a include stdc++ dl m pthread)
_gt200_library(gsim STATIC libgt200.a include/gt200 stdc++ dl m pthread)
