#ifndef KILLED_COMMIT_H
#define KILLED_COMMIT_H

#include <stdbool.h>

/// Has the program killed at the commit number `last`, counted from 1, of those that follow an insertion into `table`, on
/// whatever connection SQLite opens from now on: when it begins, with everything written and nothing of it counting, or,
/// where `isDone`, when it is done and nobody was told. One thread only may write.
void kill_at_commit(const char *table, int last, bool isDone);

#endif
