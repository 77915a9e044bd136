# SPDX-License-Identifier: Apache-2.0
# Writes the digest of the files that SOURCES lists, one a line, to TEXT and as a C string to C.
file(STRINGS ${SOURCES} files)
set(all "")
foreach(file ${files})
  file(SHA256 ${file} one)
  string(APPEND all "${one}\n")
endforeach()
string(SHA256 digest "${all}")
file(CONFIGURE OUTPUT ${TEXT} CONTENT "${digest}" @ONLY)
file(CONFIGURE OUTPUT ${C} CONTENT
  "extern const char gt_machine_digest[];\nconst char gt_machine_digest[] = \"${digest}\";\n" @ONLY)
