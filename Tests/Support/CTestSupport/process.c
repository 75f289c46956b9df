#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child opens the slave after setsid, as its first terminal, which makes it the controlling terminal. */
static int add_descriptors(posix_spawn_file_actions_t *actions, const char *slave_name, const char *directory) {
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, slave_name, O_RDWR, 0);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDOUT_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDERR_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
    if (error == 0 && directory) error = posix_spawn_file_actions_addchdir_np(actions, directory);
    return error;
}

static int set_signals(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return error ? error : posix_spawnattr_setflags(attributes, flags);
}

int pseudo_terminal_spawn(
    const char *slave_name, const char *path, char *const arguments[], char *const environment[],
    const char *directory, pid_t *process) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return -error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = add_descriptors(&actions, slave_name, directory);
        if (error == 0) error = set_signals(&attributes);
        if (error == 0) error = posix_spawnp(process, path, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return -error;
}

int pseudo_terminal_open_process(pid_t process) {
    int descriptor = pidfd_open(process, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int pseudo_terminal_status(pid_t process, int *value) {
    int status;
    pid_t answer = waitpid(process, &status, WNOHANG | WUNTRACED | WCONTINUED);
    if (answer < 0) return -errno;
    *value = 0;
    if (answer == 0) return PSEUDO_TERMINAL_NO_CHANGE;
    if (WIFCONTINUED(status)) return PSEUDO_TERMINAL_CONTINUED;
    if (WIFSTOPPED(status)) {
        *value = WSTOPSIG(status);
        return PSEUDO_TERMINAL_STOPPED;
    }
    if (WIFSIGNALED(status)) {
        *value = WTERMSIG(status);
        return PSEUDO_TERMINAL_SIGNALLED;
    }
    *value = WEXITSTATUS(status);
    return PSEUDO_TERMINAL_EXITED;
}
