/// ncurses with wide characters, and what Swift cannot do by itself: constants that are macros, and signal handlers.
#ifndef CNCURSES_H
#define CNCURSES_H

#define NCURSES_WIDECHAR 1
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <ncursesw/curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Attributes: macros with casts, which Swift does not import.
static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_dim(void) { return A_DIM; }
static inline attr_t curses_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_reverse(void) { return A_REVERSE; }

/// The terminal's own line-drawing characters, for the box-drawing characters that stand for them in our panels.
chtype curses_line_drawing(uint32_t box_drawing);

/// The main window, which Swift may not name because it is a mutable global.
static inline WINDOW *curses_screen(void) { return stdscr; }

/// Colours the terminal shows, as its entry in the terminal database says; less than 1 where it shows none.
int curses_colors(void);

/// Pairs of colours the terminal shows; known once colours are started.
static inline int curses_color_pairs(void) { return COLOR_PAIRS; }

/// Whether the terminal takes colours by red, green and blue, as its entry in the terminal database says.
bool curses_has_direct_color(void);

/// Whether the terminal can tell what its mouse does, as its entry in the terminal database says.
bool curses_has_mouse(void);

/// Makes the next doupdate repaint everything, whatever curses believes to be on the screen.
static inline void curses_distrust_screen(void) { clearok(curscr, TRUE); }

/// Takes the screen of this process's terminal; curses writes to `output`. Returns false when it cannot. Where `direct`
/// is not null, it is the value of TERM, and the terminal shows any colour whatever the database says of it.
bool curses_open(int output, const char *direct);

/// Sets TERMINFO to a description like that of the present terminal, which is called `name`, but with any colour.
/// Returns false where the database does not give it 256.
bool curses_describe_direct_color(const char *name);

/// Whether `descriptor` has something to read within `timeout` milliseconds, be it the end.
bool terminal_has_input(int descriptor, int timeout);

/// Columns and rows of the terminal at `descriptor`; false when it does not say.
bool terminal_size(int descriptor, int *columns, int *rows);

/// Pixels of a cell of the terminal at `descriptor`; false when it does not say.
bool terminal_cell_size(int descriptor, int *width, int *height);

/// Puts `count` bytes of valid UTF-8 where the window's cursor is, in its present attributes; what has no room in the row
/// is left out. The same as waddnstr, at a third of its cost: that asks the C library for each byte of each character.
void curses_put_text(WINDOW *window, const char *text, size_t count);

/// Looks `name` up in the terminal database for `descriptor`. Returns 1 when it is there and can address the cursor.
int curses_knows_terminal(const char *name, int descriptor);

/// Writes the strings of the capabilities that leave the full screen into `buffer`, without padding marks; returns how
/// many bytes that is. After initialisation only.
size_t curses_leaving_bytes(char *buffer, size_t capacity);

/// What the key of that capability of the terminal database, such as "kcuu1", sends; null where it tells nothing.
const char *curses_capability(const char *capability);

/// What begins the terminal's status line, which for many is the title of its window; null where it has none.
const char *curses_title_beginning(void);

/// Writes what makes the terminal send keys as the database says, and mark what is pasted, into `buffer`, or what ends
/// that; returns how many bytes that is. After initialisation only.
size_t curses_input_mode_bytes(bool on, char *buffer, size_t capacity);

/// Shows the cursor on the terminal at `output`, once curses has left it.
void curses_show_cursor(int output);

// ---- Frames (frames.c)

/// A file in memory, `size` bytes of zeros of it; -1 when the system has none.
int terminal_memory_open(size_t size);

/// Makes `descriptor` another name of what `other` is open for.
bool terminal_replace(int descriptor, int other);

/// Opens the terminal of `descriptor` once more, so that writing to it never waits; where that is not allowed, the result
/// is another name of `descriptor`. -1 when the system has none left.
int terminal_open_without_waiting(int descriptor);

/// Has the terminal show again what is written to it, if Ctrl-S stopped that. Async-signal-safe.
void terminal_restart_output(int descriptor);

// ---- Signals (signals.c)

/// What asynchronous signals asked for since the last call of terminal_signals_take.
enum terminal_signal {
    terminal_signal_resized = 1,
    terminal_signal_stop = 2,
    terminal_signal_continued = 4,
};

/// Notes what brings the terminal back to the state it is in now: its line settings, the bytes that leave the full screen,
/// and where they are written to. Call before the screen is taken (settings, output) and after it is (bytes).
void terminal_restore_remember_settings(int descriptor);
void terminal_restore_remember_output(int descriptor);
void terminal_restore_remember_bytes(const char *bytes, size_t count);

/// Gives the terminal the line settings that were noted. Writes nothing, and does not wait for what was written.
void terminal_restore_settings(void);

/// A descriptor that wakes whoever polls it: an eventfd; -1 when the system has none left.
int terminal_wake_up_open(void);

/// Handles signals from now on. Deadly ones (INT TERM HUP QUIT ABRT SEGV ILL TRAP BUS FPE) restore the terminal and
/// then do what they always do, so that the exit status is honest; a HUP that was ignored stays ignored. WINCH, TSTP
/// and CONT are noted, and `wake_up`, an eventfd, is written to.
void terminal_signals_install(int wake_up);

/// Prepares the calling thread, the only one that draws: signals from outside are handled on it; it has a stack of its
/// own for handlers, so that an overflow of its stack is handled too; and no signal is blocked, since a thread that a
/// worker of another library starts would inherit that worker's mask.
void terminal_signals_prepare_thread(void);

/// Undoes terminal_signals_install.
void terminal_signals_remove(void);

/// What was noted since the last call: a set of terminal_signal values.
int terminal_signals_take(void);

/// Stops this process as Ctrl-Z does, and returns when it is continued. On a prepared thread.
void terminal_stop_self(void);

#endif
