/* SPDX-License-Identifier: Apache-2.0
 * gt200 bench --report: the folder, its pages of sources and native code, and the front page. */
#include "report.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "asm.h"
#include "cubin.h"
#include "gnuplot.h"

#define PATH_SIZE 1200

static bool fail(char *err, size_t errn, const char *path, const char *why)
{
    snprintf(err, errn, "%s: %s", path, why);
    return false;
}

/* Are these the files of a report and no others? Ends with remove: deletes them and the folder. */
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
        return fail(err, errn, dir, "not a name for a folder");
    if (!stat(dir, &st)) {
        if (!S_ISDIR(st.st_mode))
            return fail(err, errn, dir, "is a file, expected a folder or a name for a new one");
        if (!is_empty(dir) && (!is_report(dir) || !only_report_files(dir, false)))
            return fail(err, errn, dir, "holds other files; a report goes to a new folder, an empty one or an earlier report");
    } else {
        char parent[PATH_SIZE];
        snprintf(parent, sizeof parent, "%s", dir);
        char *slash = strrchr(parent, '/');
        if (slash && slash != parent)
            *slash = 0;
        if (errno != ENOENT || access(slash == parent ? "/" : slash ? parent : ".", W_OK))
            return fail(err, errn, dir, strerror(errno));
    }
    return gnuplot_available(err, errn);
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
        fail(err, errn, path, strerror(errno));
    return f;
}

static bool close_page(FILE *f, const char *dir, char *err, size_t errn)
{
    bool ok = !ferror(f);

    if (fclose(f) || !ok)
        return fail(err, errn, dir, "cannot be written (disk full?)");
    return true;
}

/* Does the line define or instantiate the kernel? "CHAIN(add_u32, ...", "void clock_pair(", ".kernel special" */
static bool names_kernel(const char *line, const char *kernel)
{
    size_t n = strlen(kernel);
    const char *p = line;

    while ((p = strstr(p, kernel))) {
        char before = p == line ? ' ' : p[-1], after = p[n];
        if ((before == ' ' || before == '(' || before == '*') && (after == '(' || after == ',' || after == '\n' || after == 0))
            return true;
        p += n;
    }
    return false;
}

/* Anchors of all kernels of a module that have none yet and that this line names. */
static void put_anchors(FILE *f, const char *module, const char *line, bool *done)
{
    for (size_t i = 0; i < bench_experiment_count; i++) {
        const struct bench_experiment *e = &bench_experiments[i];
        if (strcmp(e->module, module) || done[i] || !names_kernel(line, e->kernel))
            continue;
        fprintf(f, "<span id=\"k-%s\"></span>", e->kernel);
        for (size_t k = i; k < bench_experiment_count; k++)
            done[k] |= !strcmp(bench_experiments[k].module, module) && !strcmp(bench_experiments[k].kernel, e->kernel);
    }
}

/* Text as a numbered list, with an anchor where each kernel begins; a kernel that no line names (one of a macro's) gets its anchor at the top. */
static bool put_code(FILE *f, const char *module, FILE *in)
{
    bool *done = calloc(bench_experiment_count, sizeof *done);
    char line[4096];

    if (!done)
        return false;
    fprintf(f, "<ol class=\"code\">\n");
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\r\n")] = 0;
        fprintf(f, "<li>");
        if (module)
            put_anchors(f, module, line, done);
        html_text(f, *line ? line : " ");
        fprintf(f, "</li>\n");
    }
    fprintf(f, "</ol>\n");
    for (size_t i = 0; module && i < bench_experiment_count; i++)
        if (!strcmp(bench_experiments[i].module, module) && !done[i]) {
            put_anchors(f, module, bench_experiments[i].kernel, done);
        }
    free(done);
    return true;
}

/* The source of a module: MODULE.cu or MODULE.s, and the harness it includes. */
static bool put_source(FILE *f, const struct report *r, const char *module, char *err, size_t errn)
{
    static const char *const ends[] = { "cu", "s" };
    char path[PATH_SIZE], text[200];
    FILE *in = NULL;

    for (size_t i = 0; !in && i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s.%s", r->source_dir, module, ends[i]);
        in = fopen(path, "r");
    }
    if (!in)
        return fail(err, errn, path, "cannot open the source of a kernel");
    fprintf(f, "<h1>%s</h1>\n<p>Source of kernels. <a href=\"index.html\">Report</a></p>\n", strrchr(path, '/') + 1);
    bool harness = false;
    while (fgets(text, sizeof text, in))
        harness |= strstr(text, "#include \"chain.h\"") != NULL;
    rewind(in);
    bool ok = put_code(f, module, in);
    fclose(in);
    if (ok && harness) {
        snprintf(path, sizeof path, "%s/chain.h", r->source_dir);
        in = fopen(path, "r");
        if (!in)
            return fail(err, errn, path, "cannot open the source of a kernel");
        fprintf(f, "<h2>chain.h</h2>\n");
        ok = put_code(f, NULL, in);
        fclose(in);
    }
    return ok || fail(err, errn, path, "out of memory");
}

/* Splits a listing into pages, one per kernel: code-MODULE-KERNEL.html. What stands before the first kernel (architecture, constants) begins each. */
static bool put_kernels(FILE *in, const char *module, const char *to, char *err, size_t errn)
{
    char line[4096], head[4096] = "", name[160], kernel[120];
    FILE *f = NULL;
    bool ok = true;

    while (ok && fgets(line, sizeof line, in)) {
        if (sscanf(line, ".kernel %119s", kernel) == 1) {
            if (f) {
                fprintf(f, "</pre>\n");
                html_end(f);
                ok = close_page(f, to, err, errn);
            }
            snprintf(name, sizeof name, "code-%.30s-%.110s.html", module, kernel);
            f = ok ? open_page(to, name, err, errn) : NULL;
            if (!f)
                return false;
            html_begin(f, kernel);
            fprintf(f, "<h1>%s</h1>\n<p>Native code, with address and words (gt200 dis -a). <a href=\"src-%s.html\">Source</a>, <a href=\"index.html\">report</a></p>\n<pre>",
                    kernel, module);
            html_text(f, head);
        } else if (!f && strlen(head) + strlen(line) < sizeof head)
            strcat(head, line);
        if (f)
            html_text(f, line);
    }
    if (f) {
        fprintf(f, "</pre>\n");
        html_end(f);
        ok = close_page(f, to, err, errn) && ok;
    }
    return ok;
}

static bool put_native(const struct report *r, const char *module, const char *to, char *err, size_t errn)
{
    struct gt_cubin c;
    char path[PATH_SIZE];
    FILE *listing = tmpfile();

    snprintf(path, sizeof path, "%s/%s.cubin", r->kernel_dir, module);
    if (!listing)
        return fail(err, errn, path, strerror(errno));
    bool ok = cubin_read(path, &c, err, errn);
    if (ok && !isa_dis_file(listing, &c, true))
        ok = fail(err, errn, path, "cannot be disassembled");
    if (ok) {
        rewind(listing);
        ok = put_kernels(listing, module, to, err, errn);
        cubin_free(&c);
    }
    fclose(listing);
    return ok;
}

/* native: with native code of the GT200, which what only a real GPU runs has not. */
static bool put_module(const struct report *r, const char *to, const char *module, bool native, char *err, size_t errn)
{
    char name[200];

    snprintf(name, sizeof name, "src-%s.html", module);
    FILE *f = open_page(to, name, err, errn);
    if (!f)
        return false;
    html_begin(f, name);
    bool ok = put_source(f, r, module, err, errn);
    html_end(f);
    return close_page(f, to, err, errn) && ok && (!native || put_native(r, module, to, err, errn));
}

static bool put_modules(const struct report *r, const char *to, char *err, size_t errn)
{
    bool ok = true;

    for (size_t i = 0; ok && i < bench_experiment_count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i; k++)
            seen |= !strcmp(bench_experiments[k].module, bench_experiments[i].module);
        if (!seen)
            ok = put_module(r, to, bench_experiments[i].module, bench_experiments[i].where != BENCH_GPU_ONLY, err,
                errn);
    }
    return ok;
}

/* The commit that the sources are at; "" outside a repository. */
static void commit(const struct report *r, char *to, size_t n)
{
    char command[PATH_SIZE + 100];

    *to = 0;
    if (strchr(r->source_dir, '\''))
        return;
    snprintf(command, sizeof command, "git -C '%s' describe --always --dirty --abbrev=12 2>/dev/null", r->source_dir);
    FILE *p = popen(command, "r");
    if (!p)
        return;
    if (!fgets(to, (int)n, p))
        *to = 0;
    to[strcspn(to, "\n")] = 0;
    pclose(p);
}

static void put_facts(FILE *f, const struct report *r)
{
    size_t judged = 0, held = 0, known = 0, different = 0;
    char at[64], date[40] = "";
    time_t now = time(NULL);
    const char *epoch = getenv("SOURCE_DATE_EPOCH");

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        const struct silicon_row *row = *m->figure ? NULL : silicon_find(r->s, m->id);
        struct verdict v = judge(r->t, r->s, m, 0);
        judged += v.have;
        held += v.have && v.pass;
        known += v.have && !v.pass && (v.advisory || (row && *row->known) || (*m->figure && silicon_figure_known(r->s, m->figure)));
        for (int t = 1; t < r->t->nown; t++)
            different += differs(r->t, m, t);
    }
    if (epoch)
        now = (time_t)strtoll(epoch, NULL, 10);
    struct tm tm;
    if (gmtime_r(&now, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    commit(r, at, sizeof at);
    fprintf(f, "<dl>\n<dt>measured</dt><dd>%zu numbers and points; %zu have an expected number, %zu hold, %zu "
               "differ for a known reason or from a recalled "
               "number, <span class=\"%s\">%zu fail</span></dd>\n", r->t->n, judged, held, known, judged > held + known ? "bad" : "good", judged - held - known);
    fprintf(f, "<dt>machines</dt><dd>");
    for (int k = 0; k < r->ntargets; k++)
        fprintf(f, "%s%s", k ? ", " : "", r->targets[k]);
    fprintf(f, "</dd>\n<dt>between model and RTL</dt><dd>");
    if (r->t->nown > 1)
        fprintf(f, "<span class=\"%s\">%zu differences</span>", different ? "bad" : "good", different);
    else
        fprintf(f, "one target only");
    fprintf(f, "</dd>\n<dt>version</dt><dd>gt200 %s%s%s</dd>\n<dt>date</dt><dd>%s</dd>\n<dt>repeat</dt><dd><code>gt200 bench --target ", GT200_VERSION,
            *at ? ", commit " : "", at, date);
    for (int k = 0; k < r->t->nrun; k++)
        fprintf(f, "%s%s", k ? "," : "", r->targets[k]);
    fprintf(f, "%s --report DIR</code></dd>\n<dt>numbers</dt><dd><a href=\"measurements.csv\">measurements.csv</a></dd>\n"
               "<dt>holds</dt><dd>inside the tolerance, or no further from the expected number than half a unit "
               "of its last printed digit (24: 23.5 to 24.5)</dd>\n</dl>\n",
            r->full ? " --full" : "");
}

static bool put_index(const struct report *r, const char *to, char *err, size_t errn)
{
    FILE *f = open_page(to, "index.html", err, errn);

    if (!f)
        return false;
    html_begin(f, "GT200 against silicon");
    fprintf(f, "<h1>GT200 against silicon</h1>\n<p>The measurements of &quot;Demystifying GPU Microarchitecture through Microbenchmarking&quot; (ISPASS 2010), made by CUDA C "
               "programs on the machine of this repository, beside the numbers of the real chip (GeForce GTX 280).</p>\n");
    put_facts(f, r);
    report_evidence(f, r);
    report_tables(f, r);
    bool ok = report_figures(f, r, to, err, errn);
    html_end(f);
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
    char old[PATH_SIZE];

    snprintf(old, sizeof old, "%s.old-%ld", dir, (long)getpid());
    bool had = !rename(dir, old);
    if (rename(to, dir)) {
        int why = errno;
        if (had)
            rename(old, dir);
        return fail(err, errn, dir, strerror(why));
    }
    if (had && !only_report_files(old, true))
        return fail(err, errn, old, "the earlier report could not be removed");
    return true;
}

/* While a report is written a signal that ends the program waits until it stands whole or is gone: a second or two. */
static const int signals[] = { SIGHUP, SIGINT, SIGTERM };
#define SIGNALS (sizeof signals / sizeof *signals)
static volatile sig_atomic_t stopped;

static void stop(int sig)
{
    stopped = sig;
}

static bool write_whole(const struct report *r, char *err, size_t errn)
{
    char dir[PATH_SIZE], to[PATH_SIZE + 40];

    snprintf(dir, sizeof dir, "%s", r->dir);
    strip_slashes(dir);
    snprintf(to, sizeof to, "%.1000s.new-%ld", dir, (long)getpid());
    if (!report_possible(dir, err, errn))
        return false;
    if (mkdir(to, 0777))
        return fail(err, errn, dir, strerror(errno));
    if (put_modules(r, to, err, errn) && put_csv(r, to, err, errn) && put_index(r, to, err, errn) && take_name(dir, to, err, errn))
        return true;
    only_report_files(to, true);
    return false;
}

bool report_write(const struct report *r, char *err, size_t errn)
{
    struct sigaction wait = { .sa_handler = stop, .sa_flags = SA_RESTART }, was[SIGNALS];

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
