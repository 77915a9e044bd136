# SPDX-License-Identifier: Apache-2.0
"""slang.py ARGUMENT...: slang, of the Python package pyslang, which has no program, with these arguments."""
import shlex
import sys

from pyslang import driver

slang = driver.Driver()
slang.addStandardArgs()
good = slang.parseCommandLine(shlex.join(["slang", *sys.argv[1:]])) and slang.processOptions()
good = good and slang.parseAllSources() and slang.runFullCompilation()
sys.exit(0 if good else 1)
