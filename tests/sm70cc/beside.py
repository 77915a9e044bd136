#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: beside.py FOLDER > CSV: kernels of the examples on the GPU of this machine: our cubin FOLDER/NAME.cubin beside
what the driver's compiler makes of FOLDER/NAME.ptx. Each line: source, kernel, whether all memory is equal (or the
greatest relative difference of floats), microseconds of a launch, ours and theirs, and their ratio. Needs libcuda."""
import ctypes
import os
import random
import struct
import sys

cu = ctypes.CDLL('libcuda.so.1')


def check(rc, what):
    if rc:
        name = ctypes.c_char_p()
        cu.cuGetErrorString(rc, ctypes.byref(name))
        raise RuntimeError('%s: %s' % (what, (name.value or b'error %d' % rc).decode()))


def words(n, low=0, high=1 << 32):
    return struct.pack('<%dI' % n, *(random.randrange(low, high) for _ in range(n)))


def reals(n, low=0.1, high=2.0, kind='f'):
    return struct.pack('<%d%s' % (n, kind), *(random.uniform(low, high) for _ in range(n)))


def ramp(n, step):
    return struct.pack('<%dI' % n, *(i * step for i in range(n)))


def zeros(n):
    return bytes(n)


K = 1 << 10
# source, kernel, grid, block, arguments: bytes are a buffer, ('i', N) and ('f', X), ('d', X) values;
# ('t', NAME, FORMAT, FLAGS, bytes) a texture reference to memory, FORMAT and FLAGS as in cuda.h
KERNELS = [
    ('life', 'generation', (4, 4), (16, 16),
     [zeros(4 * K), ('i', 64), ('t', 'cells', 1, 1, bytes(random.choices((0, 1), k=4 * K)))]),
    ('vecadd', 'add', (4096,), (256,), [reals(1024 * K), reals(1024 * K), zeros(4096 * K), ('i', 1024 * K)]),
    ('matmul', 'naive', (32, 32), (16, 16), [reals(256 * K), reals(256 * K), zeros(1024 * K), ('i', 512)]),
    ('matmul', 'tiled', (32, 32), (16, 16), [reals(256 * K), reals(256 * K), zeros(1024 * K), ('i', 512)]),
    ('matmul', 'register_blocked', (8, 32), (64,), [reals(256 * K), reals(256 * K), zeros(1024 * K), ('i', 512)]),
    ('bitonic', 'sort_shared', (1024,), (128,), [words(256 * K), ('i', 2), ('i', 256), ('i', 128)]),
    ('bitonic', 'step_global', (1024,), (128,), [words(256 * K), ('i', 4096), ('i', 1024)]),
    ('blackscholes', 'price', (512,), (128,),
     [reals(64 * K, 5, 30), reals(64 * K, 1, 100), reals(64 * K, 0.25, 10), zeros(256 * K), zeros(256 * K),
      ('i', 64 * K)]),
    ('cg', 'combine', (4,), (128,), [('d', 2.0), reals(64 * K, kind='d'), ('d', 3.0), reals(64 * K, kind='d'),
                                       ('i', 64 * K)]),
    ('cg', 'dot', (256,), (128,), [reals(64 * K, kind='d'), reals(64 * K, kind='d'), zeros(8 * 256), ('i', 64 * K)]),
    ('convolution', 'rows', (32, 32), (16, 16), [reals(256 * K), zeros(1024 * K), ('i', 512)]),
    ('convolution', 'columns', (32, 32), (16, 16), [reals(256 * K), zeros(1024 * K), ('i', 512)]),
    ('fft', 'fft', (512,), (256,), [reals(512 * K), zeros(2048 * K), ('i', 512)]),
    ('histogram', 'count_global', (256,), (128,), [words(64 * K), zeros(1024), ('i', 256 * K)]),
    ('histogram', 'count_shared', (256,), (128,), [words(64 * K), zeros(1024), ('i', 256 * K)]),
    ('mandelbrot', 'iterate', (32, 32), (16, 16), [zeros(512 * K), ('i', 512), ('i', 512), ('f', 3.0 / 512)]),
    ('md5', 'search', (1024,), (128,), [('v', words(4)), words(1), ('i', 128 * K)]),
    ('nbody', 'accelerate', (128,), (64,), [reals(32 * K), reals(32 * K), ('i', 8 * K)]),
    ('nbody', 'move', (128,), (64,), [reals(32 * K), reals(32 * K)]),
    ('needle', 'align', (32,), (16,), [words(4 * K, 0, 3), words(4 * K, 0, 3), zeros(4 * 513 * 513), ('i', 512),
                                       ('i', 31), ('i', 0)]),
    ('pi', 'throw_darts', (256,), (128,), [zeros(4), ('i', 256)]),
    ('radix', 'sort_block', (256,), (256,), [words(128 * K), zeros(16 * 4 * 256), ('i', 0), ('i', 64 * K)]),
    ('radix', 'scan_counts', (1,), (256,), [words(4 * K, 0, 100), ('i', 4 * K)]),
    ('reduction', 'interleaved_divergent', (2048,), (128,), [words(256 * K), zeros(8 * K), ('i', 256 * K)]),
    ('reduction', 'interleaved', (2048,), (128,), [words(256 * K), zeros(8 * K), ('i', 256 * K)]),
    ('reduction', 'sequential', (2048,), (128,), [words(256 * K), zeros(8 * K), ('i', 256 * K)]),
    ('reduction', 'add_on_load', (1024,), (128,), [words(256 * K), zeros(8 * K), ('i', 256 * K)]),
    ('reduction', 'unrolled_warp', (1024,), (128,), [words(256 * K), zeros(8 * K), ('i', 256 * K)]),
    ('scan', 'scan_blocks', (1024,), (128,), [words(256 * K), zeros(1024 * K), zeros(4 * K), ('i', 256 * K)]),
    ('scan', 'add_sums', (1024,), (128,), [words(256 * K), words(K), ('i', 256 * K)]),
    ('sha256', 'digests', (1024,), (64,), [zeros(2048 * K), ('i', 64 * K)]),
    ('spmv', 'row_per_thread', (128,), (128,), [ramp(16 * K + 1, 8), words(128 * K, 0, 16 * K), reals(128 * K),
                                                reals(16 * K), zeros(64 * K), ('i', 16 * K)]),
    ('spmv', 'row_per_warp', (4096,), (128,), [ramp(16 * K + 1, 8), words(128 * K, 0, 16 * K), reals(128 * K),
                                               reals(16 * K), zeros(64 * K), ('i', 16 * K)]),
    ('transpose', 'naive', (32, 32), (16, 16), [words(256 * K), zeros(1024 * K), ('i', 512)]),
    ('transpose', 'through_tile', (32, 32), (16, 16), [words(256 * K), zeros(1024 * K), ('i', 512)]),
]

# Bench kernels that take other arguments than chain.h's; as above, but that the first buffer of all but matmul and
# rates, which has clocks, is not compared.
U32 = ('t', 'texels', 3, 1)     # whole numbers
BENCH = [
    ('shared', 'strides', (1,), (32,), [zeros(4 * K), zeros(4 * K), ('i', 32), ('i', 3), ('i', 2)]),
    ('shared', 'read_words', (1,), (32,), [zeros(4 * K), zeros(4 * K), ('i', 1), ('i', 3), ('i', 2)]),
    ('icache', 'abs_16', (1,), (32,), [zeros(4 * K), zeros(4 * K), ('i', 77), ('i', 5), ('i', 2)]),
    ('icache', 'abs_64', (1,), (32,), [zeros(4 * K), zeros(4 * K), ('i', 77), ('i', 5), ('i', 2)]),
    ('icache_l1', 'beside_30', (8,), (1,), [zeros(4 * K), zeros(4 * K), ('i', 0x20001), ('i', 5), ('i', 2)]),
    ('icache_l3', 'long_loop', (1,), (32,), [zeros(4 * K), zeros(4 * K), ('i', 100), ('i', 3), ('i', 2)]),
    ('regfile', 'regs_64', (4,), (64,), [zeros(4 * K), zeros(4 * K), ('i', 77), ('i', 3), ('i', 2)]),
    ('regfile', 'regs_124', (4,), (64,), [zeros(4 * K), zeros(4 * K), ('i', 77), ('i', 3), ('i', 2)]),
    ('matmul', 'matmul', (4, 4), (16, 16), [reals(4 * K), reals(4 * K), zeros(16 * K), ('i', 64)]),
    ('memory', 'walk_texture', (1,), (1,), [zeros(4 * K), zeros(4 * K), zeros(256), ('i', 16), ('i', 1000),
                                            (*U32, words(4 * K, 0, 4 * K))]),
    ('rates', 'fetch_words', (264,), (256,), [zeros(1024 * K), zeros(256), ('i', 32 * K), ('i', 8),
                                              (*U32, words(32 * K))]),
    ('rates', 'fetch_again', (264,), (256,), [zeros(1024 * K), zeros(256), ('i', K), ('i', 16), (*U32, words(K))]),
    ('rates', 'diagonals', (128,), (128,), [zeros(64 * K), reals(27 * 16 * K), ('i', 16 * K), ('i', 0),
                                            (*U32, reals(16 * K + 2 * 1057))]),
]


def full_name(ptx, kernel):
    """The first entry of the PTX whose C++ name is that, perhaps a template's."""
    for line in ptx.splitlines():
        if '.entry' in line:
            name = line.split('.entry')[1].strip().rstrip('(').strip()
            if name == kernel or name.startswith('_Z%d%s' % (len(kernel), kernel)):
                return name
    raise RuntimeError('no kernel ' + kernel)


def bind(module, name, kind, flags, data):
    reference, p, offset = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_size_t()
    check(cu.cuMemAlloc_v2(ctypes.byref(p), len(data)), 'memory')
    check(cu.cuMemcpyHtoD_v2(p, data, len(data)), 'copy')
    check(cu.cuModuleGetTexRef(ctypes.byref(reference), module, name.encode()), name)
    check(cu.cuTexRefSetFormat(reference, kind, 1), name)
    check(cu.cuTexRefSetFlags(reference, flags), name)
    check(cu.cuTexRefSetAddress_v2(ctypes.byref(offset), reference, p, ctypes.c_size_t(len(data))), name)


def run(image, name, grid, block, arguments):
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    check(cu.cuModuleLoadData(ctypes.byref(module), image), 'load')
    check(cu.cuModuleGetFunction(ctypes.byref(function), module, name.encode()), name)
    buffers, values = [], []
    for a in arguments:
        if isinstance(a, bytes):
            p = ctypes.c_uint64()
            check(cu.cuMemAlloc_v2(ctypes.byref(p), len(a) + 256), 'memory')
            check(cu.cuMemcpyHtoD_v2(p, a, len(a)), 'copy')
            buffers.append((p, len(a), a))
            values.append(p)
        elif a[0] == 't':
            bind(module, *a[1:])
        elif a[0] == 'v':
            values.append(ctypes.create_string_buffer(a[1], len(a[1])))
        else:
            values.append({'i': ctypes.c_int, 'f': ctypes.c_float, 'd': ctypes.c_double}[a[0]](a[1]))
    pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(v) for v in values))
    grid, block = tuple(grid) + (1,) * (3 - len(grid)), tuple(block) + (1,) * (3 - len(block))

    def launch():
        check(cu.cuLaunchKernel(function, *grid, *block, 0, None, pointers, None), 'launch')
    launch()
    check(cu.cuCtxSynchronize(), 'kernel')
    results = []
    for p, n, _ in buffers:
        out = ctypes.create_string_buffer(n)
        check(cu.cuMemcpyDtoH_v2(out, p, n), 'copy')
        results.append(out.raw)
    begin, end, ms = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_float()
    cu.cuEventCreate(ctypes.byref(begin), 0)
    cu.cuEventCreate(ctypes.byref(end), 0)
    best = 1e9
    for _ in range(5):
        cu.cuEventRecord(begin, None)
        for _ in range(20):
            launch()
        cu.cuEventRecord(end, None)
        check(cu.cuEventSynchronize(end), 'kernel')
        cu.cuEventElapsedTime(ctypes.byref(ms), begin, end)
        best = min(best, ms.value * 1000 / 20)
    for p, _, _ in buffers:
        cu.cuMemFree_v2(p)
    cu.cuModuleUnload(module)
    return results, best


def difference(a, b):
    if a == b:
        return 'equal'
    worst = 0.0
    for x, y in zip(a, b):
        n = len(x) // 4
        for p, q in zip(struct.unpack('<%df' % n, x[:4 * n]), struct.unpack('<%df' % n, y[:4 * n])):
            if p != q and p == p and q == q:
                worst = max(worst, abs(p - q) / max(abs(p), abs(q)))
    return '%.2g' % worst


def chain_kernels(ptx):
    """Kernels with the parameters of chain.h: where clocks and results go, two values, how many turns."""
    for part in ptx.split('.entry')[1:]:
        name = part.split('(')[0].strip()
        types = [line.split()[1] for line in part.split(')')[0].splitlines() if '.param' in line]
        if len(types) == 5 and types[:2] == ['.u64', '.u64'] and types[2] == types[3] and types[2] != '.u64':
            yield name, types[2]


def chains(folder):
    """The bench kernels of FOLDER/k_*.ptx, one warp: only what they compute is compared, clocks differ. Not the
    listings: some of them spin for ever."""
    product, n = 1.0, 0
    for file in sorted(f for f in os.listdir(folder) if f.startswith('k_') and f.endswith('.ptx')):
        if file[2:-4] in {b[0] for b in BENCH} | {'listings'}:
            continue
        with open(os.path.join(folder, file)) as f:
            ptx = f.read()
        with open(os.path.join(folder, file[:-4] + '.cubin'), 'rb') as f:
            cubin = f.read()
        for name, kind in chain_kernels(ptx):
            value = {'.f32': (('f', 1.25), ('f', 0.75)), '.f64': (('d', 1.25), ('d', 0.75))}.get(kind)
            a, b = value or (('i', 77), ('i', 3))
            arguments = [zeros(4 * K), zeros(4 * K), a, b, ('i', 200)]
            try:
                ours, t = run(cubin, name, (1,), (32,), arguments)
                theirs, u = run(ptx.encode() + b'\0', name, (1,), (32,), arguments)
            except RuntimeError as e:
                print('%s,%s,%s,,,' % (file[2:-4], name, e), flush=True)
                if 'kernel' in str(e):
                    return 1
                continue
            print('%s,%s,%s,%.2f,%.2f,%.3f' % (file[2:-4], name, difference(ours[1:], theirs[1:]), t, u, t / u),
                  flush=True)
            product *= t / u
            n += 1
    if n:
        print('geometric mean of %d chains,,,,,%.3f' % (n, product ** (1 / n)))
    return 0


def bench(folder):
    """The kernels of BENCH whose FOLDER/k_NAME.ptx is there."""
    for source, kernel, grid, block, arguments in BENCH:
        path = os.path.join(folder, 'k_' + source)
        if not os.path.exists(path + '.ptx'):
            continue
        with open(path + '.ptx') as f:
            ptx = f.read()
        with open(path + '.cubin', 'rb') as f:
            cubin = f.read()
        first = 0 if source in ('matmul', 'rates') else 1
        try:
            ours, t = run(cubin, kernel, grid, block, arguments)
            theirs, u = run(ptx.encode() + b'\0', kernel, grid, block, arguments)
        except RuntimeError as e:
            print('%s,%s,%s,,,' % (source, kernel, e), flush=True)
            return 1
        print('%s,%s,%s,%.2f,%.2f,%.3f' % (source, kernel, difference(ours[first:], theirs[first:]), t, u, t / u),
              flush=True)
    return 0


def main():
    random.seed(1)
    folder = sys.argv[1]
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(cu.cuInit(0), 'cuInit')
    check(cu.cuDeviceGet(ctypes.byref(device), 0), 'device')
    check(cu.cuCtxCreate_v2(ctypes.byref(context), 0, device), 'context')
    print('source,kernel,memory,ours us,theirs us,ratio')
    product, n = 1.0, 0
    for source, kernel, grid, block, arguments in KERNELS:
        with open(os.path.join(folder, source + '.ptx')) as f:
            ptx = f.read()
        with open(os.path.join(folder, source + '.cubin'), 'rb') as f:
            cubin = f.read()
        try:
            name = full_name(ptx, kernel)
            ours, a = run(cubin, name, grid, block, arguments)
            theirs, b = run(ptx.encode() + b'\0', name, grid, block, arguments)
            print('%s,%s,%s,%.2f,%.2f,%.3f' % (source, kernel, difference(ours, theirs), a, b, a / b), flush=True)
            product *= a / b
            n += 1
        except RuntimeError as e:
            print('%s,%s,%s,,,' % (source, kernel, e), flush=True)
            if 'kernel' in str(e):
                return 1
    if n:
        print('geometric mean of %d,,,,,%.3f' % (n, product ** (1 / n)))
    return bench(folder) or chains(folder)


if __name__ == '__main__':
    sys.exit(main())
