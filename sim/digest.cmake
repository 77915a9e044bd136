# SPDX-License-Identifier: Apache-2.0
# Writes the digest of the files that SOURCES lists, one a line, as the C string NAME to C and, if that is given, to
# TEXT.
file(STRINGS ${SOURCES} files)
set(all "")
foreach(file ${files})
  file(SHA256 ${file} one)
  string(APPEND all "${one}\n")
endforeach()
string(SHA256 digest "${all}")
if(TEXT)
  file(CONFIGURE OUTPUT ${TEXT} CONTENT "${digest}" @ONLY)
endif()
file(CONFIGURE OUTPUT ${C} CONTENT
  "extern const char ${NAME}[];\nconst char ${NAME}[] = \"${digest}\";\n" @ONLY)
