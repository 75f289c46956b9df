#ifndef PSEUDO_TERMINAL_H
#define PSEUDO_TERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/* Pseudo-terminals and the programs on them. Every function that can fail returns a negative errno. */

/* Opens a pseudo-terminal of the given size and writes the name of its slave side into `slave_name`.
 * Returns the master's descriptor, which is non-blocking and closed on exec. */
int pseudo_terminal_open(int columns, int rows, char *slave_name, size_t slave_name_size);

/* Changes the size; the kernel sends SIGWINCH to the foreground process group. */
int pseudo_terminal_set_size(int master, int columns, int rows);

int pseudo_terminal_get_size(int master, int *columns, int *rows);

/* Returns 1 if the slave's input has not been read completely, 0 if it has. A line that is not finished does not count while
 * the terminal edits lines. */
int pseudo_terminal_has_unread(const char *slave_name);

/* Starts `path` (searched for in PATH if it has no slash) in a new session, with the slave as its controlling terminal
 * and as descriptors 0, 1 and 2. It inherits no other descriptor, no signal mask and no signal disposition.
 * `directory` may be null. Returns 0 and stores the process ID in `process`, or returns a negative errno. */
int pseudo_terminal_spawn(
    const char *slave_name, const char *path, char *const arguments[], char *const environment[],
    const char *directory, pid_t *process);

/* Returns a descriptor that becomes readable when `process` has ended. */
int pseudo_terminal_open_process(pid_t process);

/* The latest change of a child's state. */
enum {
    PSEUDO_TERMINAL_NO_CHANGE = 0,
    PSEUDO_TERMINAL_EXITED = 1,
    PSEUDO_TERMINAL_SIGNALLED = 2,
    PSEUDO_TERMINAL_STOPPED = 3,
    PSEUDO_TERMINAL_CONTINUED = 4,
};

/* Returns, without waiting, the change of `process` since the last call: one of the values above. Stores the exit code
 * or the signal in `value`. A process that has ended is reaped. */
int pseudo_terminal_status(pid_t process, int *value);

#endif
