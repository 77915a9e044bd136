/* SPDX-License-Identifier: Apache-2.0
 *
 * status COMMAND ...: runs the command and ends as it does. An end that is not right is told in a last line, which
 * CTest looks for (status.cmake): of a test with PASS_REGULAR_EXPRESSION it looks at nothing but the output.
 * STATUS_EXPECTED in the environment: the exit status that is right, in place of 0.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED 77

int main(int argc, char **argv)
{
    const char *expected = getenv("STATUS_EXPECTED");
    int how, right = expected ? atoi(expected) : 0;
    unsetenv("STATUS_EXPECTED");
    if (argc < 2) {
        fprintf(stderr, "usage: status COMMAND ...\n");
        return 2;
    }
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);       /* CTest ends a test that takes too long by ending this process */
        execvp(argv[1], argv + 1);
        fprintf(stderr, "status: %s: %s\n", argv[1], strerror(errno));
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &how, 0) != pid) {
        fprintf(stderr, "status: cannot run %s\n", argv[1]);
        return 126;
    }
    if (WIFSIGNALED(how)) {
        printf("\nstatus: ended by signal %d\n", WTERMSIG(how));
        return 128 + WTERMSIG(how);
    }
    if (WEXITSTATUS(how) == right)
        return 0;
    if (WEXITSTATUS(how) != SKIPPED)
        printf("\nstatus: exit status %d, expected %d\n", WEXITSTATUS(how), right);
    return WEXITSTATUS(how) ? WEXITSTATUS(how) : 1;
}
