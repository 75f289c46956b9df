#include "postgresql.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct postgresql_library library;
static bool is_complete;

static void *find(void *shared, const char *name) {
    void *function = shared ? dlsym(shared, name) : NULL;
    is_complete &= function != NULL;
    return function;
}

static void load(void) {
    void *shared = dlopen(POSTGRESQL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    is_complete = true;
#define ENTRY(result, name, arguments) library.name = (result(*) arguments)find(shared, #name);
    POSTGRESQL_FUNCTIONS(ENTRY)
#undef ENTRY
}

const struct postgresql_library *postgresql_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete ? &library : NULL;
}
