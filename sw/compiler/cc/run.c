/* SPDX-License-Identifier: Apache-2.0
 *
 * The programs that gt200 cc runs, and where they and the headers are.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "files.h"
#include "home.h"
#include "printable.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool cc_add(struct cc_args *a, const char *arg)
{
    if (a->n + 1 >= CC_MAX_ARGS) {
        fprintf(stderr, "gt200 cc: more than %d arguments\n", CC_MAX_ARGS - 1);
        return false;
    }
    a->v[a->n++] = arg;
    a->v[a->n] = NULL;
    return true;
}

bool cc_add_all(struct cc_args *a, const char *const *v)
{
    for (; *v; v++)
        if (!cc_add(a, *v))
            return false;
    return true;
}

bool cc_add_args(struct cc_args *a, const struct cc_args *more)
{
    for (int i = 0; i < more->n; i++)
        if (!cc_add(a, more->v[i]))
            return false;
    return true;
}

/* ---- the folder of intermediate files, also when a signal ends the compiler ------------------------- */

static bool handled[SIGNALS];           /* not ignored when the compiler was started */
static struct cc *volatile working;     /* has such a folder */
static volatile pid_t child;            /* the program that runs, or 0 */

/* Puts text behind the n characters of path; what a signal handler may do. */
static size_t append_text(char *path, size_t n, size_t room, const char *text)
{
    while (*text && n + 1 < room)
        path[n++] = *text++;
    path[n] = 0;
    return n;
}

/* Only calls that a signal handler may make. */
static void remove_temporaries(const struct cc *c)
{
    static const char *const suffixes[] = { ".cubin", ".o", ".txt", ".cu" };
    char path[sizeof c->tmp + 64];

    for (int i = 0; i < c->ntmp; i++) {
        char digits[12] = { 0 }, *d = digits + sizeof digits - 1;
        int k = i;
        do
            *--d = (char)('0' + k % 10);
        while (k /= 10);
        size_t n = append_text(path, 0, sizeof path, c->tmp);
        n = append_text(path, n, sizeof path, "/");
        n = append_text(path, n, sizeof path, d);
        for (size_t s = 0; s < sizeof suffixes / sizeof *suffixes; s++) {
            append_text(path, n, sizeof path, suffixes[s]);
            unlink(path);
        }
    }
    rmdir(c->tmp);
}

/* Ends the program that runs, removes the folder, and ends as without a handler. */
static void on_signal(int sig)
{
    if (child) {
        kill(child, sig);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (working)
        remove_temporaries(working);
    raise(sig);                         /* SA_RESETHAND: comes when this returns */
}

/* A signal that would end us removes the temporary files first; one that is ignored stays ignored. */
static void handle_signals(struct cc *c)
{
    struct sigaction now = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND }, was;

    working = c;
    sigemptyset(&now.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&now.sa_mask, signals[i]);
    for (size_t i = 0; i < SIGNALS; i++) {
        handled[i] = !sigaction(signals[i], NULL, &was) && was.sa_handler != SIG_IGN;
        if (handled[i])
            sigaction(signals[i], &now, NULL);
    }
}

void cc_show(const struct cc *c, const struct cc_args *a)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,+=-";

    for (int i = 0; c->show && i < a->n; i++) {
        const bool quoted = i && a->v[i][strspn(a->v[i], plain)];
        gt_tell("%s%s%s%s%s", i ? " " : "#$ ", quoted ? "\"" : "", a->v[i], quoted ? "\"" : "",
                i + 1 == a->n ? "\n" : "");
    }
}

/* How long the sequence for a colour is that begins here; 0: there is none. */
static size_t colour_length(const char *p)
{
    const size_t n = strncmp(p, "\033[", 2) ? 0 : 2 + strspn(p + 2, "0123456789;");

    return n && p[n] == 'm' ? n + 1 : 0;
}

/* "1 error generated when compiling for sm_20.": the number is that of clang's nearest chip, which nobody asked for. */
static void forget_chip(char *text)
{
    static const char chip[] = " when compiling for sm_";

    for (char *p = text; (p = strstr(p, chip));) {
        const char *end = p + sizeof chip - 1;
        end += strspn(end, "0123456789");
        memmove(p, end, strlen(end) + 1);
    }
}

/* Writes text to standard error, escape sequences for colours as they are and the rest made printable. */
static void say_in_colour(const char *text)
{
    for (const char *p = text; *p;) {
        const char *end = p;
        while (*end && !colour_length(end))
            end++;
        gt_tell("%.*s", (int)(end - p), p);
        const size_t n = colour_length(end);
        fwrite(end, 1, n, stderr);
        p = end + n;
    }
}

void cc_said(const char *said)
{
    char *text = said ? strdup(said) : NULL;

    if (!text)
        return;
    forget_chip(text);
    if (isatty(STDERR_FILENO))
        say_in_colour(text);
    else
        gt_tell("%s", text);
    free(text);
}

bool cc_run(const struct cc *c, struct cc_args *a, char **out, const char *errors)
{
    int fd[2] = { -1, -1 };

    cc_show(c, a);
    if (c->dry)
        return !out || (*out = strdup(""));
    if (out && pipe(fd)) {
        gt_tell("gt200 cc: pipe: %s\n", strerror(errno));
        return false;
    }
    fflush(stdout);
    FILE *told = errors ? NULL : tmpfile();
    sigset_t ends, before;
    sigemptyset(&ends);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&ends, signals[i]);
    sigprocmask(SIG_BLOCK, &ends, &before);     /* until the handler knows the child */
    pid_t pid = fork();
    if (pid == 0) {
        for (size_t i = 0; i < SIGNALS && working; i++)
            if (handled[i])
                signal(signals[i], SIG_DFL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        union { const char *const *in; char *const *out; } args = { .in = a->v };
        if (out) {
            dup2(fd[1], 1);
            close(fd[0]);
            close(fd[1]);
        }
        int file = errors ? open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600) : told ? fileno(told) : -1;
        if (file >= 0)
            dup2(file, 2);
        execvp(a->v[0], args.out);
        _exit(127);
    }
    bool ok = pid > 0;
    if (!ok)
        gt_tell("gt200 cc: fork: %s\n", strerror(errno));
    child = ok ? pid : 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (out) {
        close(fd[1]);
        FILE *from = fdopen(fd[0], "r");
        *out = ok && from ? gt_slurp(from, NULL) : NULL;
        if (ok && !*out) {
            gt_tell("gt200 cc: output of %s: %s\n", a->v[0], strerror(errno));
            ok = false;
        }
        if (from)
            fclose(from);
        else
            close(fd[0]);
    }
    int status = 0;
    if (pid > 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    child = 0;
    if (told) {
        rewind(told);
        char *said = gt_slurp(told, NULL);
        cc_said(said);
        free(said);
        fclose(told);
    }
    if (ok && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        gt_tell("gt200 cc: %s not found; install it (./setup) or choose another with --clang or GT200_CLANG\n",
                a->v[0]);
    else if (ok && WIFEXITED(status) && WEXITSTATUS(status) == 70)      /* its number for a fault of its own */
        gt_tell("gt200 cc: %s broke down\n", a->v[0]);
    else if (ok && WIFSIGNALED(status))
        gt_tell("gt200 cc: %s was ended by signal %d\n", a->v[0], WTERMSIG(status));
    else if (ok && WIFEXITED(status) && WEXITSTATUS(status) > 1)        /* with 1 it has said why itself */
        gt_tell("gt200 cc: %s ended with status %d\n", a->v[0], WEXITSTATUS(status));
    ok = ok && WIFEXITED(status) && !WEXITSTATUS(status);
    if (out && !ok) {
        free(*out);
        *out = NULL;
    }
    return ok;
}

int cc_run_program(struct cc *c, struct cc_args *a)
{
    int status = 0;

    cc_show(c, a);
    if (c->dry)
        return 0;
    if (*c->tmp)
        remove_temporaries(c);
    fflush(NULL);
    union { const char *const *in; char *const *out; } args = { .in = a->v };
    const pid_t pid = fork();
    if (pid == 0) {
        execv(a->v[0], args.out);
        gt_tell("%s: %s\n", a->v[0], strerror(errno));
        _exit(127);
    }
    if (pid < 0)
        gt_tell("gt200 cc: fork: %s\n", strerror(errno));
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid < 0 ? 1 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Is there a program of that name in one of the folders of PATH? */
static bool in_path(const char *name)
{
    const char *path = getenv("PATH");
    char at[4096];

    while (path && *path) {
        size_t n = strcspn(path, ":");
        snprintf(at, sizeof at, "%.*s/%s", (int)n, path, name);
        if (access(at, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

/* The one that ir/ is made for, by its names. */
static const char *const clangs[] = { "clang-" GT200_CLANG, "clang", NULL };

bool cc_find_clang(struct cc *c, const char *wanted)
{
    if (!wanted || !*wanted)
        wanted = getenv("GT200_CLANG");
    if (wanted && *wanted) {
        snprintf(c->clang, sizeof c->clang, "%s", wanted);
        return true;
    }
    for (int i = 0; clangs[i]; i++)
        if (in_path(clangs[i])) {
            snprintf(c->clang, sizeof c->clang, "%s", clangs[i]);
            return true;
        }
    fprintf(stderr, "gt200 cc: clang-" GT200_CLANG " not found; install it (./setup) or name one with --clang or "
                                                   "GT200_CLANG\n");
    return false;
}

bool cc_find_built(const char *name, char *path, size_t room)
{
    char in_lib[256];

    snprintf(in_lib, sizeof in_lib, "lib/%s", name);
    return cmd_home("cc", in_lib, path, room);
}

bool cc_find_headers(struct cc *c)
{
    if (!cmd_home("cc", "include", c->lib, sizeof c->lib))
        return false;
    snprintf(c->samples, sizeof c->samples, "%s/samples", c->lib);
    snprintf(c->era_header, sizeof c->era_header, "%s/gt200_era.h", c->lib);
    return true;
}

bool cc_is_folder(const char *path)
{
    struct stat st;

    if (stat(path, &st) || !S_ISDIR(st.st_mode))
        return false;
    errno = EISDIR;
    return true;
}

void cc_folder_of(const char *path, char *folder, size_t room)
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, room, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
}

char *cc_temporary(struct cc *c, const char *suffix)
{
    char *path = malloc(sizeof c->tmp + 64);

    if (!*c->tmp) {
        const char *dir = getenv("TMPDIR");
        if (snprintf(c->tmp, sizeof c->tmp, "%s/gt200-XXXXXX", dir && *dir ? dir : "/tmp") >= (int)sizeof c->tmp)
            strcpy(c->tmp, "/tmp/gt200-XXXXXX");
        if (!mkdtemp(c->tmp)) {
            gt_tell("gt200 cc: %s: %s\n", c->tmp, strerror(errno));
            *c->tmp = 0;
            free(path);
            return NULL;
        }
        handle_signals(c);
    }
    if (path)
        sprintf(path, "%s/%d%.32s", c->tmp, c->ntmp++, suffix);
    else
        fprintf(stderr, "gt200 cc: out of memory\n");
    return path;
}

void cc_forget_temporaries(struct cc *c)
{
    if (!*c->tmp)
        return;
    remove_temporaries(c);
    for (size_t i = 0; i < SIGNALS; i++)
        if (handled[i])
            signal(signals[i], SIG_DFL);
    working = NULL;
}

char *cc_renamed(const char *path, const char *suffix, bool here)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    char *name = malloc(strlen(path) + strlen(suffix) + 1);

    if (!name) {
        fprintf(stderr, "gt200 cc: out of memory\n");
        return NULL;
    }
    size_t stem = dot && (!slash || dot > slash) && dot != path ? (size_t)(dot - path) : strlen(path);
    const char *from = here && slash ? slash + 1 : path;
    sprintf(name, "%.*s%s", (int)(stem - (size_t)(from - path)), from, suffix);
    return name;
}
