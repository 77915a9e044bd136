// SPDX-License-Identifier: Apache-2.0
// More right kernels, as people write them: gt200 check reports nothing. Each is compared with what it should give.
#include <stdio.h>
#include <stdlib.h>

#define N 128
#define WARP 32

static int wrong;
static void expect(const char *name, bool right)
{
    if (!right)
        printf("%s is wrong\n", name);
    wrong += !right;
}

template <class T> struct device {
    T *p;
    int n;
    device(int n, int value = 0) : n(n) { cudaMalloc((void **)&p, n * sizeof(T)); cudaMemset(p, value, n * sizeof(T)); }
    ~device() { cudaFree(p); }
    T operator[](int i) const { T x; cudaMemcpy(&x, p + i, sizeof x, cudaMemcpyDeviceToHost); return x; }
    void ramp() { for (int i = 0; i < n; i++) { T x = (T)i; cudaMemcpy(p + i, &x, sizeof x, cudaMemcpyHostToDevice); } }
};

// ---- within a warp ----

__global__ void unrolled(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int *v = s;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
    }
    if (t == 0)
        *out = s[0];
}

__device__ int warp_scan(volatile int *s, int x)
{
    const int at = 2 * threadIdx.x - (threadIdx.x & 31);
    s[at] = 0;
    int i = at + 32;
    s[i] = x;
    for (int d = 1; d < 32; d *= 2)
        s[i] = x = x + s[i - d];
    return x;
}
__global__ void scan(int *out, const int *in)
{
    __shared__ int s[2 * N], sums[N / WARP];
    int t = threadIdx.x, x = warp_scan(s, in[t]);
    if ((t & 31) == 31)
        sums[t / 32] = x;
    __syncthreads();
    for (int w = 0; w < t / 32; w++)
        x += sums[w];
    out[t] = x;
}

__global__ void votes(int *out, const int *in)
{
    int any = __any(in[threadIdx.x] == 40), all = __all(in[threadIdx.x] >= 32);
    if ((threadIdx.x & 31) == 0)
        out[threadIdx.x / 32] = any + 2 * all;
}

__global__ void tags(unsigned *bins, const int *in)        // CUDA's histogram256 of the time
{
    __shared__ volatile unsigned s[4][16];
    volatile unsigned *mine = s[threadIdx.x / 32];
    if ((threadIdx.x & 31) < 16)
        mine[threadIdx.x & 31] = 0;
    const unsigned tag = threadIdx.x << 27, bin = in[threadIdx.x] & 15;
    unsigned count;
    do {
        count = mine[bin] & 0x07ffffffu;
        count = tag | (count + 1);
        mine[bin] = count;
    } while (mine[bin] != count);
    __syncthreads();
    if (threadIdx.x < 16)
        bins[threadIdx.x] = (s[0][threadIdx.x] & 0x07ffffff) + (s[1][threadIdx.x] & 0x07ffffff) +
                            (s[2][threadIdx.x] & 0x07ffffff) + (s[3][threadIdx.x] & 0x07ffffff);
}

__global__ void leader(int *n, int *out)
{
    __shared__ int base[N / WARP];
    const int w = threadIdx.x / 32;
    if ((threadIdx.x & 31) == 0)
        base[w] = atomicAdd(n, 32);
    out[threadIdx.x] = base[w] >= 0;
}

__global__ void any_winner(int *found, const int *in) { if (in[threadIdx.x] % 7 == 3) *found = 1; }

// ---- locks, flags, counters ----

__global__ void spin(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *(volatile int *)sum = *(volatile int *)sum + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void polite(int *lock, int *sum)                 // a lock that lanes of a warp share
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile int *)sum = *(volatile int *)sum + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__device__ unsigned arrived;
__global__ void last_block(int *part, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int s = 0;
        for (int i = 0; i < gridDim.x; i++)
            s += ((volatile int *)part)[i];
        *out = s;
    }
}

__global__ void tickets(int *next, int *out)
{
    __shared__ int ticket;
    for (;;) {
        if (threadIdx.x == 0)
            ticket = atomicAdd(next, 1);
        __syncthreads();
        const int t = ticket;
        if (t >= 20)
            break;
        if (threadIdx.x < 32)
            out[t * 32 + threadIdx.x] = t;
        __syncthreads();
    }
}

__global__ void signals(int *flag, int *data)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        data[1] = data[0] + 1;
    }
}

__global__ void in_order(int *turn, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(turn, blockIdx.x, blockIdx.x) != blockIdx.x)
            ;
        *sum = *sum * 3 + blockIdx.x;
        __threadfence();
        atomicAdd(turn, 1);
    }
}

__device__ float float_max(float *to, float x)
{
    int old = __float_as_int(*(volatile float *)to);
    while (x > __int_as_float(old)) {
        int was = atomicCAS((int *)to, old, __float_as_int(x));
        if (was == old)
            break;
        old = was;
    }
    return __int_as_float(old);
}
__global__ void maxima(float *m, const int *in) { float_max(m, (float)in[threadIdx.x]); }

__global__ void bins(int *out, const int *in)
{
    __shared__ int s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[in[threadIdx.x] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}

__global__ void list(int *head, int *next)                  // a stack of nodes
{
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    int old = atomicAdd(head, 0), was;
    do {
        was = old;
        atomicExch(&next[me], was);
        old = atomicCAS(head, was, me + 1);
    } while (old != was);
}

__global__ void once(int *state, int *made)
{
    if (atomicCAS(state, 0, 1) == 0)
        *made += 1;
}

// ---- barriers and buffers ----

__global__ void two_buffers(int *out, const int *in)
{
    __shared__ int s[2][N];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2, now ^= 1) {
        s[now ^ 1][t] = s[now][t] + (t >= d ? s[now][t - d] : 0);
        __syncthreads();
    }
    out[t] = s[now][t];
}

__global__ void tiles(float *c, const float *a, const float *b, int n)
{
    __shared__ float sa[8][8], sb[8][9];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 8) {
        sa[y][x] = a[row * n + t + x];
        sb[y][x] = b[(t + y) * n + col];
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum += sa[y][k] * sb[k][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void prefetch(float *out, const float *in, int rounds)
{
    __shared__ float s[N];
    float next = in[threadIdx.x], sum = 0;
    for (int k = 0; k < rounds; k++) {
        __syncthreads();
        s[threadIdx.x] = next;
        __syncthreads();
        if (k + 1 < rounds)
            next = in[(k + 1) * N + threadIdx.x];
        sum += s[(threadIdx.x + 1) % N];
    }
    out[threadIdx.x] = sum;
}

__global__ void two_arrays(float *out, const float *in, int n)      // dynamic memory cut up by hand
{
    extern __shared__ char memory[];
    double *d = (double *)memory;
    float *f = (float *)&d[n];
    short *h = (short *)&f[n];
    int t = threadIdx.x;
    d[t] = in[t];
    f[t] = 2 * in[t];
    h[t] = (short)t;
    __syncthreads();
    out[t] = (float)d[n - 1 - t] + f[(t + 1) % n] + h[n - 1 - t];
}

__global__ void halo(float *out, const float *in, int n)
{
    __shared__ float s[N + 2];
    int i = blockIdx.x * N + threadIdx.x;
    s[threadIdx.x + 1] = i < n ? in[i] : 0;
    if (threadIdx.x == 0)
        s[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == N - 1)
        s[N + 1] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2];
}

__global__ void padded(float *out, const float *in, int n)
{
    __shared__ float t[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    t[y][x] = in[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x];
    __syncthreads();
    out[(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x] = t[x][y];
}

__global__ void bitonic(int *a)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            int other = t ^ j;
            if (other > t) {
                int x = s[t], y = s[other];
                if (((t & k) == 0) == (x > y)) {
                    s[t] = y;
                    s[other] = x;
                }
            }
            __syncthreads();
        }
    a[t] = s[t];
}

__global__ void early_exit(int *out, const int *in, int n)
{
    __shared__ int s[N];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n)
        return;
    out[i] = s[threadIdx.x ^ 1] + 1;
}

__global__ void overlay(int *out, const int *in)            // one array for two purposes
{
    __shared__ union { int i[N]; float f[N]; } u;
    int t = threadIdx.x;
    u.i[t] = in[t];
    __syncthreads();
    int x = u.i[N - 1 - t];
    __syncthreads();
    u.f[t] = x;
    __syncthreads();
    out[t] = (int)u.f[(t + 1) % N];
}

__global__ void chosen(int *out, int which, int i)          // a pointer to one of two arrays
{
    __shared__ int a[N], b[N];
    int t = threadIdx.x, *p = which ? a : b;
    a[t] = t;
    b[t] = 2 * t;
    __syncthreads();
    p[t] += 1;
    __syncthreads();
    out[t] = p[(t + i) % N];
}

__global__ void one_past(int *out, int n)                   // a pointer that ends one behind the array
{
    __shared__ int a[N], b[N];
    a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int s = 0;
    for (const int *p = a + threadIdx.x; p < a + n; p++)
        s += *p;
    for (int k = N - 1; k >= n - 4; k--)
        s += b[k];
    out[threadIdx.x] = s;
}

__global__ void from_one(int *out, int n)                   // indices from 1 to n
{
    __shared__ int before[4], a[N];
    int *one = a - 1;
    for (int k = 1 + threadIdx.x; k <= n; k += blockDim.x)
        one[k] = k;
    if (threadIdx.x < 4)
        before[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = one[1 + (threadIdx.x + 5) % n] + before[threadIdx.x & 3];
}

template <class T> __device__ T *own() { __shared__ T s[N]; return s; }
__global__ void templates(int *out, int n)
{
    int *a = own<int>();
    float *f = own<float>();
    a[threadIdx.x] = threadIdx.x;
    f[threadIdx.x] = n;
    __syncthreads();
    out[threadIdx.x] = a[(threadIdx.x + n) % N] + (int)f[N - 1 - threadIdx.x];
}

__device__ __noinline__ int total(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
__global__ void calls(int *out)
{
    __shared__ int a[N], b[N / 2];
    a[threadIdx.x] = 1;
    if (threadIdx.x < N / 2)
        b[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = total(a, N) + total(b, N / 2);
}

__global__ void two_names(float *out)                       // of the same dynamic memory
{
    extern __shared__ float f[];
    extern __shared__ int i[];
    __shared__ float s[N];
    f[threadIdx.x] = s[threadIdx.x] = 1;
    i[threadIdx.x + N] = 2;
    __syncthreads();
    out[threadIdx.x] = f[N - 1 - threadIdx.x] + i[N + threadIdx.x] + s[N - 1 - threadIdx.x];
}

__global__ void swapped(int *out, int n)                    // pointers that change places
{
    __shared__ int a[N], b[N];
    int *p = a, *q = b;
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        q[threadIdx.x] = p[(threadIdx.x + 1) % N] + 1;
        int *t = p;
        p = q;
        q = t;
        __syncthreads();
    }
    out[threadIdx.x] = p[threadIdx.x];
}

__global__ void backwards(int *out)
{
    __shared__ int a[N], b[N];
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int *p = a + N; p-- != a;)
            b[5] += *p;
    __syncthreads();
    out[threadIdx.x] = b[5];
}

__global__ void sizes(int *out)
{
    __shared__ char a[5], b[7];
    __shared__ double2 d[8];
    __shared__ short h[N];
    __shared__ unsigned most[4];
    if (threadIdx.x < 4)
        most[threadIdx.x] = 0;
    if (threadIdx.x < 5)
        a[threadIdx.x] = 1;
    if (threadIdx.x < 7)
        b[threadIdx.x] = 2;
    if (threadIdx.x < 8)
        d[threadIdx.x] = make_double2(3, 4);
    h[threadIdx.x] = 5;
    __syncthreads();
    atomicMax(&most[threadIdx.x & 3], threadIdx.x);
    __syncthreads();
    const double2 v = d[threadIdx.x % 8];
    out[threadIdx.x] = a[threadIdx.x % 5] + b[threadIdx.x % 7] + (int)(v.x + v.y) + h[N - 1 - threadIdx.x] + most[3];
}

// ---- values ----

__global__ void local(int *out, const int *in)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[(i * 5 + in[0]) & 15] = i;
    int s = 0;
    for (int i = 0; i < 16; i++)
        s = s * 3 + a[(i + in[1]) & 15];
    out[threadIdx.x] = s;
}

struct rgb { unsigned char r, g, b; };
__global__ void pixels(rgb *out, int n)
{
    __shared__ rgb s[N];
    rgb p = { (unsigned char)threadIdx.x, 1, 2 };
    s[threadIdx.x] = p;
    __syncthreads();
    if (threadIdx.x < n)
        out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

struct node { short key; int *next; char tag; };
__global__ void nodes(node *a) { node n; n.key = threadIdx.x; n.next = 0; n.tag = 1; a[threadIdx.x] = n; }
__global__ void move_nodes(node *to, const node *from) { to[threadIdx.x] = from[blockDim.x - 1 - threadIdx.x]; }

__global__ void half_used(int *out, const int *in, int n)
{
    int x = in[threadIdx.x];
    if (threadIdx.x < n)
        out[threadIdx.x] = x;
}

__global__ void compact(int *n, int *to, const int *in)
{
    if (in[threadIdx.x] & 1)
        to[atomicAdd(n, 1)] = in[threadIdx.x];
}

__global__ void heap(int *out)
{
    int *p = (int *)malloc(10 * sizeof *p), *q = new int[threadIdx.x % 5 + 1];
    for (int i = 0; i < 10; i++)
        p[i] = threadIdx.x + i;
    q[threadIdx.x % 5] = p[9];
    free(p);
    p = (int *)malloc(3);
    *(char *)p = 1;
    out[threadIdx.x] = q[threadIdx.x % 5] + *(char *)p;
    free(p);
    delete[] q;
}
__device__ int *held;
__global__ void heap_make(int n) { held = (int *)malloc(n * 4); for (int i = 0; i < n; i++) held[i] = i; }
__global__ void heap_use(int *out, int n) { out[threadIdx.x] = held[n - 1]; }
__global__ void heap_drop() { free(held); }

texture<float, 1, cudaReadModeElementType> line;
texture<float, 2, cudaReadModeElementType> plane;
__global__ void textures(float *out, int n)
{
    int i = threadIdx.x;
    float x = i < n ? tex1Dfetch(line, i) : 0;
    out[i] = x + tex2D(plane, i % 16 + 0.5f, i / 16 + 0.5f) + tex2D(plane, -3.0f, 99.0f);
}

__constant__ float table[16];
__global__ void constants(float *out) { out[threadIdx.x] = table[threadIdx.x & 15] + table[15]; }

__global__ void guarded(int *out, const int *in, int k, int n)      // the compiler reads table[k] first
{
    float s = 0;
    for (int i = 0; i < n; i++)
        if (in[i] > k)
            s += table[k] * i;
    out[threadIdx.x] = (int)s;
}

__global__ void strided(float *a, int pitch, int w, int h)
{
    for (int y = threadIdx.y; y < h; y += blockDim.y)
        for (int x = threadIdx.x; x < w; x += blockDim.x)
            *(float *)((char *)a + y * pitch + x * 4) = x + y;
}

__global__ void bytes(unsigned char *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x; }

int main()
{
    device<int> in(N), out(N), one(1), other(1), many(1024);
    in.ramp();

    unrolled<<<1, N>>>(one.p, in.p);
    expect("unrolled", one[0] == N * (N - 1) / 2);
    scan<<<1, N>>>(out.p, in.p);
    expect("scan", out[0] == 0 && out[N - 1] == N * (N - 1) / 2);
    votes<<<1, N>>>(out.p, in.p);
    expect("votes", out[0] == 0 && out[1] == 3 && out[2] == 2);
    tags<<<1, N>>>((unsigned *)out.p, in.p);
    expect("tags", out[0] == 8 && out[15] == 8);
    { device<int> n(1); leader<<<1, N>>>(n.p, out.p); expect("leader", n[0] == N && out[N - 1]); }
    { device<int> n(1); any_winner<<<1, N>>>(n.p, in.p); expect("any_winner", n[0] == 1); }

    { device<int> l(1), s(1); spin<<<8, 32>>>(l.p, s.p); expect("spin", s[0] == 8); }
    { device<int> l(1), s(1); polite<<<2, 64>>>(l.p, s.p); expect("polite", s[0] == 128); }
    { device<int> p(8); last_block<<<8, 64>>>(p.p, one.p); last_block<<<8, 64>>>(p.p, one.p);
      expect("last_block", one[0] == 36); }
    { device<int> n(1); tickets<<<3, 64>>>(n.p, many.p); expect("tickets", many[19 * 32 + 31] == 19); }
    { device<int> f(1), d(2); signals<<<2, 32>>>(f.p, d.p); expect("signals", d[1] == 43); }
    { device<int> t(1), s(1); in_order<<<4, 32>>>(t.p, s.p); expect("in_order", s[0] == 0 * 27 + 1 * 9 + 2 * 3 + 3); }
    { device<float> m(1); maxima<<<1, N>>>(m.p, in.p); expect("maxima", m[0] == N - 1); }
    { device<int> b(16); bins<<<3, N>>>(b.p, in.p); expect("bins", b[7] == 24); }
    { device<int> h(1), n(N); list<<<2, 64>>>(h.p, n.p); expect("list", h[0] > 0); }
    { device<int> s(1), m(1); once<<<4, 64>>>(s.p, m.p); expect("once", m[0] == 1); }

    two_buffers<<<1, N>>>(out.p, in.p);
    expect("two_buffers", out[N - 1] == N * (N - 1) / 2);
    { device<float> a(256), b(256), c(256); a.ramp(); b.ramp();
      tiles<<<dim3(2, 2), dim3(8, 8)>>>(c.p, a.p, b.p, 16); expect("tiles", c[0] == 19840); }
    { device<float> a(4 * N), b(N); a.ramp(); prefetch<<<1, N>>>(b.p, a.p, 4);
      expect("prefetch", b[0] == 1 + 129 + 257 + 385); }
    { device<float> a(N), b(N); a.ramp(); two_arrays<<<1, N, N * 14>>>(b.p, a.p, N);
      expect("two_arrays", b[0] == 127 + 2 + 127); }
    { device<float> a(200), b(200); a.ramp(); halo<<<2, N>>>(b.p, a.p, 200); expect("halo", b[199] == 198 + 199); }
    { device<float> a(1024), b(1024); a.ramp(); padded<<<dim3(2, 2), dim3(16, 16)>>>(b.p, a.p, 32);
      expect("padded", b[1] == 32); }
    { device<int> a(N); a.ramp(); bitonic<<<1, N>>>(a.p); expect("bitonic", a[5] == 5); }
    { device<int> o(100); early_exit<<<2, 64>>>(o.p, in.p, 100); expect("early_exit", o[99] == 99); }
    overlay<<<1, N>>>(out.p, in.p);
    expect("overlay", out[0] == N - 2);
    chosen<<<1, N>>>(out.p, 1, 3);
    expect("chosen", out[0] == 4);
    chosen<<<1, N>>>(out.p, 0, 3);
    expect("chosen, other", out[0] == 7);
    one_past<<<1, N>>>(out.p, N);
    expect("one_past", out[N - 1] == N - 1 + 127 + 126 + 125 + 124);
    from_one<<<1, 64>>>(out.p, N);
    expect("from_one", out[0] == 7);

    templates<<<1, N>>>(out.p, 3);
    expect("templates", out[N - 1] == 2 + 3);
    calls<<<1, N>>>(out.p);
    expect("calls", out[0] == 2 * N);
    { device<float> a(N); two_names<<<1, N, 8 * N>>>(a.p); expect("two_names", a[3] == 4); }
    swapped<<<1, N>>>(out.p, 5);
    expect("swapped", out[9] == 6);
    backwards<<<1, N>>>(out.p);
    expect("backwards", out[0] == N * (N - 1) / 2);
    sizes<<<1, N>>>(out.p);
    expect("sizes", out[0] == 1 + 2 + 7 + 5 + N - 1);

    local<<<1, N>>>(out.p, in.p);
    { device<rgb> p(100); pixels<<<1, N>>>(p.p, 100); expect("pixels", p[0].r == 99); }
    { node *a, *b, h[32];
      cudaMalloc((void **)&a, sizeof h);
      cudaMalloc((void **)&b, sizeof h);
      nodes<<<1, 32>>>(a);
      move_nodes<<<1, 32>>>(b, a);
      cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
      expect("nodes", h[0].key == 31); }
    { int *raw, h[N];
      cudaMalloc((void **)&raw, N * sizeof *raw);
      cudaMemset(raw, 0, 20 * sizeof *raw);
      half_used<<<1, N>>>(out.p, raw, 20);
      expect("half_used", out[19] == 0);
      device<int> n(1);
      compact<<<1, N>>>(n.p, raw, in.p);
      cudaMemcpy(h, raw, sizeof h, cudaMemcpyDeviceToHost);
      expect("compact", n[0] == N / 2); }
    heap<<<4, 32>>>(out.p);
    expect("heap", out[31] == 31 + 9 + 1);
    heap_make<<<1, 1>>>(100);
    heap_use<<<1, N>>>(out.p, 100);
    heap_drop<<<1, 1>>>();
    heap_make<<<1, 1>>>(90);
    heap_use<<<1, N>>>(out.p, 90);
    heap_drop<<<1, 1>>>();
    expect("heap_use", out[0] == 89);
    { device<float> a(100), b(N);
      a.ramp();
      float h[256];
      for (int i = 0; i < 256; i++)
          h[i] = 1000 + i;
      cudaArray *array;
      cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
      cudaMallocArray(&array, &format, 16, 16);
      cudaMemcpyToArray(array, 0, 0, h, sizeof h, cudaMemcpyHostToDevice);
      cudaBindTexture(0, line, a.p, 400);
      cudaBindTextureToArray(plane, array, format);
      textures<<<1, N>>>(b.p, 100);
      expect("textures", b[1] == 1 + 1001 + 1240);
      cudaFreeArray(array); }
    { float h[16] = { 5 }; device<float> b(N); cudaMemcpyToSymbol(table, h, sizeof h); constants<<<1, N>>>(b.p);
      expect("constants", b[16] == 5);
      guarded<<<1, N>>>(out.p, in.p, 5000, 20);
      expect("guarded", out[0] == 0); }
    { float *a, h[30]; size_t pitch;
      cudaMallocPitch((void **)&a, &pitch, 40, 3);
      strided<<<1, dim3(8, 2)>>>(a, (int)pitch, 10, 3);
      cudaMemcpy2D(h, 40, a, pitch, 40, 3, cudaMemcpyDeviceToHost);
      expect("strided", h[29] == 11);
      cudaFree(a); }
    { device<unsigned char> b(100); bytes<<<1, N>>>(b.p, 100); expect("bytes", b[99] == 99); }
    return wrong || cudaThreadSynchronize() != cudaSuccess;
}
