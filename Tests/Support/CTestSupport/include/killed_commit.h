#ifndef KILLED_COMMIT_H
#define KILLED_COMMIT_H

#include <stdbool.h>

/// Kills the process with SIGKILL at commit number `last`, counted from 1. Only commits that follow an insertion into
/// `table` count, on any connection that SQLite opens from now on. The process dies when the commit begins, so that
/// everything is written but not committed, or, if `isDone`, when the commit has finished but has not returned to the
/// caller. Only one thread may write.
void kill_at_commit(const char *table, int last, bool isDone);

#endif
