# SPDX-License-Identifier: Apache-2.0
# Read by ctest in front of the tests: whatever compiles in a test checks itself behind each pass.
set(ENV{GT200_VERIFY} 1)
