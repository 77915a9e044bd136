/* SPDX-License-Identifier: Apache-2.0 */
#include "gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static bool fail(char *err, size_t errn, const char *path, const char *why)
{
    snprintf(err, errn, "%s: %s", path, why);
    return false;
}

bool gnuplot_available(char *err, size_t errn)
{
    int rc = system("command -v gnuplot >/dev/null 2>&1");

    if (rc == 0)
        return true;
    snprintf(err, errn, "pictures need gnuplot, which is not installed (./setup installs it)");
    return false;
}

bool gnuplot_name(const char *path, char *err, size_t errn)
{
    size_t len = strlen(path);
    const char *ending = len > 4 ? path + len - 4 : "";

    return !strcmp(ending, ".svg") || !strcmp(ending, ".png") ||
           fail(err, errn, path, "expected a name that ends in .svg or .png");
}

bool gnuplot_open(struct gnuplot *g, const char *path, int width, int height, char *err, size_t errn)
{
    size_t len = strlen(path);
    bool png = len > 4 && !strcmp(path + len - 4, ".png");

    if (!gnuplot_name(path, err, errn))
        return false;
    if (len >= sizeof g->path || strpbrk(path, "\"\\\n"))
        return fail(err, errn, path, "not a file name for a picture");
    if (!gnuplot_available(err, errn))
        return false;
    strcpy(g->path, path);
    snprintf(g->tmp, sizeof g->tmp, "%s.tmp", path);
    FILE *probe = fopen(g->tmp, "w");           /* gnuplot's own message would not name the file we were asked for */
    if (!probe)
        return fail(err, errn, path, strerror(errno));
    fclose(probe);
    g->f = popen("gnuplot 2>/dev/null", "w");
    if (!g->f)
        return fail(err, errn, path, "cannot start gnuplot");
    g->sigpipe = signal(SIGPIPE, SIG_IGN);      /* a gnuplot that dies is an error of ours to report, not a signal */
    fprintf(g->f, "set terminal %s size %d,%d %s\nset output \"%s\"\n", png ? "png" : "svg", width, height,
            png ? "" : "font 'Helvetica,13' background '#ffffff'", g->tmp);
    return true;
}

/* Has the picture its end? gnuplot does not notice a full disk. */
static bool whole(const char *path)
{
    char tail[65];
    FILE *f = fopen(path, "rb");
    bool ok = false;

    if (f && !fseek(f, -64, SEEK_END)) {
        size_t n = fread(tail, 1, 64, f);
        tail[n] = 0;
        for (size_t i = 0; i + 4 <= n && !ok; i++)
            ok = !memcmp(tail + i, "IEND", 4) || !strncmp(tail + i, "</svg>", 6);
    }
    if (f)
        fclose(f);
    return ok;
}

bool gnuplot_close(struct gnuplot *g, char *err, size_t errn)
{
    int rc = pclose(g->f);

    signal(SIGPIPE, g->sigpipe);
    if (rc == 0 && !whole(g->tmp)) {
        remove(g->tmp);
        return fail(err, errn, g->path, "the picture could not be written whole (disk full?)");
    }
    if (rc == -1 || !WIFEXITED(rc) || WEXITSTATUS(rc) || rename(g->tmp, g->path)) {
        remove(g->tmp);
        return fail(err, errn, g->path, "gnuplot could not draw it");
    }
    return true;
}
