# SPDX-License-Identifier: Apache-2.0
# make deb: the toolkit folder as a Debian package, below /opt/gt200. For Debian 12, on which it is built.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gt200)
set(CPACK_PACKAGE_VENDOR "GT200 in the open")
set(CPACK_PACKAGE_CONTACT "GT200 in the open")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA toolkit for a simulated GT200 (GeForce GTX 280)")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/gt200)
set(CPACK_COMPONENTS_ALL toolkit)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_TOOLKIT_PACKAGE_NAME gt200-toolkit)
set(CPACK_DEBIAN_TOOLKIT_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENT_TOOLKIT_DESCRIPTION "nvcc, libcuda, libcudart and the rest of a CUDA 4.0 toolkit whose device is a \
simulator: native GT200 code runs on a functional model, a cycle model or the chip's Verilog.")
# clang and g++ compile programs; the rest is what gt200 and the libraries are linked with.
set(CPACK_DEBIAN_TOOLKIT_PACKAGE_DEPENDS
  "clang-19, g++, libc6 (>= 2.36), libelf1, libgcc-s1, libstdc++6 (>= 12), zlib1g")
set(CPACK_DEBIAN_TOOLKIT_PACKAGE_RECOMMENDS "libomp-19-dev")           # OpenMP in programs
set(CPACK_DEBIAN_TOOLKIT_PACKAGE_SECTION devel)
# Target package_source: the sources without what is made of them.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "^${CMAKE_BINARY_DIR}/" "^${CMAKE_SOURCE_DIR}/build/" "/[.]git(/|$)" "/__pycache__/")
include(CPack)
