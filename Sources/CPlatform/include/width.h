/// The width of characters in terminal columns.
#ifndef WIDTH_H
#define WIDTH_H

#include <stdint.h>

/// Sets a UTF-8 locale: the user's own if it is one, else C.UTF-8. Returns 1 if the process now uses UTF-8, 0 if this
/// machine has no such locale.
int width_use_utf8_locale(void);

/// Returns the columns of a Unicode scalar by the C library's table, which ncurses uses as well:
/// 0 for a combining mark, 2 for a wide character, -1 for a control or an unassigned one.
int width_of_scalar(uint32_t scalar);

#endif
