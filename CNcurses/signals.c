// Signal handling of a full-screen program. Everything here that runs in a handler is async-signal-safe: write,
// tcsetattr, sigaction, poll, raise, and lock-free atomics.
#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <termios.h>
#include <unistd.h>

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };

static struct sigaction before_deadly[deadly_count];
static struct sigaction before_winch, before_tstp, before_cont;

static int terminal = -1, output = -1;
static struct termios settings;
static atomic_bool settings_known;
/// Double-buffered: a handler writes one while the other one is prepared.
static struct { char bytes[8192]; size_t count; } restores[2];
static atomic_int restore_number;

static atomic_int noted;
static atomic_int wake_up = -1;
static atomic_bool installed;

void terminal_restore_remember_settings(int descriptor) {
    terminal = descriptor;
    settings_known = tcgetattr(descriptor, &settings) == 0;
}

void terminal_restore_remember_output(int descriptor) { output = descriptor; }

void terminal_restore_remember_bytes(const char *bytes, size_t count) {
    int next = 1 - restore_number;
    if (count > sizeof restores[next].bytes) return;
    memcpy(restores[next].bytes, bytes, count);
    restores[next].count = count;
    restore_number = next;
}

/// The time in milliseconds that restoring waits for a terminal that accepts no output.
enum { longest_wait = 500 };

/// Waits until the terminal accepts more output. Returns false after the timeout.
static bool wait_for_room(void) {
    struct pollfd room = {.fd = output, .events = POLLOUT};
    int ready = poll(&room, 1, longest_wait);
    return ready > 0 || (ready < 0 && errno == EINTR);
}

void terminal_restore_settings(void) {
    if (settings_known) tcsetattr(terminal, TCSANOW, &settings);
}

static void restore(void) {
    int number = restore_number;
    size_t count = restores[number].count, done = 0;
    terminal_restart_output(output);
    while (done < count) {
        ssize_t n = write(output, restores[number].bytes + done, count - done);
        if (n > 0) done += (size_t)n;
        else if (errno != EINTR && (errno != EAGAIN || !wait_for_room())) break;
    }
    // TCSANOW: waiting for output to drain could block for ever on a terminal that nobody reads.
    terminal_restore_settings();
}

/// The drawing thread, which alone may restore the terminal after a signal from outside: if another thread did so while
/// it draws, the rest of a frame would follow.
static pthread_t drawing;
static atomic_bool drawing_known;

/// Whether the signal was not caused by the thread that handles it: terminal signals, and those sent by a process.
static bool comes_from_outside(int number, const siginfo_t *info) {
    return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || info->si_code == SI_USER;
}

static void die(int number, siginfo_t *info, void *context) {
    (void)context;
    if (drawing_known && comes_from_outside(number, info) && !pthread_equal(pthread_self(), drawing)) {
        pthread_kill(drawing, number);
        return;
    }
    restore();
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(number, &usual, NULL);
    raise(number);
}

static void note(int number) {
    int saved = errno;
    int what = number == SIGWINCH ? terminal_signal_resized
             : number == SIGTSTP  ? terminal_signal_stop
                                  : terminal_signal_continued;
    atomic_fetch_or(&noted, what);
    uint64_t one = 1;
    if (wake_up >= 0) (void)!write(wake_up, &one, sizeof one);
    errno = saved;
}

static void handle(int number, void (*handler)(int), int flags, struct sigaction *before) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, before);
}

int terminal_wake_up_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void terminal_signals_install(int wake_up_descriptor) {
    wake_up = wake_up_descriptor;
    for (int i = 0; i < deadly_count; i++) {
        struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_ONSTACK | SA_SIGINFO};
        sigemptyset(&action.sa_mask);
        sigaction(deadly[i], &action, &before_deadly[i]);
        // A process started under nohup keeps ignoring SIGHUP.
        if (deadly[i] == SIGHUP && before_deadly[i].sa_handler == SIG_IGN) sigaction(SIGHUP, &before_deadly[i], NULL);
    }
    handle(SIGWINCH, note, SA_RESTART, &before_winch);
    handle(SIGTSTP, note, SA_RESTART, &before_tstp);
    handle(SIGCONT, note, SA_RESTART, &before_cont);
    installed = true;
}

void terminal_signals_remove(void) {
    if (!atomic_exchange(&installed, false)) return;
    for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &before_deadly[i], NULL);
    sigaction(SIGWINCH, &before_winch, NULL);
    sigaction(SIGTSTP, &before_tstp, NULL);
    sigaction(SIGCONT, &before_cont, NULL);
}

int terminal_signals_take(void) { return atomic_exchange(&noted, 0); }

void terminal_signals_prepare_thread(void) {
    drawing = pthread_self();
    drawing_known = true;
    enum { size = 64 * 1024 };
    stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
    if (stack.ss_sp) sigaltstack(&stack, NULL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

void terminal_stop_self(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
    sigemptyset(&usual.sa_mask);
    sigaction(SIGTSTP, &usual, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}
