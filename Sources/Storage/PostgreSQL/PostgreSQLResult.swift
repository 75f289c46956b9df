import CPostgreSQL

/// The result of a statement.
final class PostgreSQLResult {
    private let library: postgresql_library
    private let handle: OpaquePointer

    /// Takes ownership of `handle`.
    init(_ handle: OpaquePointer, of library: postgresql_library) {
        (self.handle, self.library) = (handle, library)
    }

    deinit { library.PQclear(handle) }

    /// The error if the statement was refused, otherwise `nil`.
    var refusal: PostgreSQLError? {
        let status = library.PQresultStatus(handle)
        if status == postgresql_result_command.rawValue || status == postgresql_result_rows.rawValue { return nil }
        // Errors of libpq itself have no code: the connection is lost.
        return library.PQresultErrorField(handle, Int32(postgresql_field_state.rawValue))
            .map { PostgreSQLError(String(cString: $0)) } ?? .lost
    }

    /// Whether it is a pipeline synchronization: all statements before it are answered.
    var isSynchronization: Bool { library.PQresultStatus(handle) == postgresql_result_synchronized.rawValue }

    /// The command tag, such as `COMMIT`.
    var command: String { String(cString: library.PQcmdStatus(handle)) }

    var rows: [PostgreSQLRow] { (0..<library.PQntuples(handle)).map { PostgreSQLRow(result: self, number: $0) } }

    /// Returns the text in that row and column, or `nil` for NULL. Throws `StoreError.damaged` if there is no such
    /// column.
    fileprivate func text(_ row: Int32, _ column: String) throws(StoreError) -> String? {
        let number = library.PQfnumber(handle, column)
        guard number >= 0 else { throw .damaged }
        guard library.PQgetisnull(handle, row, number) == 0 else { return nil }
        return String(cString: library.PQgetvalue(handle, row, number))
    }
}

/// A row of a result.
struct PostgreSQLRow: TableRow {
    fileprivate let result: PostgreSQLResult
    fileprivate let number: Int32

    func textIfAny(_ column: String) throws -> String? { try result.text(number, column) }

    func integerIfAny(_ column: String) throws -> Int? {
        guard let text = try textIfAny(column) else { return nil }
        guard let integer = Int(text) else { throw StoreError.damaged }
        return integer
    }
}
