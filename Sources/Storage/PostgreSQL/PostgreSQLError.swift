enum PostgreSQLError: Error, Hashable {
    /// libpq is not installed.
    case noLibrary
    /// There is no connection, or it was lost: the server does not answer, or ended it. Nothing was committed.
    case lost
    /// The connection was lost during a commit, which may have succeeded.
    case lostWhileCommitting
    /// This program cannot use the database over this connection.
    case unusable(StoreError)
    /// The server refused the statement; the code is its SQLSTATE (PostgreSQL 15, appendix A).
    case refused(String)
    /// The server refused a statement that was sent before the one whose answer was waited for.
    case refusedEarlier(String)

    /// Creates the error from the detailed message of a failed connection. The last line with an SQLSTATE counts.
    init(connecting message: String) {
        let lines = message.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/:  ([0-9A-Z]{5}): /#).map { (code: $0.output.1, line: line) }
        }
        if let last = lines.last {
            self.init(String(last.code), message: String(last.line))
        } else {
            self = PostgreSQLError.complaints.first { message.contains($0.part) }?.error ?? .lost
        }
    }

    /// Parts of libpq's own messages, which have no code.
    private static let complaints: [(part: String, error: PostgreSQLError)] =
        [("no password supplied", .unusable(.denied))]
        + [
            "does not support SSL", "SSL error", "sslmode", "certificate", "URI", "connection option",
            "could not match",
        ].map { ($0, .unusable(.unusableAddress)) }

    init(_ code: String, message: String) {
        switch code {
        case "25006": self = .unusable(.readOnlyServer)
        case PostgreSQLError.poolerCode:
            self = PostgreSQLError.poolerMessages.first { message.contains($0.part) }?.error ?? .lost
        default: self = PostgreSQLError.endsConnection(code) ? .lost : .refused(code)
        }
    }

    /// The only code of PgBouncer 1.18: a violation of the protocol.
    private static let poolerCode = "08P01"

    /// Parts of PgBouncer's messages, with what the server itself would have said.
    private static let poolerMessages: [(part: String, error: PostgreSQLError)] = [
        ("statement pooling", .unusable(.statementPooling)),
        ("no such database", .refused("3D000")), ("role \"", .refused("28000")), ("does not exist", .refused("3D000")),
        ("no such user", .refused("28000")), ("authentication failed", .refused("28P01")),
        ("no more connections allowed", .refused("53300")),
    ]

    /// Whether the connection must not be used any more.
    var endsConnection: Bool {
        switch self {
        case .lost, .lostWhileCommitting, .unusable: true
        case .noLibrary, .refused, .refusedEarlier: false
        }
    }

    /// Whether another connection may lead to a server that can be written to. Nothing was committed over this one.
    var mayPassElsewhere: Bool { self == .lost || self == .unusable(.readOnlyServer) }

    /// Whether the statement conflicted with another transaction, so that a retry may succeed at once.
    var isConflict: Bool { ["40001", "40P01"].contains(code) }

    /// The same error, marked as that of a statement sent before.
    var ofEarlierStatement: PostgreSQLError { code.map { .refusedEarlier($0) } ?? self }

    var isOfEarlierStatement: Bool { if case .refusedEarlier = self { true } else { false } }

    /// The SQLSTATE of a refused statement.
    private var code: String? {
        switch self {
        case .refused(let code), .refusedEarlier(let code): code
        case .noLibrary, .lost, .lostWhileCommitting, .unusable: nil
        }
    }

    /// Whether the storage caused it, rather than the request: anything but values that a table does not take, a
    /// statement that took too long, and one that comes after a refused one.
    var isOfStorage: Bool {
        guard let code else { return true }
        return !["22", "23"].contains { code.hasPrefix($0) } && !["25P02", "57014"].contains(code)
    }

    /// Whether the code ends the connection.
    private static func endsConnection(_ code: String) -> Bool {
        code.hasPrefix("08") || code.hasPrefix("57P") || ["25P03", "25P04"].contains(code)
    }
}

extension StoreError {
    init(_ error: PostgreSQLError) {
        switch error {
        case .noLibrary: self = .noLibrary
        case .lost, .lostWhileCommitting: self = .unreachable
        case .unusable(let error): self = error
        case .refused(let code), .refusedEarlier(let code): self = StoreError.refusal(code)
        }
    }

    private static func refusal(_ code: String) -> StoreError {
        switch code {
        case "28000", "28P01": .denied
        case "42501": .noPrivilege
        case "3D000": .missing
        case "53100": .full
        case "53300": .noConnectionLeft
        case "55P03", "57014", "40001", "40P01": .busy
        case "XX001", "XX002": .damaged
        // The statements are right, so that what they name was there once.
        case "3F000": .tablesChanged
        case _ where code.hasPrefix("42"): .tablesChanged
        default: .refused(code: code)
        }
    }

    /// Returns the error to report to the caller: errors of the database are converted, others stay as they are.
    static func translatedFromPostgreSQL(_ error: any Error) -> any Error {
        (error as? PostgreSQLError).map { StoreError($0) } ?? error
    }
}
