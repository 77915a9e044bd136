# SPDX-License-Identifier: Apache-2.0
# Run by an installation, after all else: what debuggers want to know of the libraries names the folders of this build,
# and is half of their size. STRIP is the program.
set(files ${CMAKE_INSTALL_MANIFEST_FILES})
list(FILTER files INCLUDE REGEX "[.]a$|[.]so([.][0-9]+)?$|/bin/gt200$")
foreach(file IN LISTS files)
  if(NOT IS_SYMLINK "$ENV{DESTDIR}${file}")
    execute_process(COMMAND "${STRIP}" --strip-debug "$ENV{DESTDIR}${file}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
