/* SPDX-License-Identifier: Apache-2.0
 * A program that a command runs, and the file that it leaves. */
#define _DEFAULT_SOURCE         /* mkstemps */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"

int child_at(const struct cli_command *c, int argc, char **argv)
{
    int i = 1;
    for (size_t n; i < argc && argv[i][0] == '-' && argv[i][1] && strcmp(argv[i], "--"); i++) {
        const struct cli_option *o = cli_option_of(c, argv[i], &n);
        i += o && o->arg;
    }
    return i < argc && !strcmp(argv[i], "--") ? i + 1 : i;
}

/* Says why the program did not run. */
static int not_run(const char *command, const char *program, const char *why)
{
    cli_failure(command, "%s: %s", program, why);
    return CHILD_FAILED;
}

int child_run(const char *command, char **argv)
{
    int status, why, end[2];

    if (pipe(end))
        return not_run(command, argv[0], strerror(errno));
    for (int i = 0; i < 2; i++)
        fcntl(end[i], F_SETFD, FD_CLOEXEC);
    fflush(stdout);
    const pid_t child = fork();
    if (!child) {
        execvp(argv[0], argv);
        why = errno;
        _exit(write(end[1], &why, sizeof why) < 0 ? 126 : 127);
    }
    why = child < 0 ? errno : 0;
    close(end[1]);
    if (child > 0 && read(end[0], &why, sizeof why) < 0)
        why = errno;
    close(end[0]);
    if (child > 0 && waitpid(child, &status, 0) < 0)
        why = errno;
    if (why)
        return not_run(command, argv[0], strerror(why));
    return WIFSIGNALED(status) ? not_run(command, argv[0], strsignal(WTERMSIG(status))) : WEXITSTATUS(status);
}

int child_file(const char *command, const char *end, char *file, size_t n, int *rc)
{
    const char *folder = getenv("TMPDIR");

    if (!folder || !*folder)
        folder = "/tmp";
    if (snprintf(file, n, "%s/gt200-%s-XXXXXX%s", folder, command, end) >= (int)n) {
        *rc = cli_failure(command, "TMPDIR is too long");
        return -1;
    }
    const int fd = mkstemps(file, (int)strlen(end));
    if (fd < 0)
        *rc = cli_failure(command, "%s: %s", file, strerror(errno));
    return fd;
}

static bool copy_text(FILE *f, const void *text)
{
    return fputs(text, f) != EOF;
}

int child_text(const char *command, const char *file, const char *text)
{
    char err[512];

    if (!file || !strcmp(file, "-"))
        return fputs(text, stdout) == EOF || fflush(stdout) ? cli_failure(command, "standard output cannot be written")
                                                            : 0;
    return gt_replace_file(file, copy_text, text, err, sizeof err) ? 0 : cli_failure(command, "%s", err);
}
