#include "sqlite.h"

#include <sqlite3.h>
#include <stddef.h>

static sqlite3_file *open_file(sqlite3 *connection, int file) {
    sqlite3_file *found = NULL;
    int which = file == CSQLITE_LOG ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER;
    if (sqlite3_file_control(connection, "main", which, &found) != SQLITE_OK) return NULL;
    return found != NULL && found->pMethods != NULL ? found : NULL;
}

int csqlite_read(sqlite3 *connection, int file, void *bytes, int count, int64_t offset) {
    sqlite3_file *found = open_file(connection, file);
    return found != NULL && found->pMethods->xRead(found, bytes, count, offset) == SQLITE_OK;
}

int csqlite_has_moved(sqlite3 *connection) {
    int has_moved = 0;
    int outcome = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return outcome != SQLITE_OK || has_moved;
}

void csqlite_leave_files_on_close(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

static int count(void *frames, sqlite3 *connection, const char *name, int number) {
    (void)connection;
    (void)name;
    *(int32_t *)frames = number;
    return SQLITE_OK;
}

void csqlite_count_frames(sqlite3 *connection, int32_t *frames) {
    sqlite3_wal_hook(connection, count, frames);
}

/* Returns the mapped index of the log, or NULL if there is none. */
static const volatile void *log_index(sqlite3 *connection) {
    enum { INDEX_REGION = 32768 };
    sqlite3_file *found = open_file(connection, CSQLITE_MAIN);
    volatile void *index = NULL;
    if (found == NULL || found->pMethods->iVersion < 2) return NULL;
    if (found->pMethods->xShmMap(found, 0, INDEX_REGION, 0, &index) != SQLITE_OK) return NULL;
    return index;
}

int csqlite_log_is_written_back(sqlite3 *connection) {
    enum { LAST_FRAME = 4, COPY = 12 };
    /* The index contains its header twice. */
    const volatile uint32_t *words = log_index(connection);
    return words != NULL && words[LAST_FRAME] == 0 && words[COPY + LAST_FRAME] == 0;
}
