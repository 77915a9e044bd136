/* SPDX-License-Identifier: Apache-2.0
 * Bytes and operations a second of the whole chip: copies, strides, partitions, textures, atomics, transposes, sums,
 * prefix sums, products of matrices. All kernels have the parameters (out, in, n, k); what n and k are they say.
 */
#define KERNEL(name) extern "C" __global__ void name(unsigned *out, const unsigned *in, int n, int k)

__device__ unsigned thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned threads() { return gridDim.x * blockDim.x; }

/* ---- copies of n words; a grid may be smaller ---- */

template <class T> __device__ void copy(unsigned *out, const unsigned *in, int n)
{
    for (int i = thread(); i < n / (int)(sizeof(T) / 4); i += threads())
        ((T *)out)[i] = ((const T *)in)[i];
}
KERNEL(copy_words) { copy<unsigned>(out, in, n); }
KERNEL(copy_pairs) { copy<uint2>(out, in, n); }
KERNEL(copy_quads) { copy<uint4>(out, in, n); }

/* Only loads: the sum of all words that a thread reads. */
KERNEL(read_words)
{
    unsigned sum = 0;
    for (int i = thread(); i < n; i += threads())
        sum += in[i];
    out[thread()] = sum;
}
/* Only stores. */
KERNEL(write_words)
{
    for (int i = thread(); i < n; i += threads())
        out[i] = i + k;
}

/* A word for each thread: k words behind its place, every k-th word. */
KERNEL(copy_offset) { out[thread() + k] = in[thread() + k]; }
KERNEL(copy_stride) { out[thread() * k] = in[thread() * k]; }

/* Half-warps read 64 bytes each, k words apart, of n words round and round; the sums of a thread. */
KERNEL(read_apart)
{
    unsigned half = thread() / 16, lane = threadIdx.x % 16, sum = 0;
    for (int i = 0; i < 16; i++)
        sum += in[((half + i * (threads() / 16)) * k + lane) & (n - 1)];
    out[thread()] = sum;
}

/* ---- textures: n words, k times ---- */

texture<unsigned, 1, cudaReadModeElementType> texels;
KERNEL(fetch_words)
{
    unsigned sum = 0;
    for (int again = 0; again < k; again++)
        for (int i = thread() & (n - 1), left = n; left > 0; i = (i + threads()) & (n - 1), left -= threads())
            sum += tex1Dfetch(texels, i);
    out[thread()] = sum;
}
/* Each block fetches the same n words k times. */
KERNEL(fetch_again)
{
    unsigned sum = 0;
    for (int again = 0; again < k; again++)
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            sum += tex1Dfetch(texels, i);
    out[thread()] = sum;
}

/* ---- atomics: each thread n, on word k times its number, of 2^20; results used and not ---- */

#define WORD(k) ((thread() * (unsigned)(k)) & 0xfffff)
KERNEL(atom_results)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += atomicAdd(out + WORD(k), 1);
    if (sum == 0xffffffffu)
        out[WORD(k)] = *in;
}
KERNEL(atom_only)
{
    for (int i = 0; i < n; i++)
        atomicAdd(out + WORD(k), 1);
}
/* The same of the eight words of a sector. */
KERNEL(atom_sector)
{
    for (int i = 0; i < n; i++)
        atomicAdd(out + (thread() & 7), 1);
}

/* ---- transposes of an n x n matrix, tiles of 32 x 32, blocks of 32 x 8 threads ---- */

#define TILE 32
#define ROWS 8

/* Which tile a block has: in order, or along diagonals, so that neighbours differ in both. */
struct tile { int x, y; };
__device__ tile in_order()
{
    tile t = { (int)blockIdx.x, (int)blockIdx.y };
    return t;
}
__device__ tile diagonal()
{
    tile t = { (int)((blockIdx.x + blockIdx.y) % gridDim.x), (int)blockIdx.x };
    return t;
}
#define EACH(j) for (int j = 0; j < TILE; j += ROWS)

KERNEL(matrix_copy)
{
    int at = (blockIdx.y * TILE + threadIdx.y) * n + blockIdx.x * TILE + threadIdx.x;
    EACH(j)
        out[at + j * n] = in[at + j * n];
}
KERNEL(matrix_copy_shared)
{
    __shared__ unsigned s[TILE][TILE];
    int at = (blockIdx.y * TILE + threadIdx.y) * n + blockIdx.x * TILE + threadIdx.x;
    EACH(j)
        s[threadIdx.y + j][threadIdx.x] = in[at + j * n];
    __syncthreads();
    EACH(j)
        out[at + j * n] = s[threadIdx.y + j][threadIdx.x];
}
KERNEL(transpose_naive)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    EACH(j)
        out[x * n + y + j] = in[(y + j) * n + x];
}
/* WIDTH: words of a row of the tile in shared memory; TURN: the tile is transposed on its way; MOVE: its place is. */
template <int WIDTH, bool TURN, bool MOVE>
__device__ void through_tile(unsigned *out, const unsigned *in, int n, tile t)
{
    __shared__ unsigned s[TILE][WIDTH];
    int at = (t.y * TILE + threadIdx.y) * n + t.x * TILE + threadIdx.x;
    int to = MOVE ? (t.x * TILE + threadIdx.y) * n + t.y * TILE + threadIdx.x : at;
    EACH(j)
        s[threadIdx.y + j][threadIdx.x] = in[at + j * n];
    __syncthreads();
    EACH(j)
        out[to + j * n] = TURN ? s[threadIdx.x][threadIdx.y + j] : s[threadIdx.y + j][threadIdx.x];
}
KERNEL(transpose_tile) { through_tile<TILE, true, true>(out, in, n, in_order()); }
KERNEL(transpose_padded) { through_tile<TILE + 1, true, true>(out, in, n, in_order()); }
KERNEL(transpose_fine) { through_tile<TILE + 1, true, false>(out, in, n, in_order()); }
KERNEL(transpose_coarse) { through_tile<TILE, false, true>(out, in, n, in_order()); }
KERNEL(transpose_diagonal) { through_tile<TILE + 1, true, true>(out, in, n, diagonal()); }

/* ---- whole kernels ---- */

/* Each block of 128 threads leaves the sum of the words that it reads. */
KERNEL(reduce)
{
    __shared__ volatile unsigned s[128];
    unsigned t = threadIdx.x, sum = 0;
    for (int i = thread(); i < n; i += 2 * threads())
        sum += in[i] + (i + (int)threads() < n ? in[i + threads()] : 0);
    s[t] = sum;
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        for (int step = 32; step; step /= 2)
            s[t] += s[t + step];
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* Inclusive prefix sums of the 512 words of a block of 256 threads, by doubling distances in shared memory; the last
 * of each goes to out[n + block]. add_before adds to a block's words the sums of the blocks before it. */
KERNEL(scan_blocks)
{
    __shared__ unsigned s[2][256];
    unsigned t = threadIdx.x, from = 0;
    uint2 two = ((const uint2 *)in)[thread()];
    s[0][t] = two.x + two.y;
    for (unsigned step = 1; step < 256; step *= 2) {
        __syncthreads();
        s[!from][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);
        from = !from;
    }
    uint2 sums = { s[from][t] - two.y, s[from][t] };
    ((uint2 *)out)[thread()] = sums;
    if (t == 255)
        out[n + blockIdx.x] = sums.y;
}
KERNEL(add_before)
{
    __shared__ unsigned before;
    if (threadIdx.x == 0)
        before = blockIdx.x ? in[blockIdx.x - 1] : 0;
    __syncthreads();
    uint2 *two = (uint2 *)out + thread();
    uint2 v = *two;
    v.x += before;
    v.y += before;
    *two = v;
}

/* C = A B by columns, A n x n, B of as many columns as the grid has blocks of sixteen: blocks of 64 threads make
 * 64 x 16 elements, each thread sixteen of a row, with sixteen rows of B in shared memory: a product and sum for each
 * operand from there. k: A begins so many words behind in, C is out; B lies behind A. */
template <class T, int PAD> __device__ void product(T *out, const T *in, int n)
{
    __shared__ T b[16][16 + PAD];
    const T *pa = in + blockIdx.x * 64 + threadIdx.x;
    const T *pb = in + n * n + threadIdx.x % 16 + (blockIdx.y * 16 + threadIdx.x / 16) * n;
    T *pc = out + blockIdx.x * 64 + threadIdx.x + blockIdx.y * 16 * n;
    T c[16];
    for (int j = 0; j < 16; j++)
        c[j] = 0;
    for (int row = 0; row < n; row += 16) {
#pragma unroll
        for (int j = 0; j < 16; j += 4)
            b[threadIdx.x % 16][threadIdx.x / 16 + j] = pb[j * n];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++, pa += n) {
            T a = *pa;
#pragma unroll
            for (int j = 0; j < 16; j++)
                c[j] += a * b[i][j];
        }
        pb += 16;
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 16; j++, pc += n)
        *pc = c[j];
}
KERNEL(sgemm) { product<float, 1>((float *)out, (const float *)in + k, n); }
KERNEL(dgemm) { product<double, 1>((double *)out, (const double *)in + k, n); }

/* y = A x, A with 27 diagonals, those of a stencil of 3 x 3 x 3 on a grid of 32 x 32 x m: n values of a diagonal side
 * by side; x through the texture, DIAGONAL_PAD values in front of x[0]. A row for each thread. */
#define DIAGONAL_PAD 1057
KERNEL(diagonals)
{
    int row = thread();
    const float *value = (const float *)in + row;
    float sum = 0;
#pragma unroll
    for (int z = -1; z <= 1; z++)
#pragma unroll
        for (int y = -1; y <= 1; y++)
#pragma unroll
            for (int x = -1; x <= 1; x++, value += n)
                sum += *value * __int_as_float(tex1Dfetch(texels, row + DIAGONAL_PAD + 1024 * z + 32 * y + x));
    ((float *)out)[row] = sum;
}
