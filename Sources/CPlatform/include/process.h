/// Process settings: system calls with variable arguments, which Swift does not import.
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/prctl.h>

/// Makes the memory of this process unreadable for other processes of the same user, and disables core dumps. Returns
/// whether it succeeded.
static inline bool process_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0; }

/// Forbids that this process, or a program that it executes, ever gains privileges, whatever its file's mode says.
/// Returns whether it succeeded.
static inline bool process_forbid_new_rights(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

/// Returns the environment variables, each as "NAME=value", terminated by NULL.
char **process_environment(void);

/// Has all threads that are started from now on share the heap of the first one. The C library makes one for each
/// thread, and enlarges those by a page at a time, for a system call each.
void process_share_heap(void);

/// Returns the number of processors that this process may use; at least 1.
int process_processors(void);

#endif
