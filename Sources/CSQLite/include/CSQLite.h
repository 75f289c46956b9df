#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

/* What of SQLite takes variable arguments or pointers to tables of functions, and so cannot be called from Swift. */

struct sqlite3;

/* Which of the files that a connection has open is meant. */
enum { CSQLITE_MAIN = 0, CSQLITE_LOG = 1 };

/* Reads `count` bytes through the descriptor that the connection itself has open: opening and closing the file once
 * more would drop the locks that SQLite has on it. 1 when all of them were read. */
int csqlite_read(struct sqlite3 *connection, int file, void *bytes, int count, int64_t offset);

/* Whether the file at the database's path is not, or no longer, the one that the connection has open. */
int csqlite_has_moved(struct sqlite3 *connection);

/* Whether the index of the log says that all of the log was written into the database and nothing was added since. The
 * index has to be whole. See https://www.sqlite.org/walformat.html, 2.1. */
int csqlite_log_is_written_back(struct sqlite3 *connection);

/* Closing the connection leaves the database and its log as they are from now on. */
void csqlite_leave_files_on_close(struct sqlite3 *connection);

/* Writes into `frames` how many frames the log has, after each commit of the connection. The log is no longer
 * checkpointed by commits. */
void csqlite_count_frames(struct sqlite3 *connection, int32_t *frames);

#endif
