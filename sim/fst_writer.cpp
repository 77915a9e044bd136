// SPDX-License-Identifier: Apache-2.0
//
// Verilator's runtime for FST waves, with every call that can fail replaced by one that remembers that it did. All
// headers that declare
// these calls come first, so that only the writer sees the names changed.
#include "fst_writer.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>

#include "verilated.h"
#include "verilated_fst_c.h"
#include "verilated_intrinsics.h"
#include "verilated_threads.h"

namespace {

thread_local int first_error;       // like errno: of this thread

void note(int error)
{
    if (!first_error)
        first_error = error ? error : EIO;
}

// stdio keeps the error of a write in the stream until it is closed.
int checked_fflush(FILE *f)
{
    errno = 0;
    int r = fflush(f);
    if (r || ferror(f))
        note(errno);
    return r;
}

int checked_fclose(FILE *f)
{
    errno = 0;
    bool bad = ferror(f);
    int r = fclose(f);
    if (r || bad)
        note(errno);
    return r;
}

int checked_gzwrite(gzFile f, const void *data, unsigned n)
{
    int r = gzwrite(f, data, n);
    if (unsigned(r) != n)
        note(errno);
    return r;
}

int checked_gzclose(gzFile f)
{
    int r = gzclose(f);
    if (r != Z_OK)
        note(r == Z_ERRNO ? errno : EIO);
    return r;
}

// Temporaries take a few bytes per signal: memory does, which needs no disk.
FILE *memory_file()
{
    int fd = memfd_create("fst", MFD_CLOEXEC);
    FILE *f = fd < 0 ? nullptr : fdopen(fd, "w+b");
    if (!f)
        note(errno);
    return f;
}

// A page of a file that is not there is a SIGBUS: what has been cut short is given as a copy, zeros behind it.
void *checked_mmap(void *at, size_t n, int protection, int flags, int fd, off_t from)
{
    struct stat st;
    if (!fstat(fd, &st) && st.st_size >= from + off_t(n))
        return mmap(at, n, protection, flags, fd, from);
    note(ENOSPC);
    void *p = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        abort();            // no memory
    for (size_t done = 0; done < n;) {
        ssize_t k = pread(fd, static_cast<char *>(p) + done, n - done, from + off_t(done));
        if (k <= 0)
            break;
        done += size_t(k);
    }
    return p;
}

}

int fst_writer_error(void)
{
    int e = first_error;
    first_error = 0;
    return e;
}

#define fflush checked_fflush
#define fclose checked_fclose
#define gzwrite checked_gzwrite
#define gzclose checked_gzclose
#define tmpfile memory_file
#define mmap checked_mmap
#include "verilated_fst_c.cpp"
