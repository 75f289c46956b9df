/// How many columns a terminal gives a character.
#ifndef WIDTH_H
#define WIDTH_H

#include <stdint.h>

/// Makes the process read and write UTF-8: the user's own locale where it does, else C.UTF-8.
/// Returns 1 when characters are UTF-8 now, 0 when this machine has no such locale.
int width_use_utf8_locale(void);

/// Columns of one Unicode scalar by the C library's table, which ncurses uses as well:
/// 0 for a combining mark, 2 for a wide character, -1 for a control or an unassigned one.
int width_of_scalar(uint32_t scalar);

#endif
