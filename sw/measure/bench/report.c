/* SPDX-License-Identifier: Apache-2.0
 * gt200 bench --report: the folder and its files. */
#include "report.h"
#include "signals.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 1200

static bool set_error(char *err, size_t errn, const char *path, const char *why)
{
    snprintf(err, errn, "%s: %s", path, why);
    return false;
}

/* Are these the files of a report (earlier ones had pictures beside the page) and no others? delete: removes them and
 * the folder. */
static bool only_report_files(const char *dir, bool delete)
{
    static const char *const ends[] = { ".html", ".svg", ".csv", ".tmp" };
    DIR *d = opendir(dir);
    bool ok = d != NULL;

    for (struct dirent *e; ok && (e = readdir(d));) {
        const char *dot = strrchr(e->d_name, '.');
        bool ours = false;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
            ours |= !strcmp(dot, ends[i]);
        ok = ours;
        if (ok && delete) {
            char path[PATH_SIZE];
            snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
            ok = !remove(path);
        }
    }
    if (d)
        closedir(d);
    return ok && (!delete || !rmdir(dir));
}

/* Is the folder one that gt200 bench wrote? Only such a one is replaced. */
static bool is_report(const char *dir)
{
    char path[PATH_SIZE], head[600] = "";

    snprintf(path, sizeof path, "%s/index.html", dir);
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    size_t n = fread(head, 1, sizeof head - 1, f);
    head[n] = 0;
    fclose(f);
    return strstr(head, "content=\"gt200 bench\"") != NULL;
}

static bool is_empty(const char *dir)
{
    DIR *d = opendir(dir);
    int entries = 0;

    while (d && readdir(d))
        entries++;
    if (d)
        closedir(d);
    return d && entries <= 2;
}

bool report_possible(const char *dir, char *err, size_t errn)
{
    struct stat st;

    if (!*dir || strlen(dir) > 900)
        return set_error(err, errn, dir, "not a name for a folder");
    if (!stat(dir, &st)) {
        if (!S_ISDIR(st.st_mode))
            return set_error(err, errn, dir, "is a file, expected a folder or a name for a new one");
        if (!is_empty(dir) && (!is_report(dir) || !only_report_files(dir, false)))
            return set_error(err, errn, dir,
                             "holds other files; a report goes to a new folder, an empty one or an earlier report");
    } else {
        char parent[PATH_SIZE];
        snprintf(parent, sizeof parent, "%s", dir);
        char *slash = strrchr(parent, '/');
        if (slash && slash != parent)
            *slash = 0;
        if (errno != ENOENT || access(slash == parent ? "/" : slash ? parent : ".", W_OK))
            return set_error(err, errn, dir, strerror(errno));
    }
    return true;
}

static void strip_slashes(char *path)
{
    for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--)
        path[n - 1] = 0;
}

static FILE *open_page(const char *dir, const char *name, char *err, size_t errn)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    if (!f)
        set_error(err, errn, path, strerror(errno));
    return f;
}

static bool close_page(FILE *f, const char *dir, char *err, size_t errn)
{
    bool ok = !ferror(f);

    if (fclose(f) || !ok)
        return set_error(err, errn, dir, "cannot be written (disk full?)");
    return true;
}

static bool put_index(struct report *r, const char *to, char *err, size_t errn)
{
    FILE *f = open_page(to, "index.html", err, errn);

    if (!f)
        return false;
    bool ok = report_page(f, r, err, errn);
    return close_page(f, to, err, errn) && ok;
}

static bool put_csv(const struct report *r, const char *to, char *err, size_t errn)
{
    FILE *f = open_page(to, "measurements.csv", err, errn);

    if (!f)
        return false;
    print_csv(f, r->t, r->s, r->targets, r->ntargets);
    return close_page(f, to, err, errn);
}

/* Gives the finished folder its name. */
static bool take_name(const char *dir, const char *to, char *err, size_t errn)
{
    char old[PATH_SIZE + 32];

    snprintf(old, sizeof old, "%s.old-%ld", dir, (long)getpid());
    bool had = !rename(dir, old);
    if (rename(to, dir)) {
        int why = errno;
        if (had)
            rename(old, dir);
        return set_error(err, errn, dir, strerror(why));
    }
    if (had && !only_report_files(old, true))
        return set_error(err, errn, old, "the earlier report could not be removed");
    return true;
}

/* While a report is written a signal that ends the program waits until it stands whole or is gone: a second or two. */
static volatile sig_atomic_t stopped;

static void note_signal(int sig)
{
    stopped = sig;
}

/* Writes a new folder beside the old one, and gives it its name when it is complete. */
static bool write_whole(struct report *r, char *err, size_t errn)
{
    char dir[PATH_SIZE], to[PATH_SIZE + 40];

    snprintf(dir, sizeof dir, "%s", r->dir);
    strip_slashes(dir);
    snprintf(to, sizeof to, "%.1000s.new-%ld", dir, (long)getpid());
    if (!report_possible(dir, err, errn))
        return false;
    if (mkdir(to, 0777))
        return set_error(err, errn, dir, strerror(errno));
    if (put_csv(r, to, err, errn) && put_index(r, to, err, errn) && take_name(dir, to, err, errn))
        return true;
    only_report_files(to, true);
    return false;
}

bool report_write(struct report *r, char *err, size_t errn)
{
    struct sigaction wait = { .sa_handler = note_signal, .sa_flags = SA_RESTART }, was[SIGNALS];

    stopped = 0;
    sigemptyset(&wait.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++)
        if (!sigaction(signals[i], NULL, &was[i]) && was[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &wait, NULL);
    bool ok = write_whole(r, err, errn);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &was[i], NULL);
    if (stopped)
        raise(stopped);
    return ok;
}
