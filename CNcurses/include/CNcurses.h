/// Imports ncurses with wide characters, and adds what Swift cannot do by itself: constants that are macros, and signal
/// handlers.
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

/// Returns the terminal's own line-drawing character for one of the box-drawing characters that panels use, or a space
/// for any other.
chtype curses_line_drawing(uint32_t box_drawing);

/// The main window, which Swift may not name because it is a mutable global. What its type becomes in Swift depends on
/// whether ncurses' headers hide it, which since version 6.5 they do: Swift passes it on and does not name the type.
static inline WINDOW *curses_screen(void) { return stdscr; }

/// Returns the number of colours of the terminal, by its entry in the terminal database; less than 1 if it has none.
int curses_colors(void);

/// Returns the number of colour pairs of the terminal; valid once colours are started.
static inline int curses_color_pairs(void) { return COLOR_PAIRS; }

/// Whether the terminal accepts colours by red, green and blue, by its entry in the terminal database.
bool curses_has_direct_color(void);

/// Whether the terminal can report mouse events, by its entry in the terminal database.
bool curses_has_mouse(void);

/// Makes the next doupdate repaint everything, whatever curses believes to be on the screen.
static inline void curses_invalidate_screen(void) { clearok(curscr, TRUE); }

/// Initialises curses on this process's terminal, writing to `output`, with the database's entry for the terminal's kind
/// `entry`, which was looked up last, and with the size that the entry tells, else 80 x 24. Returns false if that fails.
/// If `direct`, the terminal is treated as one that shows any colour whatever its entry says.
bool curses_open(int output, const char *entry, bool direct);

/// Sets TERMINFO to a copy of the present terminal's entry, which is called `name`, with direct colours. Returns false
/// if the entry does not have 256 colours, or if setting it fails.
bool curses_describe_direct_color(const char *name);

/// Whether `descriptor` becomes readable, or reaches its end, within `timeout` milliseconds.
bool terminal_has_input(int descriptor, int timeout);

/// Reads the size of the terminal at `descriptor`. Returns false if it is unknown.
bool terminal_size(int descriptor, int *columns, int *rows);

/// Reads the size of a cell in pixels of the terminal at `descriptor`. Returns false if it is unknown.
bool terminal_cell_size(int descriptor, int *width, int *height);

/// Writes `count` bytes of valid UTF-8 at the window's cursor, in its present attributes; text that does not fit in the
/// row is cut off. Like waddnstr, at a third of its cost: that calls the C library for each byte of each character.
void curses_put_text(WINDOW *window, const char *text, size_t count);

/// Whether `count` cells from that row and column on, counted from 0, are displayed as blanks without attributes.
bool curses_is_blank(int row, int column, int count);

/// What the terminal database says about a kind of terminal.
enum curses_entry {
    /// It has no entry of that name.
    curses_entry_unknown,
    /// The terminal cannot position its cursor.
    curses_entry_unsuitable,
    curses_entry_suitable,
};

/// Looks up `name` in the terminal database for `descriptor`.
enum curses_entry curses_look_up(const char *name, int descriptor);

/// Writes the escape sequences that leave full-screen mode into `buffer`, without padding marks; returns their length.
/// Call only after initialisation.
size_t curses_leaving_bytes(char *buffer, size_t capacity);

/// Returns the value of a capability of the terminal database, such as what the key "kcuu1" sends, or null if it has
/// none.
const char *curses_capability(const char *capability);

/// Returns the sequence that begins the terminal's status line, for many the window title, or null if it has none.
const char *curses_title_beginning(void);

/// Writes the sequence into `buffer` that switches keypad mode on or off; returns its length. Call only after
/// initialisation.
size_t curses_keypad_bytes(bool on, char *buffer, size_t capacity);

/// Shows the cursor on the terminal at `output`, after curses has ended.
void curses_show_cursor(int output);

// ---- Frames (frames.c)

/// Ends a control string that was cut off, and resets attributes, character sets and the scrolling region to what
/// curses assumes between frames.
const char *terminal_frame_end(void);

/// Drops what the terminal has not read yet. Async-signal-safe.
void terminal_drop_output(int descriptor);

/// Opens an in-memory file of `size` zero bytes; returns -1 if that fails.
int terminal_memory_open(size_t size);

/// Makes `descriptor` a duplicate of `other`. Returns whether it succeeded.
bool terminal_replace(int descriptor, int other);

/// Resumes the terminal's output if Ctrl-S stopped it. Async-signal-safe.
void terminal_restart_output(int descriptor);

// ---- Signals (signals.c)

/// The signals received since the last call of terminal_signals_take.
enum terminal_signal {
    terminal_signal_resized = 1,
    terminal_signal_stop = 2,
    terminal_signal_continued = 4,
};

/// Remembers how to restore the terminal's present state: its line settings, the descriptor to write to, and the bytes
/// that leave full-screen mode. Call before curses starts (settings, output) and after (bytes).
void terminal_restore_remember_settings(int descriptor);
void terminal_restore_remember_output(int descriptor);
void terminal_restore_remember_bytes(const char *bytes, size_t count);

/// Restores the line settings that were remembered. Writes nothing, and does not wait for pending output.
void terminal_restore_settings(void);

/// Notes what may still arrive from the terminal: whether it reports mouse events; that it was asked, and how many answers
/// to the query for its device attributes (DA1) are due; that it has answered all of it.
void terminal_input_reports_mouse(bool reports);
void terminal_input_asked(int attributes);
void terminal_input_answered(void);

/// Drops reports and replies that arrive after the screen was given back, which a shell would take for typed text: asks
/// for the device attributes, and reads until the terminal has answered, for at most 0.3 s. Does nothing if nothing can
/// arrive, or if the terminal is known to answer nothing. Call before the line settings are restored.
void terminal_input_drop_late(void);

/// Opens an eventfd for waking a thread that polls it; returns -1 if that fails.
int terminal_wake_up_open(void);

/// Installs the signal handlers. For deadly signals (INT TERM HUP QUIT ABRT SEGV ILL TRAP BUS FPE) they restore the
/// terminal and then take the default action, so that the exit status is right; a HUP that was ignored stays ignored.
/// WINCH, TSTP and CONT are recorded, and `wake_up`, an eventfd, is written to.
void terminal_signals_install(int wake_up);

/// Prepares the calling thread, the only one that draws. Signals from outside are handled on it. It gets an alternate
/// signal stack, so that an overflow of its stack is handled too. No signal stays blocked, since a thread started by
/// another library's worker inherits that worker's mask.
void terminal_signals_prepare_thread(void);

/// Undoes terminal_signals_install.
void terminal_signals_remove(void);

/// Returns the signals recorded since the last call as a set of terminal_signal values, and clears them.
int terminal_signals_take(void);

/// Stops this process as Ctrl-Z does, and returns when it is continued in the foreground; in the background it soon stops
/// again. Call it on the prepared thread.
void terminal_stop_self(void);

#endif
