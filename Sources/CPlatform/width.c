#define _XOPEN_SOURCE 700
#include "width.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>

static int is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int width_use_utf8_locale(void) {
    if (setlocale(LC_CTYPE, "") && is_utf8()) return 1;
    return setlocale(LC_CTYPE, "C.UTF-8") && is_utf8();
}

int width_of_scalar(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
