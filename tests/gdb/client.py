#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# client.py PROGRAM TARGET [CASE]...: what a debugger's client may do wrong, and what GDB seldom does: PROGRAM (kernels,
# or spin with an argument) never crashes, never hangs, and ends as it should.
import os
import random
import select
import socket
import subprocess
import sys
import time

LIMIT = 60          # seconds for a program to end, or to answer


class Session:
    """A program that waits for a debugger, and the connection to it."""

    def __init__(self, program, target, *arguments):
        env = dict(os.environ, GT200_GDB=":0", GT200_TARGET=target, GT200_QUIET="")
        self.program = subprocess.Popen([program, *arguments], env=env, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE)
        self.said = b""
        port = self.line(b"target remote :").split(b":")[-1].split(b"'")[0]
        self.socket = socket.create_connection(("127.0.0.1", int(port)), LIMIT)
        self.have = b""

    def line(self, what):
        end = time.time() + LIMIT
        while what not in self.said:
            if time.time() > end or not select.select([self.program.stderr], [], [], 1)[0]:
                if time.time() > end:
                    raise AssertionError(f"the program does not say {what}: {self.said}")
                continue
            part = os.read(self.program.stderr.fileno(), 4096)
            assert part, f"the program ends before it says {what}: {self.said}"
            self.said += part
        return next(one for one in self.said.split(b"\n") if what in one)

    def raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass            # the other side has hung up

    def send(self, packet):
        packet = packet if isinstance(packet, bytes) else packet.encode()
        self.raw(b"$" + packet + b"#%02x" % (sum(packet) & 255))

    def receive(self):
        """The next packet; None: the program has hung up."""
        while True:
            start = self.have.find(b"$")
            end = self.have.find(b"#", start)
            if start >= 0 and 0 <= end <= len(self.have) - 3:
                packet = self.have[start + 1:end]
                self.have = self.have[end + 3:]
                return packet.decode("latin1")
            try:
                part = self.socket.recv(65536)
            except ConnectionError:
                return None
            if not part:
                return None
            self.have += part

    def ask(self, packet):
        self.send(packet)
        return self.receive()

    def ends(self, *statuses):
        try:
            _, rest = self.program.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
            raise AssertionError("the program hangs") from None
        self.said += rest
        self.socket.close()
        status = self.program.returncode
        assert status in statuses, f"exit status {status}, expected {statuses}: {self.said.decode()}"


FAULT = 0           # exit status of kernels, whose last kernel fails as it should


def close(start):
    """Nothing at all is said, or half of a packet."""
    for said in (b"", b"$", b"$g", b"$g#", b"$g#6", b"+++$m10000,", b"\x03"):
        s = start()
        s.raw(said)
        s.socket.close()
        s.ends(FAULT)


def noise(start):
    """Bytes that are no packets, and a packet that has no end."""
    s = start()
    s.raw(bytes(random.Random(1).choices([b for b in range(256) if b != 0x24], k=100000)))
    assert s.ask("?").startswith("T05")
    s.raw(b"$" + b"x" * 200000)
    s.ends(FAULT)


def wrong_sum(start):
    """A packet whose sum is wrong is asked for again."""
    s = start()
    s.raw(b"$?#00")
    assert s.socket.recv(1) == b"-"
    assert s.ask("?").startswith("T05")
    assert s.ask("D") == "OK"
    s.ends(FAULT)


WORDS = ("", "?", "g", "p", "pffffffff", "p10", "P", "P10", "P10=", "P10=zz", "P18=00000000", "P9999=00", "m", "m,",
         "m10000", "m10000,", "m0,ffffffffffffffff", "mffffffffffffffff,10", "m100000000,4", "m200000000,1000", "M",
         "M10000", "M10000,4", "M10000,4:", "M10000,4:00", "M10000,ffffffff:00", "X", "X10000,4:", "X10000,ffff:ab",
         "X0,10:", "M200000000,8:0011", "Z", "Z0", "Z0,", "Z0,0,1", "Z1,ffffffffffffffff,1", "Z9,0,1", "z", "z0,0,1",
         "H", "Hg", "Hg-1", "Hc0", "Hg0", "Hgffffffff", "T", "T0", "Tffffffff", "q", "qC", "qRcmd", "qRcmd,",
         "qRcmd,6", "qRcmd,zz", "qRcmd," + "61" * 2000, "qXfer", "qXfer:", "qXfer:features:read:target.xml:",
         "qXfer:features:read:target.xml:0,", "qXfer:features:read:target.xml:ffffffff,ff",
         "qXfer:threads:read::0,ffffffff", "qXfer:threads:read:", "qXfer:exec-file:read:",
         "qXfer:exec-file:read:1:0,10",
         "qXfer:x:y:z:0,1", "qSupported:", "qSymbol::", "Q", "QStartNoAckModeX", "v", "vCont?", "vFile", "vFile:",
         "vFile:pread:", "vFile:pread:5", "vFile:pread:5,ffffffff,0", "vFile:pread:5,10,ffffffffffffffff",
         "vFile:fstat:5", "vFile:open:", "vMustReplyEmpty", "!", "\x00", "}", "A", "R", "B", "t", "i",
         "vFile:pwrite:5,0,abc")


def packets(start):
    """Each of WORDS, and parts of them put together at random, gets an answer."""
    s = start()
    rng = random.Random(7)
    for word in WORDS:
        assert s.ask(word) is not None, f"{word!r} ends the connection"
    for _ in range(400):
        word = "".join(rng.choice(WORDS)[:rng.randrange(1, 30)] for _ in range(rng.randrange(1, 4)))
        if word[:1] not in ("", "c", "s", "D", "k") and not word.startswith(("vCont", "vKill", "QStart")):
            assert s.ask(word) is not None, f"{word!r} ends the connection"
    assert s.ask("?").startswith("T05")
    assert s.ask("D") == "OK"
    s.ends(FAULT, -11)      # memory has been written at random


def conditions(start):
    """Breakpoints with conditions: one that holds, one that does not, and bytes at random."""
    s = start("spin")
    rng = random.Random(3)

    def pc():
        return int.from_bytes(bytes.fromhex(s.ask("p10")), "little")

    for _ in range(40):
        s.ask("s")
    here = pc()
    for bad in ("X", "X0,", "X2,27", "X1,zz", "X5000,27", "X1,2727", "Y", "X2,2201X"):
        assert s.ask(f"Z0,{here:x},1;{bad}").startswith("E"), bad
    assert s.ask(f"Z0,{here:x},1;X3,220127") == "OK"                 # 1
    assert s.ask("c").startswith("T05") and pc() == here
    assert s.ask(f"Z0,{here:x},1;X3,220027X3,220027;cmds:0,X1,27") == "OK"      # 0, twice: never
    s.send("c")
    time.sleep(0.2)
    s.raw(b"\x03")
    assert s.receive().startswith("T02")
    for _ in range(300):
        code = bytes(rng.choice((rng.randrange(256), rng.randrange(2, 40))) for _ in range(rng.randrange(1, 60)))
        assert s.ask(f"Z0,{here:x},1;X{len(code):x},{code.hex()}") == "OK"
        s.send("c")
        s.raw(b"\x03")
        assert s.receive()[:3] in ("T05", "T02")
        if rng.randrange(2):                                        # an interrupt that came too late
            s.ask("s")
    s.send("k")
    s.ends(1)


def resumes(start):
    """vCont as no GDB sends it."""
    for word in ("vCont;", "vCont;;", "vCont;s", "vCont;s:", "vCont;s:ffffffff", "vCont;r", "vCont;r1", "vCont;r1,:",
                 "vCont;S", "vCont;s:-1;c", "s", "vContx"):
        s = start()
        said = s.ask(word)
        assert said is not None and said[0] in "TWX", f"{word}: {said}"
        s.raw(b"$D#44")
        s.ends(FAULT)


def contexts(start):
    """The kernels of a second context are the same code: its breakpoint is hit there as well."""
    s = start("again")
    here = int.from_bytes(bytes.fromhex(s.ask("p10")), "little")
    code = s.ask(f"m{here:x},40")
    assert s.ask(f"Z0,{here:x},1") == "OK"
    blocks = []
    for _ in range(3):                  # one warp is there; the other; the first of the next context
        assert s.ask("c").startswith("T05")
        blocks.append(s.ask("p10"))
        assert s.ask(f"m{here:x},40") == code
    assert len(set(blocks)) == 1
    assert s.ask("z0,%x,1" % here) == "OK"
    assert s.ask("c") == "W00"
    s.ends(0)


def ends_it(start):
    """detach lets the program run on; k and vKill end it."""
    s = start()
    assert s.ask("D") == "OK"
    s.ends(FAULT)
    s = start()
    s.send("k")
    s.ends(1)
    s = start()
    assert s.ask("vKill;1") == "OK"
    s.ends(1)


def helps(start):
    """monitor help, monitor warps, and another word."""
    s = start()

    def monitor(word):
        return bytes.fromhex(s.ask("qRcmd," + word.encode().hex())).decode()

    assert "monitor warps" in monitor("help"), monitor("help")
    assert "block (0,0) warp 0: pc" in monitor("warps"), monitor("warps")
    assert "there is no command 'frobnicate'" in monitor("frobnicate") and "monitor warps" in monitor("frobnicate")
    s.ask("D")
    s.ends(FAULT)


def interrupts(start):
    """A kernel that spins is stopped, goes on, is stopped again; who closes then leaves it alone."""
    s = start("spin")
    for _ in range(2):
        s.send("c")
        time.sleep(0.3)
        s.raw(b"+\x03")
        said = s.receive()
        assert said and said.startswith("T02"), said
    assert "active" in bytes.fromhex(s.ask("qRcmd," + b"warps".hex())).decode()
    s.send("c")
    s.socket.close()
    time.sleep(0.2)
    assert s.program.poll() is None
    s.program.kill()
    s.ends(-9)


CASES = (close, noise, wrong_sum, packets, conditions, resumes, contexts, ends_it, helps, interrupts)


def main():
    program, target, chosen = sys.argv[1], sys.argv[2], sys.argv[3:]
    failed = 0
    for case in CASES:
        if chosen and case.__name__ not in chosen:
            continue
        try:
            case(lambda *arguments: Session(program, target, *arguments))
        except (AssertionError, OSError, ValueError) as e:
            failed += 1
            print(f"{case.__name__} ({target}): {case.__doc__}\n    {e}")
    print(f"{len(chosen) or len(CASES)} cases, {failed} wrong")
    return failed > 0


sys.exit(main())
