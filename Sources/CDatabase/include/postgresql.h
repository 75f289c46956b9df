/// The functions of libpq that the shop uses. libpq is loaded for the first connection: other starts do not pay for it,
/// and everything else works without it.
#ifndef POSTGRESQL_H
#define POSTGRESQL_H

// Only the pointers that matter to Swift have nullability annotations.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

/// The library; the version number changes with incompatible releases.
#define POSTGRESQL_LIBRARY "libpq.so.5"

struct pg_conn;
struct pg_result;
struct pgNotify;
struct _PQconninfoOption;

/// The states of a connection attempt: what libpq waits for.
enum postgresql_poll {
    postgresql_poll_failed = 0,
    postgresql_poll_reading = 1,
    postgresql_poll_writing = 2,
    postgresql_poll_ok = 3,
};

enum postgresql_connection { postgresql_connection_ok = 0, postgresql_connection_bad = 1 };

/// The status of a result.
enum postgresql_result {
    postgresql_result_command = 1,
    postgresql_result_rows = 2,
    /// A pipeline synchronization: everything sent before is answered.
    postgresql_result_synchronized = 10,
};

/// The verbosity of error messages: only the SQLSTATE's five characters.
enum postgresql_verbosity { postgresql_verbosity_verbose = 2, postgresql_verbosity_state = 3 };

/// The fields of an error: the SQLSTATE and the message.
enum postgresql_field { postgresql_field_state = 'C', postgresql_field_message = 'M' };

typedef void postgresql_notice_processor(void *context, const char *message);

#define POSTGRESQL_FUNCTIONS(ENTRY)                                                                                    \
    ENTRY(struct pg_conn *, PQconnectStartParams,                                                                      \
          (const char *const *keywords, const char *const *values, int expand))                                        \
    ENTRY(struct _PQconninfoOption *, PQconninfoParse, (const char *text, char **message))                             \
    ENTRY(void, PQconninfoFree, (struct _PQconninfoOption *))                                                          \
    ENTRY(unsigned, PQconnectPoll, (struct pg_conn *))                                                                 \
    ENTRY(unsigned, PQstatus, (const struct pg_conn *))                                                                \
    ENTRY(int, PQsocket, (const struct pg_conn *))                                                                     \
    ENTRY(int, PQbackendPID, (const struct pg_conn *))                                                                 \
    ENTRY(char *_Nonnull, PQerrorMessage, (const struct pg_conn *))                                                   \
    ENTRY(unsigned, PQsetErrorVerbosity, (struct pg_conn *, unsigned))                                                 \
    ENTRY(postgresql_notice_processor *, PQsetNoticeProcessor,                                                         \
          (struct pg_conn *, postgresql_notice_processor *, void *))                                                   \
    ENTRY(void, PQfinish, (struct pg_conn *))                                                                          \
    ENTRY(int, PQsendQuery, (struct pg_conn *, const char *))                                                          \
    ENTRY(int, PQsendQueryParams,                                                                                      \
          (struct pg_conn *, const char *query, int count, const unsigned *types, const char *const *values,           \
           const int *lengths, const int *formats, int format))                                                        \
    ENTRY(int, PQenterPipelineMode, (struct pg_conn *))                                                                \
    ENTRY(int, PQexitPipelineMode, (struct pg_conn *))                                                                 \
    ENTRY(int, PQpipelineSync, (struct pg_conn *))                                                                     \
    ENTRY(int, PQconsumeInput, (struct pg_conn *))                                                                     \
    ENTRY(int, PQisBusy, (struct pg_conn *))                                                                           \
    ENTRY(struct pg_result *, PQgetResult, (struct pg_conn *))                                                         \
    ENTRY(unsigned, PQresultStatus, (const struct pg_result *))                                                        \
    ENTRY(char *, PQresultErrorField, (const struct pg_result *, int field))                                           \
    ENTRY(char *_Nonnull, PQcmdStatus, (struct pg_result *))                                                          \
    ENTRY(int, PQntuples, (const struct pg_result *))                                                                  \
    ENTRY(int, PQfnumber, (const struct pg_result *, const char *))                                                    \
    ENTRY(int, PQgetisnull, (const struct pg_result *, int row, int column))                                           \
    ENTRY(char *_Nonnull, PQgetvalue, (const struct pg_result *, int row, int column))                                \
    ENTRY(void, PQclear, (struct pg_result *))                                                                         \
    ENTRY(struct pgNotify *, PQnotifies, (struct pg_conn *))                                                           \
    ENTRY(void, PQfreemem, (void *))

/// The functions of libpq.
struct postgresql_library {
#define ENTRY(result, name, arguments) result(*_Nonnull name) arguments;
    POSTGRESQL_FUNCTIONS(ENTRY)
#undef ENTRY
};

/// The first fields of a notification.
struct postgresql_notification {
    char *channel;
    int sender;
};

/// A parameter of an address.
struct postgresql_option {
    /// The name, or NULL behind the last parameter.
    char *_Nullable keyword;
    char *_Nullable environment_variable;
    char *_Nullable standard;
    /// The value, or NULL if the address does not set it.
    char *_Nullable value;
    char *_Nullable label;
    char *_Nullable display;
    int size;
};

/// Returns libpq, loading it at the first call, or NULL if it is not installed. Can be called on any thread.
const struct postgresql_library *_Nullable postgresql_library(void);

#pragma clang diagnostic pop

#endif
