# SPDX-License-Identifier: Apache-2.0
"""variables.py GDB PROGRAM SOURCE TARGET: values of variables at lines of the source, as its comments have them."""
import os
import re
import subprocess
import sys
import tempfile

gdb, program, source, target = sys.argv[1:]
expected = []
with open(source, encoding="utf-8") as f:
    for number, line in enumerate(f, 1):
        if "//: " in line and not line.startswith("//"):
            pairs = line.split("//: ")[1].strip().split("; ")
            expected.append((number, [p.split(" = ", 1) for p in pairs]))

child = subprocess.Popen([program], env=dict(os.environ, GT200_TARGET=target, GT200_GDB=":0"), stderr=subprocess.PIPE,
                         stdout=subprocess.DEVNULL, text=True)
port = re.search(r"target remote :(\d+)'", child.stderr.readline()).group(1)
script = ["set pagination off", "set confirm off", "set width 0", f"target remote :{port}"]
for number, pairs in expected:
    script.append(f"tbreak {os.path.basename(source)}:{number} if $ctaid_x == 1 && $tid_x == 5")
script.append("""python
for n in range(%d):
    gdb.execute("continue")
    at = gdb.selected_frame().find_sal().line
    for name in %r.get(at, []):
        try:
            v = gdb.execute("output " + name, to_string=True)
        except gdb.error as e:
            v = str(e)
        print("<%%d %%s> %%s" %% (at, name, v))
end""" % (len(expected), {n: [p[0] for p in pairs] for n, pairs in expected}))
script.append("kill")
with tempfile.NamedTemporaryFile("w", suffix=".gdb") as commands:
    commands.write("\n".join(script) + "\n")
    commands.flush()
    said = subprocess.run([gdb, "-nx", "-batch", "-x", commands.name], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=100, check=False).stdout
child.kill()
child.wait()
wrong = 0
for number, pairs in expected:
    for name, value in pairs:
        got = re.search(rf"^<{number} {re.escape(name)}> (.*)$", said, re.M)
        got = got.group(1) if got else "not stopped there"
        if got != ("<optimized out>" if value == "?" else value):
            print(f"{target}: line {number}: {name} is '{got}', expected '{value}'")
            wrong += 1
if wrong:
    print(said)
sys.exit(wrong != 0)
