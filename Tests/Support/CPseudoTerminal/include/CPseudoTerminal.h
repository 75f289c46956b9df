#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/* Pseudo-terminals and the programs on them. Every function that can fail answers a negative errno. */

/* Opens a pseudo-terminal of the given size and writes the name of its slave side into `slave_name`.
 * The answer is the master's descriptor: non-blocking, closed on exec. */
int pseudo_terminal_open(int columns, int rows, char *slave_name, size_t slave_name_size);

/* Changes the size; the kernel tells the foreground programs with SIGWINCH. */
int pseudo_terminal_set_size(int master, int columns, int rows);

int pseudo_terminal_get_size(int master, int *columns, int *rows);

/* Starts `path` (searched for in PATH when it has no slash) in a session of its own, with the slave as its controlling
 * terminal and as descriptors 0, 1 and 2. It inherits no other descriptor, no signal mask and no signal disposition.
 * `directory` may be null. Zero, with the new process's number in `process`, or a negative errno. */
int pseudo_terminal_spawn(
    const char *slave_name, const char *path, char *const arguments[], char *const environment[],
    const char *directory, pid_t *process);

/* A descriptor that becomes readable when `process` has ended. */
int pseudo_terminal_open_process(pid_t process);

/* What a child did last. */
enum {
    PSEUDO_TERMINAL_NO_CHANGE = 0,
    PSEUDO_TERMINAL_EXITED = 1,
    PSEUDO_TERMINAL_SIGNALLED = 2,
    PSEUDO_TERMINAL_STOPPED = 3,
    PSEUDO_TERMINAL_CONTINUED = 4,
};

/* Asks, without waiting, what `process` did since the last time it was asked: one of the values above. `value` is the
 * exit code or the signal. A process that ended is reaped by this. */
int pseudo_terminal_status(pid_t process, int *value);

#endif
