#include <stdbool.h>
#include <string.h>
#include <vterm.h>

/// Returns the text of a property's value, and in `count` the number of its bytes. Unless `begins`, it continues the text
/// that came before: since version 0.2, libvterm passes text on as it arrives.
static inline const char *vterm_value_text(const VTermValue *value, size_t *count, bool *begins) {
#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
    *begins = true;
    *count = value->string ? strlen(value->string) : 0;
    return value->string;
#else
    *begins = value->string.initial;
    *count = value->string.len;
    return value->string.str;
#endif
}
