// SPDX-License-Identifier: Apache-2.0
//
// The machines in Verilog are modules, lib/NAME.so: found, checked and loaded here.
#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "rtl_port.hpp"

// A TPC of a chip in several processes.
static constexpr char PEERS_MACHINE[] = "tpc_fast";

static const gt_rtl_build *failure(char *err, size_t n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static const gt_rtl_build *failure(char *err, size_t n, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vsnprintf(err, n, format, ap);
    va_end(ap);
    return nullptr;
}

// What this program is made of besides Verilog (gt_shared_digest.c).
extern "C" const char gt_shared_digest[];

// The file with this code: the program, or a library that it uses.
static std::string own_file()
{
    Dl_info info;

    return dladdr(gt_shared_digest, &info) && info.dli_fname ? info.dli_fname : "this program";
}

// The module, from the folder lib/ of GT200_HOME or else from the run path of the file with this code, which names such
// a folder; `path` becomes its path. It stays; loading it again gives the same.
static void *load(const char *name, std::string &path)
{
    const char *home = getenv("GT200_HOME");
    char origin[PATH_MAX];

    path = std::string(name) + ".so";
    if (home && !access((std::string(home) + "/lib/machines.digest").c_str(), R_OK))
        path = std::string(home) + "/lib/" + path;
    void *so = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (so && !dlinfo(so, RTLD_DI_ORIGIN, origin))
        path = std::string(origin) + "/" + name + ".so";
    return so;
}

const gt_rtl_build *gt_rtl_machine(const char *name, char *err, size_t n)
{
    std::string path, wanted;
    void *so = load(name, path);

    if (!so)
        return failure(err, n, "machine %s cannot be loaded: %s (cmake --build BUILD --target %s makes it; GT200_HOME "
                       "names a folder with lib/%s.so)", name, dlerror(), name, name);
    const std::string folder = path.substr(0, path.rfind('/'));
    std::getline(std::ifstream(folder + "/machines.digest"), wanted);
    auto build = static_cast<const gt_rtl_build *>(dlsym(so, "gt_rtl_module"));
    auto digest = static_cast<const char *>(dlsym(so, "gt_machine_digest"));
    if (!build || !digest || wanted != digest)
        return failure(err, n, "machine %s: %s was not made from the sources of lib/machines.digest there "
                       "(cmake --build BUILD --target %s makes it anew)", name, path.c_str(), name);
    auto shared = static_cast<const char *>(dlsym(so, "gt_shared_digest"));
    if (!shared || strcmp(shared, gt_shared_digest))
        return failure(err, n, "machine %s: %s and %s were made from different sources of cmodel/, isa/ and sim/ "
                       "(digests %.8s... and %.8s...); the older one has to be built anew",
                       name, path.c_str(), own_file().c_str(), shared ? shared : "none", gt_shared_digest);
    return build;
}

std::string rtl_peers_digest()
{
    std::string path;
    void *so = load(PEERS_MACHINE, path);
    auto digest = so ? static_cast<const char *>(dlsym(so, "gt_machine_digest")) : nullptr;
    return digest ? digest : "";
}

// Another one than GT200's SM, on machines of its own.
static bool small(const gt_chip *chip)
{
    return !chip->values->tex;
}

const char *gt_rtl_machine_name(const gt_chip *chip, bool traced, unsigned fold)
{
    if (chip->partitions && chip->tpcs <= 2)        // gpu1, gpu2
        return chip->name;
    if (chip->values->coalesce_strict)
        return "g80_tpc";
    if (small(chip))
        return fold > 1 ? "small_fold4" : "small_sm";
    return fold > 1 ? "sm_fold4" : chip->sms == 3 ? "tpc_fast" : traced ? "sm_traced" : "sm_fast";
}

bool rtl_middle(const gt_gpu *g, const gt_rtl_opts &o, const gt_rtl_build &build, const gt_rtl_build *&middle,
                gt_result *res)
{
    middle = nullptr;
    if (build.whole || !g->chip->partitions || g->chip->tpcs <= 2)
        return true;
    const char *name = g->chip->values->coalesce_strict ? "g80_mem" : "gtx280_mem";
    middle = o.build && o.build->make_middle ? o.build : gt_rtl_machine(name, res->message, sizeof res->message);
    if (!middle)
        res->status = GT_BAD_LAUNCH;
    return middle;
}

// A machine that waits for its next launch.
struct Kept {
    const gt_rtl_build *build;
    std::unique_ptr<RtlMachine> sm;
};

static void free_kept(void *kept)
{
    delete static_cast<Kept *>(kept);
}

std::unique_ptr<RtlMachine> rtl_whole(const gt_rtl_build &build, gt_gpu *g, const gt_launch *l, const gt_config *c,
                                      const gt_rtl_opts &o)
{
    std::unique_ptr<Kept> kept(static_cast<Kept *>(gt_kept_take(&g->kept_rtl, g->clock)));
    if (kept && kept->build == &build && kept->sm->again(g, l, c))
        return std::move(kept->sm);
    return build.make(g, l, c, o.start_seed);
}

void rtl_keep(const gt_rtl_build &build, gt_gpu *g, std::unique_ptr<RtlMachine> sm, const gt_result &res)
{
    gt_kept_drop(&g->kept_rtl);
    if (res.status != GT_OK)
        return;
    if (!build.whole)
        sm->keep(g);
    else
        g->kept_rtl = {new Kept{&build, std::move(sm)}, free_kept, g->clock};
}

const gt_rtl_build *rtl_build(const gt_gpu *g, const gt_rtl_opts &o, bool waves, gt_result *res)
{
    const bool traced = waves || o.start_seed || g->stall;
    const gt_rtl_build *build = nullptr;

    if ((g->chip->sms > 1 || small(g->chip)) && (waves || o.start_seed))
        failure(res->message, sizeof res->message,
                "chip %s in Verilog writes no waves and starts with zeros (chip sm can do both)", g->chip->name);
    else if (g->peers && g->chip->values->coalesce_strict)
        failure(res->message, sizeof res->message, "chip %s in Verilog runs in one process", g->chip->name);
    else if (g->fold > 1 && (g->fold != 4 || g->chip->sms != 1 || waves || o.start_seed))
        failure(res->message, sizeof res->message,
                "in Verilog one SM is folded, in 4 phases (not chip %s, %u), starts with zeros and writes no waves",
                g->chip->name, g->fold);
    else if (o.build && !o.build->make_middle)
        build = o.build;
    else
        build = gt_rtl_machine(g->peers ? PEERS_MACHINE : gt_rtl_machine_name(g->chip, traced, g->fold), res->message,
                               sizeof res->message);
    if (build && build->whole && g->stall)
        build = failure(res->message, sizeof res->message, "the clock of chip %s in Verilog cannot be stopped",
                        g->chip->name);
    if (build && g->chip->tpcs > 1 && !build->make_tpc && !build->whole)
        build = failure(res->message, sizeof res->message, "chip %s has %u TPCs, this machine in Verilog is not made "
                        "to be one of them", g->chip->name, g->chip->tpcs);
    if (!build)
        res->status = GT_BAD_LAUNCH;
    return build;
}
