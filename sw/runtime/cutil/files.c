/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of cutil.h: looking for them, numbers, PGM and PPM pictures. Weak as the functions of cutil.c.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <unistd.h>

#include "cutil.h"
#include "printable.h"

#define CUT_FN __attribute__((weak))

/* ---- where a file is ---- */

/* FOLDER BETWEEN NAME, malloc'ed, if it can be read; else NULL. */
static char *readable_path(const char *folder, size_t length, const char *between, const char *name)
{
    size_t n = length + strlen(between) + strlen(name) + 1;
    char *path = malloc(n);

    if (!path)
        return NULL;
    snprintf(path, n, "%.*s%s%s", (int)length, folder, between, name);
    if (!access(path, R_OK))
        return path;
    free(path);
    return NULL;
}

CUT_FN char *cutFindFilePath(const char *name, const char *program)
{
    /* Also where the samples' makefiles put programs: two or three folders below the sources. */
    static const char *const folders[] = { "",       "data/",       "../",       "../data/",
                                           "../../", "../../data/", "../../../", "../../../data/" };
    const char *slash = program ? strrchr(program, '/') : NULL;
    const char *base = slash ? slash + 1 : program;
    size_t n = slash ? (size_t)(slash - program) + 1 : 0;
    char *found = NULL, sources[300];

    if (!name || name[0] == '/')
        return name ? readable_path(name, 0, "", name) : NULL;
    for (size_t i = 0; !found && i < sizeof folders / sizeof *folders; i++)
        found = readable_path(folders[i], strlen(folders[i]), "", name);
    for (size_t i = 0; !found && n && i < sizeof folders / sizeof *folders; i++)
        found = readable_path(program, n, folders[i], name);
    for (int up = 2; !found && base && up <= 4; up++) {
        snprintf(sources, sizeof sources, "%ssrc/%.200s/data/", &"../../../../"[12 - 3 * up], base);
        found = readable_path(program, n, sources, name);
    }
    return found;
}

/* ---- numbers ---- */

/* To the next number: blanks and lines that begin with '#' are passed over. */
static bool next_number(FILE *f)
{
    int c;

    while ((c = getc(f)) != EOF) {
        if (c == '#')
            while ((c = getc(f)) != EOF && c != '\n')
                ;
        else if (!isspace(c))
            return ungetc(c, f) != EOF;
    }
    return false;
}

/* All numbers of a file as doubles; NULL: it cannot be read. */
static double *read_numbers(const char *name, unsigned int *len, bool verbose)
{
    FILE *f = fopen(name, "r");
    double *v = NULL;
    unsigned int n = 0, room = 0;
    bool ok = f != NULL;

    while (ok && next_number(f)) {
        if (n == room) {
            double *more = realloc(v, (room = room ? 2 * room : 256) * sizeof *v);
            if (!(ok = more != NULL))
                break;
            v = more;
        }
        ok = fscanf(f, "%lf", &v[n]) == 1;
        n += ok;
    }
    if (f)
        fclose(f);
    if ((!ok || !n) && verbose)
        gt_tell("%s: %s\n", name, f ? "no numbers" : strerror(errno));
    if (!ok || !n) {
        free(v);
        return NULL;
    }
    *len = n;
    return v;
}

#define CUT_READ(NAME, T) \
    CUT_FN CUTBoolean NAME(const char *name, T **data, unsigned int *len, bool verbose) \
    { \
        unsigned int n; \
        double *v = read_numbers(name, &n, verbose); \
        if (v && *data && n > *len) \
            n = *len; \
        if (v && !*data) \
            *data = malloc(n * sizeof **data); \
        for (unsigned int i = 0; v && *data && i < n; i++) \
            (*data)[i] = (T)v[i]; \
        if (v) \
            *len = n; \
        free(v); \
        return v && *data ? CUTTrue : CUTFalse; \
    }

/* A file that could not be written to its end is removed. */
static CUTBoolean close_file(FILE *f, const char *name, bool verbose)
{
    bool bad = !f || ferror(f);

    if (f)
        bad |= fclose(f) != 0;
    if (bad && verbose)
        gt_tell("%s: %s\n", name, strerror(errno));
    if (bad && f)
        remove(name);
    return bad ? CUTFalse : CUTTrue;
}

#define CUT_WRITE(NAME, T, FORMAT, CAST, COMMENT, ...) \
    CUT_FN CUTBoolean NAME(const char *name, const T *data, unsigned int len, __VA_ARGS__ bool verbose) \
    { \
        FILE *f = fopen(name, "w"); \
        if (f) \
            COMMENT; \
        for (unsigned int i = 0; f && i < len; i++) \
            fprintf(f, FORMAT "%c", (CAST)data[i], i + 1 < len ? ' ' : '\n'); \
        return close_file(f, name, verbose); \
    }
#define CUT_COMMA ,

CUT_READ(cutReadFilef, float)
CUT_READ(cutReadFiled, double)
CUT_READ(cutReadFilei, int)
CUT_READ(cutReadFileui, unsigned int)
CUT_READ(cutReadFileb, char)
CUT_READ(cutReadFileub, unsigned char)
CUT_WRITE(cutWriteFilef, float, "%.9g", double, fprintf(f, "# %g\n", (double)epsilon), const float epsilon CUT_COMMA)
CUT_WRITE(cutWriteFiled, float, "%.9g", double, fprintf(f, "# %g\n", epsilon), const double epsilon CUT_COMMA)
CUT_WRITE(cutWriteFilei, int, "%d", int, (void)0, )
CUT_WRITE(cutWriteFileui, unsigned int, "%u", unsigned int, (void)0, )
CUT_WRITE(cutWriteFileb, char, "%d", int, (void)0, )
CUT_WRITE(cutWriteFileub, unsigned char, "%d", int, (void)0, )

/* ---- pictures ---- */

/* A number of the header; 0 when there is none or it is too large. */
static unsigned int header_number(FILE *f)
{
    unsigned int v;
    return next_number(f) && fscanf(f, "%9u", &v) == 1 ? v : 0;
}

/* The bytes of a binary PGM (1 component) or PPM (3); NULL with a message when it is none. */
static unsigned char *load_picture(const char *name, int components, unsigned int *w, unsigned int *h)
{
    FILE *f = fopen(name, "rb");
    unsigned char *bytes = NULL;
    const char *why = "not a binary PGM or PPM picture of 8 bits";

    if (!f) {
        why = strerror(errno);
    } else if (getc(f) == 'P' && getc(f) == (components == 1 ? '5' : '6')) {
        *w = header_number(f);
        *h = header_number(f);
        unsigned int most = header_number(f);
        if (*w && *h && *w < 65536 && *h < 65536 && most && most < 256 && isspace(getc(f))) {
            size_t size = (size_t)*w * *h * (size_t)components;
            bytes = malloc(size);
            if (bytes && fread(bytes, 1, size, f) != size) {
                free(bytes);
                bytes = NULL;
                why = "shorter than its header says";
            }
        }
    }
    if (f)
        fclose(f);
    if (!bytes)
        gt_tell("%s: %s\n", name, why);
    return bytes;
}

static CUTBoolean save_picture(const char *name, int components, const unsigned char *bytes, unsigned int w,
                               unsigned int h)
{
    FILE *f = bytes ? fopen(name, "wb") : NULL;
    size_t size = (size_t)w * h * (size_t)components;

    if (f) {
        fprintf(f, "P%c\n%u %u\n255\n", components == 1 ? '5' : '6', w, h);
        fwrite(bytes, 1, size, f);
    }
    return close_file(f, name, true);
}

/* Room for w × h texels of `bytes` bytes at *data: there is some already, of the size *have_w × *have_h says, or it
 * is allocated. */
static bool make_room(void **data, unsigned int have_w, unsigned int have_h, unsigned int w, unsigned int h,
                      size_t bytes, const char *name)
{
    if (*data && (have_w != w || have_h != h)) {
        gt_tell("%s: has %u x %u texels, not %u x %u\n", name, w, h, have_w, have_h);
        return false;
    }
    if (!*data)
        *data = malloc((size_t)w * h * bytes);
    return *data != NULL;
}

/* One component in `FROM` bytes of the file to each T: the expressions use `v`. */
#define CUT_PICTURE(LOAD, SAVE, T, TO_T, TO_BYTE) \
    CUT_FN CUTBoolean LOAD(const char *name, T **data, unsigned int *w, unsigned int *h) \
    { \
        unsigned int fw, fh; \
        unsigned char *bytes = load_picture(name, 1, &fw, &fh); \
        void *to = *data; \
        bool ok = bytes && make_room(&to, *w, *h, fw, fh, sizeof **data, name); \
        if (ok) { \
            *data = to; \
            *w = fw; \
            *h = fh; \
        } \
        for (size_t i = 0; ok && i < (size_t)fw * fh; i++) { \
            unsigned char v = bytes[i]; \
            (*data)[i] = (T)(TO_T); \
        } \
        free(bytes); \
        return ok ? CUTTrue : CUTFalse; \
    } \
    CUT_FN CUTBoolean SAVE(const char *name, T *data, unsigned int w, unsigned int h) \
    { \
        unsigned char *bytes = malloc((size_t)w * h + 1); \
        for (size_t i = 0; bytes && i < (size_t)w * h; i++) { \
            T v = data[i]; \
            bytes[i] = (unsigned char)(TO_BYTE); \
        } \
        CUTBoolean ok = save_picture(name, 1, bytes, w, h); \
        free(bytes); \
        return ok; \
    }

CUT_PICTURE(cutLoadPGMub, cutSavePGMub, unsigned char, v, v)
CUT_PICTURE(cutLoadPGMi, cutSavePGMi, unsigned int, v, v)
CUT_PICTURE(cutLoadPGMs, cutSavePGMs, unsigned short, v, v)
CUT_PICTURE(cutLoadPGMf, cutSavePGMf, float, (float)v / 255.0f, v < 0.0f ? 0.0f : v > 1.0f ? 255.0f : v * 255.0f)

/* Three components of the file, `components` in memory. */
static CUTBoolean load_colours(const char *name, size_t components, unsigned char **data, unsigned int *w,
                               unsigned int *h)
{
    unsigned int fw, fh;
    unsigned char *bytes = load_picture(name, 3, &fw, &fh);
    void *to = *data;
    bool ok = bytes && make_room(&to, *w, *h, fw, fh, components, name);

    if (ok) {
        *data = to;
        *w = fw;
        *h = fh;
    }
    for (size_t i = 0; ok && i < (size_t)fw * fh; i++)
        for (size_t k = 0; k < components; k++)
            (*data)[components * i + k] = k < 3 ? bytes[3 * i + k] : 0;
    free(bytes);
    return ok ? CUTTrue : CUTFalse;
}

CUT_FN CUTBoolean cutLoadPPMub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return load_colours(name, 3, data, w, h);
}

CUT_FN CUTBoolean cutLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return load_colours(name, 4, data, w, h);
}

CUT_FN CUTBoolean cutComparePPM(const char *name, const char *reference, const float epsilon, const float threshold,
                                bool verbose)
{
    unsigned char *data = NULL, *right = NULL;
    unsigned int w = 0, h = 0, rw = 0, rh = 0;

    (void)verbose;
    CUTBoolean ok = cutLoadPPM4ub(name, &data, &w, &h) && cutLoadPPM4ub(reference, &right, &rw, &rh) && w == rw &&
                            h == rh && cutCompareubt(right, data, 4 * w * h, epsilon, threshold)
                        ? CUTTrue
                        : CUTFalse;
    free(data);
    free(right);
    return ok;
}

CUT_FN CUTBoolean cutSavePPMub(const char *name, unsigned char *data, unsigned int w, unsigned int h)
{
    return save_picture(name, 3, data, w, h);
}

CUT_FN CUTBoolean cutSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h)
{
    unsigned char *bytes = malloc((size_t)w * h * 3 + 1);

    for (size_t i = 0; bytes && i < (size_t)w * h * 3; i++)
        bytes[i] = data[i / 3 * 4 + i % 3];
    CUTBoolean ok = save_picture(name, 3, bytes, w, h);
    free(bytes);
    return ok;
}
