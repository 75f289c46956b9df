// Signal handling of a full-screen program. Everything here that runs in a handler is async-signal-safe: read, write,
// tcsetattr, tcflush, tcgetpgrp, getpgrp, sigaction, poll, clock_gettime, raise, and lock-free atomics.
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
#include <time.h>
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

/// Writes all of `bytes`. Returns false if the terminal does not accept them in time.
static bool put(const char *bytes, size_t count) {
    size_t done = 0;
    while (done < count) {
        ssize_t n = write(output, bytes + done, count - done);
        if (n > 0) done += (size_t)n;
        else if (errno == EAGAIN) {
            if (!wait_for_room()) return false;
        } else if (errno != EINTR) break;
    }
    return true;
}

void terminal_restore_settings(void) {
    if (settings_known) tcsetattr(terminal, TCSANOW, &settings);
}

/// Whether the terminal is another job's, such as the shell's after this one was stopped. Who suspended the program was
/// given the terminal back, and after SIGSTOP the shell took it; who changes its settings from the background is stopped
/// by the system.
static bool is_in_background(void) {
    pid_t front = tcgetpgrp(terminal);
    return front > 0 && front != getpgrp();
}

static void restore(bool drops_input) {
    if (is_in_background()) return;
    int number = restore_number;
    const char *bytes = restores[number].bytes;
    size_t count = restores[number].count;
    terminal_restart_output(output);
    if (!put(bytes, count)) {
        // The terminal is not being read. What it has not read yet makes room for what it has to read last.
        terminal_drop_output(output);
        put(terminal_frame_end(), strlen(terminal_frame_end()));
        put(bytes, count);
    }
    if (drops_input) terminal_input_drop_late();
    // TCSANOW: waiting for output to drain could block for ever on a terminal that nobody reads.
    terminal_restore_settings();
}

// ---- Input that arrives late

/// Times in milliseconds: how long a reply may take; how long leaving waits for one, on a terminal that has replied before
/// and on one that has not.
enum { reply_time = 1000, known_wait = 300, unknown_wait = 150 };

static atomic_bool reports_mouse, has_answered;
static atomic_int due_attributes;
/// The time of the last query that has not been answered, or 0.
static atomic_llong asked_at;

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void terminal_input_reports_mouse(bool reports) { reports_mouse = reports; }

void terminal_input_asked(int attributes) {
    due_attributes = attributes;
    asked_at = milliseconds();
}

void terminal_input_answered(void) {
    has_answered = true;
    due_attributes = 0;
    asked_at = 0;
}

/// The time in milliseconds that leaving waits for the terminal's answer; 0 if nothing can arrive, or if the terminal has
/// never answered.
static int wait_for_answer(void) {
    bool is_pending = asked_at != 0 && milliseconds() - asked_at < reply_time;
    if (has_answered) return is_pending || reports_mouse ? known_wait : 0;
    return is_pending ? unknown_wait : 0;
}

/// Follows an answer to DA1, "ESC [ ? 62 ; 4 c", through its bytes. `place` is the number of its parts seen so far.
/// Returns true at its end.
static bool ends_answer(char byte, int *place) {
    bool is_number = (byte >= '0' && byte <= '9') || byte == ';';
    bool ends = *place == 3 && byte == 'c';
    if (byte == '\033') *place = 1;
    else if ((*place == 1 && byte == '[') || (*place == 2 && byte == '?')) *place += 1;
    else if (*place != 3 || !is_number) *place = 0;
    return ends;
}

void terminal_input_drop_late(void) {
    static const char question[] = "\033[c";
    int wait = wait_for_answer(), answers = due_attributes + 1, place = 0;
    long long end = milliseconds() + wait;
    // No reply is waited for twice.
    due_attributes = 0;
    asked_at = 0;
    if (wait == 0 || !put(question, sizeof question - 1)) return;
    while (answers > 0) {
        struct pollfd input = {.fd = terminal, .events = POLLIN};
        long long left = end - milliseconds();
        if (left <= 0 || (poll(&input, 1, (int)left) <= 0 && errno != EINTR)) return;
        if (!(input.revents & POLLIN)) {
            if (input.revents) return;
            continue;
        }
        char bytes[512];
        ssize_t count = read(terminal, bytes, sizeof bytes);
        if (count == 0 || (count < 0 && errno != EINTR)) return;
        for (ssize_t i = 0; i < count; i++) answers -= ends_answer(bytes[i], &place);
    }
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
    // Only the drawing thread reads the terminal.
    restore(drawing_known && pthread_equal(pthread_self(), drawing) && comes_from_outside(number, info));
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

/// The time in milliseconds that a continued program stays in the background before it stops again, and how often it looks.
/// Another thread may still have to pass on a signal that ends the program: who kills a job continues it right after.
enum { background_stay = 1000, background_look = 50 };

/// Waits until the terminal is this job's again. Returns false if it is not after a while.
static bool comes_to_foreground(void) {
    for (int waited = 0; is_in_background(); waited += background_look) {
        if (waited >= background_stay) return false;
        poll(NULL, 0, background_look);
    }
    return true;
}

void terminal_stop_self(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
    sigemptyset(&usual.sa_mask);
    sigaction(SIGTSTP, &usual, &ours);
    do raise(SIGTSTP);
    while (!comes_to_foreground());
    sigaction(SIGTSTP, &ours, NULL);
}
