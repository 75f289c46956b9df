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

/* The size of the part of the log's index that is looked at, in bytes, and of its header, which stands there twice, in
 * words of eight bytes. See https://www.sqlite.org/walformat.html, 2.1. */
enum { CSQLITE_INDEX_REGION = 32768, CSQLITE_INDEX_WORDS = 6 };

/* Where the log's index lies in memory for as long as the connection is open; NULL where there is none. For connections
 * that have read from a database with a log. */
const volatile void *csqlite_log_index(struct sqlite3 *connection);

/* Copies the header of the index there, which every commit changes, of whatever program, before it is confirmed. 0 while
 * one changes it. On any thread; the index has to be whole. */
int csqlite_index_header(const volatile void *index, uint64_t *header);

/* Closing the connection leaves the database and its log as they are from now on. */
void csqlite_leave_files_on_close(struct sqlite3 *connection);

/* Writes into `frames` how many frames the log has, after each commit of the connection. The log is no longer
 * checkpointed by commits. */
void csqlite_count_frames(struct sqlite3 *connection, int32_t *frames);

#endif
