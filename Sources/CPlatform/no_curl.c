// Stubs for the 23 functions that FoundationNetworking uses from libcurl. They are hidden, so only a program that has
// FoundationNetworking in itself uses them: the shared one, which tests and debug builds load, brings libcurl with it.
//
// A URLSession loads through this program's own URLProtocol, so it never asks libcurl for a transfer; it only sets up a
// multi handle when it is created. Linking the real library, with the 29 that it needs, costs every start about ten
// milliseconds. Signatures and codes are those of <curl/curl.h> 7.88.

#include <stddef.h>

#define STANDS_IN __attribute__((visibility("hidden"), used))

enum { OK = 0, FAILED_INIT = 2, MULTI_BAD_HANDLE = 1, URL_OUT_OF_MEMORY = 7 };

// Functions that succeed: they set up a session when it is created, and nothing else uses them.

STANDS_IN int curl_global_init(long flags) { return OK; }

static char multi_handle;
STANDS_IN void *curl_multi_init(void) { return &multi_handle; }
STANDS_IN int curl_multi_cleanup(void *multi) { return OK; }
STANDS_IN int curl_multi_setopt(void *multi, int option, ...) { return OK; }
STANDS_IN int curl_multi_socket_action(void *multi, int socket, int events, int *running) {
    if (running) *running = 0;
    return OK;
}
STANDS_IN void *curl_multi_info_read(void *multi, int *left) {
    if (left) *left = 0;
    return NULL;
}
STANDS_IN int curl_multi_assign(void *multi, int socket, void *value) { return OK; }

// Transfers: they all fail.

STANDS_IN int curl_multi_add_handle(void *multi, void *easy) { return MULTI_BAD_HANDLE; }
STANDS_IN int curl_multi_remove_handle(void *multi, void *easy) { return MULTI_BAD_HANDLE; }
STANDS_IN void *curl_easy_init(void) { return NULL; }
STANDS_IN void curl_easy_cleanup(void *easy) {}
STANDS_IN int curl_easy_setopt(void *easy, int option, ...) { return FAILED_INIT; }
STANDS_IN int curl_easy_getinfo(void *easy, int info, ...) { return FAILED_INIT; }
STANDS_IN int curl_easy_pause(void *easy, int mask) { return FAILED_INIT; }
STANDS_IN const char *curl_easy_strerror(int code) { return "libcurl is not part of this program"; }

// Lists, URLs and the version, which are only used with transfers.

STANDS_IN void *curl_slist_append(void *list, const char *text) { return NULL; }
STANDS_IN void curl_slist_free_all(void *list) {}
STANDS_IN void *curl_url(void) { return NULL; }
STANDS_IN int curl_url_get(const void *url, int part, char **text, unsigned flags) { return URL_OUT_OF_MEMORY; }
STANDS_IN int curl_url_set(void *url, int part, const char *text, unsigned flags) { return URL_OUT_OF_MEMORY; }
STANDS_IN void curl_free(void *memory) {}
STANDS_IN char *curl_version(void) { return "none"; }
STANDS_IN void *curl_version_info(int age) { return NULL; }
