/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a batch of forms, runs ptxas, and reads from its log which lines it has refused.
 */
#define _POSIX_C_SOURCE 200809L
#include "judge.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_STATEMENTS = 2000, PATH = 96 };

bool judge_open(struct judge *j, char *err, size_t room)
{
    const char *tmp = getenv("TMPDIR");
    int n = snprintf(j->folder, sizeof j->folder, "%s/gt200formsXXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (n < (int)sizeof j->folder && mkdtemp(j->folder))
        return true;
    snprintf(err, room, "%s: %s", j->folder, n < (int)sizeof j->folder ? strerror(errno) : "the path is too long");
    *j->folder = 0;
    return false;
}

static const char *file_path(const struct judge *j, const char *name, char to[PATH])
{
    snprintf(to, PATH, "%s/%s", j->folder, name);
    return to;
}

void judge_close(struct judge *j)
{
    char p[PATH];
    if (!*j->folder)
        return;
    unlink(file_path(j, "k.ptx", p));
    unlink(file_path(j, "k.cubin", p));
    unlink(file_path(j, "log", p));
    rmdir(j->folder);
}

/* Runs it on the file; its exit status, or -1. What it says is in the file "log". */
static int run_ptxas(struct judge *j)
{
    char ptx[PATH], cubin[PATH], log[PATH];
    file_path(j, "k.ptx", ptx);
    file_path(j, "k.cubin", cubin);
    file_path(j, "log", log);
    int how = -1;
    pid_t pid = fork();
    if (pid == 0) {
        int to = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (to < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0)
            _exit(127);
        execlp(j->program, j->program, "-O0", "--gpu-name", j->gpu, ptx, "-o", cubin, (char *)NULL);
        fprintf(stderr, "%s: %s\n", j->program, strerror(errno));
        _exit(127);
    }
    j->runs++;
    if (pid < 0 || waitpid(pid, &how, 0) != pid || !WIFEXITED(how))
        return -1;
    return WEXITSTATUS(how);
}

/* Its first line, as a reason. */
static void first_line(const struct judge *j, char *to, size_t room)
{
    char p[PATH], line[300] = "it says nothing";
    FILE *f = fopen(file_path(j, "log", p), "r");
    if (f && fgets(line, sizeof line, f))
        line[strcspn(line, "\n")] = 0;
    if (f)
        fclose(f);
    snprintf(to, room, "%s", line);
}

/* The message in a line of the log: what is behind "error   : ", with one blank for several. */
static void copy_message(const char *line, char to[FORMS_WHY])
{
    const char *s = strstr(line, "rror");
    s = s ? strchr(s, ':') : NULL;
    size_t n = 0;
    for (s = s ? s + 1 : line; *s && *s != '\n' && n + 1 < FORMS_WHY; s++)
        if (!isspace((unsigned char)*s) || (n && to[n - 1] != ' '))
            to[n++] = *s;
    to[n] = 0;
}

/* Marks the statements whose lines the log names; how many it names first. line[i]: of form which[i]. */
static size_t read_log(const struct judge *j, const size_t *which, size_t n, unsigned head, struct verdict *verdict)
{
    char p[PATH], line[400];
    size_t named = 0;
    FILE *f = fopen(file_path(j, "log", p), "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *at = strstr(line, ", line ");
        unsigned long number = at ? strtoul(at + 7, NULL, 10) : 0;
        if (number <= head || number > head + n || strstr(line, "warning"))
            continue;
        struct verdict *v = &verdict[which[number - head - 1]];
        if (v->refused)
            continue;
        v->refused = true;
        copy_message(line, v->why);
        named++;
    }
    if (f)
        fclose(f);
    return named;
}

/* A PTX file with a batch of forms; returns the line before the first, 0: it could not be written. */
static unsigned write_file(const struct judge *j, const struct forms *all, const size_t *which, size_t n)
{
    char p[PATH];
    FILE *f = fopen(file_path(j, "k.ptx", p), "w");
    if (!f)
        return 0;
    unsigned head = forms_head(f, &j->chip);
    for (size_t i = 0; i < n; i++)
        forms_statement(f, &all->form[which[i]], &j->chip, i);
    forms_tail(f);
    return fclose(f) ? 0 : head;
}

/* Some of the forms in one file. */
static bool judge_some(struct judge *j, const struct forms *f, size_t *which, size_t n, struct verdict *verdict,
                       char *err, size_t room)
{
    for (;;) {
        unsigned head = write_file(j, f, which, n);
        if (!head) {
            snprintf(err, room, "%s: %s", j->folder, strerror(errno));
            return false;
        }
        int status = run_ptxas(j);
        if (status == 0)
            return true;
        if (status == 127 || !n) {
            first_line(j, err, room);
            return false;
        }
        if (!read_log(j, which, n, head, verdict))
            break;
        size_t left = 0;
        for (size_t i = 0; i < n; i++)
            if (!verdict[which[i]].refused)
                which[left++] = which[i];
        n = left;
    }
    if (n == 1) {
        verdict[*which].refused = true;
        first_line(j, verdict[*which].why, FORMS_WHY);
        return true;
    }
    return judge_some(j, f, which, n / 2, verdict, err, room) &&
           judge_some(j, f, which + n / 2, n - n / 2, verdict, err, room);
}

bool judge_all(struct judge *j, const struct forms *f, const bool *expected, struct verdict *verdict, char *err,
               size_t room)
{
    size_t which[FILE_STATEMENTS], n = 0;
    if (!judge_some(j, f, which, 0, verdict, err, room))
        return false;
    for (size_t i = 0; i <= f->n; i++) {
        if (n && (i == f->n || n == FILE_STATEMENTS)) {
            if (!judge_some(j, f, which, n, verdict, err, room))
                return false;
            n = 0;
        }
        which[n] = i;
        n += i < f->n;
    }
    for (size_t i = 0; i < f->n; i++)
        if (verdict[i].refused && expected[i]) {
            verdict[i] = (struct verdict){ .refused = false };
            which[0] = i;
            if (!judge_some(j, f, which, 1, verdict, err, room))
                return false;
        }
    return true;
}
