import Domain
import GRDB
import SQLiteFile

/// Copies a shop from one database to another that is empty. The source is read from one snapshot, and the destination
/// gets everything or nothing.
public struct StoreCopy: Sendable {
    /// The location of a shop's database.
    public enum Location: Sendable {
        case sqlite(path: String)
        case postgreSQL(PostgreSQLAddress, password: Secret?)
    }

    /// The kinds of rows that are counted.
    public enum Content: Sendable {
        case orders, bookings, closings, keys, answers, messages, sections, fruit, drinks, money, purchases, records
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

    private let source: Location
    private let destination: Location
    private let limits: PostgreSQLLimits

    public init(from source: Location, to destination: Location) {
        self.init(from: source, to: destination, limits: PostgreSQLLimits())
    }

    init(from source: Location, to destination: Location, limits: PostgreSQLLimits) {
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
        _ copy: any SQLTransaction, from shop: any SQLTransaction, _ totals: [Total],
        _ onProgress: (Int, Int) -> Bool
    ) throws(StoreCopyError) {
        guard try StoreCopyError.destination({ try copy.totals() }).allSatisfy({ $0.rows == 0 }) else {
            throw .notEmpty
        }
        let total = totals.reduce(0) { $0 + $1.rows }
        var copied = 0
        for table in Schema.tables {
            var last: CopiedRow?
            repeat {
                guard onProgress(copied, total) else { throw .stopped }
                let rows = try StoreCopyError.source { try shop.page(of: table, after: last, limit: StoreCopy.page) }
                try StoreCopyError.destination { try copy.add(rows, to: table) }
                copied += rows.count
                last = rows.count < StoreCopy.page ? nil : rows.last
            } while last != nil
        }
        guard try StoreCopyError.destination({ try copy.totals() }) == totals else { throw .differs }
    }
}

/// The values of a row by its columns.
private typealias CopiedRow = [String: any SQLValue]

extension SQLTransaction {
    /// Returns the number of rows of each table, and the sum of its `summed` column.
    fileprivate func totals() throws -> [StoreCopy.Total] {
        try Schema.tables.map { table in
            let sum = table.summed.map { "COALESCE(SUM(\($0)), 0)" } ?? "0"
            let found = try row("SELECT COUNT(*) AS rows, \(sum) AS total FROM \(table.name)")
            guard let found else { throw StoreError.damaged }
            return StoreCopy.Total(
                content: table.content, rows: try found.integer("rows"),
                sum: table.summed == nil ? nil : try found.integer("total"))
        }
    }

    /// Returns at most `limit` rows, in the order of their keys, that come after `last`.
    fileprivate func page(of table: Table, after last: CopiedRow?, limit: Int) throws -> [CopiedRow] {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let key = table.key.map(\.name).joined(separator: ", ")
        let placeholders = table.key.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let rest = last == nil ? "" : "WHERE (\(key)) > (\(placeholders))"
        let values = last.map { last in table.key.map { last[$0.name] } } ?? []
        return try rows("SELECT \(names) FROM \(table.name) \(rest) ORDER BY \(key) LIMIT \(limit)", values).map {
            row in
            var copied: CopiedRow = [:]
            for column in table.columns {
                copied[column.name] =
                    switch column.kind {
                    case .integer, .order, .closing: try row.integerIfAny(column.name)
                    case .text: try row.textIfAny(column.name)
                    case .uuid: try row.uuidIfAny(column.name)
                    }
            }
            return copied
        }
    }

    fileprivate func add(_ rows: [CopiedRow], to table: Table) throws {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let placeholders = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        for row in rows {
            try run("INSERT INTO \(table.name) (\(names)) VALUES (\(placeholders))", table.columns.map { row[$0.name] })
        }
        // Waits for the answers, so that no more than a page of them is ever under way.
        _ = try row("SELECT 1 AS one")
    }
}

// The transactions.
extension StoreCopy {
    private func read<Value>(
        _ body: (any SQLTransaction) throws(StoreCopyError) -> Value
    ) throws(StoreCopyError) -> Value {
        try StoreCopyError.source {
            switch source {
            case .sqlite(let path):
                let file = StoreCopy.file(path)
                return try file.open(.existing).queue.read { db in try body(SQLiteTransaction(db)) }
            case .postgreSQL(let address, let password):
                let connection = try ConnectionSource(address, password: password, limits).open()
                return try connection.transaction(.reading) { try body(PostgreSQLTransaction(connection)) }
            }
        }
    }

    private func write(_ body: (any SQLTransaction) throws(StoreCopyError) -> Void) throws(StoreCopyError) {
        try StoreCopyError.destination {
            switch destination {
            case .sqlite(let path):
                try StoreCopy.file(path).open().queue.immediately { db in try body(SQLiteTransaction(db)) }
            case .postgreSQL(let address, let password):
                let connection = try ConnectionSource(address, password: password, limits).open(mustExist: false)
                try connection.transaction(.writing) { try body(PostgreSQLTransaction(connection)) }
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
