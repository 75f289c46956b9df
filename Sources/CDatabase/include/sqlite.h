#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

/* Functions of SQLite that take variable arguments or tables of function pointers, which Swift cannot call. */

struct sqlite3;

/* The open file of a connection: the database or its log. */
enum { CSQLITE_MAIN = 0, CSQLITE_LOG = 1 };

/* Reads `count` bytes through the descriptor that the connection itself has open: opening and closing the file again
 * would drop the locks that SQLite has on it. Returns 1 if all of them were read, otherwise 0. */
int csqlite_read(struct sqlite3 *connection, int file, void *bytes, int count, int64_t offset);

/* Whether the file at the database's path is a different one from the one that the connection has open, or is
 * missing. */
int csqlite_has_moved(struct sqlite3 *connection);

/* Whether the log's index says that the log has no frames: all of it was written into the database and nothing was
 * added since. The index must not have been truncated. See https://www.sqlite.org/walformat.html, 2.1. */
int csqlite_log_is_written_back(struct sqlite3 *connection);

/* Makes closing the connection leave the database and its log as they are, without a checkpoint. */
void csqlite_leave_files_on_close(struct sqlite3 *connection);

/* Stores the number of frames in the log in `frames` after each commit of the connection. Also disables SQLite's
 * automatic checkpoints. */
void csqlite_count_frames(struct sqlite3 *connection, int32_t *frames);

#endif
