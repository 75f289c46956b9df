// Checks the declarations of libpq in CDatabase against the library's own header.
#include <stddef.h>

#include <postgresql/libpq-fe.h>

#include "../../../Sources/CDatabase/include/postgresql.h"

#define ENTRY(result, name, arguments) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), result arguments), #name);
POSTGRESQL_FUNCTIONS(ENTRY)
#undef ENTRY

_Static_assert(postgresql_poll_failed == (int)PGRES_POLLING_FAILED, "failed");
_Static_assert(postgresql_poll_reading == (int)PGRES_POLLING_READING, "reading");
_Static_assert(postgresql_poll_writing == (int)PGRES_POLLING_WRITING, "writing");
_Static_assert(postgresql_poll_ok == (int)PGRES_POLLING_OK, "connected");
_Static_assert(postgresql_connection_ok == (int)CONNECTION_OK, "good connection");
_Static_assert(postgresql_connection_bad == (int)CONNECTION_BAD, "bad connection");
_Static_assert(postgresql_result_command == (int)PGRES_COMMAND_OK, "command");
_Static_assert(postgresql_result_rows == (int)PGRES_TUPLES_OK, "rows");
_Static_assert(postgresql_result_synchronized == (int)PGRES_PIPELINE_SYNC, "synchronized");
_Static_assert(postgresql_verbosity_state == (int)PQERRORS_SQLSTATE, "verbosity");
_Static_assert(postgresql_field_state == PG_DIAG_SQLSTATE, "state");
_Static_assert(sizeof(struct postgresql_option) == sizeof(PQconninfoOption), "parameters");
_Static_assert(offsetof(struct postgresql_option, keyword) == offsetof(PQconninfoOption, keyword), "keyword");
_Static_assert(offsetof(struct postgresql_option, value) == offsetof(PQconninfoOption, val), "value");
_Static_assert(offsetof(struct postgresql_notification, sender) == offsetof(PGnotify, be_pid), "sender");
