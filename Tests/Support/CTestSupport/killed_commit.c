#include "killed_commit.h"

#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static struct {
    const char *table;
    int last, commits;
    bool isDone, hasInserted;
} wanted;

static void meet(bool isDone) {
    if (!wanted.hasInserted || isDone != wanted.isDone) return;
    wanted.hasInserted = false;
    if (++wanted.commits == wanted.last) kill(getpid(), SIGKILL);
}

static int trace(unsigned event, void *context, void *statement, void *detail) {
    (void)context, (void)detail;
    const char *sql = sqlite3_sql(statement);
    if (!sql) return 0;
    if (!strncasecmp(sql, "INSERT INTO ", 12) && !strncmp(sql + 12, wanted.table, strlen(wanted.table)))
        wanted.hasInserted = true;
    if (!strncasecmp(sql, "COMMIT", 6)) meet(event == SQLITE_TRACE_PROFILE);
    return 0;
}

static int opened(sqlite3 *database, char **problem, const void *routines) {
    (void)problem, (void)routines;
    return sqlite3_trace_v2(database, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, trace, NULL);
}

void kill_at_commit(const char *table, int last, bool isDone) {
    wanted.table = strdup(table);
    wanted.last = last;
    wanted.isDone = isDone;
    sqlite3_auto_extension((void (*)(void))opened);
}
