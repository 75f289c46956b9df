#define _GNU_SOURCE
#include "process.h"

#include <malloc.h>
#include <sched.h>
#include <unistd.h>

char **process_environment(void) { return environ; }

void process_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

int process_processors(void) {
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) != 0) return 1;
    return CPU_COUNT(&processors);
}
