import Domain
import GRDB
import SQLiteFile

/// Copies a shop from one database to another that is empty. The source is read from one snapshot, and the destination
/// gets everything or nothing.
public struct StoreCopy: Sendable {
    /// The location of a shop's database.
    public enum Place: Sendable {
        case sqlite(path: String)
        case postgreSQL(PostgreSQLAddress, password: Secret?)
    }

    /// The kinds of rows that are counted.
    public enum Content: Sendable {
        case orders, keys, answers, messages, sections, fruit, drinks, money, purchases, records
    }

    /// The total of one kind, as found in both databases.
    public struct Total: Hashable, Sendable {
        public let content: Content?
        public let rows: Int
        /// Totals of orders and money in won, stock in pieces; `nil` if nothing is summed.
        public let sum: Int?
    }

    /// The number of rows that are read and written at once.
    private static let page = 1_000

    private let source: Place
    private let destination: Place
    private let limits: PostgreSQLLimits

    public init(from source: Place, to destination: Place) {
        self.init(from: source, to: destination, limits: PostgreSQLLimits())
    }

    init(from source: Place, to destination: Place, limits: PostgreSQLLimits) {
        (self.source, self.destination, self.limits) = (source, destination, limits)
    }

    /// Copies everything, and returns the totals, which are equal in both databases. Blocks. `onProgress` gets the
    /// number of copied rows and of all rows, and returns whether to continue.
    public func run(onProgress: (_ copied: Int, _ total: Int) -> Bool) throws(StoreCopyError) -> [Total] {
        let totals = try read { shop throws(StoreCopyError) in
            let totals = try StoreCopyError.source { try shop.totals() }
            try write { copy throws(StoreCopyError) in
                try fill(copy, from: shop, totals, onProgress)
                let now = try read { shop throws(StoreCopyError) in try StoreCopyError.source { try shop.totals() } }
                guard now == totals else { throw .sourceChanged }
            }
            return totals
        }
        return totals
    }

    private func fill(
        _ copy: any CopiedDatabase, from shop: any CopiedDatabase, _ totals: [Total],
        _ onProgress: (Int, Int) -> Bool
    ) throws(StoreCopyError) {
        guard try StoreCopyError.destination({ try copy.totals() }).allSatisfy({ $0.rows == 0 }) else {
            throw .notEmpty
        }
        let total = totals.reduce(0) { $0 + $1.rows }
        var copied = 0
        for table in CopiedTable.all {
            var key: [String] = []
            repeat {
                guard onProgress(copied, total) else { throw .stopped }
                let rows = try StoreCopyError.source {
                    try shop.page(of: table, after: key, limit: StoreCopy.page)
                }
                try StoreCopyError.destination { if !rows.isEmpty { try copy.add(rows, to: table) } }
                copied += rows.count
                key = rows.count < StoreCopy.page ? [] : StoreCopy.key(of: rows.last, in: table)
            } while !key.isEmpty
        }
        let (pause, change) = try StoreCopyError.source { (try shop.outboxPause(), try shop.lastChange()) }
        let found = try StoreCopyError.destination {
            try copy.setOutboxPause(pause)
            try copy.goOn(after: change)
            return try copy.totals()
        }
        guard found == totals else { throw .differs }
    }

    /// Returns the key of a row.
    private static func key(of row: [String?]?, in table: CopiedTable) -> [String] {
        guard let row else { return [] }
        return table.key.compactMap { key in
            zip(table.columns, row).first { column, _ in column.name == key.name }?.1
        }
    }
}

// The transactions.
extension StoreCopy {
    private func read<Value>(
        _ body: (any CopiedDatabase) throws(StoreCopyError) -> Value
    ) throws(StoreCopyError) -> Value {
        try StoreCopyError.source {
            switch source {
            case .sqlite(let path):
                let file = StoreCopy.file(path)
                return try file.open(.existing).queue.read { db in try body(SQLiteCopy(db: db)) }
            case .postgreSQL(let address, let password):
                let connection = try ConnectionSource(address, password: password, limits).open()
                return try connection.transaction(.reading) { try body(PostgreSQLCopy(connection: connection)) }
            }
        }
    }

    private func write(_ body: (any CopiedDatabase) throws(StoreCopyError) -> Void) throws(StoreCopyError) {
        try StoreCopyError.destination {
            switch destination {
            case .sqlite(let path):
                try StoreCopy.file(path).open().queue.immediately { db in try body(SQLiteCopy(db: db)) }
            case .postgreSQL(let address, let password):
                let connection = try ConnectionSource(address, password: password, limits).open(mustExist: false)
                try connection.transaction(.writing) { try body(PostgreSQLCopy(connection: connection)) }
            }
        }
    }

    private static func file(_ path: String) -> DatabaseFile {
        DatabaseFile(path: path, layout: Schema.layout, timeout: .seconds(5))
    }
}

/// The reason why a shop was not copied. The destination is unchanged.
public enum StoreCopyError: Error, Hashable, Sendable {
    case source(StoreError)
    case destination(StoreError)
    /// The destination is not empty.
    case notEmpty
    /// The source changed during the copy.
    case sourceChanged
    /// The copied totals differ from the source.
    case differs
    /// The progress callback asked to stop.
    case stopped

    static func source<Value>(_ body: () throws -> Value) throws(StoreCopyError) -> Value {
        do { return try body() } catch { throw StoreCopyError(error, StoreCopyError.source) }
    }

    static func destination<Value>(_ body: () throws -> Value) throws(StoreCopyError) -> Value {
        do { return try body() } catch { throw StoreCopyError(error, StoreCopyError.destination) }
    }

    private init(_ error: any Error, _ side: (StoreError) -> StoreCopyError) {
        switch error {
        case let error as StoreCopyError: self = error
        case let error as StoreError: self = side(error)
        case let error as PostgreSQLError: self = side(StoreError(error))
        default: self = side(StoreError(error))
        }
    }
}
