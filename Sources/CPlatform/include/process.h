/// What a process says of itself to the kernel, through calls that take a variable number of arguments, which Swift
/// does not import.
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/prctl.h>

/// Keeps the memory of this process from every other process of the same user, and from whatever takes core dumps.
static inline bool process_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0; }

/// From now on no program that this process becomes or starts gets rights that it has not, whatever its file says.
static inline bool process_forbid_new_rights(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

/// The variables of this process, each as "NAME=value", and NULL behind the last.
char **process_environment(void);

/// How many processors this process may use; at least 1.
int process_processors(void);

#endif
